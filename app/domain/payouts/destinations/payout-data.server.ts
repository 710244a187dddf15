import { timingSafeEqual } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import type { Encryption, Tokens } from "../../../crypto/crypto.server.ts";
import { productRules } from "../../../product-rules.ts";
import { writeAudit } from "../../audit/audit.server.ts";
import { type ActingUser, lockActingUser } from "../../auth/sessions.server.ts";
import type { Jobs } from "../../jobs.ts";
import { queueMail } from "../../mails/outbox.server.ts";
import { isIban } from "../../money/iban.ts";
import { type CreatorNames, matchOwner } from "../../users/owner-name.ts";
import { maskAccount, type PayoutDestination, payoutDetailsSchema } from "./payout-data.schema.ts";

interface PayoutDataServices {
  db: Kysely<DB>;
  jobs: Jobs;
  tokens: Tokens;
  encryption: Encryption;
  clock: () => Date;
  newId: () => string;
}

type PayoutDataRequest =
  | { outcome: "code_sent"; id: string }
  | { outcome: "refused"; reason: "in_progress" }
  | { outcome: "refused"; reason: "owner"; field: OwnerField };

const OWNER_FIELDS = [
  "bank_account_owner",
  "paypal_account_owner",
  "paxum_account_owner",
  "payoneer_account_owner",
] as const;
type OwnerField = (typeof OWNER_FIELDS)[number];

export interface OwnerDoubt {
  owner: string;
  only_in_account: string[];
  only_in_profile: string[];
}

/** For an operator to compare. */
export function ownerDoubts(details: PayoutDestination, creator: CreatorNames): OwnerDoubt[] {
  const owners = new Set(OWNER_FIELDS.flatMap((field) => details[field] ?? []));
  return [...owners].flatMap((owner) => {
    const { match, ...words } = matchOwner(owner, creator);
    return match === "same" ? [] : [{ owner, ...words }];
  });
}

/**
 * Applies after the mailed code and an operator's acceptance. Replaces an open change. Refused during a
 * payout, or for another person's account. Throws StaleSession (docs/product.md, 7.4).
 */
export async function requestPayoutData(
  services: PayoutDataServices,
  given: { user_id: string; details: PayoutDestination; bank_country: string | null; asker?: ActingUser },
): Promise<PayoutDataRequest> {
  const { user_id, details } = given;
  const now = services.clock();
  return await services.db.transaction().execute(async (trx): Promise<PayoutDataRequest> => {
    await lockActingUser(trx, user_id, given.asker);
    const user = await lockCreator(trx, user_id);
    const field = OWNER_FIELDS.find((each) => {
      const owner = details[each];
      return owner !== null && matchOwner(owner, user).match === "other";
    });
    if (field) return { outcome: "refused", reason: "owner", field };
    if (await hasOpenPayout(trx, user_id)) return { outcome: "refused", reason: "in_progress" };
    await trx
      .deleteFrom("payout_destinations")
      .where("user_id", "=", user_id)
      .where("status", "in", ["CODE_SENT", "PENDING"])
      .execute();
    const id = services.newId();
    await trx
      .insertInto("payout_destinations")
      .values({
        id,
        user_id,
        encrypted: services.encryption.encrypt("payout-details", id, Buffer.from(JSON.stringify(details))),
        bank_country: given.bank_country,
        has_paxum: details.paxum_email !== null,
        masked_account: maskAccount(details),
        code_expires_at: new Date(now.getTime() + productRules.payout.code_minutes * 60_000),
        code_tries_left: productRules.payout.code_tries,
        created_at: now,
      })
      .execute();
    await queueMail(trx, services, {
      dedupe_key: `payout-code:${id}`,
      template: "payout_code",
      locale: user.locale,
      recipient: user.email,
      user_id,
      params: { details_id: id },
      now,
    });
    return { outcome: "code_sent", id };
  });
}

type CodeOutcome = "confirmed" | "wrong" | "void" | "in_progress";

/** Payouts wait for the operator, too. */
export async function confirmPayoutData(
  services: Pick<PayoutDataServices, "db" | "tokens" | "clock">,
  given: { user_id: string; id: string; code: string },
): Promise<CodeOutcome> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx): Promise<CodeOutcome> => {
    await lockCreator(trx, given.user_id);
    const change = await trx
      .selectFrom("payout_destinations")
      .select(["code_expires_at", "code_tries_left"])
      .where("id", "=", given.id)
      .where("user_id", "=", given.user_id)
      .where("status", "=", "CODE_SENT")
      .executeTakeFirst();
    const triesLeft = change?.code_tries_left ?? 0;
    if (!change?.code_expires_at || change.code_expires_at <= now || triesLeft <= 0) return "void";
    if (!isSameCode(given.code, services.tokens.code("payout-code", given.id))) {
      await trx
        .updateTable("payout_destinations")
        .set({ code_tries_left: triesLeft - 1 })
        .where("id", "=", given.id)
        .execute();
      return triesLeft === 1 ? "void" : "wrong";
    }
    if (await hasOpenPayout(trx, given.user_id)) return "in_progress";
    await sql`select confirm_payout_destination(${given.id}::uuid, ${now}::timestamptz)`.execute(trx);
    return "confirmed";
  });
}

function isSameCode(typed: string, code: string): boolean {
  const [a, b] = [Buffer.from(typed), Buffer.from(code)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** "gone": decided or changed. "in_progress": a payout uses the old data. */
type DetailsDecision = "accepted" | "declined" | "gone" | "in_progress";

export async function decidePayoutData(
  services: Omit<PayoutDataServices, "tokens" | "encryption">,
  given: { id: string; operator_id: string; decision: "accepted" } | DeclinedDetails,
): Promise<DetailsDecision> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx): Promise<DetailsDecision> => {
    const owner = await trx
      .selectFrom("payout_destinations")
      .select("user_id")
      .where("id", "=", given.id)
      .executeTakeFirst();
    if (!owner) return "gone";
    const user = await lockCreator(trx, owner.user_id);
    const isAccepted = given.decision === "accepted";
    if (isAccepted && (await hasOpenPayout(trx, owner.user_id))) return "in_progress";
    const masked_account = await decide(trx, given, now);
    if (masked_account === null) return "gone";
    await queueMail(trx, services, {
      dedupe_key: `payout-data:${given.id}`,
      template: "payout_data_decided",
      locale: user.locale,
      recipient: user.email,
      user_id: owner.user_id,
      params: {
        is_accepted: isAccepted,
        reason: given.decision === "declined" ? given.reason : null,
        masked_account,
      },
      now,
    });
    return given.decision;
  });
}

interface DeclinedDetails {
  id: string;
  operator_id: string;
  decision: "declined";
  reason: string;
}

async function decide(
  trx: Transaction<DB>,
  given: { id: string; operator_id: string; decision: "accepted" } | DeclinedDetails,
  now: Date,
): Promise<string | null> {
  const reason = given.decision === "declined" ? given.reason : null;
  const { rows } = await sql<{ masked_account: string | null }>`
    select decide_payout_destination(${given.id}::uuid, ${given.decision.toUpperCase()}::text,
      ${given.operator_id}::uuid, ${reason}::text, ${now}::timestamptz) as masked_account`.execute(trx);
  return rows[0]?.masked_account ?? null;
}

export interface PayoutDataFacts {
  id: string;
  status: "CODE_SENT" | "PENDING" | "ACCEPTED" | "DECLINED";
  masked_account: string;
  bank_country: string | null;
  has_paxum: boolean;
  created_at: Date;
  decline_reason: string | null;
}

export async function findPayoutData(
  db: Kysely<DB>,
  userId: string,
): Promise<{ accepted: PayoutDataFacts | null; change: PayoutDataFacts | null }> {
  const rows = await db
    .selectFrom("payout_destinations")
    .select(["id", "status", "masked_account", "bank_country", "has_paxum", "created_at", "decline_reason"])
    .where("user_id", "=", userId)
    .where("status", "<>", "REPLACED")
    .$narrowType<{ status: PayoutDataFacts["status"] }>()
    .orderBy("created_at", "desc")
    // At the same moment, the change is newer.
    .orderBy((where) => where("status", "=", "ACCEPTED"))
    .execute();
  const accepted = rows.find((row) => row.status === "ACCEPTED") ?? null;
  const [newest] = rows;
  return { accepted, change: newest && newest !== accepted ? newest : null };
}

/** The caller checks the rights. */
export async function openPayoutDetails(
  services: Pick<PayoutDataServices, "db" | "encryption">,
  id: string,
): Promise<PayoutDestination | null> {
  const row = await services.db
    .selectFrom("payout_destinations")
    .select("encrypted")
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? readEncrypted(services.encryption, id, row.encrypted) : null;
}

export function readEncrypted(encryption: Encryption, id: string, encrypted: Uint8Array): PayoutDestination {
  return payoutDetailsSchema.parse(
    JSON.parse(encryption.decrypt("payout-details", id, encrypted).toString("utf8")),
  );
}

export async function hasOpenPayout(db: Kysely<DB>, userId: string): Promise<boolean> {
  const open = await db
    .selectFrom("payouts")
    .select("id")
    .where("creator_id", "=", userId)
    .where("status", "in", ["REQUESTED", "PROCESSING"])
    .executeTakeFirst();
  return open !== undefined;
}

async function lockCreator(trx: Transaction<DB>, userId: string) {
  return await trx
    .selectFrom("users")
    .select(["email", "locale", "firstname", "lastname", "company"])
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

interface RetainedPayoutData {
  id: string;
  bank_country: string | null;
  last_requested_at: Date;
  details: PayoutDestination;
}

export async function hasRetainedPayoutData(db: Kysely<DB>, userId: string): Promise<boolean> {
  return (await keptRows(db, userId)).length > 0;
}

export async function openRetainedPayoutData(
  services: { db: Kysely<DB>; encryption: Encryption; clock: () => Date },
  given: { user_id: string; operator_id: string; reason: string },
): Promise<RetainedPayoutData[]> {
  return await services.db.transaction().execute(async (trx) => {
    const rows = await keptRows(trx, given.user_id);
    if (rows.length === 0) return [];
    await writeAudit(trx, {
      actor_id: given.operator_id,
      action: "payout_data.viewed",
      subject: `user:${given.user_id}`,
      before: null,
      after: { details: rows.map(({ id }) => id), reason: given.reason },
      now: services.clock(),
    });
    return rows.map(({ encrypted, ...row }) => ({
      ...row,
      details: readEncrypted(services.encryption, row.id, encrypted),
    }));
  });
}

async function keptRows(db: Kysely<DB>, userId: string) {
  const rows = await db
    .selectFrom("payout_destinations as d")
    .innerJoin("users as u", "u.id", "d.user_id")
    .innerJoin("payouts as p", "p.details_id", "d.id")
    .select(["d.id", "d.bank_country", "d.encrypted"])
    .select((eb) => eb.fn.max("p.requested_at").as("last_requested_at"))
    .where("d.user_id", "=", userId)
    .where("u.deleted_at", "is not", null)
    .groupBy("d.id")
    .orderBy("last_requested_at", "desc")
    .execute();
  return rows.filter(({ encrypted }) => encrypted.length > 0);
}

interface ReportedAccount {
  number: string;
  /** OBAN: a bank's own number; Other: a wallet. */
  type: "IBAN" | "OBAN" | "Other";
  holder: string | null;
}

export async function reportedAccounts(
  { db, encryption }: { db: Kysely<DB>; encryption: Encryption },
  creatorIds: readonly string[],
): Promise<Map<string, ReportedAccount>> {
  const { rows } = await sql<{ id: string; user_id: string; encrypted: Buffer }>`
    select distinct on (d.user_id) d.id, d.user_id, d.encrypted from payout_destinations d
    join users u on u.id = d.user_id
    left join lateral (select max(requested_at) as at from payouts where details_id = d.id) paid on true
    where d.user_id = any(${[...creatorIds]}::uuid[]) and length(d.encrypted) > 0
      and (d.status = 'ACCEPTED' or (u.deleted_at is not null and paid.at is not null))
    order by d.user_id, d.status = 'ACCEPTED' desc, paid.at desc nulls last`.execute(db);
  return new Map(
    rows.flatMap(({ id, user_id, encrypted }) => {
      const account = accountIn(readEncrypted(encryption, id, encrypted));
      return account ? [[user_id, account] as const] : [];
    }),
  );
}

function accountIn(details: PayoutDestination): ReportedAccount | null {
  const { bank_iban, bank_account_owner, paxum_email, paxum_account_owner } = details;
  if (bank_iban !== null)
    return { number: bank_iban, type: isIban(bank_iban) ? "IBAN" : "OBAN", holder: bank_account_owner };
  return paxum_email === null ? null : { number: paxum_email, type: "Other", holder: paxum_account_owner };
}
