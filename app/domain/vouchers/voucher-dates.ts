import { productRules } from "../../product-rules.ts";
import { businessDate, daysBefore } from "../calendar.ts";

const DAY_MS = 86_400_000;

/** In total, rounded up once (docs/product.md, 5.12). */
export function daysWaited(waits: readonly { asked_at: Date; ended_at: Date }[]): number {
  const waited_ms = waits.reduce(
    (sum, { asked_at, ended_at }) => sum + ended_at.getTime() - asked_at.getTime(),
    0,
  );
  return Math.trunc((waited_ms + DAY_MS - 1) / DAY_MS);
}

/** Of the third year in Berlin, plus the days waited. */
export function lastDayOf(paidAt: Date, waitedDays: number): string {
  const year = Number(businessDate(paidAt).slice(0, 4)) + productRules.voucher.valid_years;
  return daysBefore(`${year}-12-31`, -waitedDays);
}

/** Midnight in Berlin. */
export function endOfValidity(paidAt: Date, waitedDays: number): Date {
  const dayAfter = daysBefore(lastDayOf(paidAt, waitedDays), -1);
  const inSummer = new Date(`${dayAfter}T00:00:00+02:00`);
  return businessDate(inSummer) === dayAfter ? inSummer : new Date(`${dayAfter}T00:00:00+01:00`);
}

/** Two weeks without the day of purchase, plus the days waited. */
export function endOfWithdrawal(paidAt: Date, waitedDays: number): Date {
  return new Date(paidAt.getTime() + (productRules.voucher.withdrawal_days + 1 + waitedDays) * DAY_MS);
}
