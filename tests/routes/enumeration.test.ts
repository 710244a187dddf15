import { describe, expect, test } from "vitest";
import { many } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { cookieOf, makeAccount, newAddress, newEmail } from "../support/http/users.ts";

// Nobody learns from an answer, nor from its time, whether an address has an account. Registering says so, as the
// product promises it (docs/product.md, 6.1), behind its limit.

const ROUNDS = 15;

const CALLS: { path: string; fields: (email: string) => Record<string, string> }[] = [
  { path: "/login", fields: (email) => ({ email, password: "not this one" }) },
  { path: "/api/login", fields: (email) => ({ email, password: "not this one" }) },
  { path: "/password/forgot", fields: (email) => ({ email }) },
  { path: "/api/password/forgot", fields: (email) => ({ email }) },
];

/** The lower quartile: what is slower was kept waiting by something else. */
const quick = (values: number[]) => values.sort((a, b) => a - b)[Math.trunc(values.length / 4)] ?? 0;

/** All that the answer says, without what is another in every answer, and without the address that was typed. */
function saidBy({ status, rawHeaders, text }: Answer, email: string) {
  const headers = rawHeaders.join("\n").replace(/X-Request-Id\n[^\n]+|Date\n[^\n]+/gi, "");
  return { status, headers, text: text.replaceAll(email, "somebody").replace(/^.*X-Request-Id.*$/gim, "") };
}

/** How long each answer took, a known and an unknown address in turn; what is said must be the same. */
async function measure({
  path,
  fields,
}: (typeof CALLS)[number]): Promise<{ known: number; unknown: number }> {
  const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  for (const round of many(ROUNDS)) {
    const people = { known: (await makeAccount()).email, unknown: newEmail() };
    // As long as each other, so that the answers are, too.
    people.unknown = people.unknown.slice(0, people.known.length).padStart(people.known.length, "n");
    const said: Record<string, unknown> = {};
    for (const who of round % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const)) {
      const fan = wireFan("en", newAddress());
      const startedAt = performance.now();
      const answer = await fan.post(path, fields(people[who]));
      times[who].push(performance.now() - startedAt);
      said[who] = saidBy(answer, people[who]);
    }
    expect(said.unknown).toEqual(said.known);
  }
  return { known: quick(times.known), unknown: quick(times.unknown) };
}

describe.for(CALLS)("$path", (call) => {
  test(`${call.path} answers a known and an unknown address alike, in the same time`, async () => {
    // A password that is not hashed, or a mail that is written, is a factor of several, each time. What other tests do
    // at the same moment is not: so one of eight measurements without a difference tells that there is none.
    const differences: number[] = [];
    for (const _ of many(8)) {
      const { known, unknown } = await measure(call);
      differences.push(Math.abs(known - unknown) / Math.max(known, unknown));
      if (Math.min(...differences) < 0.35) break;
    }
    expect(Math.min(...differences)).toBeLessThan(0.35);
  });
});

test("a sign-in to an account without a password says what any other failed sign-in says", async () => {
  const user = await makeAccount({ password_hash: null });
  const fan = wireFan("en", newAddress());
  const answers = [user.email, newEmail()].map(
    async (email) => await fan.post("/api/login", { email, password: "x" }),
  );
  const [known, unknown] = await Promise.all(answers);
  expect([known?.status, known?.text]).toEqual([unknown?.status, unknown?.text]);
});

test("asking for a new password writes one mail to an address with an account, and none to one without", async () => {
  const user = await makeAccount();
  const nobody = newEmail();
  const fan = wireFan("en", newAddress());
  for (const email of [nobody, user.email.toUpperCase()])
    expect((await fan.post("/password/forgot", { email })).status).toBe(200);
  const mails = () =>
    records()
      .selectFrom("mail_outbox")
      .select("recipient")
      .where("recipient", "in", [user.email, nobody])
      .execute();
  await eventually("the mail is queued", async () => (await mails()).length > 0);
  expect(await mails()).toEqual([{ recipient: user.email }]);
});

test("sending the confirming mail again is for signed-in users, and tells nothing of others", async () => {
  const user = await makeAccount({ email_verified_at: null });
  const fan = wireFan("en", newAddress());
  expect((await fan.post("/api/register/resend-mail", { email: user.email })).status).toBe(401);
  const Cookie = await cookieOf(await makeAccount());
  const known = await fan.post("/api/register/resend-mail", { email: user.email }, { Cookie });
  const unknown = await fan.post("/api/register/resend-mail", { email: newEmail() }, { Cookie });
  expect([known.status, unknown.status]).toEqual([204, 204]);
  const mails = await records()
    .selectFrom("mail_outbox")
    .select("id")
    .where("recipient", "=", user.email)
    .execute();
  expect(mails).toEqual([]);
});
