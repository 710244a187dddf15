import { productRules } from "../../product-rules.ts";
import { daysBefore } from "../calendar.ts";

/** Days are ISO dates in Berlin; a month is its first day (docs/product.md, 5.16). */

export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

export function laterDay(one: string | null, other: string): string {
  return one !== null && one > other ? one : other;
}

export function monthsAfter(month: string, months: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months;
  const year = Math.trunc(count / 12);
  return `${year}-${String((count % 12) + 1).padStart(2, "0")}-01`;
}

/** At most the month's last day. */
export function dayInMonth(month: string, day: number): string {
  const last = daysBefore(monthsAfter(month, 1), 1);
  const wanted = `${month.slice(0, 8)}${String(day).padStart(2, "0")}`;
  return wanted < last ? wanted : last;
}

/** The first such day after `day`. */
export function nextOn(monthDay: number, day: string): string {
  const own = dayInMonth(monthOf(day), monthDay);
  return own > day ? own : dayInMonth(monthsAfter(monthOf(day), 1), monthDay);
}

/**
 * Follows the charge for `paid_for`, made on `charged_on`. A late charge moves no later one, but skips those
 * due within days.
 */
export function nextCharge(series: { day: number; paid_for: string; charged_on: string }): string {
  const { gap_days } = productRules.series;
  const earliest = daysBefore(series.charged_on, -gap_days);
  let month = monthsAfter(series.paid_for, 1);
  while (dayInMonth(month, series.day) < earliest) month = monthsAfter(month, 1);
  return dayInMonth(month, series.day);
}

/** In the first month without a charge, not today, not soon after the last charge. */
export function chargeOnOtherDay(series: {
  day: number;
  paid_for: string;
  today: string;
  /** The last charge, where the day changes. */
  paid_on?: string | null;
}): string {
  const { day, paid_for, today, paid_on = null } = series;
  const { day_gap_days } = productRules.series;
  const behind = paid_on === null ? today : laterDay(today, daysBefore(paid_on, 1 - day_gap_days));
  const first = dayInMonth(monthsAfter(paid_for, 1), day);
  return first > behind ? first : nextOn(day, behind);
}
