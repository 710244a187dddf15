import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import type { Jobs } from "../../../jobs/jobs.server.ts";
import { queueMail } from "../../../mail/mail.server.ts";
import { productRules } from "../../../product-rules.ts";
import { writeAudit } from "../../audit/audit.server.ts";
import { endChargebackWhenRepaid } from "../../earnings/earnings.server.ts";
import { findTransactions, lockBalances, type Posting, post } from "../../ledger/ledger.server.ts";
import {
  type PayoutFacts,
  payoutBounced,
  payoutPaid,
  payoutReturned,
  requestKey,
  returnedMoneyRepays,
} from "../../ledger/rules/payout-posting-rules.ts";
import { minor } from "../../money/minor.ts";
import { maskedDestination } from "../destinations/payout-data.schema.ts";
import { issueStatement } from "../statements/statements.server.ts";

export interface OutcomeServices {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
  newId: () => string;
  /** Our own name and address, as statements say them, line by line. */
  issuer: readonly string[];
}

/** One payout, or all of a batch that are in the state for it. */
export type PayoutSelector = { payout_id: string } | { batch_id: string };

/**
 * "done" with how many it happened to; "gone" when there was nothing left that it could happen to;
 * "second_operator_needed" when whoever made the batch may not say what became of it.
 */
export type OutcomeMarked =
  | { outcome: "done"; payouts: number }
  | { outcome: "gone" | "second_operator_needed" };

/** The bank has paid: the money has left, and each creator gets a statement and a mail. */
export async function markPaid(
  services: OutcomeServices,
  given: PayoutSelector & { operator_id: string },
): Promise<OutcomeMarked> {
  return await mark(services, "paid", { ...given, reason: null });
}

/** The bank has not paid, or is not to be asked: money and fee are the creator's again, as if nothing had happened. */
export async function markFailed(
  services: OutcomeServices,
  given: PayoutSelector & { operator_id: string; reason: string | null },
): Promise<OutcomeMarked> {
  return await mark(services, "failed", given);
}

/** The bank has paid, and the money came back: it is the creator's again, and so is the fee. */
export async function markBounced(
  services: OutcomeServices,
  given: PayoutSelector & { operator_id: string; reason: string | null },
): Promise<OutcomeMarked> {
  return await mark(services, "bounced", given);
}

async function mark(
  services: OutcomeServices,
  verdict: PayoutTransition,
  given: PayoutSelector & { operator_id: string; reason: string | null },
): Promise<OutcomeMarked> {
  const { db } = services;
  const batchId = "batch_id" in given ? given.batch_id : await batchOf(db, given.payout_id);
  if (batchId !== null && (await needsSecondOperator(db, batchId, given.operator_id)))
    return { outcome: "second_operator_needed" };
  const done = await settle(services, given.operator_id, verdict, await reasonsFor(db, given, given.reason));
  return done.size === 0 ? { outcome: "gone" } : { outcome: "done", payouts: done.size };
}

/**
 * From a certain total on, whoever made a batch does not also say what became of it: that it was paid, nor that it was
 * not, which gives the money back to creators whom the bank may pay all the same.
 */
export async function needsSecondOperator(
  db: Kysely<DB>,
  batchId: string,
  operatorId: string,
): Promise<boolean> {
  const batch = await db
    .selectFrom("payout_batches")
    .select(["created_by", "total_minor"])
    .where("id", "=", batchId)
    .executeTakeFirst();
  if (!batch) return false;
  return batch.created_by === operatorId && batch.total_minor >= productRules.payout.second_operator_minor;
}

async function batchOf(db: Kysely<DB>, payoutId: string): Promise<string | null> {
  const row = await db.selectFrom("payouts").select("batch_id").where("id", "=", payoutId).executeTakeFirst();
  return row?.batch_id ?? null;
}

async function reasonsFor(
  db: Kysely<DB>,
  which: PayoutSelector,
  reason: string | null,
): Promise<Map<string, string | null>> {
  if ("payout_id" in which) return new Map([[which.payout_id, reason]]);
  const rows = await db
    .selectFrom("payouts")
    .select("id")
    .where("batch_id", "=", which.batch_id)
    .orderBy("id")
    .execute();
  return new Map(rows.map((row) => [row.id, reason]));
}

export type PayoutTransition = "paid" | "failed" | "bounced";

/** What a payout has to be for a verdict, what it becomes, and how the act is called. */
const VERDICTS = {
  paid: { from: ["PROCESSING"], to: "PAID", action: "payout.paid" },
  failed: { from: ["REQUESTED", "PROCESSING"], to: "FAILED", action: "payout.failed" },
  bounced: { from: ["PAID"], to: "FAILED", action: "payout.bounced" },
} as const;

/**
 * Brings a verdict on payouts, by id with its reason. In steps, each its own transaction; killed, the same again goes on
 * where it stopped. Returns those that it happened to: the others were not in the state for it, or another operator was quicker.
 */
export async function settle(
  services: OutcomeServices,
  operatorId: string,
  verdict: PayoutTransition,
  reasons: ReadonlyMap<string, string | null>,
): Promise<Set<string>> {
  const ids = [...reasons.keys()].sort();
  const done = new Set<string>();
  while (ids.length > 0) {
    const step = ids.splice(0, productRules.payout.outcome_batch);
    const settled = await services.db
      .transaction()
      .execute((trx) => settleStep(trx, services, { operatorId, verdict, reasons, ids: step }));
    for (const id of settled) done.add(id);
  }
  return done;
}

interface Step {
  operatorId: string;
  verdict: PayoutTransition;
  reasons: ReadonlyMap<string, string | null>;
  ids: readonly string[];
}

async function settleStep(
  trx: Transaction<DB>,
  services: OutcomeServices,
  { operatorId, verdict, reasons, ids }: Step,
): Promise<string[]> {
  const now = services.clock();
  const { to, action } = VERDICTS[verdict];
  const payouts = await lockPayouts(trx, verdict, ids);
  for (const currency of [...new Set(payouts.map((payout) => payout.currency))].sort()) {
    const own = payouts.filter((payout) => payout.currency === currency);
    await (verdict === "paid"
      ? post(
          trx,
          own.map((payout) => payoutPaid(payout, now)),
          now,
        )
      : giveBack(trx, own, verdict, currency, now));
  }
  for (const payout of payouts) {
    const reason = reasons.get(payout.id) ?? null;
    await trx
      .updateTable("payouts")
      .set(
        to === "PAID" ? { status: to, paid_at: now } : { status: to, failed_at: now, failure_reason: reason },
      )
      .where("id", "=", payout.id)
      .execute();
    const statement = verdict === "paid" ? await issueStatement(trx, payout, services.issuer, now) : null;
    await writeAudit(trx, {
      ...{ actor_id: operatorId, action, subject: `payout:${payout.id}`, now },
      before: { status: payout.status },
      after: { status: to, ...(statement === null ? {} : { statement }) },
    });
    await tellCreator(trx, services, payout, statement, reason, now);
  }
  return payouts.map((payout) => payout.id);
}

type SettledPayout = Awaited<ReturnType<typeof lockPayouts>>[number];

/** Those of the payouts that are still in the state for it, locked in the order of their ids. */
async function lockPayouts(trx: Transaction<DB>, verdict: PayoutTransition, ids: readonly string[]) {
  const rows = await trx
    .selectFrom("payouts as p")
    .innerJoin("payout_destinations as d", "d.id", "p.details_id")
    .innerJoin("users as u", "u.id", "p.creator_id")
    .selectAll("p")
    .select(["d.masked_account", "d.bank_country", "u.email", "u.locale", "u.deleted_at"])
    .where(sql<boolean>`p.id = any(${[...ids]}::uuid[])`)
    .where("p.status", "in", VERDICTS[verdict].from)
    .orderBy("p.id")
    .forUpdate("p")
    .execute();
  return rows.map((row) => ({
    ...row,
    masked_account: maskedDestination(row.method, row),
    amount_minor: minor(row.amount_minor),
    fee_minor: minor(row.fee_minor),
    fee_vat_minor: minor(row.fee_vat_minor),
  }));
}

/** The money goes back to where it was taken from, and then repays what its creator owes by now. */
async function giveBack(
  trx: Transaction<DB>,
  payouts: readonly SettledPayout[],
  verdict: "failed" | "bounced",
  currency: string,
  now: Date,
): Promise<void> {
  const creators = [...new Set(payouts.map((payout) => payout.creator_id))];
  const balances = await lockBalances(trx, creators, currency);
  const owed = new Map([...balances].map(([creator, own]) => [creator, own.creator_receivable]));
  const freed = new Set<string>();
  await post(trx, verdict === "failed" ? await returns(trx, payouts, now) : bounces(payouts, now), now);
  for (const payout of payouts) {
    const debt = owed.get(payout.creator_id) ?? 0;
    const repayment = minor(Math.min(debt, payout.amount_minor));
    if (repayment === 0) continue;
    owed.set(payout.creator_id, minor(debt - repayment));
    await post(trx, [returnedMoneyRepays(payout, repayment, now)], now);
    if (repayment === debt) freed.add(payout.creator_id);
  }
  // In the order in which everybody takes accounts who takes several.
  for (const creator of [...freed].sort()) await endChargebackWhenRepaid(trx, creator, now);
}

async function returns(trx: Transaction<DB>, payouts: readonly PayoutFacts[], now: Date): Promise<Posting[]> {
  const requests = await findTransactions(trx, payouts.map(requestKey));
  return payouts.map((payout) => {
    const request = requests.get(requestKey(payout));
    if (request === undefined) throw new Error(`payout ${payout.id} was never posted`);
    return payoutReturned(payout, request, now);
  });
}

function bounces(payouts: readonly PayoutFacts[], now: Date): Posting[] {
  return payouts.map((payout) => payoutBounced(payout, now));
}

/** A mail to the creator; whoever has left since gets none. */
async function tellCreator(
  trx: Transaction<DB>,
  services: OutcomeServices,
  payout: SettledPayout,
  statement: number | null,
  reason: string | null,
  now: Date,
): Promise<void> {
  if (payout.deleted_at !== null) return;
  const { id, currency, amount_minor, fee_minor, masked_account } = payout;
  const mail = { locale: payout.locale, recipient: payout.email, user_id: payout.creator_id, now };
  if (statement === null) {
    const params = { currency, amount_minor, masked_account, reason };
    await queueMail(trx, services, {
      ...mail,
      dedupe_key: `payout-failed:${id}`,
      template: "payout_failed",
      params,
    });
    return;
  }
  await queueMail(trx, services, {
    ...mail,
    dedupe_key: `payout-sent:${id}`,
    template: "payout_sent",
    params: { currency, amount_minor, fee_minor, masked_account, statement_number: statement },
  });
}
