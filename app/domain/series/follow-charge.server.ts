import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate, daysBefore } from "../calendar.ts";
import { minor } from "../money/minor.ts";
import type { PaymentSnapshot, SavedMethod } from "../payments/provider-port.ts";
import { laterDay, monthOf, nextCharge } from "./series-dates.ts";
import {
  endSeries,
  forgetMethod,
  liftGoal,
  lockSeries,
  mailSeries,
  type Series,
  type SeriesProblem,
  type SeriesServices,
  tellReceiver,
  updateSeries,
} from "./series-record.server.ts";

type Services = Pick<SeriesServices, "jobs" | "newId">;

interface Charge {
  series_id: string;
  /** The month it is for. */
  series_month: string;
  payment_id: string;
  now: Date;
}

/** Where the payment kept its method. */
interface Account {
  provider: string;
  account_ref: string | null;
}

/**
 * The first month begins the series, others set the next date. The caller holds tip and payment
 * (docs/product.md, 5.16).
 */
export async function followPaid(
  trx: Transaction<DB>,
  services: Services,
  { series_id, series_month, payment_id, provider, account_ref, now }: Charge & Account,
  snapshot: Pick<PaymentSnapshot, "savedMethod">,
): Promise<void> {
  const series = await lockSeries(trx, series_id);
  if (!series) throw new Error(`no series ${series_id}`);
  const paid = {
    paid_for: laterDay(series.paid_for, series_month),
    charging_payment_id: series.charging_payment_id === payment_id ? null : series.charging_payment_id,
  };
  // Late money of a skipped month moves nothing.
  const isLate = series.charge_month !== null && series_month < series.charge_month;
  if (series.status === "ENDED" || isLate) {
    await updateSeries(trx, series, paid, now);
    if (snapshot.savedMethod)
      await forgetMethod(trx, services, {
        ...{ provider, account_ref, customer_ref: snapshot.savedMethod.customerRef },
        method_ref: snapshot.savedMethod.methodRef,
      });
    return;
  }
  const isFirst = series.status === "BEGUN";
  const charged_on = businessDate(isFirst ? series.consented_at : now);
  const next_charge_on = nextCharge({ day: series.day, paid_for: paid.paid_for, charged_on });
  const kept = methodColumns(snapshot.savedMethod ?? null);
  const method = kept && { ...kept, provider, account_ref };
  const hasMethod = method !== null || series.method_ref !== null;
  const after = await updateSeries(
    trx,
    series,
    {
      ...paid,
      ...method,
      ...(isFirst && (await findContact(trx, series_id))),
      status: hasMethod ? "ACTIVE" : "SUSPENDED",
      problem: hasMethod ? null : "METHOD",
      unpaid_since: hasMethod ? null : businessDate(now),
      failures: 0,
      next_charge_on,
      charge_month: monthOf(next_charge_on),
    },
    now,
  );
  await liftGoal(trx, services, { before: series, after }, now);
  if (isFirst) {
    await mailSeries(trx, services, after, { kind: "STARTED" }, { key: "started", now });
    await tellReceiver(trx, services, after, "monthly.started", now);
  }
  if (!hasMethod) await mailProblem(trx, services, after, { problem: "METHOD", cause: "begun", now });
  if (method && series.method_ref !== null && series.method_ref !== method.method_ref)
    await forgetMethod(trx, services, series);
}

/** The fan's latest correction counts, as on the receipt. */
async function findContact(trx: Transaction<DB>, series_id: string) {
  return await trx
    .selectFrom("tips")
    .select(["sender_name", "sender_email", "share_email", "show_on_page", "locale"])
    .where("series_id", "=", series_id)
    .where("sender_email", "is not", null)
    .executeTakeFirst();
}

export function methodColumns(method: SavedMethod | null) {
  return (
    method && {
      customer_ref: method.customerRef,
      method_ref: method.methodRef,
      method_label: method.label,
      method_expires_on: method.expiresOn,
    }
  );
}

/** A failed charge of ours is tried again in days, or suspends until the fan acts. */
export async function followFailed(
  trx: Transaction<DB>,
  services: Services,
  { series_id, series_month, payment_id, total_minor, now }: Charge & { total_minor: number },
  refusal: SeriesProblem | undefined,
): Promise<void> {
  const series = await lockSeries(trx, series_id);
  if (series?.charging_payment_id !== payment_id) return;
  // The month was paid otherwise.
  const isPaid = series.charge_month !== null && series_month < series.charge_month;
  // The next run charges the fan's new method.
  const isReplaced = refusal !== "RECEIVER" && (await hasReplacedMethod(trx, payment_id));
  if (series.status === "ENDED" || isPaid || isReplaced) {
    await updateSeries(trx, series, { charging_payment_id: null }, now);
    return;
  }
  const today = businessDate(now);
  const { retry_days } = productRules.series;
  const problem = refusal ?? "RETRY";
  const wait = problem === "RETRY" ? retry_days[series.failures] : undefined;
  const retry_on = wait === undefined ? null : daysBefore(today, -wait);
  const after = await updateSeries(
    trx,
    series,
    {
      status: retry_on === null ? "SUSPENDED" : "UNPAID",
      problem,
      next_charge_on: retry_on ?? series.next_charge_on,
      failures: series.failures + 1,
      unpaid_since: series.unpaid_since ?? today,
      charging_payment_id: null,
    },
    now,
  );
  // The next try's sum; a lower amount counts for it.
  const owed = { ...after, total_minor: minor(Math.min(total_minor, after.total_minor)) };
  await mailProblem(trx, services, owed, { problem, cause: payment_id, retry_on, now });
}

/** Another method came while the charge was under way. */
export const METHOD_REPLACED = "method_replaced";

async function hasReplacedMethod(trx: Transaction<DB>, paymentId: string): Promise<boolean> {
  const event = await trx
    .selectFrom("payment_events")
    .select("id")
    .where("payment_id", "=", paymentId)
    .where("kind", "=", METHOD_REPLACED)
    .limit(1)
    .executeTakeFirst();
  return event !== undefined;
}

/** The bank takes back money: no further charge. */
export async function followDispute(
  trx: Transaction<DB>,
  services: Services,
  series_id: string,
  now: Date,
): Promise<void> {
  const series = await lockSeries(trx, series_id);
  if (series && series.status !== "ENDED") await endSeries(trx, services, series, "DISPUTE", now);
}

export async function suspendSeries(
  trx: Transaction<DB>,
  services: Services,
  series: Series,
  problem: SeriesProblem,
  now: Date,
): Promise<void> {
  const unpaid_since = series.unpaid_since ?? businessDate(now);
  const after = await updateSeries(trx, series, { status: "SUSPENDED", problem, unpaid_since }, now);
  await mailProblem(trx, services, after, { problem, cause: businessDate(now), now });
}

async function mailProblem(
  trx: Transaction<DB>,
  services: Services,
  series: Series,
  given: { problem: SeriesProblem; cause: string; retry_on?: string | null; now: Date },
): Promise<void> {
  const { problem, cause, retry_on = null, now } = given;
  const key = `problem:${problem}:${cause}`;
  await mailSeries(trx, services, series, { kind: "PROBLEM", problem, retry_on }, { key, now });
}
