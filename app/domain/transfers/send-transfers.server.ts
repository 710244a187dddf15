import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { forEachRow, type RowsOutcome } from "../jobs.ts";
import { post } from "../ledger/post.server.ts";
import { shareLost, sharePassed, shareReversed } from "../ledger/rules/transfer-posting-rules.ts";
import { type Minor, minor } from "../money/minor.ts";
import {
  type DirectAccounts,
  ProviderRefused,
  type Providers,
  ProviderUnavailable,
  whileProviderAnswers,
} from "../payments/provider-port.ts";
import { lockTipAndPayment } from "../tips/tip-and-payment.server.ts";
import { lossOf, type PlanServices, planTransfers } from "./transfer-plan.server.ts";

interface SendServices extends PlanServices {
  db: Kysely<DB>;
  clock: () => Date;
  providers: Providers;
}

/** A creator's request that their account cannot pay. The caller holds the locks. */
type FailRefund = (trx: Transaction<DB>, refundId: string, now: Date) => Promise<void>;

interface Share {
  id: string;
  payment_id: string;
  provider: string;
  provider_ref: string | null;
  creator_id: string;
  currency: string;
  amount_minor: Minor;
}

interface Transfer extends Share {
  allocation_id: string;
  state: "OPEN" | "ASKED";
}

interface Reversal extends Share {
  transfer_ref: string;
  refund_id: string | null;
  dispute_id: string | null;
}

/**
 * Each call is outside of transactions. Safe to repeat: the provider finds calls by id. Throws
 * ProviderUnavailable for unknown outcomes.
 */
export async function sendTransfers(
  services: SendServices,
  paymentId: string,
  failRefund: FailRefund,
): Promise<void> {
  const silences: ProviderUnavailable[] = [];
  const unlessSilent = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      silences.push(error);
    }
  };
  for (const transfer of await listToSend(services.db, paymentId))
    await unlessSilent(() => sendTransfer(services, transfer));
  for (const reversal of await listToReverse(services.db, paymentId))
    await unlessSilent(() => sendReversal(services, reversal, failRefund));
  const [silence] = silences;
  if (silence) throw silence;
}

/** What an open dispute claims waits for the bank. */
async function listToSend(db: Kysely<DB>, paymentId: string): Promise<Transfer[]> {
  const rows = await db
    .selectFrom("direct_transfers as t")
    .innerJoin("tip_allocations as a", "a.id", "t.allocation_id")
    .innerJoin("payments as p", "p.id", "t.payment_id")
    .select(["t.id", "t.payment_id", "t.allocation_id", "t.amount_minor", "t.state"])
    .select(["p.provider", "p.provider_ref", "a.creator_id", "a.currency"])
    .where("t.payment_id", "=", paymentId)
    .where("t.state", "in", ["OPEN", "ASKED"])
    .where((eb) => eb.or([eb("t.state", "=", "ASKED"), eb.not(isClaimed)]))
    .orderBy("t.id")
    .$narrowType<{ state: Transfer["state"] }>()
    .execute();
  return rows.map((row) => ({ ...row, amount_minor: minor(row.amount_minor) }));
}

const isClaimed = sql<boolean>`exists (
  select from dispute_holds h join disputes d on d.id = h.dispute_id
  where h.allocation_id = t.allocation_id and d.status = 'OPEN')`;

async function listToReverse(db: Kysely<DB>, paymentId: string): Promise<Reversal[]> {
  const rows = await db
    .selectFrom("direct_reversals as v")
    .innerJoin("direct_transfers as t", "t.id", "v.transfer_id")
    .innerJoin("tip_allocations as a", "a.id", "t.allocation_id")
    .innerJoin("payments as p", "p.id", "t.payment_id")
    .select(["v.id", "t.payment_id", "t.transfer_ref", "v.amount_minor", "v.refund_id", "v.dispute_id"])
    .select(["p.provider", "p.provider_ref", "a.creator_id", "a.currency"])
    .where("t.payment_id", "=", paymentId)
    .where("v.state", "in", ["OPEN", "ASKED"])
    .where("t.state", "=", "SENT")
    .orderBy("v.id")
    .$narrowType<{ transfer_ref: string }>()
    .execute();
  return rows.map((row) => ({ ...row, amount_minor: minor(row.amount_minor) }));
}

function accountsOf({ providers }: SendServices, { provider }: Share) {
  const { accounts } = providers.get(provider);
  if (!accounts?.transfer || !accounts.reverseTransfer)
    throw new ProviderUnavailable(`${provider} passes no shares on`);
  const { transfer, reverseTransfer }: DirectAccounts = accounts;
  return { transfer, reverseTransfer };
}

async function sendTransfer(services: SendServices, transfer: Transfer): Promise<void> {
  const asked = await askTransfer(services, transfer);
  if (asked === "over") return;
  if (asked === "no_account") return await endTransfer(services, transfer, { refusal: "no account" });
  const { id: transferId, amount_minor: amountMinor, currency, payment_id: paymentId } = transfer;
  try {
    const { transferRef } = await accountsOf(services, transfer).transfer({
      ...{ transferId, accountRef: asked.account_ref, amountMinor, currency, paymentId },
      providerRef: asked.is_first ? transfer.provider_ref : null,
    });
    await endTransfer(services, transfer, { transferRef });
  } catch (error) {
    await noteProblem(services, "direct_transfers", transfer.id, error);
    if (!(error instanceof ProviderRefused)) throw error;
    await endTransfer(services, transfer, { refusal: error.message });
  }
}

/** From here on the outcome may be unknown. The account stays. */
async function askTransfer(
  { db }: SendServices,
  { id, allocation_id, provider, creator_id }: Transfer,
): Promise<{ account_ref: string; is_first: boolean } | "no_account" | "over"> {
  return await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("direct_transfers")
      .select(["state", "account_ref"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (row.state !== "OPEN" && row.state !== "ASKED") return "over";
    const before = await trx
      .selectFrom("direct_transfers")
      .select("id")
      .where("allocation_id", "=", allocation_id)
      .where("state", "=", "SENT")
      .executeTakeFirst();
    const is_first = before === undefined;
    if (row.state === "ASKED" && row.account_ref !== null) return { account_ref: row.account_ref, is_first };
    const account = await trx
      .selectFrom("connected_accounts")
      .select("account_ref")
      .where("user_id", "=", creator_id)
      .where("provider", "=", provider)
      .where("disconnected_at", "is", null)
      .executeTakeFirst();
    if (!account) return "no_account";
    const { account_ref } = account;
    await trx
      .updateTable("direct_transfers")
      .set({ state: "ASKED", account_ref })
      .where("id", "=", id)
      .execute();
    return { account_ref, is_first };
  });
}

async function endTransfer(
  services: SendServices,
  transfer: Transfer,
  outcome: { transferRef: string } | { refusal: string },
): Promise<void> {
  const now = services.clock();
  await services.db.transaction().execute(async (trx) => {
    const locked = await lockTipAndPayment(trx, transfer.payment_id, "shared");
    if (!locked) throw new Error(`no payment ${transfer.payment_id}`);
    const own = trx.updateTable("direct_transfers").where("id", "=", transfer.id);
    if ("transferRef" in outcome) {
      const { transferRef: transfer_ref } = outcome;
      const sent = { state: "SENT" as const, transfer_ref, problem: null, ended_at: now };
      // Of two workers' answers, the one with a transfer is true.
      const { numUpdatedRows } = await own
        .where("state", "in", ["OPEN", "ASKED", "REFUSED"])
        .set(sent)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) await post(trx, [sharePassed(transfer, now)], now);
      if (await hasReversals(trx, transfer.id))
        await services.jobs.enqueue(trx, "transfers.send", { payment_id: transfer.payment_id });
      return;
    }
    const refused = { state: "REFUSED" as const, problem: shorten(outcome.refusal) };
    const { numUpdatedRows } = await own
      .where("state", "in", ["OPEN", "ASKED"])
      .set(refused)
      .executeTakeFirst();
    if (numUpdatedRows === 0n || !(await hasReversals(trx, transfer.id))) return;
    // Nothing to fetch back was sent: the rest is tried anew.
    await dropTransfer(trx, transfer.id, now);
    await planTransfers(trx, services, locked.payment, {}, now);
  });
}

async function hasReversals(trx: Transaction<DB>, transferId: string): Promise<boolean> {
  const row = await trx
    .selectFrom("direct_reversals")
    .select("id")
    .where("transfer_id", "=", transferId)
    .where("state", "=", "OPEN")
    .executeTakeFirst();
  return row !== undefined;
}

async function dropTransfer(trx: Transaction<DB>, id: string, now: Date): Promise<void> {
  const cut = { state: "CUT" as const, ended_at: now };
  await trx
    .updateTable("direct_reversals")
    .set(cut)
    .where("transfer_id", "=", id)
    .where("state", "=", "OPEN")
    .execute();
  await trx.updateTable("direct_transfers").set(cut).where("id", "=", id).execute();
}

async function sendReversal(
  services: SendServices,
  reversal: Reversal,
  failRefund: FailRefund,
): Promise<void> {
  const { id: reversalId, transfer_ref: transferRef, amount_minor: amountMinor, currency } = reversal;
  const { numUpdatedRows } = await services.db
    .updateTable("direct_reversals")
    .set({ state: "ASKED" })
    .where("id", "=", reversalId)
    .where("state", "in", ["OPEN", "ASKED"])
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  try {
    const order = { reversalId, transferRef, amountMinor, currency };
    const { reversalRef } = await accountsOf(services, reversal).reverseTransfer(order);
    await endReversal(services, reversal, { reversalRef }, failRefund);
  } catch (error) {
    await noteProblem(services, "direct_reversals", reversalId, error);
    if (!(error instanceof ProviderRefused)) throw error;
    await endReversal(services, reversal, { refusal: error.message }, failRefund);
  }
}

async function endReversal(
  services: SendServices,
  reversal: Reversal,
  outcome: { reversalRef: string } | { refusal: string },
  failRefund: FailRefund,
): Promise<void> {
  const now = services.clock();
  await services.db.transaction().execute(async (trx) => {
    const locked = await lockTipAndPayment(trx, reversal.payment_id, "alone");
    if (!locked) throw new Error(`no payment ${reversal.payment_id}`);
    const own = trx
      .updateTable("direct_reversals")
      .set({ ended_at: now })
      .where("id", "=", reversal.id)
      .where("state", "in", ["OPEN", "ASKED"]);
    if ("reversalRef" in outcome) {
      const done = { state: "DONE" as const, reversal_ref: outcome.reversalRef, problem: null };
      const { numUpdatedRows } = await own.set(done).executeTakeFirst();
      if (numUpdatedRows > 0n) await post(trx, [shareReversed(reversal, now)], now);
      return;
    }
    const isRefused = await isCreatorsRefund(trx, reversal.refund_id);
    const ended = { state: isRefused ? ("REFUSED" as const) : ("LOST" as const) };
    const { numUpdatedRows } = await own
      .set({ ...ended, problem: shorten(outcome.refusal) })
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    if (isRefused && reversal.refund_id !== null) await failRefund(trx, reversal.refund_id, now);
    if (!isRefused) await post(trx, [shareLost(reversal, lossOf(reversal), now)], now);
    await planTransfers(trx, services, locked.payment, {}, now);
  });
}

/** It fails; all else is refunded or lost, whatever the account has. */
async function isCreatorsRefund(trx: Transaction<DB>, refundId: string | null): Promise<boolean> {
  if (refundId === null) return false;
  const row = await trx
    .selectFrom("refunds")
    .select("id")
    .where("id", "=", refundId)
    .where("asked_by", "=", "CREATOR")
    .where("status", "=", "REQUESTED")
    .executeTakeFirst();
  return row !== undefined;
}

/** For an operator (docs/product.md, 3.5). */
async function noteProblem(
  { db }: SendServices,
  table: "direct_transfers" | "direct_reversals",
  id: string,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ProviderRefused || error instanceof ProviderUnavailable)) return;
  await db
    .updateTable(table)
    .set({ problem: shorten(error.message) })
    .where("id", "=", id)
    .where("state", "=", "ASKED")
    .execute();
}

const shorten = (words: string) => words.slice(0, 200);

/** Catches what jobs missed. */
export async function sweepTransfers(
  services: SendServices,
  failRefundOf: (paymentId: string) => FailRefund,
): Promise<RowsOutcome> {
  const before = new Date(services.clock().getTime() - productRules.reconcile.stale_minutes * 60_000);
  const { rows } = await sql<{ payment_id: string; provider: string }>`
    select distinct t.payment_id, p.provider from direct_transfers t join payments p on p.id = t.payment_id
    where (t.state in ('OPEN', 'ASKED') and t.created_at < ${before}) or exists (
      select from direct_reversals v
      where v.transfer_id = t.id and v.state in ('OPEN', 'ASKED') and v.created_at < ${before})
    limit ${productRules.reconcile.batch}`.execute(services.db);
  return await forEachRow(
    rows,
    ({ payment_id }) => payment_id,
    whileProviderAnswers(async ({ payment_id }) => {
      await sendTransfers(services, payment_id, failRefundOf(payment_id));
      return 1;
    }),
  );
}

export async function retryShares(
  services: Pick<SendServices, "db" | "clock" | keyof PlanServices>,
  creatorId: string,
): Promise<number> {
  const payments = await services.db
    .selectFrom("direct_transfers as t")
    .innerJoin("tip_allocations as a", "a.id", "t.allocation_id")
    .select("t.payment_id")
    .distinct()
    .where("a.creator_id", "=", creatorId)
    .where("t.state", "=", "REFUSED")
    .execute();
  let retried = 0;
  for (const { payment_id } of payments)
    retried += await services.db
      .transaction()
      .execute((trx) => retryIn(trx, services, { payment_id, creator_id: creatorId }));
  return retried;
}

/** With a new id: the provider repeats its answer to the old one. */
async function retryIn(
  trx: Transaction<DB>,
  services: PlanServices & { clock: () => Date },
  { payment_id, creator_id }: { payment_id: string; creator_id: string },
): Promise<number> {
  const now = services.clock();
  const locked = await lockTipAndPayment(trx, payment_id, "shared");
  if (!locked) return 0;
  const { numUpdatedRows } = await trx
    .updateTable("direct_transfers as t")
    .from("tip_allocations as a")
    .set({ state: "CUT", ended_at: now })
    .whereRef("a.id", "=", "t.allocation_id")
    .where("a.creator_id", "=", creator_id)
    .where("t.payment_id", "=", payment_id)
    .where("t.state", "=", "REFUSED")
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await planTransfers(trx, services, locked.payment, {}, now);
  return Number(numUpdatedRows);
}
