import { productRules } from "../../product-rules.ts";
import { businessDate, daysBefore } from "../calendar.ts";
import { forRows, type RowsOutcome } from "../jobs.ts";
import { minor } from "../money/minor.ts";
import { priceOf } from "../series/change-series.server.ts";
import { suspendSeries } from "../series/follow-charge.server.ts";
import { laterDay, monthOf, nextOn } from "../series/series-dates.ts";
import { judgeReceiver } from "../series/series-receiver.server.ts";
import {
  endSeries,
  lockSeries,
  mailSeries,
  type Series,
  updateSeries,
} from "../series/series-record.server.ts";
import { announcePrice, type ChargeServices } from "./charge-series.server.ts";

type Services = Omit<ChargeServices, "noticeUrl">;

/**
 * Daily: ends or suspends what cannot be received, resumes what can, ends what is long unpaid, mails prices
 * and reminders (docs/product.md, 5.16).
 */
export async function updateSeriesDaily(services: Services): Promise<RowsOutcome> {
  const { batch } = productRules.series;
  return await forRows<{ id: string }>({
    size: batch,
    keyOf: ({ id }) => id,
    find: async (last) =>
      await services.db
        .selectFrom("tip_series")
        .select("id")
        .where("status", "in", ["ACTIVE", "UNPAID", "SUSPENDED"])
        .$if(last !== null, (rows) => rows.where("id", ">", last?.id ?? ""))
        .orderBy("id")
        .limit(batch)
        .execute(),
    act: async (rows) => {
      for (const { id } of rows)
        await services.db.transaction().execute(async (trx) => {
          const series = await lockSeries(trx, id);
          if (series && series.status !== "ENDED" && series.charging_payment_id === null)
            await updateOne(trx, services, series);
        });
      return rows.length;
    },
  });
}

type Trx = Parameters<typeof lockSeries>[0];

async function updateOne(trx: Trx, services: Services, series: Series): Promise<void> {
  const now = services.clock();
  const today = businessDate(now);
  const { state } = await judgeReceiver(trx, series, services.providers.directGroups);
  if (state === "gone" || state === "currency")
    return await endSeries(trx, services, series, state === "gone" ? "RECEIVER_GONE" : "CURRENCY", now);
  const lastDay = daysBefore(today, productRules.series.ends_after_days);
  if (series.unpaid_since !== null && series.unpaid_since <= lastDay) {
    const isOurs = series.problem === "RECEIVER";
    return await endSeries(trx, services, series, isOurs ? "RECEIVER_UNABLE" : "UNPAID", now);
  }
  if (series.status === "SUSPENDED") {
    if (series.problem === "RECEIVER" && state !== "unable") await resumeReceived(trx, services, series, now);
    return;
  }
  if (state === "unable") return await suspendSeries(trx, services, series, "RECEIVER", now);
  if (state === "other_account") return await suspendSeries(trx, services, series, "METHOD", now);
  if (series.status === "ACTIVE") await announce(trx, services, series, now);
}

/** On its next day, or later by the fan's pause or cancellation; skips a passed month. */
async function resumeReceived(trx: Trx, services: Services, series: Series, now: Date): Promise<void> {
  const today = businessDate(now);
  const free = monthAfterPaid(series, today);
  const { next_charge_on: set, charge_month, paused_until } = series;
  const isLater = set !== null && set > free;
  const after = await updateSeries(
    trx,
    series,
    {
      ...{ status: "ACTIVE" as const, problem: null, unpaid_since: null, failures: 0 },
      ...(isLater
        ? { next_charge_on: set, charge_month }
        : { next_charge_on: free, charge_month: monthOf(free) }),
      paused_until: isLater ? paused_until : null,
    },
    now,
  );
  await mailSeries(
    trx,
    services,
    after,
    { kind: "CHANGED", change: "RESUMED" },
    { key: `taken-up:${today}`, now },
  );
}

function monthAfterPaid({ day, paid_for }: Series, today: string): string {
  const next = nextOn(day, today);
  return paid_for !== null && monthOf(next) <= paid_for ? nextOn(day, next) : next;
}

async function announce(trx: Trx, services: Services, series: Series, now: Date): Promise<void> {
  const { notice_days, reminder_days } = productRules.series;
  const today = businessDate(now);
  const isDebit = series.payment_type === "INETCASH_DD";
  const earliest = daysBefore(today, -reminder_days);
  const isSudden = isDebit && series.reminded_for !== series.next_charge_on;
  const next_charge_on = isSudden ? laterDay(series.next_charge_on, earliest) : series.next_charge_on;
  if (next_charge_on === null) return;
  if (next_charge_on > daysBefore(today, -notice_days - 1)) return;
  const total = await priceOf(trx, series, services.rules, noonOf(next_charge_on));
  if (total !== null && total !== series.total_minor) await announcePrice(trx, services, series, total, now);
  const isNear = next_charge_on <= earliest && next_charge_on > today;
  if (!isNear || series.reminded_for === next_charge_on || !(series.has_reminders || isDebit)) return;
  const after = await updateSeries(trx, series, { next_charge_on, reminded_for: next_charge_on }, now);
  const charged = { ...after, total_minor: minor(total ?? after.total_minor) };
  await mailSeries(trx, services, charged, { kind: "REMINDER" }, { key: `reminder:${next_charge_on}`, now });
}

function noonOf(day: string): Date {
  return new Date(`${day}T11:00:00Z`);
}
