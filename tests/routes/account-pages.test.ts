import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { records } from "../support/database/records.ts";
import { multipart, prepareTip, type WireFan, wireFan } from "../support/http/http-client.ts";
import { attribute, readStrictly } from "../support/http/strict-html.ts";
import { cookieOf, makeAccount, newAddress, newEmail, PASSWORD } from "../support/http/users.ts";
import { makePayable } from "../support/money/payable-account.ts";

// The pages on which creators keep their account, as forms over the wire.

let me: { id: string; email: string; username: string | null };
let fan: WireFan;

beforeEach(async () => {
  me = await makeAccount();
  fan = wireFan("en", { Cookie: await cookieOf(me) });
});

const mine = () =>
  records().selectFrom("users").selectAll().where("id", "=", me.id).executeTakeFirstOrThrow();

const PROFILE = {
  username: "",
  name: "Ada Muster",
  firstname: "Ada",
  lastname: "Muster",
  country_id: "",
  company: "",
  eu_ust_id: "",
  address: "",
  zipcode: "",
  city: "",
  date_of_birth_day: "",
  date_of_birth_month: "",
  date_of_birth_year: "",
};

describe("the profile", () => {
  const save = (fields: Partial<typeof PROFILE>) =>
    fan.post("/account/edit", { ...PROFILE, username: me.username ?? "", ...fields });

  test("the profile is saved, and shown again as it was saved", async () => {
    const answer = await save({
      eu_ust_id: "de 136695976",
      date_of_birth_day: "29",
      date_of_birth_month: "2",
      date_of_birth_year: "2000",
    });
    expect(answer.status).toBe(303);
    expect(await mine()).toMatchObject({
      firstname: "Ada",
      eu_ust_id: "DE136695976",
      date_of_birth: "2000-02-29",
      city: null,
    });
    expect((await fan.get("/account/edit")).text).toContain('value="DE136695976"');
  });

  test.for([
    [{ username: "a" }, "Invalid username"],
    [{ username: "admin" }, "Invalid username"],
    [{ name: "-" }, "3 to 25 letters of one script"],
    [{ eu_ust_id: "DE123" }, "Not a valid EU VAT ID"],
    [{ date_of_birth_day: "31", date_of_birth_month: "2", date_of_birth_year: "1990" }, "No such day"],
    [{ date_of_birth_day: "1", date_of_birth_month: "1", date_of_birth_year: "2020" }, "18 or older"],
    [{ date_of_birth_day: "1" }, "No such day"],
    [{ country_id: "999999" }, "country"],
    [{ firstname: "a".repeat(81) }, "Too long"],
  ] as const)("a profile with %j is refused at its field; what was typed stays", async ([fields, words]) => {
    // A rename within 30 days is another refusal; this account has never been renamed.
    const before = await mine();
    const answer = await save({ ...fields, city: "Typed City" });
    expect(answer.status).toBe(422);
    expect(readStrictly(answer.text).problems).toEqual([]);
    expect(answer.text).toContain(words);
    expect(answer.text).toContain('value="Typed City"');
    expect({ ...(await mine()), last_seen_at: null }).toEqual({ ...before, last_seen_at: null });
  });
});

test("an uploaded picture is stored as one, anything else is refused with a page that says so", async () => {
  const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#c8451b" } })
    .png()
    .toBuffer();
  const send = async (bytes: Buffer, kind = "avatar") => {
    const form = multipart({}, { field: "file", name: "a.png", type: "image/png", bytes });
    return await fan.send("POST", `/account/edit/${kind}`, form.body, form.headers);
  };
  const refused = await send(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"));
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("File format not recognized");
  expect((await send(png, "passport")).status).toBe(404);
  expect((await send(png)).status).toBe(303);
  const { avatar_id } = await mine();
  expect((await fan.get(`/media/${avatar_id}/s.webp`)).status).toBe(200);
  expect((await fan.post("/account/edit/avatar/removal", {})).status).toBe(303);
  expect((await mine()).avatar_id).toBeNull();
  expect((await fan.get(`/media/${avatar_id}/s.webp`)).status).toBe(404);
});

test("settings, privacy, currency and social media are kept; refused values are named", async () => {
  const settings = { default_price_per_message: "7.50", email_notifications: "DAILY", locale: "de" };
  expect((await fan.post("/account/settings", settings)).status).toBe(303);
  expect(await mine()).toMatchObject({
    default_price_per_message_minor: 750,
    email_notifications: "DAILY",
    locale: "de",
  });
  for (const price of ["0.50", "500.01", "abc", "-5"])
    expect(
      (await fan.post("/account/settings", { ...settings, default_price_per_message: price })).status,
    ).toBe(422);
  expect((await fan.post("/account/settings", { ...settings, email_notifications: "HOURLY" })).status).toBe(
    422,
  );
  expect((await fan.post("/account/privacy", { ranking_enabled: "on" })).status).toBe(303);
  expect((await mine()).show_online_status).toBe(false);
  expect((await mine()).ranking_enabled_at).not.toBeNull();
  expect((await fan.post("/account/currency", { currency: "CHF" })).status).toBe(422);
  expect((await fan.post("/account/currency", { currency: "USD" })).status).toBe(303);
  expect(await mine()).toMatchObject({ currency: "USD", default_price_per_message_minor: null });
  expect((await fan.post("/account/socialmedia", { twitter: "https://evil.example/a" })).status).toBe(422);
  expect((await fan.post("/account/socialmedia", { twitter: "@ada", twitter_visible: "on" })).status).toBe(
    303,
  );
});

test("the amounts of a page are saved, and wrong ones refused in place", async () => {
  const none = { ...{ amount_4: "", amount_5: "", amount_6: "" }, mark: "AUTOMATIC" };
  const three = { ...none, amount_1: "12", amount_2: "3.50", amount_3: "7" };
  for (const [change, text] of [
    [{ amount_3: "" }, "At least 3 amounts, or none"],
    [{ amount_3: "12.00" }, "This amount is there twice"],
    [{ amount_3: "500.01" }, "to 500, such as 12.50"],
    [{ amount_3: "much" }, "to 500, such as 12.50"],
    [{ mark: "amount_4" }, "Choose one of your amounts"],
    [{ mark: "MOST" }, "Choose one of your amounts"],
  ] as const) {
    const refused = await fan.post("/account/amounts", { ...three, ...change });
    expect([refused.status, change]).toEqual([422, change]);
    expect(refused.text).toContain(text);
    expect(refused.text).toContain('value="3.50"');
  }
  expect((await mine()).tip_amounts_minor).toBeNull();
  expect((await fan.post("/account/amounts", { ...three, mark: "amount_2" })).status).toBe(303);
  expect(await mine()).toMatchObject({
    ...{ tip_amounts_minor: [350, 700, 1200], tip_amounts_currency: "EUR" },
    ...{ marked_amount_minor: 350, marks_often_chosen: false, only_items: false },
  });
});

test("changing email and password needs the present password, and a wrong one is told in the prescribed words", async () => {
  const email = newEmail();
  const wrongEmail = await fan.post("/account/email", { email, password: "wrong" });
  expect(wrongEmail.status).toBe(422);
  expect(wrongEmail.text).toContain("email could not been updated");
  expect((await fan.post("/account/email", { email: me.email, password: PASSWORD })).status).toBe(303);
  expect((await fan.post("/account/email", { email, password: PASSWORD })).status).toBe(303);
  expect((await mine()).email).toBe(me.email);
  const next = "another kettle of tea";
  const change = (current: string) =>
    fan.post("/account/password", { current_password: current, password: next, password_confirmation: next });
  const wrong = await change("wrong");
  expect(wrong.text).toContain("your password could not been updated");
  expect((await change(PASSWORD)).status).toBe(303);
  // This session stays; all others have ended.
  expect((await fan.get("/account")).status).toBe(200);
});

test("the export holds the caller's account alone, and a deletion's link does not work for another account", async () => {
  const other = await makeAccount();
  const answer = await fan.get("/account/export");
  expect(answer.headers["content-type"]).toBe("application/zip");
  expect(answer.headers["content-disposition"]).toContain("attachment");
  expect(answer.body.includes(Buffer.from(other.email))).toBe(false);
  expect((await fan.post("/account/delete", { password: "wrong" })).status).toBe(422);
  expect((await fan.post("/account/delete", { password: PASSWORD })).status).toBe(303);
  for (const token of ["A".repeat(43), randomUUID()])
    expect((await fan.post(`/account/delete/${token}`, {})).status).toBe(422);
  expect((await mine()).deleted_at).toBeNull();
});

test("a renamed creator is found under the old name, with the amount and the rest of the address kept", async () => {
  const { id, username } = await makeAccount({ status: "ACTIVE" });
  const visitor = wireFan("de", newAddress());
  const old = `old-${username}`.slice(0, 24);
  const begun = await prepareTip(visitor, { username: username ?? "" });
  await records()
    .insertInto("username_history")
    .values({ username: old, user_id: id, redirects_until: new Date(Date.now() + 60_000) })
    .execute();
  for (const rest of ["", "/7", "/7,50", "/7?tip=abc", "?tip=abc", "/abc"])
    for (const method of ["GET", "HEAD"]) {
      const answer = await visitor.send(method, `/${old}${rest}`, "", {});
      expect([answer.status, decodeURIComponent(answer.headers.location ?? "")]).toEqual([
        301,
        `/${username}${rest}`,
      ]);
    }
  // A tip that was begun under the old name goes on.
  const page = await visitor.get(`${begun.replace(`/${username}/`, `/${old}/`)}/details`);
  expect(page.status).toBe(200);
  expect(page.text).toContain(`href="/${username}/`);
});

test("payout data that is refused asks for the account number again, since no answer repeats it", async () => {
  const wire = wireFan("en", { Cookie: await cookieOf(await makeAccount({})) });
  const typed = { bank_account_owner: "", bank_iban: "DE89370400440532013000", bank_country_id: "DE" };
  const { status, text } = await wire.post("/account/payoutdata", typed);
  expect(status).toBe(422);
  expect(text).not.toContain("0532013000");
  expect(text).toContain("Enter it again: we do not keep account numbers");
  // A country that no form offers is refused in words, too.
  expect(text).not.toContain("Invalid");
  const empty = await wire.post("/account/payoutdata", { ...typed, bank_iban: "" });
  expect(empty.text).not.toContain("Enter it again");
});

test("payout data says that a payout is under way before anything is typed", async () => {
  const user = await makePayable(100_00);
  const wire = wireFan("en", { Cookie: await cookieOf(user) });
  const ibans = async () => {
    const { text } = await wire.get("/account/payoutdata");
    const page = readStrictly(text);
    const fields = page.elements("input").filter((input) => attribute(input, "name") === "bank_iban");
    return { fields: fields.length, isSaid: text.includes("A payout is in progress") };
  };
  expect(await ibans()).toEqual({ fields: 1, isSaid: false });
  const asked = await wire.post("/payout/withdrawal?currency=EUR", {
    currency: "EUR",
    amount: "50",
    seen_fee_minor: "150",
  });
  expect(asked.headers.location).toBe("/payout");
  expect(await ibans()).toEqual({ fields: 0, isSaid: true });
  // No form that would be refused: the page says which payout it is, and how it stands.
  const page = (await wire.get("/payout")).text;
  expect(page).not.toContain('action="/payout/withdrawal"');
  expect(page).toMatch(/€50\.00 of .{5,30} is on its way \(Requested\)/);
});

test("what a form has just done is said once: not again when the page is loaded again", async () => {
  const user = await makePayable(100_00);
  const wire = wireFan("en", { Cookie: await cookieOf(user) });
  const note = ({ text }: { text: string }) =>
    readStrictly(text)
      .elements("p")
      .filter((each) => attribute(each, "role") === "status").length;
  const settings = { payout_type_id: "2", payout_method: "BANK", min_payout: "" };
  for (const [form, fields, page] of [
    ["/account/settings", { email_notifications: "OFF", locale: "en" }, "/account/settings"],
    ["/account/socialmedia", { twitter: "ada" }, "/account/socialmedia"],
    ["/account/currency", { currency: "EUR" }, "/account/currency"],
    ["/account/privacy", {}, "/account/privacy"],
    ["/payout/settings", settings, "/payout"],
    ["/payout/withdrawal?currency=EUR", { currency: "EUR", amount: "50", seen_fee_minor: "150" }, "/payout"],
    [
      "/account/password",
      { current_password: PASSWORD, password: "five cups of tea", password_confirmation: "five cups of tea" },
      "/account/password",
    ],
  ] as [string, Record<string, string>, string][]) {
    const answer = await wire.post(form, fields);
    expect([form, answer.status, answer.headers.location]).toEqual([form, 303, page]);
    const shown = await wire.follow(answer);
    expect([form, note(shown), note(await wire.get(page))]).toEqual([form, 1, 0]);
    // Nor by an address that somebody keeps or sends on.
    expect([form, note(await wire.get(`${page}?saved&requested`))]).toEqual([form, 0]);
  }
});

test("the script is sent to signed-in users who save data, too: the page polls, crops and checks", async () => {
  const saving = { "Save-Data": "on" };
  for (const path of ["/account", "/account/edit", "/account/email", "/account/password"]) {
    const page = readStrictly((await fan.get(path, saving)).text);
    expect([path, page.elements("script").length]).toEqual([path, 1]);
  }
  expect((await wireFan("en").get("/password/forgot", saving)).text).not.toContain("<script");
});

test("a forgotten password says what is wrong when a field is left; email and password do so in the browser", async () => {
  const guest = wireFan("en");
  const check = { "Tribute-Check": "1" };
  const page = readStrictly((await guest.get("/password/forgot")).text);
  const checked = page.elements("form").filter((form) => attribute(form, "novalidate") !== null);
  expect(checked).toHaveLength(1);
  const answer = await guest.post("/password/forgot", { email: "ida@" }, check);
  expect(Object.keys(JSON.parse(answer.text).errors)).toEqual(["email"]);
  for (const [path, fields] of [
    ["/account/email", { email: "ida@", password: PASSWORD }],
    ["/account/password", { current_password: PASSWORD, password: "short", password_confirmation: "short" }],
  ] as const)
    expect([path, (await fan.post(path, { ...fields }, check)).status]).toEqual([path, 400]);
});
