import { beforeAll, describe, expect, test } from "vitest";
import { all } from "../support/database/at-once.ts";
import { picturesOf, plainPicture, rowOf, twoCountries } from "../support/http/account-rows.ts";
import { byCookie, byToken, callApi, readRefusal, readUser } from "../support/http/api-caller.ts";
import { multipart, wireFan } from "../support/http/http-client.ts";
import {
  type AccountOwner,
  mailedToken,
  makeAccount,
  newAddress,
  newEmail,
  PASSWORD,
  setCookie,
} from "../support/http/users.ts";

// The account's calls: what each does, by cookie and by token.

const NEW_PASSWORD = "Ein ganz neues Wort 3";

let png: Buffer;
let countries: number[];
beforeAll(async () => {
  png = await plainPicture();
  countries = await twoCountries();
});

const told = async (headers: Record<string, string>) =>
  readUser(await callApi("GET", "/api/user", "", headers));

const whole = () => ({
  username: `w${crypto.randomUUID().replaceAll("-", "").slice(0, 18)}`,
  name: "Ada Müller",
  firstname: "Ada",
  lastname: "Müller",
  country_id: countries[0],
  company: "Müller GmbH",
  eu_ust_id: "DE 136695976",
  address: "Gasse 7",
  zipcode: "04229",
  city: "Leipzig",
  date_of_birth_day: 29,
  date_of_birth_month: "3",
  date_of_birth_year: "1991",
});

describe.for([
  ["by a browser's session", (user: AccountOwner) => byCookie(user)],
  ["by a token", (user: AccountOwner) => byToken(user)],
] as const)("%s", ([, enter]) => {
  test("POST /api/account saves the whole profile: what is left out is none", async () => {
    const user = await makeAccount({ company: "Alt", city: "Alt" });
    const headers = await enter(user);
    const { company, ...rest } = whole();
    const given = { ...rest, unheard_of: 1, status: "ACTIVE", id: (await makeAccount()).id, currency: "GBP" };
    const saved = readUser(await callApi("POST", "/api/account", given, headers));
    expect(saved).toMatchObject({
      id: user.id,
      username: rest.username,
      name: "Ada Müller",
      company: null,
      eu_ust_id: "DE136695976",
      country_id: countries[0],
      city: "Leipzig",
      date_of_birth: "1991-03-29",
      date_of_birth_day: 29,
      date_of_birth_month: 3,
      date_of_birth_year: 1991,
      status: "CREATED",
      currency: "EUR",
    });
    expect(await told(headers)).toEqual(saved);
  });

  test("PATCH /api/account changes what is sent, and nothing else", async () => {
    const user = await makeAccount({ company: "Alt", city: "Alt", date_of_birth: "1990-01-31" });
    const headers = await enter(user);
    const before = await told(headers);
    const patch = async (body: unknown) => readUser(await callApi("PATCH", "/api/account", body, headers));
    expect(await patch({})).toEqual(before);
    expect(await patch({ city: " Neu " })).toEqual({ ...before, city: "Neu" });
    expect(await patch({ city: "", company: null })).toEqual({ ...before, city: null, company: null });
    const birthday = { date_of_birth_day: 1, date_of_birth_month: 2, date_of_birth_year: 1993 };
    expect(await patch(birthday)).toMatchObject({ ...birthday, date_of_birth: "1993-02-01" });
    const none = { date_of_birth_day: null, date_of_birth_month: null, date_of_birth_year: "" };
    expect(await patch(none)).toMatchObject({ date_of_birth: null, date_of_birth_year: null });
    // A user can be sent back as it was read.
    const now = await told(headers);
    expect(await patch(now)).toEqual(now);
  });

  test("the other calls of /api/account are seen in the user", async () => {
    const user = await makeAccount();
    const headers = await enter(user);
    const patch = async (path: string, body: unknown) => {
      const answered = readUser(await callApi("PATCH", `/api/account/${path}`, body, headers));
      expect(await told(headers)).toEqual(answered);
      return answered;
    };
    expect((await patch("ranking", { ranking_enabled: true })).ranking_enabled_at).not.toBeNull();
    expect((await patch("ranking", { ranking_enabled: "false" })).ranking_enabled_at).toBeNull();
    expect((await patch("country", { country_id: countries[1] })).country_id).toBe(countries[1]);
    expect((await patch("country", { country_id: String(countries[0]) })).country_id).toBe(countries[0]);
    expect(await patch("country", { country_id: "AT" })).toMatchObject({ country: "AT" });
    const unknown = await callApi("PATCH", "/api/account/country", { country_id: "ZZ" }, headers);
    expect(readRefusal(unknown).errors).toEqual({ country_id: ["Choose your country"] });
    expect((await patch("currency", { currency: "GBP" })).currency).toBe("GBP");
    const settings = {
      min_payout: "200.505",
      default_price_per_message: 2.5,
      show_online_status: false,
      email_notifications: "DAILY",
    };
    const amounts = { min_payout: "200.50", min_payout_minor: 20_050, default_price_per_message: "2.50" };
    expect(await patch("settings", settings)).toMatchObject({ ...settings, ...amounts });
    expect(await patch("settings", { min_payout: null })).toMatchObject({
      ...settings,
      ...amounts,
      min_payout: null,
      min_payout_minor: null,
    });
    expect(await patch("payout-type", { payout_type_id: 2 })).toMatchObject({
      payout_type_id: 2,
      payout_method: "BANK",
    });
    expect(await patch("payout-type", { payout_method: "PAXUM" })).toMatchObject({
      payout_type_id: 2,
      payout_method: "PAXUM",
    });
    const declined = await patch("verification-terms", { accepted: false });
    expect(declined.verification_terms_declined_at).not.toBeNull();
    expect(declined.verification_terms_accepted_at).toBeNull();
    const accepted = await patch("verification-terms", { accepted: "true" });
    expect(accepted.verification_terms_declined_at).toBeNull();
    expect(accepted.verification_terms_accepted_at).not.toBeNull();
  });

  test("POST /api/account/password changes it and ends all sessions but this one", async () => {
    const user = await makeAccount();
    const [headers, other] = [await enter(user), await byCookie(user)];
    const change = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    const wrong = await callApi(
      "POST",
      "/api/account/password",
      { ...change, current_password: "x" },
      headers,
    );
    expect(readRefusal(wrong)).toEqual({
      status: 422,
      message: "your password could not been updated",
      code: "wrong_password",
      errors: { current_password: ["Wrong password"] },
    });
    const right = { ...change, current_password: PASSWORD };
    const common = { ...right, password: "password", password_confirmation: "password" };
    expect(
      readRefusal(await callApi("POST", "/api/account/password", common, headers)).errors,
    ).toHaveProperty("password");
    expect((await callApi("POST", "/api/account/password", right, headers)).status).toBe(204);
    expect((await callApi("GET", "/api/user", "", headers)).status).toBe(200);
    expect((await callApi("GET", "/api/user", "", other)).status).toBe(401);
    const login = (password: string) => callApi("POST", "/api/login", { email: user.email, password });
    expect([(await login(PASSWORD)).status, (await login(NEW_PASSWORD)).status]).toEqual([401, 200]);
  });

  test("POST /api/account/email and /confirm: another address, once its mail's token is used", async () => {
    const [user, taken, email] = [await makeAccount(), await makeAccount(), newEmail()];
    const headers = await enter(user);
    const ask = (body: unknown) => callApi("POST", "/api/account/email", body, headers);
    expect(readRefusal(await ask({ email, password: "x" }))).toMatchObject({
      status: 422,
      message: "email could not been updated",
      errors: { password: ["Wrong password"] },
    });
    expect(readRefusal(await ask({ email: taken.email, password: PASSWORD })).errors).toEqual({
      email: ["This email has already been registered!"],
    });
    expect((await ask({ email, password: PASSWORD })).status).toBe(204);
    expect((await told(headers)).email).toBe(user.email);
    const token = await mailedToken("email", email);
    const confirm = (sent: string) => callApi("POST", "/api/account/email/confirm", { token: sent }, headers);
    expect(readUser(await confirm(token)).email).toBe(email);
    expect(readRefusal(await confirm(token))).toEqual({
      status: 422,
      message: "Failed to verify email address!",
      code: "invalid_token",
      errors: { token: ["Failed to verify email address!"] },
    });
    expect((await told(headers)).email).toBe(email);
  });

  test("POST /api/account/delete and /{token}: the mail's token deletes its owner's account", async () => {
    const [user, other] = [await makeAccount(), await makeAccount()];
    const headers = await enter(user);
    const wrong = await callApi("POST", "/api/account/delete", { password: "x" }, headers);
    expect(readRefusal(wrong)).toMatchObject({ status: 422, code: "wrong_password" });
    expect((await callApi("POST", "/api/account/delete", { password: PASSWORD }, headers)).status).toBe(204);
    const token = await mailedToken("deletion", user.email);
    const others = await callApi("POST", `/api/account/delete/${token}`, {}, await byCookie(other));
    expect(readRefusal(others)).toEqual({
      status: 422,
      message: "Link invalid or expired",
      code: "invalid_token",
      errors: {},
    });
    expect((await rowOf(other)).deleted_at).toBeNull();
    const answer = await callApi(
      "POST",
      `/api/account/delete/${token}`,
      { forfeit_balance: "maybe" },
      headers,
    );
    expect(readRefusal(answer)).toMatchObject({
      status: 422,
      errors: { forfeit_balance: [expect.any(String)] },
    });
    const deleted = await callApi("POST", `/api/account/delete/${token}`, {}, headers);
    expect([deleted.status, deleted.text]).toEqual([204, ""]);
    expect((await rowOf(user)).deleted_at).not.toBeNull();
    expect((await callApi("GET", "/api/user", "", headers)).status).toBe(401);
    if ("Cookie" in headers) expect(setCookie(deleted.headers, "session")).toBe("");
  });

  test("pictures come with the profile of an account, and the photo can be removed", async () => {
    const user = await makeAccount();
    const headers = await enter(user);
    const fan = wireFan("en", newAddress());
    for (const field of ["avatar", "header"]) {
      const form = multipart({ city: field }, { field, name: "a.png", type: "image/png", bytes: png });
      readUser(await fan.send("PATCH", "/api/account", form.body, { ...form.headers, ...headers }));
    }
    const { avatar_url, avatar_thumbnail_url, header_url, city } = await told(headers);
    expect(city).toBe("header");
    for (const picture of [avatar_url, avatar_thumbnail_url, header_url])
      expect((await fan.get(new URL(String(picture)).pathname)).headers["content-type"]).toBe("image/webp");
    expect((await callApi("DELETE", "/api/account/avatar", "", headers)).status).toBe(204);
    expect(await told(headers)).toMatchObject({ avatar_url: null, avatar_thumbnail_url: null, header_url });
    expect((await callApi("DELETE", "/api/account/avatar", "", headers)).status).toBe(204);
    expect(await picturesOf(user)).toBe(1);
  });
});

test("POST /api/account is the stage in which a new account chooses its name", async () => {
  const user = await makeAccount({ username: null, name: null, verification_terms_accepted_at: null });
  const headers = await byCookie(user);
  const { country_id, ...given } = whole();
  const post = (body: unknown) => callApi("POST", "/api/account", body, headers);
  expect(readRefusal(await post(given)).errors).toEqual({ country_id: ["Choose your country"] });
  for (const username of ["admin", "joerdis", "JOERDIS", "login", "a.css"])
    expect(readRefusal(await post({ ...given, country_id, username })).errors).toEqual({
      username: ["Invalid username - please choose another one"],
    });
  expect((await rowOf(user)).username).toBeNull();
  expect(readUser(await post({ ...given, country_id }))).toMatchObject({
    username: given.username,
    country_id,
  });
  expect(readRefusal(await post({ ...given, country_id }))).toMatchObject({
    status: 403,
    code: "terms_pending",
  });
  const terms = await callApi("PATCH", "/api/account/verification-terms", { accepted: true }, headers);
  expect(readUser(terms).verification_terms_accepted_at).not.toBeNull();
  expect((await post({ ...given, country_id, name: "Neu" })).status).toBe(200);
});

test("of many accounts that want the same name at once, one gets it", async () => {
  const username = whole().username;
  const users = await Promise.all(
    ["", "", "", "", "", ""].map(() => makeAccount({ username: null, name: null })),
  );
  const callers = await all(users, async (user) => await byCookie(user));
  const answers = await all(callers, (headers) =>
    callApi("POST", "/api/account", { ...whole(), username }, headers),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422]);
});

test("a username is changed once in 30 days, and the refusal says when it can be changed again", async () => {
  const user = await makeAccount();
  const headers = await byCookie(user);
  const rename = (username: string) => callApi("PATCH", "/api/account", { username, city: "Neu" }, headers);
  readUser(await rename(whole().username));
  await callApi("PATCH", "/api/account", { city: "Alt" }, headers);
  const { errors } = readRefusal(await rename(whole().username));
  expect(errors.username?.[0]).toMatch(/^Changeable again on \d+ \w+ 20\d\d$/);
  expect((await told(headers)).city).toBe("Alt");
});
