import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { LOCALES } from "../../locales/index.ts";
import { records } from "../support/database/records.ts";
import { multipart, wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { makeOperator } from "../support/http/signed-in.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";
import { cookieOf, makeAccount, newAddress } from "../support/http/users.ts";

// A form that lacks a code or a login waits on the page that says so, with all that was typed.

const WORDS = "/admin/settings/words/imprint";
const LINES = '## Kontakt\n\n- "Zitat" & mehr > weniger\n- Grüße\n';
/** Nearly as long as a legal text may be. */
const LONG = LINES + "Ein Satz, der bleibt. ".repeat(2000);
const TYPED = { seen_version: "0", text_de: LONG, text_en: LINES, preview: "on" };

async function operator({ isFresh = false } = {}) {
  const made = await makeOperator();
  const wire = wireFan("en", { Cookie: await cookieOf(made, true), ...newAddress() });
  if (!isFresh) await makeStale(made);
  return { ...made, wire };
}

const makeStale = (user: { id: string }) =>
  records()
    .updateTable("sessions")
    .set({ code_at: new Date(Date.now() - 15 * 60_000) })
    .where("user_id", "=", user.id)
    .execute();

/** The fields that the form of a page sends again. */
function keptBy({ text }: Answer): Record<string, string> {
  const page = readStrictly(text);
  expect(page.problems).toEqual([]);
  const form = page.elements("form").find((each) => attribute(each, "novalidate") !== null);
  const inputs = page
    .elements("input")
    .filter((each) => each.parentNode === form && attribute(each, "type") === "hidden");
  return Object.fromEntries(
    inputs.map((each) => [attribute(each, "name") ?? "", attribute(each, "value") ?? ""]),
  );
}

/** A long text is compared without being printed. */
const isWhole = (kept: Record<string, string>) =>
  Object.entries(TYPED).every(([name, value]) => kept[name] === value);

describe("a form that needs a fresh code", () => {
  test("is kept whole, also by a wrong code, and sent with the right one", async () => {
    const { wire, code } = await operator();
    const asked = await wire.post(WORDS, TYPED);
    expect([asked.status, isWhole(keptBy(asked))]).toEqual([403, true]);
    expect(asked.text).toContain(`action="${WORDS}"`);
    expect(asked.headers["cache-control"]).toContain("no-store");
    const wrong = await wire.post(WORDS, { ...keptBy(asked), confirm_code: "271828" });
    expect([wrong.status, isWhole(keptBy(wrong))]).toEqual([422, true]);
    expect(wrong.text).not.toContain("271828");
    const sent = await wire.post(WORDS, { ...keptBy(wrong), confirm_code: code() });
    expect(sent.status).toBe(200);
    const typed = readStrictly(sent.text).elements("textarea");
    const german = textOf(typed.find((each) => attribute(each, "name") === "text_de"));
    expect(german === LONG.trim()).toBe(true);
  });

  test("is kept by the blocked code, too", async () => {
    const { wire, code } = await operator();
    for (const _time of Array.from({ length: 5 }))
      await wire.post(WORDS, { ...TYPED, confirm_code: "271828" });
    const blocked = await wire.post(WORDS, { ...TYPED, confirm_code: code() });
    expect([blocked.status, isWhole(keptBy(blocked))]).toEqual([422, true]);
  });

  test("that is too long is refused, and no code is asked for it", async () => {
    const { wire } = await operator();
    const answer = await wire.post(WORDS, { ...TYPED, text_de: "a".repeat(1024 * 1024) });
    expect([answer.status, answer.headers.location]).toEqual([413, undefined]);
  });

  test("loses its file, and says so; the rest is kept", async () => {
    const { wire } = await operator();
    const fields = { provider: "sandbox", reference: "July" };
    for (const bytes of [Buffer.from("a;b"), randomBytes(3 * 1024 * 1024)]) {
      const form = multipart(fields, { field: "file", name: "july.csv", type: "text/csv", bytes });
      const asked = await wire.send("POST", "/admin/books/settlements", form.body, form.headers);
      expect([asked.status, keptBy(asked)]).toEqual([403, fields]);
      expect(asked.text).toContain("Choose the file again afterwards.");
    }
  });

  test("keeps a form in which each box was emptied", async () => {
    const { wire } = await operator();
    const asked = await wire.post("/admin/settings/features", { seen_version: "0" });
    expect([asked.status, keptBy(asked)]).toEqual([403, { seen_version: "0" }]);
  });
});

describe("a form of a session that has ended", () => {
  const out = () => wireFan("en", newAddress());

  test("is kept, and is sent after the login", async () => {
    const user = await makeAccount();
    const typed = { description: "Long\nwords" };
    const kept = await out().post("/account/edit", typed);
    expect([kept.status, keptBy(kept)]).toEqual([403, typed]);
    expect(kept.text).toMatch(/<a href="\/login" target="_blank"/);
    const wire = wireFan("en", { Cookie: await cookieOf(user), ...newAddress() });
    expect((await wire.post("/account/edit", keptBy(kept))).status).not.toBe(403);
  });

  test("is kept for an operator, too, as long as legal texts are", async () => {
    const kept = await out().post(WORDS, TYPED);
    expect([kept.status, isWhole(keptBy(kept))]).toEqual([403, true]);
  });

  test("keeps no password, no code, and no bank account", async () => {
    const secrets = { current_password: "Regenschirm", code: "314159", bank_iban: "DE89370400440532013000" };
    const kept = await out().post("/account/email", { email: "new@accounts.example", ...secrets });
    expect(keptBy(kept)).toEqual({ email: "new@accounts.example" });
    for (const secret of Object.values(secrets)) expect(kept.text).not.toContain(secret);
    const answer = await out().post("/account/password", secrets);
    expect([answer.status, answer.headers.location]).toEqual([303, "/login"]);
  });

  test("leads to the login when it is a button alone", async () => {
    const buttons: Record<string, string>[] = [{}, { intent: "end", id: "1", seen: "2" }];
    for (const fields of buttons) {
      const answer = await out().post("/account/security", fields);
      expect([answer.status, answer.headers.location]).toEqual([303, "/login"]);
    }
  });

  test("is refused to another site", async () => {
    const foreign = { Origin: "https://elsewhere.example" };
    expect((await out().post("/account/edit", { description: "Words" }, foreign)).text).not.toContain(
      "Words",
    );
  });
});

test.for(LOCALES)("the page of a kept form reads in %s", async (locale) => {
  const kept = await wireFan(locale, newAddress()).post("/account/edit", { description: "x" });
  expect(kept.text).toContain(locale === "de" ? "Du bist abgemeldet" : "You are logged out");
});
