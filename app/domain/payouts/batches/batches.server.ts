import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import type { Encryption } from "../../../crypto/crypto.server.ts";
import { type AuditedFacts, writeAudit } from "../../audit/audit.server.ts";
import { payoutsAreFrozen } from "../../ledger/ledger-checks.server.ts";
import { type Minor, minor, type ProfileCurrency } from "../../money/minor.ts";
import type { PayoutAccount } from "../bank-files/pain-001.ts";
import { type PayoutFile, payoutFile } from "../bank-files/payout-files.ts";
import { readEncrypted } from "../destinations/payout-data.server.ts";
import type { PayoutRail } from "../requests/payout-fees.ts";

export interface BatchServices {
  db: Kysely<DB>;
  encryption: Encryption;
  clock: () => Date;
  newId: () => string;
}

interface BatchWish {
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
  | { outcome: "frozen" }
  | { outcome: "no_account" };

/**
 * Puts everything that waits on one rail in one currency into a batch, and makes its file, once and for all. From here
 * on these payouts are PROCESSING. Two operators at once: each payout is in one batch. What a creator asked for who is
 * LOCKED or owes since waits on, until that is over or an operator gives it back; what an operator asked for in a locked
 * creator's stead goes out.
 */
export async function makeBatch(services: BatchServices, wish: BatchWish): Promise<MadeBatch> {
  const { rail, currency, account } = wish;
  if (rail === "SEPA" && account === null) return { outcome: "no_account" };
  const now = services.clock();
  return await services.db.transaction().execute(async (trx): Promise<MadeBatch> => {
    if (await payoutsAreFrozen(trx)) return { outcome: "frozen" };
    const payouts = await takeRequested(trx, services.encryption, rail, currency);
    if (payouts.length === 0) return { outcome: "empty" };
    const id = services.newId();
    const total_minor = minor(payouts.reduce((sum, payout) => sum + payout.net_minor, 0));
    const file = payoutFile(rail, { id, currency, account, created_at: now, payouts });
    const sha256 = createHash("sha256").update(file.bytes).digest();
    await trx
      .insertInto("payout_batches")
      .values({
        ...{ id, rail, currency, total_minor, payouts_count: payouts.length, created_at: now },
        ...{ file_name: file.file_name, content_type: file.content_type, file_sha256: sha256 },
        file_encrypted: services.encryption.encrypt("payout-file", id, file.bytes),
        created_by: wish.operator_id,
      })
      .execute();
    await trx
      .updateTable("payouts")
      .set({ status: "PROCESSING", batch_id: id })
      .where(sql<boolean>`id = any(${payouts.map((payout) => payout.id)}::uuid[])`)
      .execute();
    await auditBatch(trx, "payouts.batched", wish.operator_id, id, now, {
      ...{ rail, currency, payouts: payouts.length, total_minor },
      sha256: sha256.toString("hex"),
    });
    return { outcome: "made", batch_id: id, payouts: payouts.length, total_minor };
  });
}

/** Of payouts `p` and their creators `u`, those that may go to the bank. */
export const maySend = sql<boolean>`
  (u.status = 'ACTIVE' or (u.status = 'LOCKED' and p.requested_by is not null))`;

/** What waits, locked, with where it goes to; whoever comes at the same time waits, and finds it taken. */
async function takeRequested(
  trx: Transaction<DB>,
  encryption: Encryption,
  rail: PayoutRail,
  currency: string,
) {
  const rows = await trx
    .selectFrom("payouts as p")
    .innerJoin("payout_destinations as d", "d.id", "p.details_id")
    .innerJoin("users as u", "u.id", "p.creator_id")
    .select(["p.id", "p.net_minor", "p.details_id", "d.encrypted", "d.bank_country"])
    .where("p.status", "=", "REQUESTED")
    .where("p.rail", "=", rail)
    .where("p.currency", "=", currency)
    .where(maySend)
    .orderBy("p.id")
    .forUpdate("p")
    .execute();
  return rows.map(({ id, net_minor, details_id, encrypted, bank_country }) => ({
    id,
    bank_country,
    net_minor: minor(net_minor),
    details: readEncrypted(encryption, details_id, encrypted),
  }));
}

/**
 * A batch's file, the same bytes each time; that an operator fetched it is taken down first. Null when there is none to be
 * had: while payouts are frozen, and for good once the end of one of its payouts is known. A bank that gets it then pays
 * twice, or pays what its creator has back already.
 */
export async function fetchBatchFile(
  services: Omit<BatchServices, "newId">,
  given: { batch_id: string; operator_id: string },
): Promise<PayoutFile | null> {
  const { batch_id: id, operator_id } = given;
  return await services.db.transaction().execute(async (trx): Promise<PayoutFile | null> => {
    if (await payoutsAreFrozen(trx)) return null;
    const row = await trx
      .selectFrom("payout_batches as b")
      .select(["b.file_name", "b.content_type", "b.file_encrypted", "b.file_sha256"])
      .where("b.id", "=", id)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("payouts as p")
              .select("p.id")
              .whereRef("p.batch_id", "=", "b.id")
              .where("p.status", "<>", "PROCESSING"),
          ),
        ),
      )
      .executeTakeFirst();
    if (!row) return null;
    const { file_name, content_type, file_encrypted, file_sha256 } = row;
    const bytes = services.encryption.decrypt("payout-file", id, file_encrypted);
    if (!createHash("sha256").update(bytes).digest().equals(file_sha256))
      throw new Error(`the file of batch ${id} is not the one that was made`);
    const facts = { sha256: file_sha256.toString("hex") };
    await auditBatch(trx, "payouts.file_fetched", operator_id, id, services.clock(), facts);
    return { file_name, content_type, bytes };
  });
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
