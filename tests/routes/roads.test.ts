import { beforeAll, describe, expect, test } from "vitest";
import { isAppPath } from "../../app/ui/shells/app-pages.ts";
import deErrors from "../../locales/de/errors.ts";
import en from "../../locales/en/common.ts";
import enErrors from "../../locales/en/errors.ts";
import { records } from "../support/database/records.ts";
import { formsIn } from "../support/http/collected-posts.ts";
import type { ValidPost } from "../support/http/fuzz-requests.ts";
import { DOORS, openDoors, VISITORS, type Visitor } from "../support/http/guard-visitors.ts";
import { multipart, type WireFan, wireFan } from "../support/http/http-client.ts";
import { patternOf, type Walk, walk } from "../support/http/link-walk.ts";
import { PATTERNS } from "../support/http/patterns.ts";
import { NOT_FOR_OPERATORS, SITE } from "../support/http/site-map.ts";
import { attribute, readStrictly, type StrictPage, textOf } from "../support/http/strict-html.ts";
import { type TypedForm, typedForms } from "../support/http/typed-forms.ts";
import { cookieOf, makeAccount, newAddress } from "../support/http/users.ts";
import { makeWorld, STOPS, type World } from "../support/http/walk-stops.ts";

// Everybody walks the product by its links alone, from the home page on, once: what every page links to, which of its
// forms are checked as their fields are left, and what each form says that is sent empty or forged.

let cookies: Record<Visitor, string>;
let world: World;

beforeAll(async () => {
  [cookies, world] = [await openDoors(), await makeWorld(wireFan("en"))];
});

const wireOf = (cookie: string) => wireFan("en", { ...newAddress(), ...(cookie ? { Cookie: cookie } : {}) });

const walks = new Map<Visitor, Promise<Walk>>();
/** The walk of a visitor, before any of their forms is sent. */
function walkOf(visitor: Visitor): Promise<Walk> {
  const begun = walks.get(visitor) ?? walk(wireOf(cookies[visitor]));
  walks.set(visitor, begun);
  return begun;
}

const BY_LINKS = Object.entries(SITE).flatMap(([pattern, way]) =>
  "door" in way ? [[pattern, way.door] as const] : [],
);

describe.for(VISITORS)("%s", (visitor) => {
  test(`the visitor ${visitor} reaches every page that is theirs by links alone, and no link is dead`, async () => {
    const { reached, dead } = await walkOf(visitor);
    const isOperator = visitor.startsWith("operator");
    const theirs = BY_LINKS.filter(([, door]) => DOORS[door][visitor] === "page")
      .map(([pattern]) => pattern)
      .filter((pattern) => !isOperator || !NOT_FOR_OPERATORS.includes(pattern));
    expect(theirs.filter((pattern) => !reached.has(pattern))).toEqual([]);
    expect(dead).toEqual([]);
  });
});

test("every page of the product is on the map of the site", () => {
  const pages = PATTERNS.filter(({ file }) => file.endsWith(".tsx") && !file.endsWith("/not-found.tsx"));
  // One case of a list, and what is done on a page, belong to that page.
  // What a provider calls is no page: a visitor finds none.
  const isPart = /^\/(account|dashboard|admin)\/.+\/.+|^\/email\/undo|^\/webhooks\//;
  const built = pages.map(({ pattern }) => pattern);
  expect(built.filter((pattern) => !SITE[pattern] && !isPart.test(pattern))).toEqual([]);
});

test("header and footer offer signing in to visitors alone, and an account to signed-in users", async () => {
  const hrefsOf = async (visitor: Visitor, place: "header" | "footer") => {
    const headers: Record<string, string> = cookies[visitor] ? { Cookie: cookies[visitor] } : {};
    const { text } = await wireFan("en").get("/joerdis", headers);
    const part = readStrictly(new RegExp(`<${place}.*</${place}>`, "s").exec(text)?.[0] ?? "");
    return part.elements("a").map((link) => attribute(link, "href"));
  };
  const signingIn = ["/login", "/register", "/password/forgot"];
  expect(await hrefsOf("guest", "header")).toEqual([
    "/",
    "/leaderboard/creators",
    "/faq",
    "/login",
    "/register",
  ]);
  expect(await hrefsOf("guest", "footer")).toEqual(expect.arrayContaining(signingIn));
  expect(await hrefsOf("guest", "footer")).toContain("https://mastodon.example");
  for (const visitor of ["unverified", "PENDING", "ACTIVE", "LOCKED", "operator"] as const) {
    const all = [...(await hrefsOf(visitor, "header")), ...(await hrefsOf(visitor, "footer"))];
    expect(all.filter((href) => href !== null && signingIn.includes(href))).toEqual([]);
    expect(all).toContain("/account");
  }
});

// "Validation fires on blur": every form with something to type is checked as its fields are left, by one mechanism. On
// hydrated pages React does that in the browser (tests/e2e/app-pages.test.ts), and the server takes no check.

/** The payment provider's own pages, and other networks', are of an outside party. */
const IS_OUTSIDE = /^\/(sandbox|dev)\//;

/** What is wrong with the forms of these pages, by the pattern of the address that each is sent to. */
async function uncheckedOf(wire: WireFan, pages: Iterable<[string, StrictPage]>) {
  const forms = new Map<string, TypedForm & { isHydrated: boolean }>();
  for (const [path, page] of pages)
    for (const form of typedForms(page, path))
      if (!IS_OUTSIDE.test(form.action))
        forms.set(`${patternOf(form.action)} ${form.typed}`, { ...form, isHydrated: isAppPath(path) });
  const faults: string[] = [];
  for (const [name, form] of forms) {
    if (form.isHydrated) {
      const { status } = await wire.post(form.action, form.fields, { "Tribute-Check": "1" });
      if (status !== 400) faults.push(`${name}: a check is answered by ${status}`);
      continue;
    }
    if (!form.isChecked) faults.push(`${name}: the script does not attach`);
    if (form.placeless.length > 0) faults.push(`${name}: no place for the error of ${form.placeless}`);
    const answer = await wire.post(form.action, form.fields, { "Tribute-Check": "1" });
    const isAnswered =
      answer.status === 200 && answer.headers["content-type"]?.startsWith("application/json");
    if (!isAnswered || typeof JSON.parse(answer.text).errors !== "object")
      faults.push(`${name}: a check is answered by ${answer.status}`);
  }
  return { names: [...forms.keys()], faults };
}

describe.for(VISITORS)("%s", (visitor) => {
  test(`every form that the visitor ${visitor} may fill in is checked on blur`, async () => {
    const { names, faults } = await uncheckedOf(wireOf(cookies[visitor]), (await walkOf(visitor)).pages);
    expect(faults).toEqual([]);
    expect(names.length).toBeGreaterThan(visitor === "LOCKED" ? 0 : 1);
  });
});

test("every form of a demo creator with tips, money and groups is checked on blur", async () => {
  const { id } = await records()
    .selectFrom("users")
    .select("id")
    .where("username", "=", "joerdis")
    .executeTakeFirstOrThrow();
  const wire = wireOf(await cookieOf({ id }));
  const { names, faults } = await uncheckedOf(wire, (await walk(wire)).pages);
  expect(faults).toEqual([]);
  for (const form of ["/dashboard/items/new name,amount", "/dashboard/tips/:id/reply message"])
    expect(names).toContain(form);
  expect(names.join()).toMatch(/\/account\/payoutdata .*bank_iban/);
});

test("every form of a guest's steps is checked on blur", async () => {
  const wire = wireOf("");
  const pages: [string, StrictPage][] = [];
  for (const stops of Object.values(STOPS))
    for (const { path, status, kind } of stops(world)) {
      if (status !== 200 || kind !== undefined) continue;
      pages.push([path, readStrictly((await wire.get(path)).text)]);
    }
  const { names, faults } = await uncheckedOf(wire, pages);
  expect(faults).toEqual([]);
  const patterns = names.map((name) => name.split(" ")[0]);
  for (const pattern of [
    ...["/:profile", "/:profile/tip/:token/details", "/:profile/tip/:token/payment"],
    ...["/gl/:grouplist", "/voucher", "/voucher/redeem", "/voucher/withdrawal", "/report"],
    ...["/login", "/register", "/password/forgot"],
  ])
    expect(patterns).toContain(pattern);
});

// Every form that a user is shown, sent with nothing in it and with what no browser sends.

/** They change what the visitor sees, whatever is sent, or end the session. */
const CHOICES = ["/locale", "/theme", "/notice", "/logout", "/admin/keys"];
/** Forms of boxes and fields of which none need be filled in; a box is ticked or it is not. */
const NOTHING_REQUIRED = [
  "/account/socialmedia",
  "/account/privacy",
  "/account/amounts",
  "/account/edit page",
];
/** What says which form of a page is sent, and about what. */
const KEPT = ["intent", "id"];
const EMPTY: ValidPost = { method: "POST", path: "", kind: "pairs", fields: [] };
const FORGED = "-_.".repeat(1_000);

async function formsOf(visitor: Visitor): Promise<ValidPost[]> {
  const { pages } = await walkOf(visitor);
  const forms = new Map<string, ValidPost>();
  for (const [path, page] of pages) {
    for (const form of formsIn(page, path)) {
      const filled = form.fields.map(([name]) => name).filter((name) => !KEPT.includes(name));
      const names = [form.file, ...filled].filter(Boolean);
      if (form.method !== "POST" || names.length === 0 || CHOICES.includes(form.path)) continue;
      forms.set(`${form.path.replace(/[\da-f-]{36}/g, ":id")} ${names} ${intentOf(form)}`, form);
    }
  }
  return [...forms.values()];
}

const intentOf = ({ fields }: ValidPost) => fields.find(([name]) => name === "intent")?.[1] ?? "";

/** Sends a form with one value in all its fields. */
async function post(fan: WireFan, form: ValidPost, value: string | null) {
  const fields = Object.fromEntries(
    form.fields.flatMap(([name, given]) => {
      if (KEPT.includes(name)) return [[name, given]];
      return value === null ? [] : [[name, value]];
    }),
  );
  const parts = multipart(fields);
  return form.kind === "parts"
    ? await fan.send("POST", form.path, parts.body, parts.headers)
    : await fan.post(form.path, fields);
}

function faultsOf(html: string): string[] {
  const page = readStrictly(html);
  const summary = page
    .elements("div")
    .concat(page.elements("p"))
    .filter((each) => attribute(each, "role") === "alert" && attribute(each, "hidden") === null);
  const lines = summary.map(textOf).filter((text) => text !== "");
  const title = textOf(page.elements("title")[0]);
  return [
    ...page.problems,
    ...(title.startsWith(`${en.form.errorTitle} `) ? [] : [`title: ${title}`]),
    ...(lines.length === 1 ? [] : [`${lines.length} summaries`]),
    // What a checking library says by itself is said to nobody.
    ...lines.filter((line) => /invalid (input|option)|expected|undefined|\berrors\./i.test(line)),
    ...page.elements("a").flatMap((link) => {
      const href = attribute(link, "href") ?? "";
      return href.length > 1 && href.startsWith("#") && !html.includes(`id="${href.slice(1)}"`) ? [href] : [];
    }),
  ];
}

describe.for(["unverified", "nameless", "undecided", "ACTIVE", "operator"] as const)("%s", (visitor) => {
  test(`the visitor ${visitor} is told what is wrong with every form that is sent empty or forged`, async () => {
    const fan = wireOf(cookies[visitor]);
    const wrong: string[] = [];
    for (const form of await formsOf(visitor)) {
      for (const value of [null, FORGED]) {
        const answer = await post(fan, form, value);
        const what = `${value === null ? "empty" : "forged"} ${form.path} ${form.fields.map(([name]) => name)}`;
        // A mark of what was seen that fits nothing is answered by what is there now.
        const typed = form.fields.map(([name]) => name).filter((name) => !KEPT.includes(name));
        const isMark = typed.length > 0 && typed.every((name) => name === "seen");
        const isNothing = NOTHING_REQUIRED.some((each) =>
          [form.path, `${form.path} ${intentOf(form)}`].includes(each),
        );
        const isTaken = answer.status === 303 && (isMark || isNothing);
        if (isTaken) continue;
        if (answer.status !== 422) wrong.push(`${what}: ${answer.status}`);
        else wrong.push(...faultsOf(answer.text).map((fault) => `${what}: ${fault}`));
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("a form that is no longer on its page", () => {
  const token = "A".repeat(43);

  test("a form that is no longer on its page names its fault to operators", async () => {
    const locked = await makeAccount({ status: "LOCKED" });
    const fan = wireFan("en", { ...newAddress(), Cookie: cookies.operator });
    const wrong: string[] = [];
    for (const [path, intent] of [
      ["/admin/payouts", "unfreeze"],
      ["/admin/payouts", "make"],
      [`/admin/users/${locked.id}/lock`, "lock"],
      [`/admin/users/${locked.id}`, "pay_out"],
    ] as const) {
      const answer = await post(fan, { ...EMPTY, path, fields: [["intent", intent]] }, null);
      // Fields that the page fills in itself are a bad request, which has a page of its own.
      if (answer.status === 400) continue;
      if (answer.status !== 422) wrong.push(`${path}: ${answer.status}`);
      wrong.push(...faultsOf(answer.text).map((fault) => `${path}: ${fault}`));
    }
    expect(wrong).toEqual([]);
  });

  test("a form that is no longer on its page names its fault to visitors with an old link", async () => {
    const wrong: string[] = [];
    for (const [path, Cookie] of [
      [`/email/undo/${token}`, ""],
      [`/email/confirm/${token}`, ""],
      [`/register/confirm/${token}`, ""],
      [`/password/reset/${token}`, ""],
      [`/account/delete/${token}`, cookies.ACTIVE],
    ] as const) {
      const fan = wireFan("en", { ...newAddress(), ...(Cookie && { Cookie }) });
      const answer = await post(fan, { ...EMPTY, path }, null);
      if (answer.status !== 422) wrong.push(`${path}: ${answer.status} ${answer.headers.location}`);
      else wrong.push(...faultsOf(answer.text).map((fault) => `${path}: ${fault}`));
    }
    expect(wrong).toEqual([]);
  });
});

describe("an act of an operator", () => {
  const office = (locale: "de" | "en" = "en") =>
    wireFan(locale, { ...newAddress(), Cookie: cookies.operator });

  test.for([
    ["de", deErrors],
    ["en", enErrors],
  ] as const)("a refused operator's act is shown where its form stands, %s", async ([locale, { reason }]) => {
    const waiting = await makeAccount({ status: "PENDING" });
    const lock = `/admin/users/${waiting.id}/lock`;
    for (const [page, intent, words] of [
      [lock, "lock", reason.required],
      [`/admin/reviews/verifications/${waiting.id}`, "decline", reason.one],
    ] as const) {
      const { status, text } = await office(locale).post(page, { intent, reason: " " });
      expect(status).toBe(422);
      expect(faultsOf(text).filter((fault) => !fault.startsWith("title: "))).toEqual([]);
      expect(text).toContain(words);
    }
  });
});
