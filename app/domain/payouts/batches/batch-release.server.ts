import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import type { Encryption } from "../../../crypto/crypto.server.ts";
import { writeAudit } from "../../audit/audit.server.ts";
import { payoutsAreFrozen } from "../../ledger/check-runs.server.ts";
import { minor } from "../../money/minor.ts";
import { type SecondOperatorRule, voidActs } from "../../operator-acts/operator-acts.server.ts";
import type { PayoutAccount } from "../bank-files/pain-001.ts";
import { payoutFile } from "../bank-files/payout-files.ts";
import type { PayoutDestination } from "../destinations/payout-data.schema.ts";
import { readEncrypted } from "../destinations/payout-data.server.ts";
import { unconfirmedAccounts } from "./own-payout-data.server.ts";

interface ReleaseServices extends SecondOperatorRule {
  encryption: Encryption;
  newId: () => string;
}

export type Release =
  /** The file is made, of what is still in the batch. */
  | "released"
  /** Nothing of it is left, or it has been released. */
  | "gone"
  | "frozen"
  /** This operator made it, or asked for one of its payouts. */
  | "own"
  /** It pays to accounts that this operator accepted alone: another is asked to confirm them. */
  | "accounts_wait"
  | "no_account";

/**
 * Releases a batch to the bank (docs/product.md, 7.1): its file is made of the payouts that are still in it. The checker
 * is nobody who made a step of this money; `operator_id` is null where one operator works alone.
 */
export async function releaseBatch(
  trx: Transaction<DB>,
  services: ReleaseServices,
  given: { batch_id: string; operator_id: string | null; account: PayoutAccount | null; now: Date },
): Promise<Release> {
  const { batch_id: id, operator_id, account, now } = given;
  if (await payoutsAreFrozen(trx)) return "frozen";
  const batch = await lockBatch(trx, id);
  if (!batch || batch.released_at !== null) return "gone";
  const { rail, currency } = batch;
  await takeOutUnfit(trx, id);
  const payouts = await lockPayoutsOf(trx, services.encryption, id);
  if (payouts.length === 0) {
    await endEmptyBatch(trx, id, now);
    return "gone";
  }
  if (rail === "SEPA" && account === null) return "no_account";
  const makers = [batch.created_by, ...payouts.map((payout) => payout.requested_by)];
  if (operator_id !== null) {
    if (makers.includes(operator_id)) return "own";
    const own = await unconfirmedAccounts(trx, services, payouts, { operator_id, currency, now });
    if (own.size > 0) return "accounts_wait";
  }
  const file = payoutFile(rail, { id, currency, account, created_at: batch.created_at, payouts });
  const sha256 = createHash("sha256").update(file.bytes).digest();
  const encrypted = services.encryption.encrypt("payout-file", id, file.bytes);
  await sql`
    select release_payout_batch(${id}::uuid, ${operator_id}::uuid, ${now}::timestamptz, ${file.file_name}::text,
      ${file.content_type}::text, ${sha256}::bytea, ${encrypted}::bytea)`.execute(trx);
  return "released";
}

/** A batch that is not released is taken apart: what was in it waits for the next one. */
export async function dissolveBatch(
  trx: Transaction<DB>,
  given: { batch_id: string; operator_id: string; now: Date },
): Promise<"dissolved" | "gone"> {
  const { batch_id: id, operator_id, now } = given;
  const batch = await lockBatch(trx, id);
  if (!batch || batch.released_at !== null) return "gone";
  const back = await trx
    .updateTable("payouts")
    .set({ status: "REQUESTED", batch_id: null })
    .where("batch_id", "=", id)
    .where("status", "=", "PROCESSING")
    .returning("id")
    .execute();
  // What was asked about them in this batch does not follow them into the next.
  const subjects = [`payout_batch:${id}`, ...back.map((payout) => `payout:${payout.id}`)];
  await voidActs(trx, { kinds: ["PAYOUT_FAILED"], subjects, now });
  await writeAudit(trx, {
    ...{ actor_id: operator_id, action: "payouts.dissolved", subject: `payout_batch:${id}`, now },
    before: null,
    after: { payouts: back.length },
  });
  return "dissolved";
}

/** Ends the wait for a release when nothing is left in the batch. The caller holds its payouts. */
export async function endEmptyBatch(trx: Transaction<DB>, batchId: string, now: Date): Promise<void> {
  const left = await trx
    .selectFrom("payouts")
    .select("id")
    .where("batch_id", "=", batchId)
    .executeTakeFirst();
  if (!left) await voidActs(trx, { kinds: ["BATCH_RELEASE"], subjects: [`payout_batch:${batchId}`], now });
}

/** Whoever was locked or came to owe since the batch was made is not paid: those payouts wait for the next one. */
async function takeOutUnfit(trx: Transaction<DB>, batchId: string): Promise<void> {
  await sql`
    update payouts p set status = 'REQUESTED', batch_id = null from users u
    where p.batch_id = ${batchId} and p.status = 'PROCESSING' and u.id = p.creator_id and not ${maySend}`.execute(
    trx,
  );
}

/** Debts of a creator `u` that are worth no more than what stays available to them, in EUR at the latest rates. */
const debtsAreCovered = sql<boolean>`(
  select count(*) = count(r.units_per_euro)
    and coalesce(sum((a.debits - a.credits) / power(10::numeric, c.digits) / r.units_per_euro), 0) <= 0
  from ledger_account a join currencies c on c.code = a.currency
  left join lateral (
    select 1 as units_per_euro where a.currency = 'EUR'
    union all
    (select units_per_euro from reference_rates where currency = a.currency order by rate_date desc limit 1)
    limit 1
  ) as r on true
  where a.owner = u.id::text and a.code in ('creator_available', 'creator_receivable') and a.debits <> a.credits)`;

/** Of payouts `p` and their creators `u`, those that may go to the bank: also not where the account is gone by now. */
export const maySend = sql<boolean>`(
  (u.status = 'ACTIVE' or (u.status = 'LOCKED' and p.requested_by is not null)
    -- Asked for while owing: without what is held back. What was asked for before may be needed for the debt, as may
    -- all, once more is owed than what was held back is worth.
    or (u.status = 'CHARGEBACK' and p.requested_at > (
      select max(e.at) from account_status_events e where e.user_id = u.id and e.to_status = 'CHARGEBACK')
      and ${debtsAreCovered}))
  and exists (select from payout_destinations k where k.id = p.details_id and octet_length(k.encrypted) > 0))`;

async function lockBatch(trx: Transaction<DB>, id: string) {
  return await trx
    .selectFrom("payout_batches")
    .select(["rail", "currency", "created_by", "created_at", "released_at"])
    .where("id", "=", id)
    .$narrowType<{ currency: "EUR" | "USD" | "GBP" }>()
    .forUpdate()
    .executeTakeFirst();
}

async function lockPayoutsOf(trx: Transaction<DB>, encryption: Encryption, batchId: string) {
  const rows = await trx
    .selectFrom("payouts as p")
    .innerJoin("payout_destinations as d", "d.id", "p.details_id")
    .select(["p.id", "p.net_minor", "p.details_id", "p.requested_by", "d.encrypted", "d.bank_country"])
    .select(["d.decided_by as accepted_by", "d.confirmed_by"])
    .where("p.batch_id", "=", batchId)
    .where("p.status", "=", "PROCESSING")
    .orderBy("p.id")
    .forUpdate("p")
    .execute();
  const unreadable: string[] = [];
  const payouts = rows.flatMap(({ encrypted, ...row }) => {
    const details = tryToRead(encryption, row.details_id, encrypted);
    if (details === null) unreadable.push(row.id);
    return details === null ? [] : [{ ...row, net_minor: minor(row.net_minor), details }];
  });
  // One account that cannot be read keeps nobody else from being paid: its payout waits until an operator gives it back.
  if (unreadable.length > 0)
    await trx
      .updateTable("payouts")
      .set({ status: "REQUESTED", batch_id: null })
      .where("id", "in", unreadable)
      .execute();
  return payouts;
}

function tryToRead(encryption: Encryption, id: string, encrypted: Uint8Array): PayoutDestination | null {
  try {
    return readEncrypted(encryption, id, encrypted);
  } catch {
    return null;
  }
}
