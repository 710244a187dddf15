import { describe, expect, it } from "vitest";
import { isAppPath } from "../../app/ui/shells/app-pages.ts";
import {
  codeAlone,
  importsOf,
  listCode,
  type SourceImport,
  withoutComments,
} from "../../scripts/source-files.ts";
import { APP_LAYOUTS, PATTERNS } from "../support/http/patterns.ts";

/** Who may know whom (docs/architecture.md), read from the imports themselves. */
const code = [...listCode("app"), ...listCode("db"), ...listCode("locales"), ...listCode("scripts")];
const imports = code.flatMap(importsOf);
const ours = imports.filter((each) => each.isOwn && !each.target.includes("/+types/"));

const arrows = (found: readonly SourceImport[]) => found.map((each) => `${each.from} → ${each.target}`);

/** The domain's modules, those of a single provider or network aside, and the door of another folder: app/mail/mail.server.ts. */
const DOOR =
  /^app\/(?:domain\/(?!payments\/providers\/(?!providers\.)|microblog\/networks\/(?!list\.)).*|([\w-]+)\/\1\.server)\.ts$/;
const SCHEMA = /^app\/domain\/.*\.schema\.ts$/;
const PORT = /^app\/domain\/payments\/provider-port\.ts$/;
/** Pure rules, figures, the list of languages and the way to their texts, which everybody may know. */
const PLAIN =
  /^app\/product-(?:rules|settings|features|name)\.ts$|^locales\/(?:index|quick-texts|text-of)\.ts$|^app\/domain\/(?:money\/|calendar\.ts$|payments\/states\.ts$|settings\/accent\.ts$)/;
/** Facts about a person that pages show: rules of names, and lists of networks. */
const NAMES = /^app\/domain\/users\/(?:initials|names|social-networks)\.ts$/;

interface Rule {
  who: string;
  from: RegExp;
  /** What it may import of ours, its own folder aside. */
  may: RegExp[];
  /** What it may import the types of. */
  types?: RegExp[];
}

const RULES: Rule[] = [
  {
    who: "routes enter the domain by doors and schemas, and are made of http, ui and pdf",
    from: /^app\/routes\/(?!sandbox\/)/,
    may: [
      /^app\/(?:routes|http|ui|pdf)\//,
      /^app\/(?:api\/docs|media\/share-preview)\.server\.ts$/,
      /^app\/context\.ts$/,
      DOOR,
      SCHEMA,
      PLAIN,
      NAMES,
    ],
    types: [PORT],
  },
  {
    who: "the API enters the domain by doors and schemas, and is made of http",
    from: /^app\/api\//,
    may: [/^app\/http\//, /^app\/context\.ts$/, /^package\.json$/, DOOR, SCHEMA, PLAIN, NAMES],
    types: [PORT],
  },
  {
    who: "routes of the sandbox know http and the sandbox",
    from: /^app\/routes\/sandbox\//,
    may: [/^app\/(?:http|sandbox-provider)\//, /^app\/context\.ts$/],
  },
  {
    who: "http knows doors, schemas, the context, which pages are hydrated and types of the pages around a route",
    from: /^app\/http\//,
    may: [
      /^app\/context\.ts$/,
      /^app\/ui\/shells\/app-pages\.ts$/,
      /^locales\//,
      /^package\.json$/,
      SCHEMA,
      DOOR,
      PLAIN,
    ],
    types: [/^app\/ui\//, /^db\/schema\.ts$/, PORT],
  },
  {
    who: "pdf knows doors and texts",
    from: /^app\/pdf\//,
    may: [/^locales\//, DOOR, PLAIN],
    types: [SCHEMA],
  },
  {
    who: "ui shows money and names, and checks forms; of the rest it knows types",
    from: /^app\/ui\//,
    may: [PLAIN, NAMES, SCHEMA],
    types: [DOOR, SCHEMA, PORT],
  },
  {
    who: "mail templates know money and what each mail is about",
    from: /^app\/mail\/templates\//,
    may: [PLAIN, /^app\/domain\/mails\/mail-params\.ts$/],
    types: [/^app\/mail\//, DOOR],
  },
  {
    who: "mail knows its templates, figures and texts",
    from: /^app\/mail\/(?!templates\/)/,
    may: [/^locales\/i18n\.ts$/, PLAIN],
    types: [/^app\/(?:crypto|domain\/mails)\//, /^db\/schema\.ts$/],
  },
  {
    who: "the queue of jobs knows nothing of what the jobs do",
    from: /^app\/jobs\/(?!schedule\.server\.ts$)/,
    may: [],
    types: [/^db\/schema\.ts$/, /^app\/domain\/jobs\.ts$/],
  },
  {
    who: "the schedule of jobs calls the domain, mail and media by their doors, and sends mail",
    from: /^app\/jobs\/schedule\.server\.ts$/,
    may: [DOOR, PLAIN, /^app\/mail\/delivery\.server\.ts$/],
    types: [/^app\/context\.ts$/, /^db\/queues\.ts$/],
  },
  {
    // What assembles the product knows all of it.
    who: "the server knows http, the context, the migrations, what operators read and the files that builds share",
    from: /^app\/server\/(?!(?:start|config|data-folder|networks|page-markup|readers)\.server)/,
    may: [
      /^app\/http\//,
      /^app\/context\.ts$/,
      /^db\/(?:migrate|operator-error)\.ts$/,
      /^app\/domain\/(?:build-assets|settings\/settings)\.server\.ts$/,
    ],
    types: [
      /^app\/domain\/media\/media-port\.ts$/,
      /^db\/(?:schema|read-replica|seeds\/demo-logins)\.ts$/,
      PLAIN,
    ],
  },
  { who: "the browser's script knows itself alone", from: /^app\/enhance\//, may: [] },
  {
    who: "the domain knows itself, the leaves and the tables",
    from: /^app\/domain\//,
    may: [
      /^app\/(?:domain|crypto)\//,
      PLAIN,
      /^db\/(?:schema|minor|queues|hot-query|like-prefix|unique-violation|replica-rules)\.ts$/,
    ],
  },
  {
    who: "media and crypto know figures, tables and jobs",
    from: /^app\/(?:media|crypto)\//,
    may: [PLAIN, DOOR, /^db\/schema\.ts$/],
  },
  {
    who: "the sandbox is an outside party: it knows our languages, and the types of the port and the tables",
    from: /^app\/sandbox-provider\//,
    may: [/^locales\/index\.ts$/],
    types: [PORT, /^db\/schema\.ts$/],
  },
  {
    who: "the stand-ins of networks are outside parties: they know themselves alone",
    from: /^app\/stand-ins\//,
    may: [],
  },
  {
    who: "db knows nothing of the application, except for the demo world",
    from: /^db\/(?!seeds\/)/,
    may: [],
  },
  {
    who: "texts know each other and the numbers that they name",
    from: /^locales\//,
    may: [/^app\/product-(?:rules|settings|features|name)\.ts$/],
  },
];

const folderOf = (file: string) =>
  file.startsWith("app/") ? file.split("/").slice(0, 2).join("/") : (file.split("/")[0] ?? "");

describe("who may know whom", () => {
  it.each(RULES)("$who", ({ from, may, types = [] }) => {
    const speakers = ours.filter((each) => from.test(each.from));
    expect(speakers).not.toEqual([]);
    const breaches = speakers.filter((each) => {
      const isAllowed = may.some((target) => target.test(each.target));
      const isType = each.isTypeOnly && types.some((target) => target.test(each.target));
      return folderOf(each.target) !== folderOf(each.from) && !isAllowed && !isType;
    });
    expect(arrows(breaches)).toEqual([]);
  });

  describe("hydrated pages", () => {
    const filesOf = (isHydrated: boolean) => [
      ...PATTERNS.filter((each) => each.isHydrated === isHydrated && each.file.endsWith(".tsx")).map(
        ({ file }) => `app/${file}`,
      ),
      ...(isHydrated ? APP_LAYOUTS.map((file) => `app/${file}`) : []),
    ];
    const values = imports.filter((each) => !each.isTypeOnly);
    /** What only a page that React takes over in the browser can run: components with a provider, and state. */
    const browsers = /^@mantine\/|^@conform-to\/react$|^react-easy-crop$/;
    /** The browser's script, and the colours and class names that the server takes from Mantine. */
    const stylists = /^app\/(?:enhance\/|ui\/(?:theme\.ts|css\/|components\/mantine-classes\.ts))/;

    it("pages that are not hydrated, and what they show, are plain elements", () => {
      const plain = reachedFrom(filesOf(false));
      expect(plain.size).toBeGreaterThan(200);
      const users = values.filter((each) => browsers.test(each.target) && !stylists.test(each.from));
      expect(arrows(users.filter((each) => plain.has(each.from)))).toEqual([]);
    });

    it("Mantine's components are used by hydrated pages, by what they show and by the frame around them", () => {
      const app = reachedFrom([...filesOf(true), "app/root.tsx"]);
      const users = values.filter((each) => browsers.test(each.target) && !stylists.test(each.from));
      expect(users.length).toBeGreaterThan(20);
      expect(arrows(users.filter((each) => !app.has(each.from)))).toEqual([]);
    });

    it("the schema of a form is known to what hydrated pages show, which check it in the browser", () => {
      const plain = reachedFrom(filesOf(false));
      const users = values.filter((each) => SCHEMA.test(each.target) && each.from.startsWith("app/ui/"));
      expect(arrows(users.filter((each) => plain.has(each.from)))).toEqual([]);
    });

    it("links and redirects know each page by its address: whether it is hydrated", () => {
      const pages = PATTERNS.filter(({ file }) => file.endsWith(".tsx") && !file.endsWith("not-found.tsx"));
      const wrong = pages.filter((each) => isAppPath(each.pattern) !== each.isHydrated);
      expect(wrong.map(({ pattern }) => pattern)).toEqual([]);
    });

    /** The files that reach the browser or the page from these files, by imports of values. */
    function reachedFrom(files: readonly string[]): Set<string> {
      const reached = new Set<string>();
      const visit = (file: string) => {
        if (reached.has(file)) return;
        reached.add(file);
        for (const each of values) if (each.isOwn && each.from === file) visit(each.target);
      };
      for (const file of files) visit(file);
      return reached;
    }
  });

  it("no files import each other in a circle, of any size", () => {
    const everything = [...code, ...listCode("tests")];
    expect(circles(everything.flatMap(importsOf).filter((each) => each.isOwn))).toEqual([]);
  });

  it("every import names a file that exists", () => {
    const names = new Set(code.map((file) => file.name));
    const missing = ours.filter((each) => /\.tsx?$/.test(each.target) && !names.has(each.target));
    expect(arrows(missing)).toEqual([]);
  });

  it("code for the browser imports no code of the server", () => {
    const shown = ours.filter((each) => /^app\/(?:ui|enhance|mail\/templates)\//.test(each.from));
    const own = shown.filter((each) => !each.from.includes(".server."));
    expect(arrows(own.filter((each) => each.target.includes(".server.") && !each.isTypeOnly))).toEqual([]);
  });
});

describe("routes", () => {
  const registered = new Set(PATTERNS.map(({ file }) => `app/${file}`));

  it("route modules are imported by the map of routes alone", () => {
    expect(registered.size).toBeGreaterThan(100);
    expect(arrows(ours.filter((each) => registered.has(each.target)))).toEqual([]);
  });

  it("routes share parts only with routes of their folder and below it", () => {
    const parts = ours.filter((each) => each.target.startsWith("app/routes/"));
    const breaches = parts.filter((each) => {
      const folder = each.target.slice(0, each.target.lastIndexOf("/") + 1);
      return !each.from.startsWith(folder);
    });
    expect(arrows(breaches)).toEqual([]);
  });

  it("routes, API, pages and PDFs contain no SQL", () => {
    const speakers = imports.filter((each) => /^app\/(?:routes|api|ui|pdf)\//.test(each.from));
    expect(arrows(speakers.filter((each) => /^(?:kysely|pg)\b/.test(each.target)))).toEqual([]);
    const builders = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|executeQuery)\s*\(/;
    const outside = code.filter(({ name }) =>
      /^app\/(?:routes|api|ui|pdf|http|server|mail\/templates)\//.test(name),
    );
    expect(outside.filter(({ text }) => builders.test(text)).map(({ name }) => name)).toEqual([]);
  });
});

describe("the domain", () => {
  /** From the left to the right: each module knows those before it. */
  const ORDER =
    "money tax exchange-rates ledger users overlay legal-texts auth creator-events sellers operator-acts verification moderation content-cases payments connected-accounts settings suspense items creator-pages grouplists tips transfers series earnings corrections vouchers refunds disputes payment-updates payouts approvals".split(
      " ",
    );
  const READERS =
    "leaderboard statistics tracking announcements desk microblog chat-bot retention reencryption data-export support".split(
      " ",
    );
  /** "" is a file beside the folders. */
  const LEAVES = ["mails", "media", "audit", "rollups", ""];
  const moduleOf = (file: string) => /^app\/domain\/([\w-]+)\//.exec(file)?.[1] ?? "";
  const inside = ours.filter((each) => each.from.startsWith("app/domain/"));

  it("a domain module imports only modules to its left in the order, and the leaves", () => {
    const place = (name: string) => (READERS.includes(name) ? ORDER.length : ORDER.indexOf(name));
    const breaches = inside.filter((each) => {
      const [from, to] = [moduleOf(each.from), moduleOf(each.target)];
      if (from === to || LEAVES.includes(to)) return false;
      return LEAVES.includes(from) ? to !== "money" : place(to) >= place(from);
    });
    expect(arrows(breaches)).toEqual([]);
  });

  it("every domain module has a place in the order", () => {
    const modules = new Set(code.map((file) => moduleOf(file.name)).filter(Boolean));
    expect([...modules].filter((name) => ![...ORDER, ...READERS, ...LEAVES].includes(name))).toEqual([]);
  });

  it("no domain folder enters the code of a single payment provider or network of another", () => {
    const entered = [DOOR, SCHEMA, PLAIN];
    const breaches = inside.filter((each) => {
      const isOwn = folderOf(each.target) === "app/domain" && moduleOf(each.from) === moduleOf(each.target);
      const isTable = each.target.startsWith("db/");
      return !isOwn && !isTable && !entered.some((target) => target.test(each.target));
    });
    expect(arrows(breaches)).toEqual([]);
  });

  it("no domain file only re-exports", () => {
    const files = code.filter((file) => file.name.startsWith("app/domain/"));
    const empty = files.filter(
      (file) =>
        withoutComments(file.text)
          .replace(/^export\s+(?:type\s+)?[{*][^;]*?from\s*"[^"]+";/gm, "")
          .trim() === "",
    );
    expect(empty.map((file) => file.name)).toEqual([]);
  });

  const rules = [
    {
      what: "the domain knows no request, form or cookie",
      pattern:
        /\b(?:Request|Response|FormData|cookies?|Cookies?|RouterContextProvider|useTranslation|useTexts|TFunction)\b/,
    },
    {
      what: "the domain gets the time and new ids as arguments",
      pattern: /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\b|\bperformance\.now\(/,
    },
  ];
  it.each(rules)("$what", ({ pattern }) => {
    const files = code.filter((file) => /^app\/(?:domain|media)\//.test(file.name));
    expect(files.filter((file) => pattern.test(codeAlone(file.text))).map((file) => file.name)).toEqual([]);
  });

  const writers = [
    {
      what: "only the ledger's module writes the ledger",
      tables: /ledger_(?:account|transaction|transfer)\w*/.source,
      by: "app/domain/ledger/",
    },
    { what: "only the audit module writes the operators' log", tables: "audit_log", by: "app/domain/audit/" },
  ];
  it.each(writers)("$what", ({ tables, by }) => {
    const writes = new RegExp(
      `(?:insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*["'\`]${tables}|(?:insert\\s+into|update|delete\\s+from|truncate(?:\\s+table)?|merge\\s+into|copy)\\s+${tables}\\b`,
      "i",
    );
    // A migration may move what is there once; it is looked at when it is written.
    const lasting = code.filter((file) => !file.name.startsWith("db/migrations/"));
    const names = lasting.filter((file) => writes.test(withoutComments(file.text))).map((file) => file.name);
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !name.startsWith(by))).toEqual([]);
  });
});

/** Every group of files that reach each other by their imports (Tarjan's algorithm), each as one line. */
function circles(edges: readonly SourceImport[]): string[] {
  const next = new Map<string, string[]>();
  for (const { from, target } of edges) next.set(from, [...(next.get(from) ?? []), target]);
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const found: string[] = [];
  const visit = (file: string): number => {
    const own = index.size;
    index.set(file, own);
    low.set(file, own);
    open.push(file);
    for (const target of next.get(file) ?? []) {
      const reached = index.has(target)
        ? open.includes(target)
          ? (index.get(target) ?? own)
          : own
        : visit(target);
      low.set(file, Math.min(low.get(file) ?? own, reached));
    }
    if (low.get(file) === own) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1) found.push(group.sort().join(" ↔ "));
    }
    return low.get(file) ?? own;
  };
  for (const file of next.keys()) if (!index.has(file)) visit(file);
  return found;
}
