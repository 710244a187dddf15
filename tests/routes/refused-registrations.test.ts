import { sql } from "kysely";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { tokenHash } from "../../app/crypto/crypto.server.ts";
import { limitTable } from "../../app/http/limit-table.ts";
import { records } from "../support/database/records.ts";
import { multipart, type WireFan, wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { cookieValue } from "../support/http/own-cookies.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";
import { makeAccount, newEmail } from "../support/http/users.ts";

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
      cookie: /registration=[^;]+/.exec(set)?.[0] ?? "",
      kept: attribute(named, "value") ?? "",
    };
  }

  const rowOf = async (cookie: string) =>
    await records()
      .selectFrom("pending_registrations")
      .selectAll()
      .where("token_hash", "=", tokenHash(await cookieValue("registration", cookie)))
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
    expect(first.answer.text).toContain("Gespeichert. Leer lassen");
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
