import { sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import type { Rules } from "../../product-settings.ts";
import { businessDate, daysBefore } from "../calendar.ts";
import { forRows, type RowsOutcome } from "../jobs.ts";
import { minor } from "../money/minor.ts";
import {
  findPayment,
  insertPayment,
  listPaymentsOfTip,
  type Payment,
} from "../payments/payment-record.server.ts";
import {
  type PaymentSnapshot,
  ProviderConflict,
  ProviderRefused,
  type Providers,
  ProviderUnavailable,
  type SavedMethod,
  type SavedMethods,
} from "../payments/provider-port.ts";
import { type Quote, quote } from "../payments/quote.server.ts";
import { isOpen } from "../payments/states.ts";
import { followFailed, suspendSeries } from "../series/follow-charge.server.ts";
import { giveUpTip, insertMonth, type OwedTip, owedAmount, payerOf } from "../series/owed-month.server.ts";
import { nextCharge } from "../series/series-dates.ts";
import { judgeReceiver } from "../series/series-receiver.server.ts";
import {
  endSeries,
  findSeries,
  lockSeries,
  mailSeries,
  type Series,
  updateSeries,
} from "../series/series-record.server.ts";
import type { TipServices } from "../tips/tip-and-payment.server.ts";
import { applySnapshot } from "./apply-snapshot.server.ts";
import { directCharge, directOf, expiresAt, knownHere } from "./checkout.server.ts";

export interface ChargeServices extends TipServices {
  providers: Providers;
  rules: Rules;
  noticeUrl: (provider: string) => string;
}

const HOUR_MS = 3_600_000;

/**
 * Charges each due month once, despite restarts, two workers or clock jumps (docs/product.md, 5.13). Looks up
 * unanswered ones first.
 */
export async function chargeDueSeries(services: ChargeServices): Promise<RowsOutcome> {
  const unanswered = await resolveCharges(services);
  const { batch } = productRules.series;
  const today = businessDate(services.clock());
  const due = await forRows<{ id: string; next_charge_on: string | null }>({
    size: batch,
    keyOf: ({ id }) => id,
    find: async (last) =>
      await services.db
        .selectFrom("tip_series")
        .select(["id", "next_charge_on"])
        .where("status", "in", ["ACTIVE", "UNPAID"])
        .where("next_charge_on", "<=", today)
        .where("charging_payment_id", "is", null)
        .$if(last !== null, (rows) =>
          rows.where(sql<boolean>`(next_charge_on, id) > (${last?.next_charge_on}::date, ${last?.id}::uuid)`),
        )
        .orderBy("next_charge_on")
        .orderBy("id")
        .limit(batch)
        .execute(),
    act: async (rows) => {
      let done = 0;
      for (const { id } of rows) done += (await chargeOne(services, id)) ? 1 : 0;
      return done;
    },
  });
  return { done: due.done + unanswered.done, failed: [...unanswered.failed, ...due.failed] };
}

async function chargeOne(services: ChargeServices, seriesId: string): Promise<boolean> {
  const begun = await services.db.transaction().execute((trx) => beginCharge(trx, services, seriesId));
  if (!begun) return false;
  await sendCharge(services, begun);
  return true;
}

interface Begun {
  payment: Payment;
  method: SavedMethod;
  saved: SavedMethods;
  description: string;
}

/** Null where another worker was first. */
async function beginCharge(
  trx: Transaction<DB>,
  services: ChargeServices,
  seriesId: string,
): Promise<Begun | null> {
  const now = services.clock();
  const tip = await lockOwedTip(trx, seriesId);
  const series = await lockSeries(trx, seriesId);
  if (!series || !isDue(series, businessDate(now))) return null;
  if (tip && tip.series_month !== series.charge_month) return null;
  if (tip && (await isBeingPaid(trx, tip.id, now))) return null;
  const receiver = await judgeReceiver(trx, series, services.providers.directGroups);
  if (receiver.state === "gone" || receiver.state === "currency") {
    await endSeries(trx, services, series, receiver.state === "gone" ? "RECEIVER_GONE" : "CURRENCY", now);
    return null;
  }
  if (receiver.state === "unable" || receiver.state === "other_account") {
    const problem = receiver.state === "unable" ? "RECEIVER" : "METHOD";
    await suspendSeries(trx, services, series, problem, now);
    return null;
  }
  const method = methodOf(series);
  const saved = series.provider === null ? undefined : services.providers.find(series.provider)?.saved;
  const isElsewhere = receiver.is_transferred && series.provider !== services.providers.directGroups;
  if (!method || !saved || isElsewhere) {
    await suspendSeries(trx, services, series, "METHOD", now);
    return null;
  }
  const price = await agreedPrice(trx, services, series, tip, now);
  if (!price) return null;
  const direct = series.account_ref === null ? null : directCharge(series.account_ref, price);
  const payment = await writeCharge(trx, services, { series, tip, price, direct, receiver, now });
  return { payment, method, saved, description: series.description };
}

function isDue(series: Series, today: string): boolean {
  const { status, next_charge_on, charging_payment_id } = series;
  const isAnnounced = series.payment_type !== "INETCASH_DD" || series.reminded_for === next_charge_on;
  const isOpen = status === "UNPAID" || (status === "ACTIVE" && isAnnounced);
  return isOpen && charging_payment_id === null && next_charge_on !== null && next_charge_on <= today;
}

/** Locked before the series, as by payments. */
async function lockOwedTip(
  trx: Transaction<DB>,
  seriesId: string,
): Promise<(OwedTip & { series_month: string | null }) | null> {
  const tip = await trx
    .selectFrom("tips")
    .innerJoin("tip_series as s", "s.id", "tips.series_id")
    .select(["tips.id", "tips.series_month", "tips.amount_minor"])
    .where("s.id", "=", seriesId)
    .whereRef("tips.series_month", "=", "s.charge_month")
    .where("tips.paid_at", "is", null)
    .forNoKeyUpdate("tips")
    .executeTakeFirst();
  return tip ?? null;
}

async function isBeingPaid(trx: Transaction<DB>, tipId: string, now: Date): Promise<boolean> {
  const payments = await listPaymentsOfTip(trx, tipId);
  return payments.some((each) => isOpen(each.status) && expiresAt(each.created_at) > now);
}

function methodOf({ customer_ref, method_ref, method_label, method_expires_on }: Series): SavedMethod | null {
  return customer_ref === null || method_ref === null
    ? null
    : {
        ...{ customerRef: customer_ref, methodRef: method_ref },
        ...{ label: method_label ?? "", expiresOn: method_expires_on },
      };
}

/**
 * A changed total applies days after its mail; a month that failed before is skipped. Null: no charge now.
 */
async function agreedPrice(
  trx: Transaction<DB>,
  services: ChargeServices,
  series: Series,
  tip: OwedTip | null,
  now: Date,
): Promise<Quote | null> {
  const amount_minor = owedAmount(series, tip);
  const price = await quote(trx, {
    ...{ amount_minor, currency: series.currency, pay_currency: series.currency },
    ...{ type: series.payment_type, country: series.country, rules: services.rules },
    ...{ now, needs_fresh_rate: false },
  });
  if (!price) return null;
  if (tip) {
    const isNow = amount_minor === series.amount_minor;
    const agreed = isNow ? series.total_minor : await lastTotalOf(trx, tip.id);
    if (agreed === null || agreed === price.total_minor) return price;
    await skipMonth(trx, series, now);
    return null;
  }
  if (price.total_minor === series.total_minor) return price;
  const from = await announcePrice(trx, services, series, price.total_minor, now);
  if (from <= businessDate(now)) {
    const agreed = { total_minor: minor(price.total_minor), announced_total_minor: null, announced_at: null };
    await updateSeries(trx, series, agreed, now);
    return price;
  }
  await updateSeries(trx, series, { next_charge_on: from }, now);
  return null;
}

async function lastTotalOf(trx: Transaction<DB>, tipId: string): Promise<number | null> {
  const before = await trx
    .selectFrom("payments")
    .select("total_minor")
    .where("tip_id", "=", tipId)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return before?.total_minor ?? null;
}

async function skipMonth(trx: Transaction<DB>, series: Series, now: Date): Promise<void> {
  const paid_for = series.charge_month ?? businessDate(now);
  const next_charge_on = nextCharge({ day: series.day, paid_for, charged_on: businessDate(now) });
  const fresh = { status: "ACTIVE" as const, problem: null, failures: 0, unpaid_since: null };
  await updateSeries(
    trx,
    series,
    { ...fresh, paid_for, next_charge_on, charge_month: `${next_charge_on.slice(0, 7)}-01` },
    now,
  );
}

/** Mails the total once; returns its first day. */
export async function announcePrice(
  trx: Transaction<DB>,
  services: Pick<ChargeServices, "jobs" | "newId">,
  series: Series,
  total_minor: number,
  now: Date,
): Promise<string> {
  const { notice_days } = productRules.series;
  const isKnown = series.announced_total_minor === total_minor && series.announced_at !== null;
  const announced_at = isKnown && series.announced_at ? series.announced_at : now;
  const from = daysBefore(businessDate(announced_at), -notice_days);
  if (isKnown) return from;
  await updateSeries(trx, series, { announced_total_minor: minor(total_minor), announced_at }, now);
  const key = `price:${businessDate(now)}:${total_minor}`;
  await mailSeries(trx, services, series, { kind: "PRICE", total_minor, from }, { key, now });
  return from;
}

async function writeCharge(
  trx: Transaction<DB>,
  services: ChargeServices,
  charge: {
    series: Series;
    tip: OwedTip | null;
    price: Quote;
    direct: ReturnType<typeof directCharge> | null;
    receiver: { member_ids: string[] | null; is_transferred: boolean };
    now: Date;
  },
): Promise<Payment> {
  const { series, tip, price, direct, receiver, now } = charge;
  const { rules } = services;
  const { amount_minor } = price;
  const owed = tip?.amount_minor === amount_minor ? tip : null;
  if (tip && !owed) await giveUpTip(trx, tip, now);
  const tip_id = owed?.id ?? services.newId();
  if (!owed) await insertMonth(trx, series, { id: tip_id, amount_minor, now });
  else
    await trx
      .updateTable("tips")
      .set({ ...payerOf(series), status: "AWAITING_PAYMENT", updated_at: now })
      .where("id", "=", tip_id)
      .execute();
  const payment = await insertPayment(trx, {
    id: services.newId(),
    of: { purpose: "TIP", tip_id },
    type: series.payment_type,
    provider: series.provider ?? "",
    member_ids: receiver.member_ids,
    hold_days: direct || receiver.is_transferred ? 0 : rules.hold_days[series.payment_type],
    needs_review: rules.content.review_always,
    ...(direct ?? { account_ref: null, application_fee_minor: null }),
    is_transferred: receiver.is_transferred,
    quote: price,
    now,
  });
  await updateSeries(trx, series, { charging_payment_id: payment.id, paused_until: null }, now);
  return payment;
}

/** Without an answer: looked up later, never repeated blindly. */
async function sendCharge(
  services: ChargeServices,
  { payment, method, saved, description }: Begun,
): Promise<void> {
  try {
    const snapshot = await saved.charge({
      ...{ paymentId: payment.id, type: payment.type, method, description },
      ...{ amountMinor: payment.charged_minor, currency: payment.charged_currency },
      ...{ noticeUrl: services.noticeUrl(payment.provider), direct: directOf(payment) },
    });
    await applySnapshot(services, payment, snapshot);
  } catch (error) {
    if (error instanceof ProviderUnavailable || error instanceof ProviderConflict) return;
    if (!(error instanceof ProviderRefused)) throw error;
    await applySnapshot(services, payment, failedHere(payment, "METHOD"));
  }
}

function failedHere(payment: Payment, refusal: PaymentSnapshot["refusal"]): PaymentSnapshot {
  return { ...knownHere(payment, payment.id, "FAILED"), failureCode: "error", refusal };
}

/** Without an answer, or ended without one of ours. */
async function resolveCharges(services: ChargeServices): Promise<RowsOutcome> {
  const { batch, unanswered_minutes } = productRules.series;
  const before = new Date(services.clock().getTime() - unanswered_minutes * 60_000);
  return await forRows<{ id: string; charging_payment_id: string | null }>({
    size: batch,
    keyOf: ({ id }) => id,
    find: async (last) =>
      await services.db
        .selectFrom("tip_series as s")
        .innerJoin("payments as p", "p.id", "s.charging_payment_id")
        .select(["s.id", "s.charging_payment_id"])
        .where((eb) =>
          eb.or([
            eb("p.status", "not in", ["CREATED", "REDIRECTED", "PROCESSING"]),
            eb.and([eb("p.status", "=", "CREATED"), eb("p.created_at", "<", before)]),
          ]),
        )
        .$if(last !== null, (rows) => rows.where("s.id", ">", last?.id ?? ""))
        .orderBy("s.id")
        .limit(batch)
        .execute(),
    act: async (rows) => {
      for (const { id } of rows) await resolveCharge(services, id);
      return rows.length;
    },
  });
}

/** The provider repeats by key for hours; later an unknown charge was never made. */
async function resolveCharge(services: ChargeServices, seriesId: string): Promise<void> {
  const series = await findSeries(services.db, seriesId);
  const payment = series?.charging_payment_id
    ? await findPayment(services.db, series.charging_payment_id)
    : null;
  if (!series || !payment) return;
  if (payment.status !== "CREATED") {
    const ended = {
      ...{ series_id: series.id, payment_id: payment.id, total_minor: payment.total_minor },
      now: services.clock(),
      series_month: await monthOfTip(services, payment.tip_id),
    };
    await services.db.transaction().execute((trx) => followFailed(trx, services, ended, "RETRY"));
    return;
  }
  const provider = services.providers.get(payment.provider);
  const found = await provider.find(payment.id, payment.account_ref);
  if (found) {
    await applySnapshot(services, payment, found.snapshot);
    return;
  }
  const age = services.clock().getTime() - payment.created_at.getTime();
  const method = methodOf(series);
  const isWanted = series.status !== "ENDED" && payment.total_minor <= series.total_minor;
  if (!isWanted || !method || !provider.saved || age > productRules.series.repeatable_hours * HOUR_MS) {
    await applySnapshot(services, payment, failedHere(payment, "RETRY"));
    return;
  }
  const { description } = series;
  await sendCharge(services, { payment, method, saved: provider.saved, description });
}

async function monthOfTip({ db }: ChargeServices, tipId: string | null): Promise<string> {
  const tip = await db
    .selectFrom("tips")
    .select("series_month")
    .where("id", "=", tipId)
    .executeTakeFirstOrThrow();
  return tip.series_month ?? "";
}
