import type { Transaction } from "kysely";
import { likePrefix } from "../../../db/like-prefix.ts";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import type { Rules } from "../../product-settings.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { businessDate } from "../calendar.ts";
import { type Minor, minor } from "../money/minor.ts";
import { recordPaymentEvent } from "../payments/payment-record.server.ts";
import type { SavedMethod } from "../payments/provider-port.ts";
import { quote } from "../payments/quote.server.ts";
import { requireOperator } from "../users/user.server.ts";
import { METHOD_REPLACED, methodColumns } from "./follow-charge.server.ts";
import { chargeOnOtherDay, dayInMonth, laterDay, monthOf, monthsAfter } from "./series-dates.ts";
import {
  endSeries,
  forgetMethod,
  liftGoal,
  lockSeries,
  mailSeries,
  type Series,
  type SeriesChange,
  type SeriesServices,
  updateSeries,
} from "./series-record.server.ts";

const DAY_MS = 86_400_000;

export type ChangeOutcome = "changed" | "ended" | "unpaid" | "unknown";

/** By the secret link, which the caller verified. Each act is mailed (docs/product.md, 5.16). */

/** From the next charge on. `total_minor` is what the fan agreed to; "price_changed" for another. */
export async function changeAmount(
  services: SeriesServices,
  given: { series_id: string; amount_minor: Minor; seen_total_minor: number; consent: string; rules: Rules },
): Promise<ChangeOutcome | "price_changed"> {
  const { amount_minor, consent, rules } = given;
  return await change<"unpaid" | "price_changed">(
    services,
    given.series_id,
    "AMOUNT",
    async (trx, series, now) => {
      if (series.status === "UNPAID") return "unpaid";
      const price = await priceOf(trx, { ...series, amount_minor }, rules, now);
      if (price !== given.seen_total_minor) return "price_changed";
      return {
        ...{ amount_minor, total_minor: minor(price), consent, consented_at: now },
        ...{ announced_total_minor: null, announced_at: null },
      };
    },
  );
}

export async function priceOf(
  db: Parameters<typeof quote>[0],
  series: Pick<Series, "amount_minor" | "currency" | "country" | "payment_type">,
  rules: Rules,
  at: Date,
): Promise<number | null> {
  const price = await quote(db, {
    amount_minor: minor(series.amount_minor),
    currency: series.currency,
    type: series.payment_type,
    pay_currency: series.currency,
    country: series.country,
    now: at,
    needs_fresh_rate: false,
    rules,
  });
  return price?.total_minor ?? null;
}

export async function changeDay(
  services: SeriesServices,
  { series_id, day }: { series_id: string; day: number },
): Promise<ChangeOutcome> {
  return await change<"unpaid">(services, series_id, "DAY", async (trx, series, now) => {
    if (series.status === "UNPAID" || series.failures > 0) return "unpaid";
    const { paused_until, charge_month } = series;
    const paused = paused_until && charge_month ? dayInMonth(charge_month, day) : "";
    if (paused > businessDate(now)) return { day, next_charge_on: paused, paused_until: paused };
    return { day, ...nextFrom(series, now, { day, paid_on: await lastPaidOn(trx, series_id) }) };
  });
}

export async function pauseSeries(
  services: SeriesServices,
  { series_id, months }: { series_id: string; months: number },
): Promise<ChangeOutcome> {
  if (months < 1 || months > productRules.series.pause_months_maximum)
    throw new RangeError(`${months} months`);
  return await change<"unpaid">(services, series_id, "PAUSED", async (_, series, now) => {
    if (series.status !== "ACTIVE") return "unpaid";
    const { charge_month } = nextFrom(series, now);
    const month = monthsAfter(charge_month, months);
    const next_charge_on = dayInMonth(month, series.day);
    return { paused_until: next_charge_on, next_charge_on, charge_month: month };
  });
}

export async function resumeSeries(
  services: SeriesServices,
  { series_id }: { series_id: string },
): Promise<ChangeOutcome> {
  return await change<never>(services, series_id, "RESUMED", async (_, series, now) =>
    series.paused_until === null ? {} : { paused_until: null, ...nextFrom(series, now) },
  );
}

async function lastPaidOn(trx: Transaction<DB>, seriesId: string): Promise<string | null> {
  const { paid_at } = await trx
    .selectFrom("tips")
    .select(({ fn }) => fn.max("paid_at").as("paid_at"))
    .where("series_id", "=", seriesId)
    .executeTakeFirstOrThrow();
  return paid_at === null ? null : businessDate(paid_at);
}

function nextFrom(
  series: Series,
  now: Date,
  { day, paid_on }: { day: number; paid_on?: string | null } = series,
) {
  const today = businessDate(now);
  const paid_for = series.paid_for ?? monthOf(today);
  const next = chargeOnOtherDay({ day, paid_for, today, paid_on: paid_on ?? null });
  return { next_charge_on: laterDay(declaredDay(series), next), charge_month: monthOf(next) };
}

/** Until when a cancellation delays the charge. */
function declaredDay({ next_charge_on, waits_from }: Series): string | null {
  return waits_from === null ? null : next_charge_on;
}

/** A job charges a failed month at once. The provider deletes the old method; after the end, the new one. */
export async function changeMethod(
  services: SeriesServices,
  { series_id, set_up_ref, method }: { series_id: string; set_up_ref: string; method: SavedMethod },
): Promise<ChangeOutcome> {
  return await change<"unknown" | "ended">(
    services,
    series_id,
    "METHOD",
    async (trx, series, now) => {
      if (series.set_up_ref !== set_up_ref) return "unknown";
      const { set_up_provider: provider, set_up_account_ref: account_ref } = series;
      const entered = { ...methodColumns(method), provider, account_ref };
      if (series.status === "ENDED") {
        await forgetMethod(trx, services, { ...series, ...entered });
        return "ended";
      }
      if (series.method_ref !== method.methodRef) await forgetMethod(trx, services, series);
      const { charging_payment_id } = series;
      if (charging_payment_id !== null)
        await recordPaymentEvent(trx, charging_payment_id, METHOD_REPLACED, {}, now);
      const columns = { ...entered, set_up_ref: null };
      const today = businessDate(now);
      if (series.problem === "RECEIVER" || series.status === "ACTIVE") return columns;
      await services.jobs.enqueue(trx, "series.charge", {});
      // No failure yet: the series lacked a method or changed its account.
      if (series.failures === 0 && series.status === "SUSPENDED")
        return { ...columns, status: "ACTIVE" as const, problem: null, unpaid_since: null };
      const retried = { status: "UNPAID" as const, problem: "RETRY" as const, failures: 0 };
      return { ...columns, ...retried, next_charge_on: today };
    },
    { isPastEnd: true },
  );
}

/** Ends reminders, which is mailed. Direct debits are still announced. */
export async function setReminders(
  services: SeriesServices,
  { series_id, has_reminders }: { series_id: string; has_reminders: boolean },
): Promise<ChangeOutcome> {
  const what = has_reminders ? null : "REMINDERS_OFF";
  return await change<never>(services, series_id, what, async (_, series) =>
    series.has_reminders === has_reminders ? {} : { has_reminders },
  );
}

/** Never refused; repeatable. Mailed at once. */
export async function stopSeries(
  services: SeriesServices,
  seriesId: string,
  asked_back?: Parameters<typeof endSeries>[5],
): Promise<"ended" | "unknown"> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    const series = await lockSeries(trx, seriesId);
    if (!series) return "unknown";
    if (series.status !== "ENDED") await endSeries(trx, services, series, "FAN", now, asked_back);
    return "ended";
  });
}

/** For a fan without the link; logged with a reason. Paid months are refunded payment by payment. */
export async function stopByOperator(
  services: SeriesServices,
  { series_id, operator_id, reason }: { series_id: string; operator_id: string; reason: string },
): Promise<"stopped" | "gone"> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, operator_id, "support");
    const series = await lockSeries(trx, series_id);
    if (!series || series.status === "BEGUN" || series.status === "ENDED") return "gone";
    await endSeries(trx, services, series, "OPERATOR", now);
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "series.stopped", subject: `series:${series_id}`, now },
      ...{ before: null, after: { reason } },
    });
    return "stopped";
  });
}

type Columns = Partial<Omit<Series, "id">>;

async function change<Refusal extends string>(
  services: SeriesServices,
  seriesId: string,
  what: SeriesChange | null,
  decide: (trx: Transaction<DB>, series: Series, now: Date) => Promise<Columns | Refusal>,
  { isPastEnd = false } = {},
): Promise<"changed" | "ended" | "unknown" | Refusal> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    const series = await lockSeries(trx, seriesId);
    if (!series || series.status === "BEGUN") return "unknown";
    if (series.status === "ENDED" && !isPastEnd) return "ended";
    const columns = await decide(trx, series, now);
    if (typeof columns === "string") return columns;
    if (Object.keys(columns).length === 0) return "changed";
    const after = await updateSeries(trx, series, columns, now);
    await liftGoal(trx, services, { before: series, after }, now);
    if (what)
      await mailSeries(
        trx,
        services,
        after,
        { kind: "CHANGED", change: what },
        { key: await mailKeyOf(trx, series.id, what, now), now },
      );
    return "changed";
  });
}

/** The link changes terms all day, but fills no mailbox: a used key mails nothing. */
async function mailKeyOf(
  trx: Transaction<DB>,
  seriesId: string,
  what: SeriesChange,
  now: Date,
): Promise<string> {
  const { count } = await trx
    .selectFrom("mail_outbox")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("dedupe_key", "like", likePrefix(`series:${seriesId}:changed:`))
    .where("created_at", ">", new Date(now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow();
  const isOften = Number(count) >= productRules.series.change_mails_a_day;
  return `changed:${what}:${isOften ? businessDate(now) : now.getTime()}`;
}
