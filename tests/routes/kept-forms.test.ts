import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { describe, expect, inject, test } from "vitest";
import { createEncryption, tokenHash } from "../../app/crypto/crypto.server.ts";
import { limitTable } from "../../app/http/limit-table.ts";
import { records } from "../support/database/records.ts";
import { beginTip, multipart, refusedForm, type WireFan, wireFan } from "../support/http/http-client.ts";
import { type Answer, ask, formBody } from "../support/http/http-requests.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";
import { cookieOf, makeAccount, newEmail } from "../support/http/users.ts";

/** A page that is not hydrated: there a refused form is kept, and the answer leads to it. */
const NOTICE = "/report";
const TYPED = { target: "/joerdis", reason: "RIGHTS", name: "Neles Wilhelmine", email: "ida@" };

/** A user who is signed in on one browser. */
interface SignedIn {
  id: string;
  cookie: string;
  wire: WireFan;
}

async function signIn(account?: { id: string }): Promise<SignedIn> {
  const owner = account ?? (await makeAccount({ status: "ACTIVE" }));
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
  const path = refusedForm(await post(creator, NOTICE, TYPED));
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
  test("a refused form of a signed-in user is shown by the page that the answer leads to, with its errors and what was typed", async () => {
    const creator = await signIn();
    const answer = await post(creator, NOTICE, TYPED);
    expect([answer.status, answer.headers["cache-control"]]).toEqual([303, "no-store"]);
    expect(answer.headers.location).toMatch(/^\/report\?refused=[0-9a-f-]{36}#$/);
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
      const chosen = page.elements("option").find((each) => attribute(each, "selected") !== null);
      expect([typedIn("name"), attribute(chosen, "value")]).toEqual([TYPED.name, TYPED.reason]);
      expect(page.elements("title").map(textOf)).toEqual([expect.stringMatching(/^Fehler: /)]);
      const summary = page.elements("div").find((each) => attribute(each, "data-summary") !== null);
      expect(attribute(summary, "autofocus")).toBe("");
      expect(textOf(summary)).toContain("Deine E-Mail-Adresse: ");
    }
    const fresh = await creator.wire.get(NOTICE);
    expect([fresh.status, fresh.text.includes(TYPED.name)]).toEqual([200, false]);
  });

  test("a refused form of a tip is kept for signed-in users, too", async () => {
    const creator = await signIn();
    const tip = await beginTip(wireFan("de"));
    const shown = await creator.wire.post(`${tip}/payment`, { email: "ida@" });
    expect([shown.status, shown.headers["cache-control"]]).toEqual([422, "no-store"]);
    expect(shown.text).toContain('value="ida@"');
  });

  test("a refused form is that session's alone, on that page alone", async () => {
    const creator = await signIn();
    const path = await keepOne(creator);
    const id = path.replace(/^.*=/, "");
    const other = await signIn();
    for (const answer of [
      await other.wire.get(path),
      await (await signIn(creator)).wire.get(path),
      await creator.wire.get(`/payout/settings?refused=${id}`),
      await creator.wire.get(`/account/settings?refused=${id}`),
      await creator.wire.get(`${NOTICE}?refused=${randomUUID()}`),
      await creator.wire.get(`${NOTICE}?refused=x`),
    ])
      expect([answer.status, answer.text.includes(TYPED.name)]).toEqual([200, false]);
    const guest = await wireFan("de").get(path);
    expect([guest.status, guest.text.includes(TYPED.name)]).toEqual([200, false]);
  });

  test("a refused form is gone after 10 minutes, and with the session", async () => {
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

  test("a refused form is kept encrypted, without passwords, codes and the IBAN, the last five of a session", async () => {
    const creator = await signIn();
    const secret = "eight cups of cocoa";
    const iban = "DE02120300000000202052";
    await post(creator, NOTICE, { ...TYPED, password: secret, code: secret, bank_iban: iban });
    const rows = await rowsOf(creator);
    expect(rows).toHaveLength(1);
    const encryption = createEncryption(TEST_SECRETS.APP_SECRET);
    const opened = rows.map((row) => encryption.decrypt("kept-form", row.id, row.reply_encrypted).toString());
    expect(opened.join("\n")).toContain(TYPED.name);
    for (const text of [...opened, ...rows.map((row) => row.reply_encrypted.toString("latin1"))]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(iban);
    }
    expect(rows.some((row) => row.reply_encrypted.includes(TYPED.name))).toBe(false);
    for (let round = 0; round < 5; round += 1) await keepOne(creator);
    expect(await rowsOf(creator)).toHaveLength(5);
  });

  test("a refused form of a hydrated page is shown in place, without what is secret, and is kept nowhere", async () => {
    const creator = await signIn();
    const secret = "eight cups of cocoa";
    const iban = "DE02120300000000202052";
    const group = { name: `Chor ${"an der Elbe ".repeat(30)}`.trim(), currency: "GBP" };
    for (const [path, fields, shown] of [
      ["/account/edit", { username: "x", firstname: "Nele Wilhelmine" }, 'value="Nele Wilhelmine"'],
      ["/account/email", { email: "ida@", password: secret }, 'value="ida@"'],
      ["/account/password", { current_password: secret, password: secret }, "<h1"],
      ["/grouplists", { ...group, code: secret }, `value="${group.name}"`],
      ["/account/payoutdata", { bank_account_owner: "Nele Unterwegs", bank_iban: iban }, "Nele Unterwegs"],
    ] as const) {
      const { status, headers, text } = await post(creator, path, fields);
      expect([path, status, headers["cache-control"]]).toEqual([path, 422, "no-store"]);
      expect([path, text.includes(shown)]).toEqual([path, true]);
      expect([path, text.includes(secret), text.includes(iban)]).toEqual([path, false, false]);
    }
    expect(await rowsOf(creator)).toEqual([]);
  });

  test("a refused form that is too long to be kept is shown at once", async () => {
    const creator = await signIn();
    const answer = await post(creator, NOTICE, { ...TYPED, name: "a".repeat(40_000) });
    expect([answer.status, answer.headers["cache-control"]]).toEqual([422, "no-store"]);
    expect(await rowsOf(creator)).toEqual([]);
  });
});

describe("a registration that is refused", () => {
  const GOOD = "eine Kanne Kakao im Regen";
  const GOOD_FIELDS = { password: GOOD, password_confirmation: GOOD, terms: "on" };
  const EMPTY = { password: "", password_confirmation: "", terms: "on" };
  let addresses = 0;

  /** A browser of its own address. */
  function browser(): WireFan {
    addresses += 1;
    return wireFan("de", { "X-Forwarded-For": `198.18.7.${addresses}` });
  }

  async function register(
    wire: WireFan,
    fields: Record<string, string>,
    { hasDocument = false, cookie = "", kept = "" } = {},
  ): Promise<{ answer: Answer; lines: string[]; cookie: string; kept: string }> {
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#338" } })
      .png()
      .toBuffer();
    const file = { field: "document", name: "pass.png", type: "image/png", bytes };
    const form = multipart(kept === "" ? fields : { ...fields, kept }, hasDocument ? file : undefined);
    const headers = { ...form.headers, ...(cookie === "" ? {} : { Cookie: cookie }) };
    const answer = await wire.send("POST", "/register", form.body, headers);
    const page = readStrictly(answer.text);
    if (answer.status === 422) expect(page.problems).toEqual([]);
    const summary = page.elements("div").find((each) => attribute(each, "data-summary") !== null);
    const lines = summary ? page.elements("li").map(textOf) : [];
    const set = [answer.headers["set-cookie"]].flat().join("\n");
    const named = page.elements("input").find((input) => attribute(input, "name") === "kept");
    return {
      answer,
      lines,
      cookie: /registration=[\w-]+/.exec(set)?.[0] ?? "",
      kept: attribute(named, "value") ?? "",
    };
  }

  const rowOf = async (cookie: string) =>
    await records()
      .selectFrom("pending_registrations")
      .selectAll()
      .where("token_hash", "=", tokenHash(cookie.replace("registration=", "")))
      .executeTakeFirst();

  test("a refused registration names everything that is wrong at once", async () => {
    const nothing = await register(browser(), {});
    expect(nothing.lines).toHaveLength(5);
    const wrong = { email: "ida@", password: GOOD, password_confirmation: `${GOOD}!`, terms: "on" };
    const { lines, cookie } = await register(browser(), wrong);
    expect([lines.length, cookie]).toEqual([3, ""]);
    const common = { email: "ida@", password: "password1234", password_confirmation: "password1234" };
    expect((await register(browser(), common)).lines.join("\n")).toMatch(/Passwort/);
  });

  test("a refused registration keeps a good password and a good document, which need not be entered again", async () => {
    const wire = browser();
    const first = await register(wire, { ...GOOD_FIELDS, email: "ida@" }, { hasDocument: true });
    expect([first.answer.status, first.lines.length]).toEqual([422, 1]);
    expect(first.answer.headers["cache-control"]).toBe("private, no-cache");
    const row = await rowOf(first.cookie);
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
    for (const secret of [GOOD, row?.password_hash ?? "none", row?.document_id ?? "none"])
      expect(first.answer.text).not.toContain(secret);
    expect(first.answer.text).toContain("Dein Dokument haben wir schon");
    const email = newEmail();
    const second = await register(wire, { ...EMPTY, email }, first);
    expect([second.answer.status, second.answer.headers.location]).toEqual([303, "/account/verify-email"]);
    expect(await rowOf(first.cookie)).toBeUndefined();
    const login = await wire.post("/login", { email, password: GOOD });
    expect([login.status, login.headers.location]).toEqual([303, "/dashboard"]);
    const document = await records()
      .selectFrom("verification_documents as d")
      .innerJoin("users as u", "u.id", "d.user_id")
      .select("d.id")
      .where("u.email", "=", email)
      .executeTakeFirst();
    expect(document?.id).toBe(row?.document_id);
    // What was kept opens one account.
    const third = await register(wire, { ...EMPTY, email: newEmail() }, first);
    expect([third.answer.status, third.lines.length]).toEqual([422, 3]);
  });

  test("a refused registration is kept for that browser alone, and for 15 minutes", async () => {
    const wire = browser();
    const { cookie, kept } = await register(wire, { ...GOOD_FIELDS, email: "ida@" }, { hasDocument: true });
    const other = await register(browser(), { ...EMPTY, email: newEmail() }, { kept });
    expect([other.answer.status, other.lines.length]).toEqual([422, 3]);
    const row = await rowOf(cookie);
    await sql`update pending_registrations set created_at = created_at - interval '15 minutes'
      where id = ${row?.id}`.execute(records());
    const late = await register(wire, { ...EMPTY, email: newEmail() }, { cookie, kept });
    expect([late.answer.status, late.lines.length]).toEqual([422, 3]);
  });

  test("a refused registration is kept for that form: opening it anew in the same browser shows nothing of it", async () => {
    const wire = browser();
    const { cookie } = await register(wire, { ...GOOD_FIELDS, email: "ida@" }, { hasDocument: true });
    const anew = await wire.get("/register", { Cookie: cookie });
    expect(anew.text).not.toMatch(/haben wir schon|name="kept"/);
    const next = await register(wire, { ...EMPTY, email: newEmail() }, { cookie });
    expect([next.answer.status, next.lines.length]).toEqual([422, 3]);
    expect((await rowOf(cookie))?.document_id).toEqual(expect.any(String));
  });

  test("a refused registration is not kept when all of them together are too many, and the form says so", async () => {
    const taken = (await makeAccount()).email;
    await register(browser(), { ...GOOD_FIELDS, email: "ida@" });
    const setPoints = (points: number) =>
      sql`update rate_limits set points = ${points} where key like 'registration_kept_all:%'`.execute(
        records(),
      );
    await setPoints(limitTable.registration_kept_all.points);
    try {
      for (const email of ["ida@", taken]) {
        const full = await register(browser(), { ...GOOD_FIELDS, email }, { hasDocument: true });
        expect([full.answer.status, full.cookie, full.kept]).toEqual([422, "", ""]);
        expect(full.lines).toContainEqual(expect.stringContaining("Wähl dein Dokument noch einmal aus"));
      }
      const email = newEmail();
      const good = await register(browser(), { ...GOOD_FIELDS, email }, { hasDocument: true });
      expect(good.answer.headers.location).toBe("/account/verify-email");
    } finally {
      await setPoints(0);
    }
  });

  test("a refused registration with a taken address is kept, too; ten of one network address in an hour are", async () => {
    const wire = browser();
    const taken = (await makeAccount()).email;
    const { answer, cookie } = await register(wire, { ...GOOD_FIELDS, email: taken }, { hasDocument: true });
    expect([answer.status, (await rowOf(cookie))?.document_id]).toEqual([422, expect.any(String)]);
    const cookies = new Set<string>();
    for (let round = 0; round < 12; round += 1)
      cookies.add((await register(wire, { ...GOOD_FIELDS, email: "ida@" })).cookie);
    cookies.delete("");
    expect(cookies.size).toBe(10);
  });
});
