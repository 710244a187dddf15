import type { RouteConfigEntry } from "@react-router/dev/routes";
import { CALLS } from "../../../app/api/calls.ts";
import type { ValidPost } from "./fuzz-requests.ts";
import { ask } from "./http-requests.ts";
import { attribute, readStrictly, type StrictPage } from "./strict-html.ts";

/** What stands for a parameter of an address, so that many lead to something. */
const PARAMETERS: Record<string, string> = {
  profile: "joerdis",
  amount: "5",
  kind: "avatar",
  month: "2026-10",
  currency: "EUR",
  id: "00000000-0000-4000-8000-000000000000",
};

/** Fields of the calls by their names, each with a value that may be right. */
const CALL_FIELDS: [string, string][] = [
  ...Object.entries({
    ...{ email: "joerdis@demo.example", password: "thank-you-note", password_confirmation: "thank-you-note" },
    ...{
      current_password: "thank-you-note",
      otp: "123456",
      token: "A".repeat(43),
      register_token: "A".repeat(43),
    },
    ...{
      refresh_token: "A".repeat(43),
      grant_type: "refresh_token",
      locale: "de",
      terms: "1",
      accepted: "true",
    },
    ...{
      username: "joerdis",
      name: "Jördis",
      firstname: "Jördis",
      lastname: "Muster",
      country_id: "1",
      city: "Kiel",
    },
    ...{
      ranking_enabled: "true",
      payout_type_id: "1",
      payout_method: "BANK",
      currency: "EUR",
      amount: "150.00",
    },
    ...{
      min_payout: "150",
      default_price_per_message: "2",
      show_online_status: "1",
      email_notifications: "DAILY",
    },
    ...{
      bank_account_owner: "Jördis Muster",
      bank_name: "Bank",
      bank_iban: "DE89370400440532013000",
      code: "123456",
    },
    ...{ bank_bic: "COBADEFFXXX", bank_country_id: "1", instagram: "joerdis", instagram_visible: "1" },
    ...{ type: "INETCASH_CC", pay_currency: "EUR", sender_name: "Nora", reply: "Danke!" },
    ...{ key: "TRIBUTE_IMAGE", is_public: "1", date_of_birth_day: "1", forfeit_balance: "true" },
  }),
];

/** Every form on every page that a visitor may open, and every call, as they are meant to be sent. */
export async function collectPosts(
  url: string,
  routes: readonly RouteConfigEntry[],
  cookie: string,
): Promise<ValidPost[]> {
  const paths = [...pathsOf(routes), ...CALL_PATHS];
  const posts = new Map<string, ValidPost>();
  for (const path of paths) {
    if (/^\/(api|oauth|webhooks|sandbox)\//.test(path)) {
      for (const method of ["POST", "PATCH", "DELETE"])
        if (await takes(method, url + path))
          for (const kind of ["json", "parts"] as const)
            posts.set(`${method} ${kind} ${path}`, { method, path, kind, fields: CALL_FIELDS });
      continue;
    }
    const answer = await ask(url + path, { headers: cookie === "" ? {} : { Cookie: cookie } });
    for (const form of answer.status === 200 ? formsIn(readStrictly(answer.text), path) : [])
      posts.set(`${form.method} ${form.path} ${form.fields.map(([name]) => name)}`, form);
    // Also those that no page of this visitor shows: a stranger may send them all the same.
    if (!posts.has(path) && (await takes("POST", url + path)))
      posts.set(path, { method: "POST", path, kind: "pairs", fields: CALL_FIELDS.slice(0, 40) });
  }
  return [...posts.values()];
}

/** A body that is no form is refused before anything is done with it. */
async function takes(method: string, address: string): Promise<boolean> {
  const headers = { "Content-Type": "text/plain" };
  return (await ask(address, { method, headers, body: "x" })).status !== 405;
}

function pathsOf(routes: readonly RouteConfigEntry[]): string[] {
  return routes.flatMap(({ path = "", children }) => {
    if (children) return pathsOf(children);
    const segments = path.split("/").map((segment) => {
      if (segment === "*") return "nothing";
      if (!segment.startsWith(":")) return segment;
      return PARAMETERS[segment.slice(1).replace("?", "")] ?? "A".repeat(43);
    });
    return [`/${segments.join("/")}`];
  });
}

/** The addresses of the API's calls, which one route takes all of. */
const CALL_PATHS = [...new Set(CALLS.map(({ path }) => path))].map((path) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => PARAMETERS[name] ?? "A".repeat(43)),
);

/** The forms of a page, as they are meant to be sent. */
export function formsIn(page: StrictPage, path: string): ValidPost[] {
  return page.elements("form").map((form) => {
    const controls = ["input", "select", "textarea", "button"].flatMap((name) =>
      page.elements(name).filter((element) => isInside(element, form)),
    );
    const named = controls.filter((control) => attribute(control, "name"));
    const file = named.find((control) => attribute(control, "type") === "file");
    return {
      method: (attribute(form, "method") ?? "get").toUpperCase(),
      path: attribute(form, "action") ?? path,
      kind: attribute(form, "enctype") === "multipart/form-data" ? ("parts" as const) : ("pairs" as const),
      file: file && (attribute(file, "name") ?? undefined),
      fields: named
        .filter((control) => control !== file)
        .map((control) => {
          const name = attribute(control, "name") ?? "";
          const known = CALL_FIELDS.find(([each]) => each === name)?.[1];
          return [name, attribute(control, "value") || known || "5"] as const;
        }),
    };
  });
}

type Node = ReturnType<ReturnType<typeof readStrictly>["elements"]>[number];

function isInside(element: Node, form: Node): boolean {
  let around: unknown = element.parentNode;
  while (typeof around === "object" && around !== null && "parentNode" in around) {
    if (around === form) return true;
    around = around.parentNode;
  }
  return false;
}
