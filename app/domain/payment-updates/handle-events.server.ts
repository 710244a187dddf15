import { setTimeout as pause } from "node:timers/promises";
import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { type NewsServices, takeAccountEvent } from "../connected-accounts/account-news.server.ts";
import { forEachRow, type RowsOutcome } from "../jobs.ts";
import {
  failUnanswered,
  findPayment,
  forgetLookups,
  listDuePayments,
  type Payment,
  recordLookup,
} from "../payments/payment-record.server.ts";
import { handleWebhookEvent, listDueEvents, recordFailedTry } from "../payments/provider-events.server.ts";
import {
  type PaymentProvider,
  type PaymentSnapshot,
  type Providers,
  whileProviderAnswers,
} from "../payments/provider-port.ts";
import { listForgottenRefunds, markRefund, RefundUnderWay, sendRefund } from "../payments/refunds.server.ts";
import { markRefunded } from "../refunds/provider-refunds.server.ts";
import { lockAllocations } from "../refunds/reversal-amounts.server.ts";
import {
  dropUncoveredRefund,
  finishOfSurplus,
  listForgottenUnknown,
  refundUnknownPayment,
  sendUnknownRefund,
} from "../suspense/suspense-exits.server.ts";
import { lockTipAndPayment, type TipServices } from "../tips/tip-and-payment.server.ts";
import { sendTransfers, sweepTransfers } from "../transfers/send-transfers.server.ts";
import { applySnapshot, bookBack } from "./apply-snapshot.server.ts";
import { expiresAt, knownHere } from "./checkout.server.ts";
import { takeSetUpEvent } from "./series-method.server.ts";

/** 25 events a second of a provider that answers in 300 ms; leaves pages 12 connections. */
const AT_ONCE = 8;
/** Providers give up after five seconds or more. */
const PATIENCE_MS = 2_000;

type EventServices = TipServices & Pick<NewsServices, "providers" | "config">;
interface Log {
  error(fields: object, message: string): void;
}

let underWay = 0;

/**
 * Settles a stored event before its answer, within seconds. A job handles failures and overload; the sweep,
 * what a dying process leaves.
 */
export async function handleAtOnce(services: EventServices & { log: Log }, eventId: string): Promise<void> {
  if (underWay >= AT_ONCE) return await enqueueEvent(services, eventId);
  underWay += 1;
  const handled = handleOrEnqueue(services, eventId).finally(() => {
    underWay -= 1;
  });
  await Promise.race([handled, pause(PATIENCE_MS, undefined, { ref: false })]);
}

async function handleOrEnqueue(services: EventServices & { log: Log }, notice_id: string): Promise<void> {
  try {
    alarm(services.log, notice_id, await handleProviderEvent(services, notice_id));
  } catch (error) {
    services.log.error({ notice_id, error: String(error) }, "an event waits for its job");
    await enqueueEvent(services, notice_id);
  }
}

/** Without a job the sweep handles it. */
async function enqueueEvent(
  { db, jobs, log }: EventServices & { log: Log },
  notice_id: string,
): Promise<void> {
  await db
    .transaction()
    .execute((trx) => jobs.enqueue(trx, "payments.notice", { notice_id }))
    .catch((error: unknown) =>
      log.error({ notice_id, error: String(error) }, "an event waits for the sweep"),
    );
}

export function alarm(log: Log, notice_id: string, outcome: string): void {
  if (/^refunding_/.test(outcome)) log.error({ notice_id, outcome }, "payment needs an operator");
  if (/^stray_money/.test(outcome)) log.error({ notice_id, outcome }, "money for an unknown payment");
}

export async function handleProviderEvent(services: EventServices, eventId: string): Promise<string> {
  try {
    return await handleWebhookEvent(
      services,
      eventId,
      (payment, snapshot) => applySnapshot(services, payment, snapshot),
      (unknown) => refundUnknownPayment(services, unknown),
      (named) => takeUnpaidEvent(services, named),
    );
  } catch (error) {
    await recordFailedTry(services.db, eventId, String(error), services.clock());
    throw error;
  }
}

/** About another payment method, or a creator's account. */
async function takeUnpaidEvent(
  services: EventServices,
  named: { provider: string; account_ref: string },
): Promise<string> {
  const outcome = await takeSetUpEvent(services, { ...named, set_up_ref: named.account_ref });
  return outcome === "unknown_set_up" ? await takeAccountEvent(services, named) : outcome;
}

export async function sweepProviderEvents(
  services: EventServices,
  onHandled: (eventId: string, outcome: string) => void = () => undefined,
): Promise<RowsOutcome> {
  const due = await listDueEvents(services.db, services.clock(), productRules.reconcile.batch);
  return await forEachRow(
    due,
    ({ id }) => id,
    whileProviderAnswers(async ({ id }) => {
      onHandled(id, await handleProviderEvent(services, id));
      return 1;
    }),
  );
}

/** Events may be lost. A silent provider waits for the next run. */
export async function reconcilePayments(
  services: TipServices & { providers: Providers },
): Promise<RowsOutcome> {
  const { db, providers } = services;
  const now = services.clock();
  await failUnanswered(db, now);
  await forgetLookups(db, now);
  return await forEachRow(
    await listDuePayments(db, now, productRules.reconcile.batch),
    ({ id }) => id,
    whileProviderAnswers(async (payment) => {
      const { id, provider, provider_ref } = payment;
      try {
        const snapshot = provider_ref ? await ask(providers.get(provider), payment, provider_ref, now) : null;
        if (snapshot) await applySnapshot(services, payment, snapshot);
      } catch (error) {
        await recordLookup(db, id, String(error), now);
        throw error;
      }
      await recordLookup(db, id, null, now);
      return 1;
    }),
  );
}

/** Without look-up, our own clock ends a payment; late money is still taken. */
async function ask(
  provider: PaymentProvider,
  payment: Payment,
  providerRef: string,
  now: Date,
): Promise<PaymentSnapshot | null> {
  if (provider.abilities.looksUp) return await provider.fetch(providerRef);
  return expiresAt(payment.created_at) <= now ? knownHere(payment, providerRef, "EXPIRED") : null;
}

type RefundServices = TipServices & { providers: Providers };

/** Looks the payment up again for waiting disputes and foreign refunds. Safe to repeat. */
export async function processRefund(services: RefundServices, refundId: string): Promise<void> {
  if (await dropUncoveredRefund(services, refundId)) return;
  if (await sendUnknownRefund(services, refundId)) return;
  await fetchShares(services, refundId);
  const [surplus, ofTip] = [finishOfSurplus(services), finishOfTip(services)];
  await sendRefund(services, refundId, (askedBy) => (askedBy === "PRODUCT" ? surplus : ofTip));
  const refund = await services.db
    .selectFrom("refunds")
    .select("payment_id")
    .where("id", "=", refundId)
    .executeTakeFirst();
  if (!refund) return;
  const payment = await findPayment(services.db, refund.payment_id);
  if (!payment?.provider_ref) return;
  const provider = services.providers.get(payment.provider);
  const snapshot = provider.abilities.looksUp ? await provider.fetch(payment.provider_ref) : null;
  if (snapshot) await applySnapshot(services, payment, snapshot);
}

export async function sendForgottenRefunds(services: RefundServices, olderThan: Date): Promise<RowsOutcome> {
  const forgotten = [
    ...(await listForgottenRefunds(services.db, olderThan)),
    ...(await listForgottenUnknown(services.db, olderThan)),
  ];
  return await forEachRow(
    forgotten,
    ({ id }) => id,
    whileProviderAnswers(async ({ id }) => {
      try {
        await processRefund(services, id);
        return 1;
      } catch (error) {
        if (error instanceof RefundUnderWay) return 0;
        await lookAgainIfEnded(services, id);
        throw error;
      }
    }),
  );
}

/** An ended refund is not listed again: the look-up gets its own job. */
async function lookAgainIfEnded({ db, jobs }: RefundServices, refundId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ended = await trx
      .selectFrom("refunds")
      .select("id")
      .where("id", "=", refundId)
      .where("status", "!=", "REQUESTED")
      .executeTakeFirst();
    if (ended) await jobs.enqueue(trx, "payments.refund", { refund_id: refundId });
  });
}

export function finishOfTip(services: Pick<TipServices, "jobs" | "newId">) {
  return async (
    trx: Transaction<DB>,
    refund: { id: string; payment_id: string },
    status: "DONE" | "FAILED",
    now: Date,
  ): Promise<void> => {
    const locked = await lockTipAndPayment(trx, refund.payment_id, status === "FAILED" ? "alone" : "shared");
    if (!locked) throw new Error(`payment ${refund.payment_id} is not a tip's`);
    const allocations = status === "FAILED" ? await lockAllocations(trx, refund.payment_id) : [];
    if (!(await markRefund(trx, refund, status, now))) return;
    if (status === "DONE") return await markRefunded(trx, locked, now);

    await bookBack(trx, services, locked, refund.id, allocations, now);
  };
}

/** Passes a direct group's shares on, or fetches them back. Safe to repeat. */
export async function processTransfers(services: RefundServices, paymentId: string): Promise<void> {
  await sendTransfers(services, paymentId, failRefund(services, paymentId));
}

export async function sweepAllTransfers(services: RefundServices): Promise<RowsOutcome> {
  return await sweepTransfers(services, (paymentId) => failRefund(services, paymentId));
}

function failRefund(services: RefundServices, payment_id: string) {
  return (trx: Transaction<DB>, id: string, now: Date) =>
    finishOfTip(services)(trx, { id, payment_id }, "FAILED", now);
}

/** Before the fan's refund. Throws RefundUnderWay while a share is not back. */
async function fetchShares(services: RefundServices, refundId: string): Promise<void> {
  const open = () =>
    services.db
      .selectFrom("direct_reversals as v")
      .innerJoin("direct_transfers as t", "t.id", "v.transfer_id")
      .select("t.payment_id")
      .where("v.refund_id", "=", refundId)
      .where("v.state", "in", ["OPEN", "ASKED"])
      .executeTakeFirst();
  const share = await open();
  if (!share) return;
  await processTransfers(services, share.payment_id);
  if (await open()) throw new RefundUnderWay(refundId);
}
