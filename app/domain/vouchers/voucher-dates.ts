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

interface Bought {
  paid_at: Date;
  waited_days: number;
}

/** The last year's end in Berlin, plus the days waited. */
export function lastDayOf({ paid_at, waited_days, valid_years }: Bought & { valid_years: number }): string {
  const year = Number(businessDate(paid_at).slice(0, 4)) + valid_years;
  return daysBefore(`${year}-12-31`, -waited_days);
}

/** Midnight in Berlin. */
export function endOfValidity(voucher: Bought & { valid_years: number }): Date {
  const dayAfter = daysBefore(lastDayOf(voucher), -1);
  const inSummer = new Date(`${dayAfter}T00:00:00+02:00`);
  return businessDate(inSummer) === dayAfter ? inSummer : new Date(`${dayAfter}T00:00:00+01:00`);
}

/** Without the day of purchase, plus the days waited. */
export function endOfWithdrawal(voucher: Bought & { withdrawal_days: number }): Date {
  const { paid_at, waited_days, withdrawal_days } = voucher;
  return new Date(paid_at.getTime() + (withdrawal_days + 1 + waited_days) * DAY_MS);
}
