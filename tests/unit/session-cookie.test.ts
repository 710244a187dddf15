import { expect, test } from "vitest";
import { createOwnCookie, createSessionCookie } from "../../app/http/cookies.server.ts";

const SECRET = "a-secret-of-the-tests-that-is-long-enough";
const TOKEN = "token_of-a+session/=";
const session = createSessionCookie(SECRET, false);
const pairOf = (header: string) => header.split(";")[0] ?? "";

test("a session's cookie is read as it was set", async () => {
  const pair = pairOf(await session.serialize(TOKEN));
  expect(await session.parse(pair)).toBe(TOKEN);
  expect(await session.parse(`theme=dark; ${pair}`)).toBe(TOKEN);
});

test("a cookie of another key, without signature, cut, changed or malformed is none", async () => {
  const good = pairOf(await session.serialize(TOKEN));
  const other = pairOf(await createSessionCookie(`${SECRET}r`, false).serialize(TOKEN));
  const unsigned = pairOf(await createOwnCookie("session", false).serialize(TOKEN));
  const [value = "", signature = ""] = good.slice("session=".length).split(".");
  const forged = [
    ...[other, unsigned, "", "session=", "session=.", `session=.${signature}`, `session=${value}.`],
    ...[`session=A${value}.${signature}`, good.slice(0, -6), "session=%E0%A4%A.%ZZ", "session=%C3"],
  ];
  for (const cookie of forged) expect(await session.parse(cookie), cookie).toBeNull();
});
