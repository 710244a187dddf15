import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import type { Encryption } from "../../../crypto/crypto.server.ts";
import { type AuditedFacts, writeAudit } from "../../audit/audit.server.ts";
import { businessDate } from "../../calendar/business-date.ts";
import { euroValue } from "../../exchange-rates/euro-value.server.ts";
import { payoutsAreFrozen } from "../../ledger/check-runs.server.ts";
import { type Minor, minor, type ProfileCurrency } from "../../money/minor.ts";
import { askSecondOperator, type SecondOperatorRule } from "../../operator-acts/operator-acts.server.ts";
import type { PayoutAccount } from "../bank-files/pain-001.ts";
import type { PayoutFile } from "../bank-files/payout-files.ts";
import type { PayoutRail } from "../requests/payout-fees.ts";
import { maySend, releaseBatch } from "./batch-release.server.ts";
import { unconfirmedAccounts } from "./own-payout-data.server.ts";

export interface BatchServices extends SecondOperatorRule {
  db: Kysely<DB>;
  encryption: Encryption;
  clock: () => Date;
  newId: () => string;
}

interface BatchOrder {
  rail: PayoutRail;
  currency: ProfileCurrency;
  operator_id: string;
  /** Our own account; without one there is no SEPA file. */
  account: PayoutAccount | null;
}

export type MadeBatch =
  | { outcome: "made"; batch_id: string; payouts: number; total_minor: Minor }
  /** Nothing waits there, or another operator's batch has it already. */
  | { outcome: "empty" }
  /** All that waits goes to accounts that this operator accepted: another is asked to confirm them. */
  | { outcome: "accounts_wait" }
  | { outcome: "frozen" }
  | { outcome: "no_account" };

/**
 * Puts everything that waits on one rail in one currency into a batch. From here on these payouts are PROCESSING; the
 * file for the bank is made when another operator releases the batch, or at once where one operator works alone. Two
 * operators at once: each payout is in one batch. What a creator asked for who is LOCKED or owes since waits on, until
 * that is over or an operator gives it back; what an operator asked for in a locked creator's stead goes out.
 */
export async function makeBatch(services: BatchServices, order: BatchOrder): Promise<MadeBatch> {
  const { rail, currency, account, operator_id } = order;
  if (rail === "SEPA" && account === null) return { outcome: "no_account" };
  const now = services.clock();
  return await services.db.transaction().execute(async (trx): Promise<MadeBatch> => {
    if (await payoutsAreFrozen(trx)) return { outcome: "frozen" };
    const waiting = await takeRequested(trx, rail, currency);
    if (waiting.length === 0) return { outcome: "empty" };
    const held = await unconfirmedAccounts(trx, services, waiting, { operator_id, currency, now });
    const payouts = waiting.filter((payout) => !held.has(payout));
    if (payouts.length === 0) return { outcome: "accounts_wait" };
    const id = services.newId();
    const total_minor = minor(payouts.reduce((sum, payout) => sum + payout.net_minor, 0));
    const worth_eur_minor = await euroValue(trx, total_minor, currency, businessDate(now));
    await trx
      .insertInto("payout_batches")
      .values({
        ...{ id, rail, currency, total_minor, payouts_count: payouts.length },
        ...{ created_by: operator_id, created_at: now, worth_eur_minor },
      })
      .execute();
    await trx
      .updateTable("payouts")
      .set({ status: "PROCESSING", batch_id: id })
      .where(sql<boolean>`id = any(${payouts.map((payout) => payout.id)}::uuid[])`)
      .execute();
    const facts = { rail, currency, payouts: payouts.length, total_minor };
    await auditBatch(trx, "payouts.batched", operator_id, id, now, facts);
    if (services.second_operator_from_minor === null)
      await releaseBatch(trx, services, { batch_id: id, operator_id: null, account, now });
    else await askForRelease(trx, services, { id, operator_id, currency, total_minor, worth_eur_minor, now });
    return { outcome: "made", batch_id: id, payouts: payouts.length, total_minor };
  });
}

async function askForRelease(
  trx: Transaction<DB>,
  services: SecondOperatorRule & { newId: () => string },
  batch: {
    id: string;
    operator_id: string;
    currency: string;
    total_minor: Minor;
    worth_eur_minor: Minor;
    now: Date;
  },
): Promise<void> {
  const { id, operator_id, currency, total_minor, worth_eur_minor, now } = batch;
  await askSecondOperator(trx, services, {
    ...{ kind: "BATCH_RELEASE", subject: `payout_batch:${id}`, operator_id, now },
    worth_eur_minor,
    params: { batch_id: id, currency, amount_minor: total_minor },
  });
}

/** A released batch whose file is not what may be sent any more waits for its release again. */
export async function askForReleaseAgain(
  trx: Transaction<DB>,
  services: SecondOperatorRule & { newId: () => string },
  batchId: string,
  now: Date,
): Promise<void> {
  await sql`select reopen_payout_batch(${batchId}::uuid)`.execute(trx);
  // The bank has no file of it: what was reported of one is not about these payouts.
  await trx
    .updateTable("payouts")
    .set({ return_reported_at: null, return_reported_reason: null })
    .where("batch_id", "=", batchId)
    .where("return_reported_at", "is not", null)
    .execute();
  const batch = await trx
    .selectFrom("payout_batches")
    .select(["id", "currency", "total_minor", "worth_eur_minor", "created_by as operator_id"])
    .where("id", "=", batchId)
    .executeTakeFirstOrThrow();
  const { total_minor, worth_eur_minor } = batch;
  const sums = { total_minor: minor(total_minor), worth_eur_minor: minor(worth_eur_minor) };
  await askForRelease(trx, services, { ...batch, ...sums, now });
}

/** What waits, locked; whoever comes at the same time waits, and finds it taken. */
async function takeRequested(trx: Transaction<DB>, rail: PayoutRail, currency: string) {
  const rows = await trx
    .selectFrom("payouts as p")
    .innerJoin("payout_destinations as d", "d.id", "p.details_id")
    .innerJoin("users as u", "u.id", "p.creator_id")
    .select(["p.id", "p.net_minor", "p.details_id", "d.decided_by as accepted_by", "d.confirmed_by"])
    .where("p.status", "=", "REQUESTED")
    .where("p.rail", "=", rail)
    .where("p.currency", "=", currency)
    .where(maySend)
    .orderBy("p.id")
    .forUpdate("p")
    .execute();
  return rows.map((row) => ({ ...row, net_minor: minor(row.net_minor) }));
}

/**
 * A released batch's file, the same bytes each time; that somebody fetched it is taken down first. Null when there is
 * none to be had: before the release, while payouts are frozen, and for good once the end of one of its payouts is
 * known. A bank that gets it then pays twice, or pays what its creator has back already.
 */
export async function fetchBatchFile(
  services: Pick<BatchServices, "db" | "encryption" | "clock">,
  given: { batch_id: string; operator_id: string },
): Promise<PayoutFile | null> {
  const { batch_id: id, operator_id } = given;
  const now = services.clock();
  return await services.db.transaction().execute(async (trx): Promise<PayoutFile | null> => {
    if (await payoutsAreFrozen(trx)) return null;
    // First the lock, then the look: nothing of it fails, and nobody releases it, while it is handed out.
    const row = await trx
      .selectFrom("payout_batches")
      .select(["file_name", "content_type", "file_encrypted", "file_sha256", "fetched_at"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!row || !(await mayBeSent(trx, id))) return null;
    const { file_name, content_type, file_encrypted, file_sha256, fetched_at } = row;
    if (file_name === null || content_type === null || file_encrypted === null || file_sha256 === null)
      return null;
    const bytes = services.encryption.decrypt("payout-file", id, file_encrypted);
    if (!createHash("sha256").update(bytes).digest().equals(file_sha256))
      throw new Error(`the file of batch ${id} is not the one that was made`);
    if (fetched_at === null)
      await trx.updateTable("payout_batches").set({ fetched_at: now }).where("id", "=", id).execute();
    const facts = { sha256: file_sha256.toString("hex") };
    await auditBatch(trx, "payouts.file_fetched", operator_id, id, now, facts);
    return { file_name, content_type, bytes };
  });
}

/** True while all of a batch is on its way, and no operator has asked to take something of it back. */
async function mayBeSent(trx: Transaction<DB>, batchId: string): Promise<boolean> {
  const { rows } = await sql<{ is_ended: boolean }>`
    select not exists (select from payouts where batch_id = ${batchId})
      or exists (select from payouts where batch_id = ${batchId} and status <> 'PROCESSING')
      or exists (select from operator_acts where kind in ('PAYOUT_FAILED', 'BATCH_WITHDRAWN') and status = 'WAITING' and (
        subject = ${`payout_batch:${batchId}`}
        or subject in (select 'payout:' || id from payouts where batch_id = ${batchId}))) as is_ended`.execute(
    trx,
  );
  return rows[0]?.is_ended === false;
}

async function auditBatch(
  trx: Transaction<DB>,
  action: "payouts.batched" | "payouts.file_fetched",
  operatorId: string,
  batchId: string,
  now: Date,
  after: AuditedFacts,
): Promise<void> {
  const subject = `payout_batch:${batchId}`;
  await writeAudit(trx, { actor_id: operatorId, action, subject, before: null, after, now });
}
