import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Encryption, Tokens } from "../../crypto/crypto.server.ts";
import { type AuditedFacts, writeAudit } from "../audit/audit.server.ts";
import type { Jobs } from "../jobs.ts";
import { getBalances } from "../ledger/post.server.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { PROFILE_CURRENCIES } from "../money/minor.ts";
import type { Right } from "../operator-rights.server.ts";
import type { OperatorRole } from "../operator-roles.schema.ts";
import { createAccount, requireOperator, setStatus } from "../users/user.server.ts";
import type { AccountStatus } from "../users/viewer.ts";
import { isEmailReserved } from "./email-change.server.ts";
import { issueMailedToken, mailOtherOperators } from "./mailed-tokens.server.ts";
import { hashPassword } from "./passwords.server.ts";
import { dropSecondFactor, type FactorSetup, giveSecondFactor } from "./second-factor.server.ts";
import { endOldRights, voidOpenRights } from "./sessions.server.ts";

interface OperatorServices {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
  newId: () => string;
}

type NewOperator =
  | {
      outcome: "created";
      user_id: string;
      second_factor: FactorSetup;
      password_token: string | null;
    }
  | { outcome: "email_taken" };

export async function createOperator(
  services: OperatorServices & { encryption: Encryption; tokens: Tokens },
  given: { email: string; password: string | null; role: OperatorRole; product?: string },
): Promise<NewOperator> {
  const now = services.clock();
  const password_hash = given.password === null ? null : await hashPassword(given.password);
  return await services.db.transaction().execute(async (trx): Promise<NewOperator> => {
    const taken = await trx
      .selectFrom("users")
      .select("id")
      .where((eb) => eb(eb.fn("lower", ["email"]), "=", given.email.toLowerCase()))
      .executeTakeFirst();
    if (taken || (await isEmailReserved(trx, given.email, null, now))) return { outcome: "email_taken" };
    const user = { id: services.newId(), email: given.email };
    const { role, product } = given;
    const made = { ...user, role, locale: null, password_hash, now, ...(product && { product }) };
    const second_factor = await makeOperator(trx, services, made);
    const tokenId =
      password_hash === null
        ? await issueMailedToken(trx, services, { user_id: user.id, purpose: "password", email: null, now })
        : null;
    const password_token = tokenId === null ? null : services.tokens.sign("password", tokenId);
    return { outcome: "created", user_id: user.id, second_factor, password_token };
  });
}

/** With a second factor. Mails the other operators. Throws on a taken email. */
export async function makeOperator(
  trx: Transaction<DB>,
  services: Omit<OperatorServices, "db"> & { encryption: Encryption },
  account: {
    id: string;
    email: string;
    role: OperatorRole;
    locale: string | null;
    password_hash: string | null;
    product?: string;
    now: Date;
  },
): Promise<FactorSetup> {
  const { role, now, product, ...user } = account;
  const blank = { name: null, username: null, currency: "EUR" };
  await createAccount(trx, { ...blank, ...user, email_verified_at: now, now });
  const second_factor = await giveSecondFactor(
    { ...services, db: trx },
    { ...user, ...(product && { product }) },
  );
  // The only way to make operators (db/roles.ts).
  await sql`select make_operator(${user.id}::uuid, ${role}::text, ${now}::timestamptz)`.execute(trx);
  await mailOtherOperators(trx, services, user, "created");
  return second_factor;
}

/** An invited one without a password does not count. */
export async function isThereAnotherAdmin(db: Kysely<DB>, operatorId: string): Promise<boolean> {
  const found = await db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "ADMIN")
    .where("deleted_at", "is", null)
    .where("password_hash", "is not", null)
    .where("id", "<>", operatorId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Serialises changes of roles and removals, so that an ADMIN stays. */
export async function lockOperators(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('operators', 0))`.execute(trx);
}

export const DECLINED_TOO_OFTEN = "declined_too_often";

interface OperatorsAct {
  user_id: string;
  operator_id: string;
}

/** Ends open changes. "gone": missing or locked. */
export async function lockAccount(
  services: OperatorServices,
  given: OperatorsAct & { reason: string },
): Promise<"locked" | "gone"> {
  return await services.db.transaction().execute((trx) => lockByOperator(trx, services, given));
}

export async function lockByOperator(
  trx: Transaction<DB>,
  services: Omit<OperatorServices, "db">,
  given: OperatorsAct & { reason: string },
): Promise<"locked" | "gone"> {
  const user = await takeCreator(trx, given, "content");
  if (!user || user.status === "LOCKED" || user.username === null) return "gone";
  const now = services.clock();
  await setStatus(trx, given.user_id, "LOCKED", given.reason, now);
  await voidOpenRights(trx, given.user_id);
  await auditStatus(trx, "account.locked", given, user.status, "LOCKED", now);
  await queueMail(trx, services, {
    dedupe_key: `locked:${given.user_id}:${now.toISOString()}`,
    template: "account_locked",
    locale: user.locale,
    recipient: user.email,
    user_id: given.user_id,
    params: { reason: given.reason === DECLINED_TOO_OFTEN ? null : given.reason },
    now,
  });
  return "locked";
}

/** A finally declined verification may be submitted again. */
export async function unlockAccount(
  services: OperatorServices,
  given: OperatorsAct,
): Promise<"unlocked" | "gone"> {
  return await services.db.transaction().execute(async (trx) => {
    const user = await takeCreator(trx, given, "content");
    if (user?.status !== "LOCKED") return "gone";
    const now = services.clock();
    const status = await statusWithoutLock(trx, given.user_id);
    await setStatus(trx, given.user_id, status, "unlocked", now);
    await auditStatus(trx, "account.unlocked", given, "LOCKED", status, now);
    return "unlocked";
  });
}

async function statusWithoutLock(trx: Transaction<DB>, userId: string): Promise<AccountStatus> {
  const lock = await trx
    .selectFrom("account_status_events")
    .select("from_status")
    .where("user_id", "=", userId)
    .where("to_status", "=", "LOCKED")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const before = lock?.from_status;
  if (before === "ACTIVE" || before === "CHARGEBACK") {
    for (const currency of PROFILE_CURRENCIES) {
      if ((await getBalances(trx, userId, currency)).creator_receivable > 0) return "CHARGEBACK";
    }
    return "ACTIVE";
  }
  if (before !== "PENDING") return before ?? "CREATED";
  const open = await trx
    .selectFrom("verification_cases")
    .select("id")
    .where("user_id", "=", userId)
    .where("decision", "is", null)
    .executeTakeFirst();
  return open ? "PENDING" : "DECLINED";
}

export async function resetSecondFactor(
  services: OperatorServices,
  given: OperatorsAct,
): Promise<"reset" | "gone"> {
  return await services.db.transaction().execute(async (trx) => {
    const user = await takeCreator(trx, given, "operators");
    if (!user || !(await dropSecondFactor(trx, services, given.user_id, null))) return "gone";
    await audit(
      trx,
      "account.second_factor_removed",
      given,
      { second_factor: true },
      { second_factor: false },
      services.clock(),
    );
    return "reset";
  });
}

/** ADMIN alone ends those of operators. "gone": own or missing. */
export async function endSessionsOf(
  services: OperatorServices,
  given: OperatorsAct,
): Promise<"signed_out" | "gone"> {
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, given.operator_id, "sessions");
    if (given.user_id === given.operator_id) return "gone";
    const user = await trx
      .selectFrom("users")
      .select("role")
      .where("id", "=", given.user_id)
      .where("deleted_at", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user) return "gone";
    if (user.role !== "CREATOR") await requireOperator(trx, given.operator_id, "operators");
    await endOldRights(trx, given.user_id, null);
    const [before, after] = [{ sessions: true }, { sessions: false }];
    await audit(trx, "account.sessions_ended", given, before, after, services.clock());
    return "signed_out";
  });
}

async function takeCreator(trx: Transaction<DB>, given: OperatorsAct, right: Right) {
  await requireOperator(trx, given.operator_id, right);
  const user = await trx
    .selectFrom("users")
    .select(["status", "username", "email", "locale"])
    .where("id", "=", given.user_id)
    .where("role", "=", "CREATOR")
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return user ? { ...user, status: user.status } : null;
}

async function auditStatus(
  trx: Transaction<DB>,
  action: "account.locked" | "account.unlocked",
  given: OperatorsAct,
  before: AccountStatus,
  after: AccountStatus,
  now: Date,
): Promise<void> {
  await audit(trx, action, given, { status: before }, { status: after }, now);
}

async function audit(
  trx: Transaction<DB>,
  action: Parameters<typeof writeAudit>[1]["action"],
  given: OperatorsAct,
  before: AuditedFacts,
  after: AuditedFacts,
  now: Date,
): Promise<void> {
  await writeAudit(trx, {
    actor_id: given.operator_id,
    action,
    subject: `user:${given.user_id}`,
    before,
    after,
    now,
  });
}
