import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import { post } from "../../app/domain/ledger/ledger.server.ts";
import { payoutPaid, payoutRequested } from "../../app/domain/ledger/rules/payout-posting-rules.ts";
import { providerSettled, SETTLED_NOTHING } from "../../app/domain/ledger/rules/posting-rules.ts";
import { type Minor, minor } from "../../app/domain/money/minor.ts";
import { issueStatement } from "../../app/domain/payouts/payouts.server.ts";
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

/** A creator was paid out without a fee some time ago: the provider had settled it, the bank has confirmed it. */
export async function insertPaidOut(
  trx: Transaction<DB>,
  { newId }: { newId: () => string },
  { provider, operator_id, issuer, at, ...given }: PaidOut,
): Promise<void> {
  const { creator_id, currency, amount_minor } = given;
  const [id, batch_id] = [newId(), newId()];
  await insertSettled(trx, { newId }, { provider, currency, gross_minor: amount_minor, operator_id, at });
  const details_id = await destinationOf(trx, newId(), creator_id, at);
  await trx
    .insertInto("payout_batches")
    .values({
      ...{ id: batch_id, rail: "SEPA", currency, payouts_count: 1, total_minor: amount_minor },
      ...{ worth_eur_minor: amount_minor, file_name: "paid.xml", content_type: "application/xml" },
      ...{ file_encrypted: Buffer.alloc(1), file_sha256: Buffer.alloc(32) },
      ...{ created_by: operator_id, created_at: at, released_at: at, fetched_at: at },
    })
    .execute();
  const payout = {
    ...{ ...given, id, period: null, fee_minor: minor(0), fee_vat_minor: minor(0), fee_vat_country: null },
  };
  await trx
    .insertInto("payouts")
    .values({
      ...{ ...payout, net_minor: amount_minor, payout_type: "MANUAL", method: "BANK", rail: "SEPA" },
      ...{ details_id, batch_id, status: "PAID", requested_at: at, paid_at: at },
    })
    .execute();
  await post(trx, [payoutRequested(payout, at), payoutPaid(payout, at)], at);
  await issueStatement(trx, payout, issuer, at);
}

/** Where the creator is paid to; of who has said nothing, an account that is forgotten by now. */
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

/** The provider has sent us money, as a file of one currency said before files had events. Returns the settlement's id. */
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
