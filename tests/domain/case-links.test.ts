import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import { confirmEmailChange, requestEmailChange } from "../../app/domain/auth/email-change.server.ts";
import { decideCase, relinkCases } from "../../app/domain/content-cases/decide-case.server.ts";
import { complain, findCaseLink, reportContent } from "../../app/domain/content-cases/notices.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  type TipWorld,
} from "../support/money/tip-world.ts";

// Whose content a case is about reads it by a link that ends with the address to which it was mailed.

const tokens = createTokens("a secret of at least thirty-two characters");
const WORDS = "The picture is mine; I took it in Leipzig last year.";
let database: TestDatabase;
let world: TipWorld;
let creator: Creator;
let operator_id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  operator_id = (await createOperatorRow(database.db, new Date("2026-11-21T10:00:00Z"))).id;
});
beforeEach(async () => {
  world = createTipWorld(database.db);
  creator = await createCreator(world);
});
afterAll(() => database.drop());

const services = () => ({ ...world, tokens, publicUrl: "https://tribute.example" });

async function report() {
  const token = await reportContent(services(), {
    target: `/${creator.username}`,
    reason: "RIGHTS",
    explanation: WORDS,
    name: "Ida",
    email: "ida@fans.example",
    locale: "de",
  });
  return { token, id: (await findCaseLink(services(), token))?.case_id ?? "" };
}

const decide = (case_id: string) =>
  decideCase(services(), {
    ...{ case_id, operator_id, decision: "REMOVED", about: "notice" },
    reasons: "The picture is protected, and there is no licence.",
  });

/** The mails of decisions to one address, the newest first, with the link that each carries. */
async function decisionMails(recipient: string) {
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

async function emailOf(): Promise<string> {
  const row = await world.db
    .selectFrom("users")
    .select("email")
    .where("id", "=", creator.id)
    .executeTakeFirstOrThrow();
  return row.email;
}

/** Asks for another address; returns what its link carries. */
async function askFor(email: string): Promise<string> {
  expect(await requestEmailChange(services(), { user_id: creator.id, email })).toBe("sent");
  const { rows } = await sql<{ token_id: string }>`
    select params ->> 'token_id' as token_id from mail_outbox
    where template = 'email_change' and recipient = ${email}`.execute(world.db);
  return tokens.sign("email", rows[0]?.token_id ?? "");
}

async function moveTo(email: string): Promise<void> {
  expect(await confirmEmailChange(services(), await askFor(email))).toEqual({ user_id: creator.id });
}

describe("a creator's link to a case", () => {
  it("a creator's link to a case is void once the account has another address, which gets one of its own, once", async () => {
    const { id, token } = await report();
    await decide(id);
    const [old = ""] = await decisionMails(await emailOf());
    expect(await findCaseLink(services(), old)).toMatchObject({ side: "CREATOR" });
    const email = `moved-${world.newId()}@elsewhere.example`;
    await moveTo(email);
    expect(await findCaseLink(services(), old)).toBeNull();
    expect(await complain(services(), { token: old, text: WORDS })).toBe("gone");
    expect(await findCaseLink(services(), token)).toMatchObject({ side: "REPORTER" });
    await all(many(4), () => relinkCases(services(), creator.id));
    const links = await decisionMails(email);
    expect(links).toHaveLength(1);
    const [own = ""] = links;
    expect(await findCaseLink(services(), own)).toEqual({ case_id: id, side: "CREATOR" });
    expect(await complain(services(), { token: own, text: WORDS })).toBe("complained");
  });

  it("a decision while the address changes leaves no link that works with the old one", async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id } = await report();
      const before = await emailOf();
      const email = `race-${world.newId()}@elsewhere.example`;
      const link = await askFor(email);
      await Promise.all([decide(id), confirmEmailChange(services(), link)]);
      await relinkCases(services(), creator.id);
      for (const old of await decisionMails(before)) expect(await findCaseLink(services(), old)).toBeNull();
      const [own = ""] = await decisionMails(email);
      expect(await findCaseLink(services(), own)).toMatchObject({ side: "CREATOR" });
    }
  });

  it("a case that is over is not told to a new address", async () => {
    const { id } = await report();
    await decide(id);
    world.time.passSeconds(190 * DAY_SECONDS);
    const email = `late-${world.newId()}@elsewhere.example`;
    await moveTo(email);
    await relinkCases(services(), creator.id);
    expect(await decisionMails(email)).toEqual([]);
  });
});
