import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { createTokens } from "../../../app/crypto/crypto.server.ts";
import { hashPassword } from "../../../app/domain/auth/passwords.server.ts";
import { openSession } from "../../../app/domain/auth/sessions.server.ts";
import { applyDisputes } from "../../../app/domain/disputes/follow-disputes.server.ts";
import { minor } from "../../../app/domain/money/minor.ts";
import type { Users } from "../../../db/schema.ts";
import { insertPaidOut } from "../../../db/seeds/paid-out.ts";
import { records } from "../database/records.ts";
import { insertEarned } from "../money/earned-money.ts";
import { createOperatorRow } from "../money/operators.ts";
import { createTipWorld } from "../money/tip-world.ts";
import { sentCookie } from "./own-cookies.ts";
import { TEST_SECRETS } from "./product.ts";

/** The password of every account that a test makes. */
export const PASSWORD = "Regenschirm-Kastanie 7";

let passwordHash: Promise<string> | null = null;

/** A user of the shared product. */
export interface AccountOwner {
  id: string;
  email: string;
  username: string | null;
}

/** Writes an account into the shared product's database; through all stages unless it is changed. */
export async function makeAccount(change: Partial<Insertable<Users>> = {}): Promise<AccountOwner> {
  passwordHash ??= hashPassword(PASSWORD);
  const id = randomUUID();
  const now = new Date();
  const name = `t${id.replaceAll("-", "").slice(0, 20)}`;
  const account = {
    id,
    email: `${name}@accounts.example`,
    password_hash: await passwordHash,
    username: name,
    name: "Ada Muster",
    email_verified_at: now,
    verification_terms_accepted_at: now,
    terms_accepted_at: now,
    locale: null,
    created_at: now,
    updated_at: now,
    ...change,
    // By the dispute alone.
    ...(change.status === "CHARGEBACK" ? { status: "ACTIVE" as const } : {}),
  };
  await records().insertInto("users").values(account).execute();
  if (change.status === "CHARGEBACK") await oweAEuro(id, now);
  return { id: account.id, email: account.email, username: account.username };
}

/**
 * A creator comes to owe: a tip of one euro was paid out, and then the fan's bank took it back. The product checks its
 * books while the tests run, so there is a row for all that is posted.
 */
export async function oweAEuro(creatorId: string, now: Date, db = records()): Promise<void> {
  const tip = { creator_id: creatorId, currency: "EUR", amount_minor: minor(1_00), provider: "sandbox" };
  await insertEarned(db, { ...tip, now });
  const operator = await createOperatorRow(db, now);
  const paid = { ...tip, operator_id: operator.id, issuer: ["Tribute"], at: now };
  await db.transaction().execute((trx) => insertPaidOut(trx, { newId: randomUUID }, paid));
  const { id } = await db
    .selectFrom("payments as p")
    .innerJoin("tips as t", "t.id", "p.tip_id")
    .select("p.id")
    .where("t.creator_id", "=", creatorId)
    .executeTakeFirstOrThrow();
  const dispute = { disputeRef: `owed-${id}`, amountMinor: 1_00, state: "LOST" as const };
  const services = createTipWorld(db);
  await db.transaction().execute((trx) => applyDisputes(trx, services, id, [dispute], now));
}

/** Opens a browser's session by the product's own door. Returns its cookie's value. */
export async function openSessionOf(user: { id: string }, has_second_factor = false): Promise<string> {
  const token = await openSession(records(), {
    id: randomUUID(),
    user_id: user.id,
    user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    has_second_factor,
    now: new Date(),
  });
  return (await sentCookie("session", token)).slice("session=".length);
}

/** The same as the Cookie header of a browser. */
export async function cookieOf(user: { id: string }, has_second_factor = false): Promise<string> {
  return `session=${await openSessionOf(user, has_second_factor)}`;
}

/** The header of a visitor whose address nobody else has: limits count by it. */
export function newAddress(): { "X-Forwarded-For": string } {
  // Outside of what is given to networks (2000::/3): no such address has a country.
  const groups = Array.from({ length: 4 }, () => randomInt(0x4000, 0x10000).toString(16));
  return { "X-Forwarded-For": `${groups.join(":")}::1` };
}

/** A new email address that nobody has. */
export function newEmail(): string {
  return `new.${randomBytes(8).toString("hex")}@accounts.example`;
}

/** The token of the last mail that was queued for an address, as its link carries it. */
export async function mailedToken(
  purpose: "register" | "password" | "email" | "deletion",
  recipient: string,
): Promise<string> {
  const template = {
    register: "register",
    password: "password_reset",
    email: "email_change",
    deletion: "deletion",
  }[purpose];
  const mails = await records()
    .selectFrom("mail_outbox")
    .select("dedupe_key")
    .where("template", "=", template)
    .where("recipient", "=", recipient)
    .orderBy("created_at", "desc")
    .execute();
  const id = mails[0]?.dedupe_key.slice(`${purpose}:`.length);
  if (!id) throw new Error(`no mail "${template}" for ${recipient}`);
  return createTokens(TEST_SECRETS.APP_SECRET).sign(purpose, id);
}

/** The value of a cookie that an answer sets; null when it sets none of that name. */
export function setCookie(headers: { "set-cookie"?: string[] | undefined }, name: string): string | null {
  const cookie = headers["set-cookie"]?.find((each) => each.startsWith(`${name}=`));
  return cookie === undefined ? null : (cookie.slice(name.length + 1).split(";")[0] ?? "");
}
