import { randomInt } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { Secret, TOTP } from "otpauth";
import type { DB } from "../../../db/schema.ts";
import { type Encryption, tokenHash } from "../../crypto/crypto.server.ts";
import { ORIGIN } from "../../product-name.ts";
import { productRules } from "../../product-rules.ts";
import type { Jobs } from "../jobs.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { mailOtherOperators } from "./mailed-tokens.server.ts";
import { type ActingUser, endOldRights, lockActingUser } from "./sessions.server.ts";

export function hasFreshCode({ code_at }: { code_at: Date | null }, now: Date): boolean {
  return code_at !== null && now.getTime() - code_at.getTime() < productRules.fresh_code_minutes * 60_000;
}

export async function noteFreshCode(
  db: Kysely<DB>,
  session: { id: string; user_id: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ code_at: now })
    .where("id", "=", session.id)
    .where("user_id", "=", session.user_id)
    .execute();
}

const STEP_SECONDS = 30;
const SECRET_BYTES = 20;
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

interface FactorServices {
  db: Kysely<DB>;
  encryption: Encryption;
  clock: () => Date;
}

type MailingServices = FactorServices & { jobs: Jobs; newId: () => string };

interface FactorOwner {
  id: string;
  email: string;
  product?: string;
}

export interface FactorSetup {
  secret: string;
  url: string;
}

/** Throws StaleSession. */
export async function beginSecondFactor(
  services: FactorServices,
  userId: string,
  asker?: ActingUser,
): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    await lockActingUser(trx, userId, asker);
    await keepNewSecret({ ...services, db: trx }, userId);
  });
}

async function keepNewSecret({ db, encryption, clock }: FactorServices, userId: string): Promise<void> {
  const fresh = new Secret({ size: SECRET_BYTES });
  await db
    .insertInto("second_factors")
    .values({
      user_id: userId,
      secret_encrypted: encryption.encrypt("second-factor", userId, Buffer.from(fresh.bytes)),
      created_at: clock(),
    })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .execute();
}

export async function findSetup(
  services: Omit<FactorServices, "clock">,
  user: FactorOwner,
): Promise<FactorSetup | null> {
  return await readSetup(services, user, { isGiven: false });
}

export async function findGivenSetup(
  services: Omit<FactorServices, "clock">,
  user: FactorOwner,
): Promise<FactorSetup | null> {
  return await readSetup(services, user, { isGiven: true });
}

async function readSetup(
  { db, encryption }: Omit<FactorServices, "clock">,
  user: FactorOwner,
  { isGiven }: { isGiven: boolean },
): Promise<FactorSetup | null> {
  const row = await db
    .selectFrom("second_factors")
    .select("secret_encrypted")
    .where("user_id", "=", user.id)
    .$if(!isGiven, (query) => query.where("confirmed_at", "is", null))
    .executeTakeFirst();
  if (!row) return null;
  const totp = totpOf(encryption, user.id, row.secret_encrypted, user);
  return { secret: totp.secret.base32, url: totp.toString() };
}

/** Ends old rights. Returns the recovery codes, once; null for a wrong code. Throws StaleSession. */
export async function confirmSecondFactor(
  services: MailingServices,
  given: { user_id: string; code: string; asker?: ActingUser },
): Promise<string[] | null> {
  return await services.db.transaction().execute(async (trx) => {
    await lockActingUser(trx, given.user_id, given.asker);
    if (!(await takeStep(trx, services, given.user_id, given.code, false))) return null;
    const now = services.clock();
    await trx
      .updateTable("second_factors")
      .set({ confirmed_at: now })
      .where("user_id", "=", given.user_id)
      .execute();
    await endOldRights(trx, given.user_id, given.asker?.session_id ?? null);
    await tellChange(trx, services, given.user_id, true);
    return await newRecoveryCodes(trx, given.user_id, now);
  });
}

export async function giveSecondFactor(services: FactorServices, user: FactorOwner): Promise<FactorSetup> {
  await keepNewSecret(services, user.id);
  const setup = await findSetup(services, user);
  if (!setup) throw new Error("this user has a second factor already");
  await services.db
    .updateTable("second_factors")
    .set({ confirmed_at: services.clock() })
    .where("user_id", "=", user.id)
    .execute();
  return setup;
}

export async function revealSecret(services: FactorServices, userId: string): Promise<string | null> {
  const totp = await totpOfUser(services, userId);
  return totp?.secret.base32 ?? null;
}

/** Each code once. */
export async function checkSecondFactor(
  services: FactorServices,
  userId: string,
  code: string,
): Promise<boolean> {
  const typed = code.toLowerCase().replace(/[\s-]/g, "");
  return await services.db.transaction().execute(async (trx) => {
    if (/^\d{6}$/.test(typed)) return await takeStep(trx, services, userId, typed, true);
    const used = await trx
      .deleteFrom("recovery_codes")
      .where("user_id", "=", userId)
      .where("code_hash", "=", tokenHash(typed))
      .returning("user_id")
      .executeTakeFirst();
    return used !== undefined;
  });
}

/** Ends other rights. Throws StaleSession. */
export async function renewRecoveryCodes(
  db: Kysely<DB>,
  userId: string,
  now: Date,
  asker?: ActingUser,
): Promise<string[]> {
  return await db.transaction().execute(async (trx) => {
    await lockActingUser(trx, userId, asker);
    await endOldRights(trx, userId, asker?.session_id ?? null);
    return await newRecoveryCodes(trx, userId, now);
  });
}

export async function findSecondFactor(
  db: Kysely<DB>,
  userId: string,
): Promise<{ is_on: boolean; recovery_codes: number }> {
  const factor = await db
    .selectFrom("second_factors")
    .select((eb) => [
      "confirmed_at",
      eb
        .selectFrom("recovery_codes as r")
        .whereRef("r.user_id", "=", "second_factors.user_id")
        .select((inner) => inner.fn.countAll<number>().as("count"))
        .as("recovery_codes"),
    ])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return { is_on: Boolean(factor?.confirmed_at), recovery_codes: factor?.recovery_codes ?? 0 };
}

export async function removeSecondFactor(
  services: MailingServices,
  userId: string,
  asker?: ActingUser,
): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    await lockActingUser(trx, userId, asker);
    await dropSecondFactor(trx, services, userId, asker?.session_id ?? null);
  });
}

/** The caller holds the user. */
export async function dropSecondFactor(
  trx: Transaction<DB>,
  services: Omit<MailingServices, "db" | "encryption">,
  userId: string,
  keepSessionId: string | null,
): Promise<boolean> {
  const removed = await trx
    .deleteFrom("second_factors")
    .where("user_id", "=", userId)
    .returning("confirmed_at")
    .executeTakeFirst();
  if (!removed?.confirmed_at) return false;
  await endOldRights(trx, userId, keepSessionId);
  await tellChange(trx, services, userId, false);
  return true;
}

async function tellChange(
  trx: Transaction<DB>,
  services: Omit<MailingServices, "db" | "encryption">,
  userId: string,
  is_on: boolean,
): Promise<void> {
  const now = services.clock();
  const user = await trx
    .selectFrom("users")
    .select(["id", "email", "locale", "role"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (user.role !== "CREATOR")
    await mailOtherOperators(trx, services, user, is_on ? "factor_on" : "factor_off");
  await queueMail(trx, services, {
    dedupe_key: `second-factor:${services.newId()}`,
    template: "second_factor_changed",
    locale: user.locale,
    recipient: user.email,
    user_id: userId,
    params: { is_on, changed_at: now.toISOString() },
    now,
  });
}

export async function currentCode(services: FactorServices, userId: string): Promise<string | null> {
  const totp = await totpOfUser(services, userId);
  return totp?.generate({ timestamp: services.clock().getTime() }) ?? null;
}

async function totpOfUser(services: FactorServices, userId: string): Promise<TOTP | null> {
  const row = await services.db
    .selectFrom("second_factors")
    .select("secret_encrypted")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ? totpOf(services.encryption, userId, row.secret_encrypted) : null;
}

/** Accepts each code once. */
export async function takeStep(
  trx: Transaction<DB>,
  services: FactorServices,
  userId: string,
  code: string,
  isInUse: boolean,
): Promise<boolean> {
  const row = await trx
    .selectFrom("second_factors")
    .select(["secret_encrypted", "last_step", "confirmed_at"])
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row || (row.confirmed_at !== null) !== isInUse) return false;
  const timestamp = services.clock().getTime();
  const totp = totpOf(services.encryption, userId, row.secret_encrypted);
  const delta = totp.validate({ token: code.replace(/\s/g, ""), timestamp, window: 1 });
  if (delta === null) return false;
  const step = Math.trunc(timestamp / 1000 / STEP_SECONDS) + delta;
  if (step <= row.last_step) return false;
  await trx.updateTable("second_factors").set({ last_step: step }).where("user_id", "=", userId).execute();
  return true;
}

async function newRecoveryCodes(trx: Transaction<DB>, userId: string, now: Date): Promise<string[]> {
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  const codes = Array.from({ length: productRules.recovery_codes }, newRecoveryCode);
  await trx
    .insertInto("recovery_codes")
    .values(
      codes.map((code) => ({
        user_id: userId,
        code_hash: tokenHash(code.replaceAll("-", "")),
        created_at: now,
      })),
    )
    .execute();
  return codes;
}

function newRecoveryCode(): string {
  const letters = Array.from({ length: 16 }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return [0, 4, 8, 12].map((start) => letters.slice(start, start + 4).join("")).join("-");
}

function totpOf(encryption: Encryption, userId: string, encrypted: Uint8Array, shown?: FactorOwner): TOTP {
  const bytes = encryption.decrypt("second-factor", userId, encrypted);
  const buffer = new Uint8Array(bytes).buffer;
  return new TOTP({
    ...(shown ? { issuer: shown.product ?? ORIGIN, label: shown.email } : {}),
    secret: new Secret({ buffer }),
    period: STEP_SECONDS,
  });
}
