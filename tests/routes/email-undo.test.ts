import { expect, test } from "vitest";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import { records } from "../support/database/records.ts";
import { wireFan } from "../support/http/http-client.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import { readStrictly, textOf } from "../support/http/strict-html.ts";
import {
  type AccountOwner,
  cookieOf,
  mailedToken,
  makeAccount,
  newAddress,
  newEmail,
  PASSWORD,
} from "../support/http/users.ts";

// A thief with a session and the password changes the address; the owner reads the mail at the old one.

const mint = createTokens(TEST_SECRETS.APP_SECRET).sign;

/** The thief's change, by page and link; the path of the link that the owner got. */
async function change(owner: AccountOwner, locale: "en" | "de", email = newEmail()): Promise<string> {
  const thief = wireFan(locale, { ...newAddress(), Cookie: await cookieOf(owner) });
  expect((await thief.post("/account/email", { email, password: PASSWORD })).status).toBe(303);
  expect((await thief.post(`/email/confirm/${await mailedToken("email", email)}`, {})).status).toBe(303);
  const { id } = await records()
    .selectFrom("email_changes")
    .select("id")
    .where("user_id", "=", owner.id)
    .orderBy("changed_at", "desc")
    .executeTakeFirstOrThrow();
  return `/email/undo/${mint("email-undo", id)}`;
}

const emailOf = async ({ id }: AccountOwner) =>
  (await records().selectFrom("users").select("email").where("id", "=", id).executeTakeFirstOrThrow()).email;

test.for(["en", "de"] as const)(
  "the link of an email undo opens a page with a button, whose post undoes, in %s",
  async (locale) => {
    const owner = await makeAccount({ locale });
    const path = await change(owner, locale);
    const visitor = wireFan(locale, newAddress());
    const page = await visitor.get(path);
    expect(page.status).toBe(200);
    expect(readStrictly(page.text).problems).toEqual([]);
    expect(textOf(readStrictly(page.text).elements("main")[0])).toContain(owner.email);
    expect(page.headers["cache-control"]).toBe("private, no-cache");
    expect(await emailOf(owner)).not.toBe(owner.email);
    const undone = await visitor.post(path, {});
    expect(undone.status).toBe(303);
    expect(await emailOf(owner)).toBe(owner.email);
    const password = "Wieder meins 44";
    const location = undone.headers.location ?? "";
    expect(location).toMatch(/^\/password\/reset\//);
    const reset = await visitor.post(location, { password, password_confirmation: password });
    expect(reset.headers.location).toBe("/login");
    expect((await visitor.post("/login", { email: owner.email, password })).status).toBe(303);
    expect((await visitor.post(path, {})).status).toBe(422);
  },
);

test("the undo link of a later address restores the owner's email, and lets its holder set no password", async () => {
  const owner = await makeAccount();
  await change(owner, "en");
  const path = await change(owner, "en");
  const thief = wireFan("en", newAddress());
  expect((await thief.post(path, {})).headers.location).toBe("/email/undo");
  expect(await emailOf(owner)).toBe(owner.email);
});

test.for(["en", "de"] as const)(
  "a withdrawal and a deletion say until when they wait, and why, in %s",
  async (locale) => {
    const owner = await makeAccount({
      ...{
        locale,
        status: "ACTIVE",
        firstname: "Ada",
        lastname: "Muster",
        address: "Weg 1",
        zipcode: "10115",
      },
      ...{ city: "Berlin", country_id: 1 },
    });
    await records()
      .insertInto("payout_destinations")
      .values({
        ...{ id: crypto.randomUUID(), user_id: owner.id, status: "ACCEPTED", encrypted: Buffer.alloc(40) },
        ...{
          bank_country: "DE",
          has_paxum: false,
          masked_account: "DE•• •••• 3000",
          created_at: new Date(0),
        },
        confirmed_at: new Date(0),
      })
      .execute();
    await change(owner, locale);
    const fan = wireFan(locale, { ...newAddress(), Cookie: await cookieOf(owner) });
    const told = locale === "en" ? "Your email address was changed." : "Deine E-Mail-Adresse wurde geändert.";
    const date = /\d{1,2}\.? \p{L}+ 20\d\d/u;
    const call = await fan.post("/api/payout/request", {});
    expect(call.status).toBe(409);
    const { code, errors } = JSON.parse(call.text);
    expect(code).toBe("address_changed");
    expect(errors.amount[0]).toContain(told);
    expect(errors.amount[0]).toMatch(date);
    const deletion = await fan.post("/api/account/delete", { password: PASSWORD });
    expect([deletion.status, JSON.parse(deletion.text).code]).toEqual([409, "email_undo_open"]);
    expect(JSON.parse(deletion.text).message).toMatch(date);
    for (const path of ["/payout", "/payout/withdrawal?currency=EUR", "/account/delete"]) {
      const text = textOf(readStrictly((await fan.get(path)).text).elements("main")[0]);
      expect(text.replaceAll("\u2060", ""), path).toContain(told);
      expect(text, path).toMatch(date);
    }
    const posted = await fan.post("/payout/withdrawal?currency=EUR", { currency: "EUR" });
    expect(posted.status).toBe(422);
    expect(textOf(readStrictly(posted.text).elements("main")[0])).toMatch(date);
  },
);

test.for(["en", "de"] as const)(
  "the pages of the account say until when nothing is paid out and the account stays, in %s",
  async (locale) => {
    const owner = await makeAccount({ locale });
    const fan = wireFan(locale, { ...newAddress(), Cookie: await cookieOf(owner) });
    const says = async (path: string) => textOf(readStrictly((await fan.get(path)).text).elements("main")[0]);
    const held = locale === "en" ? "no payouts until" : "nichts ausgezahlt";
    const paths = ["/account", "/account/email", "/payout"];
    for (const path of paths) expect(await says(path)).not.toContain(held);
    await change(owner, locale);
    for (const path of paths) expect(await says(path)).toContain(held);
    expect(await says("/account/delete")).toContain(
      locale === "en" ? "Deleting works from" : "Löschen geht ab",
    );
  },
);
