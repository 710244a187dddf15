import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { post } from "../../app/domain/ledger/post.server.ts";
import { payoutPaid, payoutRequested } from "../../app/domain/ledger/rules/payout-posting-rules.ts";
import { providerSettled, SETTLED_NOTHING } from "../../app/domain/ledger/rules/posting-rules.ts";
import { type Minor, minor } from "../../app/domain/money/minor.ts";
import { issueStatement } from "../../app/domain/payouts/statements/statements.server.ts";
import type { DB } from "../schema.ts";

interface PaidOut {
  creator_id: string;
  currency: string;
  amount_minor: Minor;
  provider: string;
  operator_id: string;
  issuer: readonly string[];
  at: Date;
}

/** Without a fee; settled by the provider, confirmed by the bank. */
export async function insertPaidOut(
  trx: Transaction<DB>,
  { newId }: { newId: () => string },
  { provider, issuer, ...given }: PaidOut,
): Promise<void> {
  const { currency, amount_minor, operator_id, at } = given;
  await insertSettled(trx, { newId }, { provider, currency, gross_minor: amount_minor, operator_id, at });
  const payout = await insertPayout(trx, { newId }, { ...given, id: newId() });
  await post(trx, [payoutRequested(payout, at), payoutPaid(payout, at)], at);
  await issueStatement(trx, payout, issuer, at);
}

async function insertPayout(
  trx: Transaction<DB>,
  { newId }: { newId: () => string },
  {
    id,
    creator_id,
    currency,
    amount_minor,
    operator_id,
    at,
  }: Omit<PaidOut, "provider" | "issuer"> & { id: string },
) {
  const batch_id = newId();
  const details_id = await destinationOf(trx, newId(), creator_id, at);
  await trx
    .insertInto("payout_batches")
    .values({
      ...{ id: batch_id, rail: "SEPA", currency, payouts_count: 1, total_minor: amount_minor },
      ...{ worth_eur_minor: amount_minor, file_name: "paid.xml", content_type: "application/xml" },
      ...{ file_encrypted: Buffer.alloc(1), file_sha256: Buffer.alloc(32) },
      ...{ file_payouts_count: 1, file_total_minor: amount_minor },
      ...{ created_by: operator_id, created_at: at, released_at: at, fetched_at: at },
    })
    .execute();
  const free = { period: null, fee_minor: minor(0), fee_vat_minor: minor(0), fee_vat_country: null };
  const payout = { id, creator_id, currency, amount_minor, ...free };
  await trx
    .insertInto("payouts")
    .values({
      ...{ ...payout, net_minor: amount_minor, payout_type: "MANUAL", method: "BANK", rail: "SEPA" },
      ...{ details_id, batch_id, status: "PAID", requested_at: at, paid_at: at },
    })
    .execute();
  return payout;
}

export async function insertEarlierPayouts(
  trx: Transaction<DB>,
  services: { newId: () => string },
  { operator_id, issuer }: Pick<PaidOut, "operator_id" | "issuer">,
): Promise<void> {
  const { rows } = await sql<{ id: string; creator_id: string; currency: string; amount: number; at: Date }>`
    select t.cause_id as id, d.owner as creator_id, m.currency, m.amount_minor as amount, t.effective_at as at
    from ledger_transaction t
    join ledger_transfer m on m.transaction_id = t.id
    join ledger_account d on d.id = m.debit_account
    where t.kind = 'payout_requested' and not exists (select from payouts p where p.id = t.cause_id)
    order by t.id`.execute(trx);
  for (const { amount, at, ...row } of rows) {
    const payout = await insertPayout(trx, services, {
      ...row,
      amount_minor: minor(amount),
      operator_id,
      at,
    });
    await issueStatement(trx, payout, issuer, at);
  }
}

/** Fictitious, for creators without payout data. */
async function destinationOf(trx: Transaction<DB>, id: string, user_id: string, at: Date): Promise<string> {
  const known = await trx
    .selectFrom("payout_destinations")
    .select("id")
    .where("user_id", "=", user_id)
    .orderBy("created_at")
    .executeTakeFirst();
  if (known) return known.id;
  await trx
    .insertInto("payout_destinations")
    .values({
      ...{ id, user_id, status: "REPLACED", encrypted: Buffer.alloc(0) },
      ...{ masked_account: "DE •••• 0000", bank_country: "DE", has_paxum: false },
      ...{ created_at: at, confirmed_at: at, decided_at: at },
    })
    .execute();
  return id;
}

/** In the format before events. Returns the id. */
export async function insertSettled(
  trx: Transaction<DB>,
  { newId }: { newId: () => string },
  given: {
    provider: string;
    currency: string;
    gross_minor: Minor;
    fee_minor?: Minor;
    operator_id: string;
    at: Date;
  },
): Promise<string> {
  const { provider, currency, gross_minor, operator_id, at } = given;
  const settlement_id = newId();
  const sum = { gross_minor, fee_minor: given.fee_minor ?? minor(0) };
  const sums = {
    ...SETTLED_NOTHING,
    bank_minor: minor(sum.gross_minor - sum.fee_minor),
    psp_fee_minor: sum.fee_minor,
  };
  await trx
    .insertInto("settlements")
    .values({
      ...{ id: settlement_id, provider, rows_count: 1, totals: JSON.stringify({ [currency]: sum }) },
      ...{ file_sha256: createHash("sha256").update(settlement_id).digest(), unknown_references: "[]" },
      ...{ imported_by: operator_id, imported_at: at },
    })
    .execute();
  await post(trx, [providerSettled(provider, { ...sums, settlement_id, currency }, at)], at);
  return settlement_id;
}
