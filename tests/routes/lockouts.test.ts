import { expect, test } from "vitest";
import { limitTable } from "../../app/http/limit-table.ts";
import { all, many } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import { type WireFan, wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { sentCookie } from "../support/http/own-cookies.ts";
import { cookieOf, makeAccount, newAddress, newEmail, PASSWORD, setCookie } from "../support/http/users.ts";

// What strangers try locks nobody out: neither an account, nor who shares their address.

const { login_network, login_address, login_device, login_email } = limitTable;

const login = (fan: WireFan, email: string, password = "not this one") =>
  fan.post("/api/login", { email, password });
const isIn = (answer: Answer) => [200, 303].includes(answer.status);

/** A browser on which this account has signed in. */
async function knownDevice(email: string, address = newAddress()): Promise<string> {
  const answer = await wireFan("en", address).post("/login", { email, password: PASSWORD });
  expect(answer.status).toBe(303);
  return `device=${setCookie(answer.headers, "device")}`;
}

test("sign-in failures from elsewhere do not block an account: its owner signs in from another network", async () => {
  const { email } = await makeAccount();
  const stranger = wireFan("en", newAddress());
  for (const _ of many(login_network.points + 1)) await login(stranger, email);
  expect((await login(stranger, email, PASSWORD)).status).toBe(429);
  expect(isIn(await login(wireFan("en", newAddress()), email, PASSWORD))).toBe(true);
});

test("a device that signed in before has its own five tries, whatever is tried beside it at its address", async () => {
  const { email } = await makeAccount();
  const address = newAddress();
  const Cookie = await knownDevice(email, address);
  const stranger = wireFan("en", address);
  for (const _ of many(login_network.points)) await login(stranger, email);
  for (const _ of many(login_address.points)) await login(stranger, newEmail());
  expect((await login(stranger, email, PASSWORD)).status).toBe(429);
  const owner = wireFan("en", { ...address, Cookie });
  for (const _ of many(login_device.points - 1)) expect((await login(owner, email)).status).toBe(401);
  expect(isIn(await login(owner, email, PASSWORD))).toBe(true);
  for (const _ of many(login_device.points)) expect((await login(owner, email)).status).toBe(401);
  expect((await login(owner, email, PASSWORD)).status).toBe(429);
});

test("of 50 wrong passwords at once on a known device, five are looked at", async () => {
  const { email } = await makeAccount();
  const fan = wireFan("en", { ...newAddress(), Cookie: await knownDevice(email) });
  const answers = await all(many(50), () => login(fan, email));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(login_device.points);
});

test("the cookie of a device is worth nothing for another account, and nothing when it was made up", async () => {
  const [mine, other] = [await makeAccount(), await makeAccount()];
  const Cookie = await knownDevice(mine.email);
  for (const cookie of [Cookie, await sentCookie("device", "A".repeat(43)), "device="]) {
    const fan = wireFan("en", { ...newAddress(), Cookie: cookie });
    for (const _ of many(login_network.points)) await login(fan, other.email);
    expect((await login(fan, other.email, PASSWORD)).status).toBe(429);
  }
});

test("the cookie of a device changes with each sign-in, and a planted one never becomes known", async () => {
  const { id, email } = await makeAccount();
  const address = newAddress();
  const planted = await sentCookie("device", "B".repeat(43));
  const first = await wireFan("en", { ...address, Cookie: planted }).post("/login", {
    email,
    password: PASSWORD,
  });
  const token = setCookie(first.headers, "device");
  expect(first.headers["set-cookie"]?.find((each) => each.startsWith("device="))).toMatch(
    /HttpOnly; SameSite=Lax/,
  );
  const second = await wireFan("en", { ...address, Cookie: `device=${token}` }).post("/login", {
    ...{ email, password: PASSWORD },
  });
  expect(setCookie(second.headers, "device")).not.toBe(token);
  const devices = await records()
    .selectFrom("known_devices")
    .select("id")
    .where("user_id", "=", id)
    .execute();
  expect(devices).toHaveLength(1);
});

test("signing out everywhere forgets the other devices and keeps one's own", async () => {
  const user = await makeAccount();
  const lost = await knownDevice(user.email);
  const answer = await wireFan("en", newAddress()).post("/login", { email: user.email, password: PASSWORD });
  const [own, session] = ["device", "session"].map((name) => `${name}=${setCookie(answer.headers, name)}`);
  const fan = wireFan("en", { ...newAddress(), Cookie: `${session}; ${own}` });
  expect((await fan.post("/account/security/sessions/end", {})).status).toBe(303);
  const address = newAddress();
  for (const _ of many(login_network.points)) await login(wireFan("en", address), user.email);
  const from = (Cookie = "") => login(wireFan("en", { ...address, Cookie }), user.email, PASSWORD);
  expect((await from(lost)).status).toBe(429);
  expect(isIn(await from(own))).toBe(true);
});

test("an email tried from everywhere has one try an hour for unknown networks, five for known ones", async () => {
  const { email } = await makeAccount();
  const home = newAddress();
  const signedIn = await wireFan("en", home).post("/login", { email, password: PASSWORD });
  expect(signedIn.status).toBe(303);
  await all(many(login_email.points / 2), async () => {
    const stranger = wireFan("en", newAddress());
    for (const _ of many(2)) await login(stranger, email);
  });
  const stranger = wireFan("en", newAddress());
  expect((await login(stranger, email)).status).toBe(401);
  const refused = await login(stranger, email, PASSWORD);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(30 * 60);
  expect(isIn(await login(wireFan("en", newAddress()), email, PASSWORD))).toBe(true);
  for (const _ of many(3)) expect((await login(wireFan("en", home), email)).status).toBe(401);
  expect(isIn(await login(wireFan("en", home), email, PASSWORD))).toBe(true);
});

test("wrong codes of an attacker who has the password do not block a known device", async () => {
  const { id, email } = await makeAccount();
  const Cookie = await knownDevice(email);
  const now = new Date();
  await records()
    .insertInto("second_factors")
    .values({ user_id: id, secret_encrypted: Buffer.alloc(48), confirmed_at: now, created_at: now })
    .execute();
  const code = (headers: Record<string, string>) =>
    wireFan("en", headers).post("/api/login", { email, password: PASSWORD, otp: "0000-0000-0000-0000" });
  for (const _ of many(5)) expect((await code(newAddress())).status).toBe(401);
  expect((await code(newAddress())).status).toBe(429);
  expect((await code({ ...newAddress(), Cookie })).status).toBe(401);
});

test("changes of an address send a stranger three mails an hour, in whatever spelling of the mailbox", async () => {
  const name = `stranger${Math.trunc(Math.random() * 1e9)}`;
  const spellings = many(12).map(
    (number) => `${name.slice(0, 4)}.${name.slice(4)}+${number}@mailbox.example`,
  );
  const statuses: number[] = [];
  for (const email of spellings) {
    const user = await makeAccount();
    const fan = wireFan("en", { ...newAddress(), Cookie: await cookieOf(user) });
    statuses.push((await fan.post("/api/account/email", { email, password: PASSWORD })).status);
  }
  expect(statuses.filter((status) => status === 204)).toHaveLength(limitTable.change_email.points);
  expect(statuses.filter((status) => status === 429)).toHaveLength(12 - limitTable.change_email.points);
});

test.for(["/account/email", "/api/account/email"])(
  "changing an account by %s is allowed three times an hour, in both languages",
  async (path) => {
    for (const locale of ["en", "de"] as const) {
      const user = await makeAccount();
      const fan = wireFan(locale, { ...newAddress(), Cookie: await cookieOf(user) });
      const ask = () => fan.post(path, { email: newEmail(), password: PASSWORD });
      for (const _ of many(limitTable.change_account.points))
        expect([204, 303]).toContain((await ask()).status);
      const refused = await ask();
      expect(refused.status).toBe(path.startsWith("/api") ? 429 : 422);
      expect(refused.text).toContain(locale === "en" ? "Too many attempts" : "Zu viele Versuche");
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(14 * 60);
    }
  },
);

test("one address has at most 20 links mailed an hour, and one network 60, whoever gets them", async () => {
  const forgot = (address: string, email: string) =>
    wireFan("en", { "X-Forwarded-For": address }).post("/api/password/forgot", { email });
  const network = newAddress()["X-Forwarded-For"].split(":").slice(0, 3).join(":");
  let sent = 0;
  for (const household of many(4)) {
    for (const _ of many(limitTable.mail_address.points + 1))
      if ((await forgot(`${network}:${household + 1}::1`, newEmail())).status === 204) sent += 1;
    expect(sent).toBe(
      Math.min(limitTable.mail_network.points, (household + 1) * limitTable.mail_address.points),
    );
  }
});

test("the link that deletes an account is mailed three times an hour", async () => {
  const user = await makeAccount({ email_verified_at: null });
  const fan = wireFan("en", { ...newAddress(), Cookie: await cookieOf(user) });
  const ask = () => fan.post("/api/account/delete", { password: PASSWORD });
  for (const _ of many(limitTable.deletion_mail.points)) expect((await ask()).status).toBe(204);
  expect((await ask()).status).toBe(429);
});
