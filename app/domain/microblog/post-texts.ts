import { LANGUAGES, type Locale } from "../../../locales/index.ts";
import { businessDate } from "../calendar/business-date.ts";
import { formatCount, formatDay } from "../money/formats.ts";
import { formatAmount } from "../money/minor.ts";

/** What a post may say: nothing of a fan is among it. */
export type PostFacts =
  | { kind: "tip"; at: Date; number: number; sum: Sum | null }
  | { kind: "hour"; from: Date; count: number; sums: readonly Sum[] | null }
  | { kind: "sum"; sum: Sum }
  | { kind: "count"; count: number }
  | { kind: "advert"; day: string; url: string };

export interface Sum {
  amount_minor: number;
  currency: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const hours = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  hourCycle: "h23",
  timeZone: "Europe/Berlin",
});

/**
 * The text of a post in its creator's language. Two posts of a creator never say the same, since networks refuse that: they
 * have the day with a number, the hour, what was reached, or another sentence each day of the week.
 */
export function postText(facts: PostFacts, locale: Locale): string {
  const texts = LANGUAGES[locale].texts.microblog.posts;
  const amount = (sum: Sum) => formatAmount(sum.amount_minor, sum.currency, locale, true);
  switch (facts.kind) {
    case "tip": {
      const said = { day: formatDay(facts.at, locale), number: formatCount(facts.number, locale) };
      return facts.sum
        ? fill(texts.tipWithAmount, { ...said, amount: amount(facts.sum) })
        : fill(texts.tip, said);
    }
    case "hour": {
      const until = new Date(facts.from.getTime() + HOUR_MS);
      const said = {
        day: formatDay(facts.from, locale),
        from: hours.format(facts.from),
        until: hours.format(until),
        count: formatCount(facts.count, locale),
      };
      return facts.sums
        ? fill(texts.hourWithAmount, { ...said, amount: facts.sums.map(amount).join(" + ") })
        : fill(texts.hour, said);
    }
    case "sum":
      return fill(texts.sum, { amount: amount(facts.sum) });
    case "count":
      return fill(texts.count, { count: formatCount(facts.count, locale) });
    case "advert": {
      const adverts = Object.values(texts.adverts);
      // Day by day another one; a week later, when the first comes again, the last is long ago.
      const turn = Math.floor(Date.parse(`${facts.day}T00:00:00Z`) / DAY_MS) % adverts.length;
      return fill(adverts[turn] ?? "", { url: facts.url });
    }
  }
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{-? ?(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The hour of a moment, as it begins, for the whole world. */
export function hourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}

/**
 * For which day an advert is due, as a subject: the day in Berlin, or for weekly ones the day of the week on which it
 * comes. Null before its hour and on other days.
 */
export function advertDay(
  frequency: "OFF" | "DAILY" | "WEEKLY",
  now: Date,
  due: { hour: number; weekday: number },
): string | null {
  if (frequency === "OFF" || Number(hours.format(now)) < due.hour) return null;
  const day = businessDate(now);
  const isWeekday = new Date(`${day}T12:00:00Z`).getUTCDay() === due.weekday;
  return frequency === "DAILY" || isWeekday ? day : null;
}

/** The highest of the round figures up to a value: 1, 2.5, 5 and 10 times the first, and so on; 0 below the first. */
export function roundUpTo(value: number, first: number): number {
  let reached = 0;
  for (let ten = first; ten <= value; ten *= 10)
    for (const step of [ten, ten * 2.5, ten * 5]) if (step <= value) reached = step;
  return reached;
}
