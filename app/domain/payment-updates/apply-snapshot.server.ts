import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { applyDisputes, makeRoomForRefund, settleClaims } from "../disputes/follow-disputes.server.ts";
import { repayFromAvailable } from "../earnings/maturing.server.ts";
import { settleTip } from "../earnings/settle-tip.server.ts";
import { cause } from "../ledger/chart.ts";
import { lockBalances, post } from "../ledger/post.server.ts";
import { isHeld } from "../ledger/rules/posting-rules.ts";
import {
  type RefundPart,
  refundBeyondFailed,
  refundFailed,
  releasedAfterRefund,
} from "../ledger/rules/reversal-posting-rules.ts";
import { minor } from "../money/minor.ts";
import { type Payment, recordPaymentEvent } from "../payments/payment-record.server.ts";
import {
  type PaymentSnapshot,
  type ProviderPaymentState,
  type Providers,
  ProviderUnavailable,
  type RefundSnapshot,
} from "../payments/provider-port.ts";
import { failedNames, markFailedLate, recordRefundFailure } from "../payments/refunds.server.ts";
import { isOpen, nextStep } from "../payments/states.ts";
import { importProviderRefunds, markRefunded } from "../refunds/provider-refunds.server.ts";
import { currencyOf, lockAllocations } from "../refunds/reversal-amounts.server.ts";
import { recountWaiting } from "../rollups/waiting-totals.server.ts";
import { followDispute, followFailed, followPaid } from "../series/follow-charge.server.ts";
import { forgetMethod } from "../series/series-record.server.ts";
import { putAside } from "../suspense/suspense.server.ts";
import { returnToReview } from "../tips/review.server.ts";
import {
  type HoldOnCreator,
  lockTipAndPayment,
  type TipAndPayment,
  type TipServices,
} from "../tips/tip-and-payment.server.ts";
import { planTransfers } from "../transfers/transfer-plan.server.ts";
import { restateVoucher, settleVoucher } from "../vouchers/voucher-states.server.ts";

export async function lookUpPayment(
  services: TipServices & { providers: Providers },
  payment: Pick<Payment, "id" | "hold_days" | "status" | "provider" | "provider_ref">,
): Promise<ProviderPaymentState | null> {
  if (payment.provider_ref === null || !isOpen(payment.status)) return null;
  try {
    const provider = services.providers.get(payment.provider);
    const snapshot = provider.abilities.looksUp ? await provider.fetch(payment.provider_ref) : null;
    if (snapshot) await applySnapshot(services, payment, snapshot);
    return snapshot?.state ?? null;
  } catch (error) {
    if (error instanceof ProviderUnavailable) return null;
    throw error;
  }
}

/** In one transaction. Repeated or outdated snapshots change nothing. */
export async function applySnapshot(
  services: TipServices,
  payment: Pick<Payment, "id" | "hold_days">,
  snapshot: PaymentSnapshot,
): Promise<string> {
  return await services.db
    .transaction()
    .execute((trx) => applySnapshotIn(trx, services, payment, snapshot, services.clock()));
}

/** A further payment goes to suspense. */
export async function applySnapshotIn(
  trx: Transaction<DB>,
  services: TipServices,
  payment: Pick<Payment, "id" | "hold_days">,
  snapshot: PaymentSnapshot,
  now: Date,
): Promise<string> {
  if (snapshot.state === "PAID" && snapshot.amountMinor <= 0) return "no_amount";
  const locked = await lockTipAndPayment(trx, payment.id, holdFor(payment, snapshot));
  if (!locked) return "unknown_payment";
  const step = nextStep(locked.payment.status, snapshot);
  let outcome = "unchanged";
  if (step.to === "SUCCESS") {
    outcome = await settle(trx, services, locked, snapshot, now);
  } else if (snapshot.state === "PAID" && (await isOtherMoney(trx, locked.payment.id, snapshot))) {
    outcome = await putOtherAside(trx, services, locked.payment, snapshot, now);
  } else if (step.to !== null) {
    await trx
      .updateTable("payments")
      .set({
        status: step.to,
        failure_reason: step.to === "FAILED" ? step.failure_reason : null,
        provider_ref: snapshot.providerRef,
      })
      .where("id", "=", locked.payment.id)
      .execute();
    outcome = step.to.toLowerCase();
  }
  if (outcome !== "unchanged") {
    const detail = {
      from: locked.payment.status,
      provider_state: snapshot.state,
      failure_code: snapshot.failureCode,
      receipt: snapshot.receipt,
      ...presentmentOf(snapshot),
    };
    await recordPaymentEvent(trx, locked.payment.id, outcome, detail, now);
  }
  await followSeries(trx, services, locked, snapshot, outcome, now);
  let hasMoved = false;
  const isSettled =
    step.to === "SUCCESS" || (!isOpen(locked.payment.status) && locked.payment.status !== "FAILED");
  if (isSettled && snapshot.refunds.length > 0) {
    const makeRoom = (each: typeof locked.payment) => makeRoomForRefund(trx, each, now);
    const { id } = locked.payment;
    if (await failDoneRefunds(trx, services, locked, snapshot.refunds, now)) {
      outcome = "refund_failed_late";
      hasMoved = true;
      await settleClaims(trx, services, locked, now);
    }
    if (await importProviderRefunds(trx, services, id, snapshot.refunds, now, makeRoom)) {
      outcome = "refund_taken_in";
      hasMoved = true;
      await settleClaims(trx, services, locked, now);
    }
  }
  if (isSettled && snapshot.disputes.length > 0) {
    const followed = await applyDisputes(trx, services, locked.payment.id, snapshot.disputes, now);
    if (followed) outcome = followed;
    hasMoved ||= followed !== null;
    const { tip } = locked;
    if (followed && tip && tip.series_id !== null) await followDispute(trx, services, tip.series_id, now);
  }
  if (hasMoved) await recountWaiting(trx, locked.payment.id);
  if (hasMoved && locked.payment.account_ref !== null)
    await services.jobs.enqueue(trx, "payments.return-fee", { payment_id: locked.payment.id });
  return outcome;
}

async function followSeries(
  trx: Transaction<DB>,
  services: TipServices,
  { tip, payment }: TipAndPayment,
  snapshot: PaymentSnapshot,
  outcome: string,
  now: Date,
): Promise<void> {
  if (!tip || tip.series_id === null) return;
  const { series_id, series_month } = tip;
  const { id: payment_id, provider, account_ref, total_minor } = payment;
  // Returned money leaves no method behind.
  const { savedMethod: kept } = snapshot;
  if (kept && outcome.startsWith("refunding_"))
    await forgetMethod(trx, services, {
      ...{ provider, account_ref, customer_ref: kept.customerRef, method_ref: kept.methodRef },
    });
  if (series_month === null) return;
  const charge = { series_id, series_month, payment_id, provider, account_ref, total_minor, now };
  if (outcome === "settled") await followPaid(trx, services, charge, snapshot);
  else if (outcome === "refunding_receiver_cannot_receive")
    await followFailed(trx, services, charge, "RECEIVER");
  else if (outcome === "failed" || outcome.startsWith("refunding_"))
    await followFailed(trx, services, charge, snapshot.refusal);
}

function presentmentOf({ presentment }: PaymentSnapshot): object {
  if (!presentment) return {};
  return { presentment_minor: presentment.amountMinor, presentment_currency: presentment.currency };
}

async function settle(
  trx: Transaction<DB>,
  services: TipServices,
  locked: TipAndPayment,
  snapshot: PaymentSnapshot,
  now: Date,
): Promise<string> {
  const { tip, voucher } = locked;
  if (voucher) return await settleVoucher(trx, services, { ...locked, voucher }, snapshot, now);
  if (!tip) throw new Error(`payment ${locked.payment.id} is for nothing`);
  return await settleTip(trx, services, { ...locked, tip }, snapshot, now);
}

function holdFor(
  { hold_days }: Pick<Payment, "hold_days">,
  { disputes, refunds }: PaymentSnapshot,
): HoldOnCreator {
  return hold_days === 0 || disputes.length + refunds.length > 0 ? "alone" : "shared";
}

/** Some providers take several payments per order. The caller locks the payment (docs/product.md, 4.6). */
async function isOtherMoney(
  trx: Transaction<DB>,
  paymentId: string,
  { receipt }: Pick<PaymentSnapshot, "receipt">,
): Promise<boolean> {
  if (receipt === undefined) return false;
  const known = await trx
    .selectFrom("payment_events")
    .select("id")
    .where("payment_id", "=", paymentId)
    .where(sql<string>`detail ->> 'receipt'`, "=", receipt)
    .limit(1)
    .executeTakeFirst();
  return known === undefined;
}

async function putOtherAside(
  trx: Transaction<DB>,
  services: { newId: () => string },
  { provider }: TipAndPayment["payment"],
  snapshot: PaymentSnapshot,
  now: Date,
): Promise<"paid_again"> {
  const money = {
    ...{ payment_id: services.newId(), provider, currency: snapshot.currency },
    ...{ provider_ref: `${snapshot.providerRef} ${snapshot.receipt}`, reason: "second_success" as const },
    received_minor: minor(snapshot.amountMinor),
  };
  await putAside(trx, money, snapshot.paidAt ?? now, now);
  return "paid_again";
}

/** All that they took returns, except one also reported as made. The caller holds the creators alone. */
async function failDoneRefunds(
  trx: Transaction<DB>,
  services: TipServices,
  locked: TipAndPayment,
  refunds: readonly RefundSnapshot[],
  now: Date,
): Promise<boolean> {
  const { payment, tip } = locked;
  const names = failedNames(refunds);
  if (names.length === 0) return false;
  const made = await trx
    .selectFrom("refunds")
    .select(["id", "provider_refund_ref", "amount_minor"])
    .where("payment_id", "=", payment.id)
    .where("status", "=", "DONE")
    .where("asked_by", "<>", "PRODUCT")
    .where((eb) =>
      eb.or([eb(eb.cast<string>("id", "text"), "in", names), eb("provider_refund_ref", "in", names)]),
    )
    .orderBy("id")
    .execute();
  const beyond = await failBeyond(trx, payment, names, now);
  const allocations = made.length > 0 ? await lockAllocations(trx, payment.id) : [];
  for (const refund of made) {
    await markFailedLate(trx, { id: refund.id, payment_id: payment.id }, now);
    await bookBack(trx, services, locked, refund.id, allocations, now);
  }
  for (const reference of names) {
    const ofName = made.filter((each) => each.id === reference || each.provider_refund_ref === reference);
    const amounts = [...ofName.map((each) => each.amount_minor), beyond.get(reference) ?? 0];
    const amount_minor = minor(amounts.reduce((sum, each) => sum + each, 0));
    const facts = { payment_id: payment.id, reference, currency: payment.charged_currency, amount_minor };
    if (amount_minor > 0) await recordRefundFailure(trx, { id: services.newId(), ...facts }, now);
  }
  if (made.length === 0) return beyond.size > 0;
  if (payment.status === "REFUNDED")
    await trx.updateTable("payments").set({ status: "SUCCESS" }).where("id", "=", payment.id).execute();
  if (tip && payment.status !== "CHARGEBACK") await returnToReview(trx, tip.id, "REFUNDED", now);
  const status = payment.status === "REFUNDED" ? "SUCCESS" : payment.status;
  await markRefunded(trx, { ...locked, payment: { ...payment, status } }, now);
  if (tip && payment.status === "CHARGEBACK") await shareChargeback(trx, tip.id, now);
  return true;
}

/** Shares that count again are charged back with their group's tip. */
async function shareChargeback(trx: Transaction<DB>, tipId: string, now: Date): Promise<void> {
  await trx
    .updateTable("tips")
    .set({ status: "CHARGEBACK", updated_at: now })
    .where("group_tip_id", "=", tipId)
    .where("status", "=", "REFUNDED")
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("tip_allocations as a")
          .select("a.id")
          .whereRef("a.tip_id", "=", "tips.id")
          .where("a.counted_minor", ">", minor(0)),
      ),
    )
    .execute();
}

async function failBeyond(
  trx: Transaction<DB>,
  payment: TipAndPayment["payment"],
  names: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom("refunds_beyond as b")
    .innerJoin("ledger_transaction as t", (join) =>
      join.onRef("t.cause_id", "=", "b.id").on("t.kind", "=", "refund_beyond"),
    )
    .select(["b.id", "b.provider_refund_ref", "b.amount_minor", "t.id as transaction_id"])
    .where("b.payment_id", "=", payment.id)
    .where("b.provider_refund_ref", "in", [...names])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("refund_failures as f")
            .select("f.id")
            .whereRef("f.payment_id", "=", "b.payment_id")
            .whereRef("f.reference", "=", "b.provider_refund_ref"),
        ),
      ),
    )
    .orderBy("b.id")
    .execute();
  const postings = rows.map((row) =>
    refundBeyondFailed(row, payment, minor(row.amount_minor), row.transaction_id, now),
  );
  await post(trx, postings, now);
  return new Map(rows.map((row) => [row.provider_refund_ref, row.amount_minor]));
}

export async function bookBack(
  trx: Transaction<DB>,
  services: Pick<TipServices, "jobs" | "newId">,
  { payment, voucher }: TipAndPayment,
  refundId: string,
  allocations: readonly { id: string; is_released: boolean }[],
  now: Date,
): Promise<void> {
  const parts = await listParts(trx, refundId);
  const currency = currencyOf(parts);
  if (currency !== null)
    await lockBalances(
      trx,
      parts.map((part) => part.creator_id),
      currency,
    );
  const facts = await trx
    .selectFrom("refunds as r")
    .innerJoin("ledger_transaction as t", (join) =>
      join.onRef("t.cause_id", "=", "r.id").on("t.kind", "=", "tip_refunded"),
    )
    .select(["r.tip_minor", "r.service_fee_minor", "r.vat_minor", "r.amount_minor"])
    .select("r.application_fee_minor")
    .select("t.id as transaction_id")
    .where("r.id", "=", refundId)
    .executeTakeFirstOrThrow();
  const returned = {
    tip_minor: minor(facts.tip_minor),
    service_fee_minor: minor(facts.service_fee_minor),
    vat_minor: minor(facts.vat_minor),
    charged_minor: minor(facts.amount_minor),
    application_fee_minor: minor(facts.application_fee_minor),
  };
  const isReleased = (part: RefundPart) =>
    allocations.some((each) => each.id === part.allocation_id && each.is_released);
  await post(
    trx,
    [
      refundFailed(refundId, payment, parts, returned, facts.transaction_id, now),
      ...parts.filter(isReleased).map((part) => releasedAfterRefund(refundId, part, now)),
    ],
    now,
  );
  for (const part of isHeld(payment) ? parts : []) {
    const credited = minor(part.from_available_minor + (isReleased(part) ? part.from_pending_minor : 0));
    const { creator_id } = part;
    const credit = {
      ...{ name: `${refundId}:${creator_id}`, cause: cause("refund", refundId, creator_id) },
      ...{ creator_id, currency: part.currency },
    };
    await repayFromAvailable(trx, credit, credited, now);
  }
  await planTransfers(trx, services, payment, {}, now);
  await recountWaiting(trx, payment.id);
  if (voucher) await restateVoucher(trx, voucher, now);
}

async function listParts(db: Kysely<DB>, refundId: string): Promise<RefundPart[]> {
  const rows = await db
    .selectFrom("refund_parts as r")
    .innerJoin("tip_allocations as a", "a.id", "r.allocation_id")
    .select([
      "r.allocation_id",
      "a.creator_id",
      "a.currency",
      "a.pending_shard",
      "r.amount_minor",
      "r.from_pending_minor",
    ])
    .select(["r.from_available_minor", "r.goodwill_minor"])
    .where("r.refund_id", "=", refundId)
    .orderBy("a.creator_id")
    .execute();
  return rows.map(({ pending_shard, ...row }) => ({
    ...row,
    shard: pending_shard ?? 0,
    amount_minor: minor(row.amount_minor),
    from_pending_minor: minor(row.from_pending_minor),
    from_available_minor: minor(row.from_available_minor),
    goodwill_minor: minor(row.goodwill_minor),
  }));
}
