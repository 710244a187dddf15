import type { RouteConfigEntry } from "@react-router/dev/routes";
import { CALLS } from "../../../app/api/calls.ts";
import addresses from "../../../app/routes.ts";
import { listCode } from "../../../scripts/source-files.ts";

/** One pattern of app/routes.ts, or of a call of the API: its file, the guards before it, the outermost first, and whether it is hydrated. */
interface Pattern {
  pattern: string;
  file: string;
  guards: readonly string[];
  isHydrated: boolean;
}

/** The patterns of app/routes.ts, the front page's is "/", and those of the API's calls. */
export const PATTERNS: readonly Pattern[] = [
  ...patternsIn(addresses, [], false),
  ...[...new Set(CALLS.map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ":$1")))].map((pattern) => ({
    ...{ pattern, file: "api/*.ts", guards: [], isHydrated: false },
  })),
];

/** The lists and pages of the back office that are about no single thing. */
export const OPERATORS_PAGES: readonly string[] = PATTERNS.filter(
  ({ pattern, file }) =>
    /^\/admin(?:\/[\w-]+)*$/.test(pattern) && file.endsWith(".tsx") && !file.endsWith("/not-found.tsx"),
).map(({ pattern }) => pattern);

/** The forms of pages that have several, by their page's pattern and their intent: "/admin/reviews/tips/:id decline". */
export const PAGE_ACTS: readonly { pattern: string; act: string }[] = pageActs();

function pageActs(): { pattern: string; act: string }[] {
  const modules = new Map(listCode("app/routes").map(({ name, text }) => [name, text]));
  const intentsIn = (text: string, name = "(?:action|acts)") => {
    const acts = new RegExp(`const ${name} = pageActs\\(\\{\\n([\\s\\S]*?)\\n\\}\\);`).exec(text)?.[1] ?? "";
    return [...acts.matchAll(/^ {2}(\w+)[:,(]/gm)].map(([, intent]) => intent);
  };
  return PATTERNS.flatMap(({ pattern, file }) => {
    if (!pattern.endsWith(":kind/:id"))
      return intentsIn(modules.get(`app/${file}`) ?? "").map((act) => ({
        pattern,
        act: `${pattern} ${act}`,
      }));
    // The kinds of the page are in modules beside it.
    const folder = `app/${file.slice(0, file.lastIndexOf("/"))}/`;
    const texts = [...modules].flatMap(([name, text]) => (name.startsWith(folder) ? [text] : []));
    return texts.flatMap((text) =>
      [
        ...text.matchAll(/^export const (\w+): \w+Kind = \{(?:(?!^\};)[\s\S])*?^ {2}action(?:: (\w+))?,/gm),
      ].flatMap(([, kind = "", acts]) => {
        const page = pattern.replace(
          ":kind",
          kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
        );
        return intentsIn(text, acts).map((act) => ({ pattern, act: `${page} ${act}` }));
      }),
    );
  });
}

/** The layouts of hydrated pages that show something of their own, such as a list below a form. */
export const APP_LAYOUTS: readonly string[] = layoutsIn(addresses, false);

function layoutsIn(routes: RouteConfigEntry[], isInApp: boolean): string[] {
  return routes.flatMap(({ id, file, children }) => {
    if (!children) return [];
    const within = layoutsIn(children, isInApp || id?.startsWith("app:") === true);
    return isInApp ? [file, ...within] : within;
  });
}

function patternsIn(routes: RouteConfigEntry[], guards: readonly string[], isInApp: boolean): Pattern[] {
  return routes.flatMap(({ path, file, id, children }) => {
    const guard = id?.startsWith("guard:") ? [id.slice("guard:".length)] : [];
    const isHydrated = isInApp || id?.startsWith("app:") === true;
    if (children) return patternsIn(children, [...guards, ...guard], isHydrated);
    return [{ pattern: `/${path ?? ""}`, file, guards, isHydrated }];
  });
}

/** The pages that are open to everybody under one address: a new one is walked without a line of its own. */
export const PLAIN_PAGES: readonly string[] = plainAddresses(
  /^routes\/(?:public|leaderboard|tip\/vouchers)\/.*\.tsx$/,
);

function plainAddresses(files: RegExp): string[] {
  return PATTERNS.filter(
    ({ pattern, file, guards }) => guards.length === 0 && files.test(file) && !/[:*]/.test(pattern),
  ).map(({ pattern }) => pattern);
}
