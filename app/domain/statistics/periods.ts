import { z } from "zod";
import { daysBefore } from "../calendar.ts";

/** Days of Berlin, both included. */
export interface Period {
  from: string;
  to: string;
}

export const PERIODS = ["week", "30days", "12months", "all"] as const;
export type NamedPeriod = (typeof PERIODS)[number];

const day = z.iso
  .date()
  .refine((text) => text >= "2000")
  .optional()
  .catch(undefined);

/** Ignores unknown values. Own days precede a name. */
export const periodQuery = z.object({
  period: z.enum(PERIODS).catch("12months"),
  from: day,
  to: day,
});

/** Ends today at the latest; swaps reversed days. `first`: the first tip's day. */
export function choosePeriod(
  { period, from, to }: z.infer<typeof periodQuery>,
  { today, first }: { today: string; first: string },
): Period & { name: NamedPeriod | "own" } {
  if (from === undefined && to === undefined)
    return { name: period, from: startOf(period, today, first), to: today };
  const [start = first, end = today] = [from ?? first, to ?? today].sort();
  return { name: "own", from: min(start, today), to: min(end, today) };
}

function startOf(period: NamedPeriod, today: string, first: string): string {
  if (period === "week") return daysBefore(today, weekdayOf(today));
  if (period === "30days") return daysBefore(today, 29);
  if (period === "12months") return `${addMonths(today, -11).slice(0, 7)}-01`;
  return min(first, today);
}

/**
 * Null for all. A week: the week before, to the same weekday. From a month's beginning: as many months
 * before, to the same day or a whole month's end. Else as many days before.
 */
export function periodBefore({ name, from, to }: Period & { name: NamedPeriod | "own" }): Period | null {
  if (name === "all") return null;
  if (name === "week") return { from: daysBefore(from, 7), to: daysBefore(to, 7) };
  if (name === "30days" || !from.endsWith("-01"))
    return { from: daysBefore(from, daysOf({ from, to })), to: daysBefore(from, 1) };
  const months = monthsOf({ from, to }).length;
  const end = addMonths(to, -months);
  return { from: addMonths(from, -months), to: to === monthEnd(to) ? monthEnd(end) : end };
}

export function stepsOf(period: Period): { unit: "day" | "month" | "year"; steps: string[] } {
  const days = daysOf(period);
  if (days <= DAYS_AT_MOST)
    return { unit: "day", steps: Array.from({ length: days }, (_, index) => daysBefore(period.to, index)) };
  const months = monthsOf(period).reverse();
  if (months.length <= MONTHS_AT_MOST) return { unit: "month", steps: months };
  return { unit: "year", steps: [...new Set(months.map((month) => month.slice(0, 4)))] };
}

const DAYS_AT_MOST = 31;
const MONTHS_AT_MOST = 24;

export function splitMonths(period: Period, today: string): { months: string[]; days: Period[] } {
  const parts = monthsOf(period).map((month) => {
    const end = monthEnd(month);
    const days = { from: max(period.from, `${month}-01`), to: min(period.to, end) };
    return { month, days, is_whole: days.from === `${month}-01` && days.to === min(end, today) };
  });
  return {
    months: parts.filter(({ is_whole }) => is_whole).map(({ month }) => month),
    days: parts.filter(({ is_whole }) => !is_whole).map(({ days }) => days),
  };
}

function monthsOf({ from, to }: Period): string[] {
  const months: string[] = [];
  for (let month = `${from.slice(0, 7)}-01`; month <= to; month = addMonths(month, 1))
    months.push(month.slice(0, 7));
  return months;
}

function monthEnd(day: string): string {
  return daysBefore(addMonths(`${day.slice(0, 7)}-01`, 1), 1);
}

function daysOf({ from, to }: Period): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
}

function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

function max(a: string, b: string): string {
  return a > b ? a : b;
}

function min(a: string, b: string): string {
  return a < b ? a : b;
}
