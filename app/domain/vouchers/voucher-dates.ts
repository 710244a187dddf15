import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar/business-date.ts";

const DAY_MS = 86_400_000;

/** The last day on which a voucher is worth something: the end of the third year after its purchase, in Berlin. */
export function lastDayOf(paidAt: Date): string {
  const year = Number(businessDate(paidAt).slice(0, 4)) + productRules.voucher.valid_years;
  return `${year}-12-31`;
}

/** The moment at which that day is over: midnight in Berlin, in winter an hour before Greenwich's. */
export function endOfValidity(paidAt: Date): Date {
  const nextYear = Number(lastDayOf(paidAt).slice(0, 4)) + 1;
  return new Date(`${nextYear}-01-01T00:00:00+01:00`);
}

/** Until when the buyer may withdraw: two weeks, in which the day of the purchase does not count. */
export function endOfWithdrawal(paidAt: Date): Date {
  return new Date(paidAt.getTime() + (productRules.voucher.withdrawal_days + 1) * DAY_MS);
}
