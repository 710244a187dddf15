import { sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { businessDate } from "../calendar.ts";
import { euroValue } from "../exchange-rates/rates.server.ts";
import { type Minor, minor } from "../money/minor.ts";
import {
  needsSecondOperator,
  type OperatorActKind,
  recordActAlone,
  requestSecondOperator,
  type SecondOperatorRule,
} from "../operator-acts/operator-acts.server.ts";
import { findPayment, type Payment } from "../payments/payment-record.server.ts";
import { isEventOfOther } from "../payments/provider-events.server.ts";
import type { DisputeSnapshot, PaymentSnapshot, Providers } from "../payments/provider-port.ts";
import type { SentRefund } from "../payments/refunds.server.ts";
import { isOpen } from "../payments/states.ts";
import { lockTipAndPayment, type TipServices } from "../tips/tip-and-payment.server.ts";
import { requireOperator } from "../users/user.server.ts";
import { applySnapshotIn } from "./apply-snapshot.server.ts";
import { knownHere } from "./checkout.server.ts";
import { finishOfTip } from "./handle-events.server.ts";
import type { PAYMENT_REPORTS, REFUND_REPORTS } from "./provider-report.schema.ts";

interface ProviderReport {
  payment_id: string;
  operator_id: string;
  report: (typeof PAYMENT_REPORTS)[number] | (typeof REFUND_REPORTS)[number];
  refund_id: string | null;
  reference: string;
  amount_minor: Minor | null;
  note: string;
}

type ReportRefusal = "gone" | "under_way" | "other_waits" | "can_be_asked" | "amount";

/** Incoming money always needs two operators. */
const BRINGS_MONEY: readonly ProviderReport["report"][] = ["PAID", "DISPUTE_WON", "REFUND_FAILED"];

/**
 * Counts as the provider's word. "waiting" for a second operator: incoming money, or beyond the day's limit
 * (docs/product.md, 4.7).
 */
export async function reportOnPayment(
  services: TipServices & SecondOperatorRule & { providers: Providers },
  order: ProviderReport,
): Promise<"reported" | "waiting" | ReportRefusal> {
  const now = services.clock();
  const { payment_id, operator_id, report, refund_id, reference, note: reason } = order;
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, operator_id, "money");
    const fits = await fitting(trx, order);
    if (typeof fits === "string") return fits;
    const { payment, amount } = fits;
    if (services.providers.find(payment.provider)?.abilities.looksUp) return "can_be_asked";
    const currency = payment.charged_currency;
    const worth_eur_minor = await euroValue(trx, amount, currency, businessDate(now));
    const kind: OperatorActKind = BRINGS_MONEY.includes(report) ? "PAYMENT_REPORTED" : "PROVIDER_REPORT";
    const act = { kind, operator_id, worth_eur_minor, subject: `payment:${payment_id}`, now };
    if (await needsSecondOperator(trx, services, act)) {
      const named = reference === "" ? null : reference;
      if (await isOtherWaiting(trx, act, { report, reference: named })) return "other_waits";
      const params = {
        payment_id,
        report,
        refund_id,
        reference: named,
        amount_minor: amount,
        currency,
        reason,
      };
      await requestSecondOperator(trx, services, { ...act, params });
      return "waiting";
    }
    const done = await carryOut(trx, services, order, fits, now);
    if (done === "reported") await recordActAlone(trx, services, act);
    return done;
  });
}

async function isOtherWaiting(
  trx: Transaction<DB>,
  { kind, subject }: { kind: OperatorActKind; subject: string },
  { report, reference }: { report: string; reference: string | null },
): Promise<boolean> {
  const waiting = await trx
    .selectFrom("operator_acts")
    .select("params")
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .where("status", "=", "WAITING")
    .where(
      sql<boolean>`(params ->> 'report', params ->> 'reference') is distinct from (${report}::text, ${reference}::text)`,
    )
    .executeTakeFirst();
  return waiting !== undefined;
}

export async function reportApproved(
  trx: Transaction<DB>,
  services: TipServices,
  order: ProviderReport & { now: Date },
): Promise<"reported" | ReportRefusal> {
  const fits = await fitting(trx, order);
  return typeof fits === "string" ? fits : await carryOut(trx, services, order, fits, order.now);
}

interface Fitting {
  payment: Payment & { provider_ref: string };
  refund: SentRefund | null;
  amount: Minor;
}

async function fitting(
  trx: Transaction<DB>,
  { payment_id, report, refund_id, reference, amount_minor }: ProviderReport,
): Promise<Fitting | ReportRefusal> {
  const locked = await lockTipAndPayment(trx, payment_id, "alone");
  const payment = locked && (await findPayment(trx, payment_id));
  if (!payment || payment.provider_ref === null) return "gone";
  const known = { ...payment, provider_ref: payment.provider_ref };
  const underWay = await trx
    .selectFrom("refunds")
    .select(["id", "payment_id", "amount_minor", "currency", "left_to_operator_at"])
    .where("payment_id", "=", payment_id)
    .where("status", "=", "REQUESTED")
    .where("asked_by", "<>", "PRODUCT")
    .execute();
  if (report === "REFUND_DONE" || report === "REFUND_FAILED") {
    const row = underWay.find((each) => each.id === refund_id && each.left_to_operator_at !== null);
    const isOther = report === "REFUND_DONE" && (await isKnownRefund(trx, payment_id, reference));
    if (!row || isOther) return "gone";
    const refund = { ...row, provider: payment.provider };
    return { payment: known, refund, amount: minor(row.amount_minor) };
  }
  const hasCome = !isOpen(payment.status) && payment.status !== "FAILED";
  if (hasCome === (report === "PAID")) return "gone";
  if (underWay.length > 0) return "under_way";
  const amount = await amountOf(trx, payment, { report, reference, amount_minor });
  return typeof amount === "string" ? amount : { payment: known, refund: null, amount };
}

async function amountOf(
  trx: Transaction<DB>,
  payment: Payment,
  { report, reference, amount_minor }: Pick<ProviderReport, "report" | "reference" | "amount_minor">,
): Promise<Minor | ReportRefusal> {
  const charged = minor(payment.charged_minor);
  if (report === "PAID") {
    const event = { provider: payment.provider, eventId: reference, paymentId: payment.id };
    const isOfOther =
      (await isEventOfOther(trx, event)) || (await wasReportedOfOther(trx, payment, reference));
    return isOfOther ? "gone" : charged;
  }
  if (report === "REFUNDED") {
    if (await isKnownRefund(trx, payment.id, reference)) return "gone";
    const left = minor(charged - (await sumRefunded(trx, payment.id)));
    const amount = amount_minor ?? left;
    return amount > left || left === 0 ? "amount" : amount;
  }
  const dispute = await trx
    .selectFrom("disputes")
    .select("amount_minor")
    .where("payment_id", "=", payment.id)
    .where("dispute_ref", "=", reference)
    .executeTakeFirst();
  if (dispute) return minor(dispute.amount_minor);
  const amount = amount_minor ?? charged;
  return amount > charged ? "amount" : amount;
}

async function carryOut(
  trx: Transaction<DB>,
  services: TipServices,
  { payment_id, operator_id, report, reference, note }: ProviderReport,
  { payment, refund, amount }: Fitting,
  now: Date,
): Promise<"reported" | "gone"> {
  let outcome = report.toLowerCase();
  if (refund) await finishRefund(trx, services, refund, report === "REFUND_DONE" ? reference : null, now);
  else
    outcome = await applySnapshotIn(
      trx,
      services,
      payment,
      snapshotOf(payment, report, reference, amount, now),
      now,
    );
  if (outcome === "unchanged") return "gone";
  await writeAudit(trx, {
    ...{ actor_id: operator_id, action: "payment.reported", subject: `payment:${payment_id}`, now },
    before: null,
    after: {
      ...{ report, ...(reference === "" ? {} : { reference }), amount_minor: amount },
      ...{ currency: payment.charged_currency, reason: note },
    },
  });
  return "reported";
}

async function wasReportedOfOther(
  trx: Transaction<DB>,
  { id, provider }: Payment,
  receipt: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from operator_acts a join payments p on p.id = (a.params ->> 'payment_id')::uuid
    where a.kind = 'PAYMENT_REPORTED' and a.params ->> 'report' = 'PAID' and a.status = 'DONE' and a.params ->> 'reference' = ${receipt}
      and p.id <> ${id} and p.provider = ${provider} limit 1`.execute(trx);
  return rows.length > 0;
}

async function isKnownRefund(trx: Transaction<DB>, paymentId: string, reference: string): Promise<boolean> {
  const { rows } = await sql`
    select from refunds where payment_id = ${paymentId} and provider_refund_ref = ${reference}
    union all
    select from refunds_beyond where payment_id = ${paymentId} and provider_refund_ref = ${reference}
    union all
    select from suspense_exits
    where payment_id = ${paymentId} and reference = ${reference} and kind = 'REFUNDED_ELSEWHERE'`.execute(
    trx,
  );
  return rows.length > 0;
}

async function sumRefunded(trx: Transaction<DB>, paymentId: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount_minor), 0)::bigint as sum from (
      select amount_minor from refunds where payment_id = ${paymentId} and status = 'DONE'
      union all
      select amount_minor from refunds_beyond b where payment_id = ${paymentId} and not exists (
        select from refund_failures f where f.payment_id = b.payment_id and f.reference = b.provider_refund_ref)
      union all
      select amount_minor + beyond_minor + confirms_minor from suspense_exits
      where payment_id = ${paymentId} and kind in ('REFUNDED_ELSEWHERE', 'REFUND_FAILED')
    ) as back`.execute(trx);
  return Number(rows[0]?.sum ?? 0);
}

async function finishRefund(
  trx: Transaction<DB>,
  services: TipServices,
  refund: SentRefund,
  reference: string | null,
  now: Date,
): Promise<void> {
  await finishOfTip(services)(trx, refund, reference === null ? "FAILED" : "DONE", now);
  await trx
    .updateTable("refunds")
    .set({ provider_refund_ref: reference })
    .where("id", "=", refund.id)
    .execute();
}

function snapshotOf(
  payment: Fitting["payment"],
  report: ProviderReport["report"],
  reference: string,
  amountMinor: Minor,
  now: Date,
): PaymentSnapshot {
  if (report === "PAID")
    return { ...knownHere(payment, payment.provider_ref, "PAID"), paidAt: now, receipt: reference };
  const known = knownHere(payment, payment.provider_ref, "OPEN");
  if (report === "REFUNDED")
    return { ...known, refunds: [{ refundId: reference, state: "DONE", amountMinor }] };
  const states: Partial<Record<ProviderReport["report"], DisputeSnapshot["state"]>> = {
    ...{ DISPUTE_OPENED: "OPEN", DISPUTE_WON: "WON", DISPUTE_LOST: "LOST" },
  };
  return { ...known, disputes: [{ disputeRef: reference, state: states[report] ?? "OPEN", amountMinor }] };
}
