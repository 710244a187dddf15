import { sql } from "kysely";
import { describe, expect } from "vitest";
import { z } from "zod";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import { confirmEmailChange, requestEmailChange } from "../../app/domain/auth/email-change.server.ts";
import { decideCase, relinkCases } from "../../app/domain/content-cases/decide-case.server.ts";
import { complain, findCaseLink, reportContent } from "../../app/domain/content-cases/notices.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { test as it } from "../support/domain-test.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { type Creator, DAY_SECONDS, type TipWorld } from "../support/money/tip-world.ts";

// Whose content a case is about reads it by a link that ends with the address to which it was mailed.

const tokens = createTokens("a secret of at least thirty-two characters");
const WORDS = "The picture is mine; I took it in Leipzig last year.";
let operator_id: string;

it.beforeAll(async ({ database }) => {
  operator_id = (await createOperatorRow(database.db, new Date("2026-11-21T10:00:00Z"))).id;
});

const services = (world: TipWorld) => ({ ...world, tokens, publicUrl: "https://tribute.example" });

async function report(world: TipWorld, creator: Creator) {
  const token = await reportContent(services(world), {
    target: `/${creator.username}`,
    reason: "RIGHTS",
    explanation: WORDS,
    name: "Ida",
    email: "ida@fans.example",
    locale: "de",
  });
  return { token, id: (await findCaseLink(services(world), token))?.case_id ?? "" };
}

const decide = (world: TipWorld, case_id: string) =>
  decideCase(services(world), {
    ...{ case_id, operator_id, decision: "REMOVED", about: "notice" },
    reasons: "The picture is protected, and there is no licence.",
  });

/** The mails of decisions to one address, the newest first, with the link that each carries. */
async function decisionMails(world: TipWorld, recipient: string) {
  const rows = await world.db
    .selectFrom("mail_outbox")
    .select("params")
    .where("template", "=", "content_decision")
    .where("recipient", "=", recipient)
    .orderBy("created_at", "desc")
    .execute();
  return rows.map(({ params }) =>
    tokens.sign("content-case", z.object({ token_id: z.string() }).parse(params).token_id),
  );
}

async function emailOf(world: TipWorld, creator: Creator): Promise<string> {
  const row = await world.db
    .selectFrom("users")
    .select("email")
    .where("id", "=", creator.id)
    .executeTakeFirstOrThrow();
  return row.email;
}

/** Asks for another address; returns what its link carries. */
async function askFor(world: TipWorld, creator: Creator, email: string): Promise<string> {
  expect(await requestEmailChange(services(world), { user_id: creator.id, email })).toBe("sent");
  const { rows } = await sql<{ token_id: string }>`
    select params ->> 'token_id' as token_id from mail_outbox
    where template = 'email_change' and recipient = ${email}`.execute(world.db);
  return tokens.sign("email", rows[0]?.token_id ?? "");
}

async function moveTo(world: TipWorld, creator: Creator, email: string): Promise<void> {
  expect(await confirmEmailChange(services(world), await askFor(world, creator, email))).toEqual({
    user_id: creator.id,
  });
}

describe("a creator's link to a case", () => {
  it("a creator's link to a case is void once the account has another address, which gets one of its own, once", async ({
    world,
    creator,
  }) => {
    const { id, token } = await report(world, creator);
    await decide(world, id);
    const [old = ""] = await decisionMails(world, await emailOf(world, creator));
    expect(await findCaseLink(services(world), old)).toMatchObject({ side: "CREATOR" });
    const email = `moved-${world.newId()}@elsewhere.example`;
    await moveTo(world, creator, email);
    expect(await findCaseLink(services(world), old)).toBeNull();
    expect(await complain(services(world), { token: old, text: WORDS })).toBe("gone");
    expect(await findCaseLink(services(world), token)).toMatchObject({ side: "REPORTER" });
    await all(many(4), () => relinkCases(services(world), creator.id));
    const links = await decisionMails(world, email);
    expect(links).toHaveLength(1);
    const [own = ""] = links;
    expect(await findCaseLink(services(world), own)).toEqual({ case_id: id, side: "CREATOR" });
    expect(await complain(services(world), { token: own, text: WORDS })).toBe("complained");
  });

  it("a decision while the address changes leaves no link that works with the old one", async ({
    world,
    creator,
  }) => {
    for (let round = 0; round < 20; round += 1) {
      const { id } = await report(world, creator);
      const before = await emailOf(world, creator);
      const email = `race-${world.newId()}@elsewhere.example`;
      const link = await askFor(world, creator, email);
      await Promise.all([decide(world, id), confirmEmailChange(services(world), link)]);
      await relinkCases(services(world), creator.id);
      for (const old of await decisionMails(world, before))
        expect(await findCaseLink(services(world), old)).toBeNull();
      const [own = ""] = await decisionMails(world, email);
      expect(await findCaseLink(services(world), own)).toMatchObject({ side: "CREATOR" });
    }
  });

  it("a case that is over is not told to a new address", async ({ world, creator }) => {
    const { id } = await report(world, creator);
    await decide(world, id);
    world.time.passSeconds(190 * DAY_SECONDS);
    const email = `late-${world.newId()}@elsewhere.example`;
    await moveTo(world, creator, email);
    await relinkCases(services(world), creator.id);
    expect(await decisionMails(world, email)).toEqual([]);
  });
});
