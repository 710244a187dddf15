import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, inject, test } from "vitest";
import { createSeals } from "../../app/domain/tokens/tokens.server.ts";
import { cookieOf, makeAccount } from "../support/accounts.ts";
import { type Answer, ask, formBody } from "../support/http.ts";
import { TEST_SECRETS } from "../support/product.ts";
import { records } from "../support/records.ts";
import { attribute, readStrictly, textOf } from "../support/strict-html.ts";
import { beginTip, refusedForm, type WireFan, wireFan } from "../support/wire-fan.ts";

const EDIT = "/account/edit";
const TYPED = { username: "x", firstname: "Nele Wilhelmine", city: "Leipzig-Grünau" };

/** Somebody signed in on one browser. */
interface SignedIn {
  id: string;
  cookie: string;
  wire: WireFan;
}

async function signIn(account?: { id: string }): Promise<SignedIn> {
  const owner = account ?? (await makeAccount());
  const cookie = await cookieOf(owner);
  return { id: owner.id, cookie, wire: wireFan("de", { Cookie: cookie }) };
}

/** Posts a form, and follows nothing. */
async function post(creator: SignedIn, path: string, fields: Record<string, string>): Promise<Answer> {
  const form = formBody(fields);
  const headers = { ...form.headers, Cookie: creator.cookie, "Accept-Language": "de" };
  return await ask(inject("product").url + path, { method: "POST", headers, body: form.body });
}

async function keepOne(creator: SignedIn): Promise<string> {
  const path = refusedForm(await post(creator, EDIT, TYPED));
  if (path === null) throw new Error("the refused form was not kept");
  return path;
}

const rowsOf = (creator: SignedIn) =>
  records()
    .selectFrom("kept_forms as k")
    .innerJoin("sessions as s", "s.id", "k.session_id")
    .where("s.user_id", "=", creator.id)
    .select(["k.id", "k.reply_encrypted"])
    .execute();

describe("a refused form of somebody signed in", () => {
  test("is shown by the page that the answer leads to, with its errors and what was typed", async () => {
    const creator = await signIn();
    const answer = await post(creator, EDIT, TYPED);
    expect([answer.status, answer.headers["cache-control"]]).toEqual([303, "no-store"]);
    expect(answer.headers.location).toMatch(/^\/account\/edit\?refused=[0-9a-f-]{36}#$/);
    // As often as the page is asked for: going back and loading anew show it again.
    for (const look of [1, 2]) {
      const shown = await creator.wire.get(refusedForm(answer) ?? "");
      expect([look, shown.status, shown.headers["cache-control"]]).toEqual([look, 422, "no-store"]);
      const page = readStrictly(shown.text);
      expect(page.problems).toEqual([]);
      const typedIn = (name: string) =>
        attribute(
          page.elements("input").find((input) => attribute(input, "name") === name),
          "value",
        );
      expect([typedIn("firstname"), typedIn("city")]).toEqual([TYPED.firstname, TYPED.city]);
      expect(page.elements("title").map(textOf)).toEqual([expect.stringMatching(/^Fehler: /)]);
      const summary = page.elements("div").find((each) => attribute(each, "data-summary") !== null);
      expect(attribute(summary, "autofocus")).toBe("");
      expect(textOf(summary)).toContain("Benutzername: Ungültiger Benutzername");
    }
    const fresh = await creator.wire.get(EDIT);
    expect([fresh.status, fresh.text.includes(TYPED.firstname)]).toEqual([200, false]);
  });

  test("is a page's for who signed in and gives a tip, too", async () => {
    const creator = await signIn();
    const tip = await beginTip(wireFan("de"));
    const shown = await creator.wire.post(`${tip}/payment`, { email: "ida@" });
    expect([shown.status, shown.headers["cache-control"]]).toEqual([422, "no-store"]);
    expect(shown.text).toContain('value="ida@"');
  });

  test("is that session's alone, on that page alone", async () => {
    const creator = await signIn();
    const path = await keepOne(creator);
    const id = path.replace(/^.*=/, "");
    const other = await signIn();
    for (const answer of [
      await other.wire.get(path),
      await (await signIn(creator)).wire.get(path),
      await creator.wire.get(`/account/settings?refused=${id}`),
      await creator.wire.get(`${EDIT}?refused=${randomUUID()}`),
      await creator.wire.get(`${EDIT}?refused=x`),
    ])
      expect([answer.status, answer.text.includes(TYPED.firstname)]).toEqual([200, false]);
    const guest = await wireFan("de").get(path);
    expect([guest.status, guest.text.includes(TYPED.firstname)]).toEqual([303, false]);
  });

  test("is gone after 10 minutes, and with the session", async () => {
    const creator = await signIn();
    const path = await keepOne(creator);
    const [row] = await rowsOf(creator);
    await sql`update kept_forms set created_at = created_at - interval '10 minutes' where id = ${row?.id}`.execute(
      records(),
    );
    expect((await creator.wire.get(path)).status).toBe(200);
    await keepOne(creator);
    expect(await rowsOf(creator)).toHaveLength(1);
    await creator.wire.post("/logout", {});
    expect(await rowsOf(creator)).toEqual([]);
  });

  test("is kept encrypted, without passwords, codes and the IBAN, the last five of a session", async () => {
    const creator = await signIn();
    await keepOne(creator);
    const secret = "eight cups of cocoa";
    const iban = "DE02120300000000202052";
    await post(creator, "/account/password", {
      current_password: secret,
      password: secret,
      password_confirmation: `${secret}!`,
    });
    await post(creator, "/account/email", { email: "ida@", password: secret });
    const shown = await creator.wire.post("/account/payoutdata", {
      bank_account_owner: "Nele Unterwegs",
      bank_iban: iban,
    });
    expect([shown.status, shown.text.includes("Nele Unterwegs"), shown.text.includes(iban)]).toEqual([
      422,
      true,
      false,
    ]);
    const rows = await rowsOf(creator);
    expect(rows).toHaveLength(4);
    const seals = createSeals(TEST_SECRETS.APP_SECRET);
    const opened = rows.map((row) => seals.open("kept-form", row.id, row.reply_encrypted).toString());
    expect(opened.join("\n")).toContain(TYPED.firstname);
    for (const text of [...opened, ...rows.map((row) => row.reply_encrypted.toString("latin1"))]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(iban);
    }
    expect(rows.some((row) => row.reply_encrypted.includes(TYPED.firstname))).toBe(false);
    for (let round = 0; round < 5; round += 1) await keepOne(creator);
    expect(await rowsOf(creator)).toHaveLength(5);
  });

  test("that is too long to be kept is shown at once", async () => {
    const creator = await signIn();
    const answer = await post(creator, EDIT, { ...TYPED, address: "a".repeat(40_000) });
    expect([answer.status, answer.headers["cache-control"]]).toEqual([422, "no-store"]);
    expect(await rowsOf(creator)).toEqual([]);
  });
});
