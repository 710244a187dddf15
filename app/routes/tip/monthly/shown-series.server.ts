import { data, type RouterContextProvider } from "react-router";
import { servicesContext } from "../../../context.ts";
import { businessDate, daysBefore } from "../../../domain/calendar.ts";
import { formatMonth } from "../../../domain/money/formats.ts";
import { type Minor, minor, toDecimal, toTyped } from "../../../domain/money/minor.ts";
import { findOwedTip, owedAmount } from "../../../domain/series/owed-month.server.ts";
import { listPaidMonths } from "../../../domain/series/series-months.server.ts";
import { findShownSeries, receiverOf, type Series } from "../../../domain/series/series-record.server.ts";
import { UNKNOWN_SERIES } from "../../../http/guard-names.ts";
import { formatsOf, getTexts } from "../../../http/i18n.server.ts";
import { priceOf } from "../../../http/payment-start.server.ts";
import { productRules } from "../../../product-rules.ts";
import { shownPrice } from "../../../ui/components/price-table.tsx";
import { EVERY_MONTH } from "../amount-choices.tsx";

type Context = Readonly<RouterContextProvider>;

/** 404 for another token, and until the first payment is under way. */
export async function requireSeries(context: Context, token: string): Promise<Series> {
  const { db, tokens } = context.get(servicesContext);
  const id = tokens.verify("series", token);
  const series = id === null ? null : await findShownSeries(db, id);
  if (!series) throw data(UNKNOWN_SERIES, { status: 404 });
  return series;
}

export async function receiverName(
  context: Context,
  series: Series,
): Promise<{ name: string; path: string | null; chosen: string[] }> {
  const receiver = await receiverOf(context.get(servicesContext).db, series);
  if (!receiver) return { name: getTexts(context, "result")("receipt.deleted"), path: null, chosen: [] };
  const { path, chosen } = receiver;
  const name = receiver.name ?? getTexts(context, "grouplists")("unnamed", { slug: path.slice(4) });
  return { name, path, chosen };
}

export async function priceOfSeries(context: Context, series: Series, amount_minor: Minor) {
  const { currency, country, payment_type } = series;
  const order = { amount_minor, currency, country, payment_type, pay_currency: currency };
  return await priceOf(context, order);
}

function monthly(chosen: readonly string[]): string {
  const creators = chosen.map((username) => ["creator", username]);
  return new URLSearchParams([["every", EVERY_MONTH], ...creators]).toString();
}

/** The day of another amount; "" where unknown. */
export function changesFrom(
  { status, charging_payment_id, next_charge_on }: Series,
  day: (iso: string) => string,
): string {
  const isWaiting = status === "ACTIVE" && charging_payment_id === null;
  return isWaiting && next_charge_on !== null ? day(next_charge_on) : "";
}

export async function shownSeries(context: Context, series: Series) {
  const services = context.get(servicesContext);
  const { money, day, moment, locale } = formatsOf(context);
  const { name, path, chosen } = await receiverName(context, series);
  const { currency, status, next_charge_on, announced_at } = series;
  const price = await priceOfSeries(context, series, minor(series.amount_minor));
  const owedTip = await findOwedTip(services.db, series);
  const owed = owedTip && (await priceOfSeries(context, series, owedAmount(series, owedTip)));
  const { months, stayed_minor } = await listPaidMonths(services.db, series.id);
  const { notice_days, ends_after_days, reminder_days } = productRules.series;
  const provider = series.provider === null ? null : services.providers.find(series.provider);
  return {
    name,
    path: path === null ? null : `${path}/${toDecimal(series.amount_minor, currency)}?${monthly(chosen)}`,
    ...{ status, problem: series.problem, end: series.end_reason },
    /** None while the agreed total differs. */
    price: price?.total_minor === series.total_minor ? shownPrice(price) : null,
    amount: money(series.amount_minor, currency),
    typed: toTyped(series.amount_minor, currency, locale),
    currency,
    total: money(series.total_minor, currency),
    owed: money(owed?.total_minor ?? series.total_minor, currency),
    coming:
      series.announced_total_minor === null || announced_at === null
        ? null
        : {
            total: money(series.announced_total_minor, currency),
            day: day(daysBefore(businessDate(announced_at), -notice_days)),
          },
    declared:
      series.declared_kind === null ? null : { kind: series.declared_kind, at: moment(series.declared_at) },
    monthDay: series.day,
    canChangeDay: status !== "UNPAID" && series.failures === 0,
    next: next_charge_on === null ? "" : day(next_charge_on),
    changesFrom: changesFrom(series, day),
    isPaused: series.paused_until !== null,
    method: series.method_label ?? "",
    canChangeMethod: provider?.saved !== undefined && series.sender_email !== null,
    isOwed: owedTip !== null,
    isCharging:
      series.charging_payment_id !== null ||
      series.paid_for === null ||
      (status === "UNPAID" && series.failures === 0),
    isDebit: series.payment_type === "INETCASH_DD",
    hasReminders: series.has_reminders,
    since: day(series.created_at),
    endedAt: moment(series.ended_at) ?? "",
    days: ends_after_days,
    reminderDays: reminder_days,
    pauses: productRules.series.pause_months_maximum,
    paid: money(stayed_minor, currency),
    months: months.map(({ id, total_minor, refunded_minor, status, settled_at, series_month }) => ({
      id,
      month: formatMonth((series_month ?? settled_at?.toISOString() ?? "").slice(0, 7), locale),
      total: money(total_minor, currency),
      back: status === "REFUNDED" || status === "CHARGEBACK" ? status : null,
      part: refunded_minor > 0 && status === "SUCCESS" ? money(refunded_minor, currency) : null,
      receipt: `/receipt/${services.tokens.sign("receipt", id)}`,
    })),
  };
}

export type ShownSeries = Awaited<ReturnType<typeof shownSeries>>;
