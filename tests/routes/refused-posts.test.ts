import { beforeAll, describe, expect, test } from "vitest";
import deErrors from "../../locales/de/errors.ts";
import en from "../../locales/en/common.ts";
import enErrors from "../../locales/en/errors.ts";
import { formsIn } from "../support/http/collected-posts.ts";
import type { ValidPost } from "../support/http/fuzz-requests.ts";
import { openDoors, type Visitor } from "../support/http/guard-visitors.ts";
import { multipart, type WireFan, wireFan } from "../support/http/http-client.ts";
import { walk } from "../support/http/link-walk.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";
import { makeAccount, newAddress } from "../support/http/users.ts";

// Every form that a user is shown, sent with nothing in it and with what no browser sends.

/** They change what the visitor sees, whatever is sent, or end the session. */
const CHOICES = ["/locale", "/theme", "/notice", "/logout", "/admin/keys"];
/** Forms of boxes and fields of which none need be filled in; a box is ticked or it is not. */
const NOTHING_REQUIRED = ["/account/socialmedia", "/account/privacy", "/account/edit page"];
/** What says which form of a page is sent, and about what. */
const KEPT = ["intent", "id"];
const EMPTY: ValidPost = { method: "POST", path: "", kind: "pairs", fields: [] };
const FORGED = "-_.".repeat(1_000);

let cookies: Record<Visitor, string>;

beforeAll(async () => {
  cookies = await openDoors();
});

async function formsOf(fan: WireFan): Promise<ValidPost[]> {
  const { pages } = await walk(fan);
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
    const fan = wireFan("en", { ...newAddress(), Cookie: cookies[visitor] });
    const wrong: string[] = [];
    for (const form of await formsOf(fan)) {
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
