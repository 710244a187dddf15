import { LANGUAGES, type Locale } from "../../../locales/index.ts";
import { basisPointsOf, minor } from "./minor.ts";

const days = new Map<Locale, Intl.DateTimeFormat>();
const percents = new Map<Locale, Intl.NumberFormat>();
const regions = new Map<Locale, Intl.DisplayNames>();

function once<Made>(made: Map<Locale, Made>, locale: Locale, make: () => Made): Made {
  const found = made.get(locale) ?? make();
  made.set(locale, found);
  return found;
}

export function formatDay(day: string | Date, locale: Locale): string {
  const format = once(
    days,
    locale,
    () => new Intl.DateTimeFormat(LANGUAGES[locale].tag, { dateStyle: "long", timeZone: "Europe/Berlin" }),
  );
  return format.format(
    typeof day === "string" && day.length === 10 ? new Date(`${day}T12:00:00Z`) : new Date(day),
  );
}

const months = new Map<Locale, Intl.DateTimeFormat>();

export function formatMonth(month: string, locale: Locale): string {
  const format = once(
    months,
    locale,
    () => new Intl.DateTimeFormat(LANGUAGES[locale].tag, { year: "numeric", month: "long", timeZone: "UTC" }),
  );
  return format.format(new Date(`${month}-15T00:00:00Z`));
}

const shortDays = new Map<Locale, Intl.DateTimeFormat>();

export function formatShortDay(day: string, locale: Locale): string {
  const format = once(
    shortDays,
    locale,
    () => new Intl.DateTimeFormat(LANGUAGES[locale].tag, { day: "numeric", month: "short", timeZone: "UTC" }),
  );
  return format.format(new Date(`${day}T12:00:00Z`));
}

const weekdays = new Map<Locale, Intl.DateTimeFormat>();

export function formatWeekday(day: string, locale: Locale): string {
  const format = once(
    weekdays,
    locale,
    () =>
      new Intl.DateTimeFormat(LANGUAGES[locale].tag, {
        weekday: "long",
        day: "numeric",
        month: "short",
        timeZone: "UTC",
      }),
  );
  return format.format(new Date(`${day}T12:00:00Z`));
}

const moments = new Map<Locale, Intl.DateTimeFormat>();

export function formatMoment(at: string | Date, locale: Locale): string {
  const format = once(
    moments,
    locale,
    () =>
      new Intl.DateTimeFormat(LANGUAGES[locale].tag, {
        dateStyle: "long",
        timeStyle: "short",
        timeZone: "Europe/Berlin",
      }),
  );
  return sayTime(format.format(new Date(at)), locale);
}

export interface Stamp {
  at: string;
  short: string;
  full: string;
}

function sayTime(time: string, locale: Locale): string {
  return LANGUAGES[locale].time.replace("{time}", () => time);
}

export function formatMomentInBerlin(at: string | Date, locale: Locale): string {
  return `${formatMoment(at, locale)} (${LANGUAGES[locale].zone})`;
}

const times = new Map<Locale, Intl.DateTimeFormat>();

export function formatTimeInBerlin(at: Date, locale: Locale): string {
  const format = once(
    times,
    locale,
    () => new Intl.DateTimeFormat(LANGUAGES[locale].tag, { timeStyle: "short", timeZone: "Europe/Berlin" }),
  );
  return `${sayTime(format.format(at), locale)} (${LANGUAGES[locale].zone})`;
}

export function formatPercent(basisPoints: number, locale: Locale): string {
  const format = once(
    percents,
    locale,
    () => new Intl.NumberFormat(LANGUAGES[locale].tag, { style: "percent", maximumFractionDigits: 2 }),
  );
  return format.format(basisPoints / 10_000);
}

/** `minimum`: the fee exceeds the rate. */
export function formatFeeRate(
  payment: { amount_minor: number; service_fee_minor: number; service_fee_bps: number },
  locale: Locale,
  minimum: string,
): string {
  const { amount_minor, service_fee_minor, service_fee_bps } = payment;
  const isMore = service_fee_minor > basisPointsOf(minor(amount_minor), service_fee_bps);
  return isMore ? minimum : formatPercent(service_fee_bps, locale);
}

const changes = new Map<Locale, Intl.NumberFormat>();

export function formatChange(share: number, locale: Locale): string {
  const format = once(
    changes,
    locale,
    () =>
      new Intl.NumberFormat(LANGUAGES[locale].tag, {
        ...{ style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" },
      }),
  );
  return format.format(share);
}

const counts = new Map<Locale, Intl.NumberFormat>();

export function formatCount(count: number, locale: Locale): string {
  return once(counts, locale, () => new Intl.NumberFormat(LANGUAGES[locale].tag)).format(count);
}

export function countryName(code: string, locale: Locale): string {
  return (
    once(regions, locale, () => new Intl.DisplayNames(LANGUAGES[locale].tag, { type: "region" })).of(code) ??
    code
  );
}

const currencies = new Map<Locale, Intl.DisplayNames>();

export function currencyName(code: string, locale: Locale): string {
  return (
    once(currencies, locale, () => new Intl.DisplayNames(LANGUAGES[locale].tag, { type: "currency" })).of(
      code,
    ) ?? code
  );
}

const rates = new Map<Locale, Intl.NumberFormat>();

export function formatRate(rate: string, locale: Locale): string {
  const format = once(
    rates,
    locale,
    () => new Intl.NumberFormat(LANGUAGES[locale].tag, { maximumSignificantDigits: 6 }),
  );
  return format.format(Number(rate));
}

export function formatList(names: readonly string[], locale: Locale): string {
  return new Intl.ListFormat(LANGUAGES[locale].tag).format(names);
}

export const BANK_CODES = [
  ...(["AC01", "AC02", "AC03", "AC04", "AC06", "AC13", "AC14", "AG01", "AG02", "AGNT"] as const),
  ...(["AM01", "AM02", "AM03", "AM04", "AM05", "AM06", "AM07", "AM09", "AM10", "ARDT"] as const),
  ...(["BE01", "BE04", "BE05", "BE06", "BE07", "CNOR", "CURR", "CUST", "CUTA", "DNOR"] as const),
  ...(["DT01", "DUPL", "ED05", "ERIN", "FF01", "FOCR", "FR01", "FRAD", "MD01", "MD06"] as const),
  ...(["MD07", "MS02", "MS03", "NARR", "NOAS", "NOOR", "RC01", "RC04", "RC07", "RF01"] as const),
  ...(["RR01", "RR02", "RR03", "RR04", "SL01", "TECH", "TM01", "UPAY"] as const),
];

type BankCode = (typeof BANK_CODES)[number];

export function bankReason<Reason extends string | null>(
  reason: Reason,
  nameOf: (code: BankCode) => string,
): Reason | string {
  const code = BANK_CODES.find((each) => reason === each || reason?.startsWith(`${each} `));
  return code === undefined ? reason : `${nameOf(code)} (${reason})`;
}

export function formatReceiptNumber(number: string): string {
  return number.match(/.{1,4}/g)?.join("-") ?? "";
}

export function readReceiptNumber(typed: string): string | null {
  const number = typed.toUpperCase().replace(/[\s-]/g, "");
  return /^[0-9A-HJKMNP-TV-Z]{12}$/.test(number) ? number : null;
}

/** Unique with its month; fixed length, so that it sorts. */
export function documentNumber(month: string, number: number): string {
  return `${month}-${String(number).padStart(7, "0")}`;
}
