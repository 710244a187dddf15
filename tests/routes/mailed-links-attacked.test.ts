import { beforeEach, describe, expect, test } from "vitest";
import { createTokens, tokenHash } from "../../app/crypto/crypto.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import { wireFan } from "../support/http/http-client.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import { readStrictly, textOf } from "../support/http/strict-html.ts";
import { type AccountOwner, cookieOf, makeAccount, newAddress, PASSWORD } from "../support/http/users.ts";

// Links of mails: used twice, used by two at once, too old, for another purpose, changed.

const fan = wireFan("en", newAddress());
const mint = createTokens(TEST_SECRETS.APP_SECRET).sign;

type Purpose = "register" | "email" | "password";

/** Lays a link down as the product does; returns its token. */
async function makeLink(
  user: AccountOwner,
  purpose: Purpose,
  { email = null as string | null, seconds = 600 } = {},
): Promise<string> {
  const now = Date.now();
  const token = mint(purpose, crypto.randomUUID());
  await records()
    .insertInto("mailed_tokens")
    .values({
      token_hash: tokenHash(token),
      user_id: user.id,
      purpose,
      email,
      created_at: new Date(now),
      expires_at: new Date(now + seconds * 1000),
    })
    .execute();
  return token;
}

const NEW_PASSWORD = "Ein ganz neues Wort 3";
const FORMS: Record<Purpose, { path: string; fields: Record<string, string>; text: string }> = {
  register: { path: "/register/confirm", fields: {}, text: "Failed to verify email address!" },
  email: { path: "/email/confirm", fields: {}, text: "Failed to verify email address!" },
  password: {
    path: "/password/reset",
    fields: { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD },
    text: "Failed to reset password!",
  },
};
const PURPOSES = ["register", "email", "password"] as const;

const use = (purpose: Purpose, token: string) =>
  fan.post(`${FORMS[purpose].path}/${token}`, FORMS[purpose].fields);

const rowOf = (user: AccountOwner) =>
  records()
    .selectFrom("users")
    .select(["email", "email_verified_at", "password_hash"])
    .where("id", "=", user.id)
    .executeTakeFirstOrThrow();

describe.for(PURPOSES)("a link for %s", (purpose) => {
  let user: AccountOwner;
  let newEmail: string;
  let token: string;
  const link = (seconds?: number) =>
    makeLink(user, purpose, {
      ...(purpose === "email" ? { email: newEmail } : {}),
      ...(seconds ? { seconds } : {}),
    });

  beforeEach(async () => {
    user = await makeAccount({ email_verified_at: null });
    newEmail = `moved.${user.email}`;
    token = await link();
  });

  const isRefused = async (answer: Awaited<ReturnType<typeof use>>) => {
    expect(answer.status).toBe(422);
    const page = readStrictly(answer.text);
    expect(page.problems).toEqual([]);
    expect(textOf(page.elements("main")[0])).toContain(FORMS[purpose].text);
  };

  test(`a link for ${purpose} does nothing when it is only opened`, async () => {
    const before = await rowOf(user);
    for (const method of ["GET", "HEAD"])
      expect((await fan.send(method, `${FORMS[purpose].path}/${token}`, "", {})).status).toBe(200);
    expect(await rowOf(user)).toEqual(before);
    const answer = await fan.get(`${FORMS[purpose].path}/${token}`);
    expect(answer.headers["referrer-policy"]).toBe("same-origin");
    expect(answer.headers["cache-control"]).toBe(
      purpose === "password" ? "private, no-store" : "private, no-cache",
    );
  });

  test(`a link for ${purpose} works once`, async () => {
    expect((await use(purpose, token)).status).toBe(303);
    const after = await rowOf(user);
    if (purpose === "email") expect(after.email).toBe(newEmail);
    await isRefused(await use(purpose, token));
    expect(await rowOf(user)).toEqual(after);
  });

  test(`a link for ${purpose} works once for eight requests at once`, async () => {
    const answers = await all(many(8), () => use(purpose, token));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([303, ...Array.from({ length: 7 }, () => 422)]);
  });

  test(`a link for ${purpose} is refused when it is too old`, async () => {
    const before = await rowOf(user);
    await isRefused(await use(purpose, await link(-1)));
    expect(await rowOf(user)).toEqual(before);
  });

  test(`a link for ${purpose} is refused for any other purpose`, async () => {
    const before = await rowOf(user);
    for (const other of PURPOSES.filter((each) => each !== purpose))
      expect((await use(other, token)).status, other).toBe(422);
    expect(await rowOf(user)).toEqual(before);
    // It was not used up by that.
    expect((await use(purpose, token)).status).toBe(303);
  });

  test(`a link for ${purpose} is refused shortened, lengthened, changed, or as its hash`, async () => {
    const before = await rowOf(user);
    const others = [
      token.slice(0, -1),
      token.slice(0, 20),
      `${token}A`,
      `${token}%20`,
      `${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`,
      tokenHash(token).toString("base64url"),
      tokenHash(token).toString("hex"),
      "%F0%9F%92%B6",
      "'%20or%201=1--",
    ];
    for (const other of others) await isRefused(await use(purpose, other));
    expect((await fan.post(FORMS[purpose].path, FORMS[purpose].fields)).status).toBe(422);
    expect(await rowOf(user)).toEqual(before);
  });
});

test("a link to reset a password proves the address, too, and leaves a second factor in place", async () => {
  const user = await makeAccount({ email_verified_at: null });
  const now = new Date();
  await records()
    .insertInto("second_factors")
    .values({ user_id: user.id, secret_encrypted: Buffer.alloc(48), confirmed_at: now, created_at: now })
    .execute();
  expect((await use("password", await makeLink(user, "password"))).status).toBe(303);
  expect((await rowOf(user)).email_verified_at).not.toBeNull();
  const login = await fan.post("/login", { email: user.email, password: NEW_PASSWORD });
  expect(login.headers.location).toMatch(/^\/login\/code/);
  expect(login.headers["set-cookie"]?.some((cookie) => cookie.startsWith("session="))).toBe(false);
});

test("an address that another account took meanwhile stays theirs", async () => {
  const [user, other] = [await makeAccount(), await makeAccount()];
  const token = await makeLink(user, "email", { email: other.email.toUpperCase() });
  expect((await use("email", token)).status).toBe(422);
  expect((await rowOf(user)).email).toBe(user.email);
});

test("a most common password is refused, and the link to reset goes on working", async () => {
  const user = await makeAccount();
  const token = await makeLink(user, "password");
  for (const password of ["123456", "Password", "qwerty"]) {
    const answer = await fan.post(`/password/reset/${token}`, { password, password_confirmation: password });
    expect([password, answer.status]).toEqual([password, 422]);
  }
  expect((await use("password", token)).status).toBe(303);
});

test("the API's reset with another address than the link's changes nothing, and the link goes on working", async () => {
  const user = await makeAccount();
  const token = await makeLink(user, "password");
  const call = { token, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
  const wrong = await fan.post("/api/password/reset", { ...call, email: "else@accounts.example" });
  expect(wrong.status).toBe(422);
  expect((await fan.post("/login", { email: user.email, password: PASSWORD })).status).toBe(303);
  const right = await fan.post("/api/password/reset", { ...call, email: user.email.toUpperCase() });
  expect(right.status).toBe(204);
});

test("a link of another user confirms their account, not the one that is signed in", async () => {
  const [user, other] = [
    await makeAccount({ email_verified_at: null }),
    await makeAccount({ email_verified_at: null }),
  ];
  const token = await makeLink(other, "register");
  const answer = await fan.post(`/register/confirm/${token}`, {}, { Cookie: await cookieOf(user) });
  expect(answer.headers.location).toBe("/login");
  expect([(await rowOf(user)).email_verified_at, (await rowOf(other)).email_verified_at === null]).toEqual([
    null,
    false,
  ]);
});
