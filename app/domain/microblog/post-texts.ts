import type { Locale } from "../../../locales/index.ts";
import { textOf } from "../../../locales/text-of.ts";
import { businessDate } from "../calendar.ts";
import { formatCount, formatDay } from "../money/formats.ts";
import { formatAmount } from "../money/minor.ts";

export type Speaker = { voice: "creator" } | { voice: "channel"; username: string; url: string };

export type PostFacts =
  | { kind: "tip"; at: Date; number: number; sum: Sum | null }
  | { kind: "hour"; from: Date; count: number; sums: readonly Sum[] | null }
  | { kind: "sum"; sum: Sum }
  | { kind: "count"; count: number }
  | { kind: "advert"; day: string; url: string };

interface Sum {
  amount_minor: number;
  currency: string;
}

const TEXTS = {
  creator: {
    tip: "microblog:posts.tip",
    tipWithAmount: "microblog:posts.tipWithAmount",
    hour: "microblog:posts.hour",
    hourWithAmount: "microblog:posts.hourWithAmount",
    sum: "microblog:posts.sum",
    count: "microblog:posts.count",
  },
  channel: {
    tip: "microblog:channel.tip",
    tipWithAmount: "microblog:channel.tipWithAmount",
    hour: "microblog:channel.hour",
    hourWithAmount: "microblog:channel.hourWithAmount",
    sum: "microblog:channel.sum",
    count: "microblog:channel.count",
  },
} as const;

const ADVERTS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"] as const;

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "Europe/Berlin" });

/** Networks refuse equal texts: each has a number, hour, figure or weekday. */
export function postText(facts: PostFacts, locale: Locale, speaker: Speaker): string {
  const who: Values = speaker.voice === "channel" ? { name: speaker.username, url: speaker.url } : {};
  const say = (name: keyof (typeof TEXTS)["creator"], values: Values) =>
    fill(textOf(locale, TEXTS[speaker.voice][name]), { ...who, ...values });
  const amount = (sum: Sum) => formatAmount(sum.amount_minor, sum.currency, locale, true);
  switch (facts.kind) {
    case "tip": {
      const said = { day: formatDay(facts.at, locale), number: formatCount(facts.number, locale) };
      return facts.sum ? say("tipWithAmount", { ...said, amount: amount(facts.sum) }) : say("tip", said);
    }
    case "hour": {
      const until = new Date(facts.from.getTime() + HOUR_MS);
      const said = {
        day: formatDay(facts.from, locale),
        from: clock.format(facts.from),
        until: clock.format(until),
        count: formatCount(facts.count, locale),
      };
      return facts.sums
        ? say("hourWithAmount", { ...said, amount: facts.sums.map(amount).join(" + ") })
        : say("hour", said);
    }
    case "sum":
      return say("sum", { amount: amount(facts.sum) });
    case "count":
      return say("count", { count: formatCount(facts.count, locale) });
    case "advert": {
      const turn = Math.trunc(Date.parse(`${facts.day}T00:00:00Z`) / DAY_MS) % ADVERTS.length;
      return fill(textOf(locale, `microblog:posts.adverts.${ADVERTS[turn]}`), { url: facts.url });
    }
  }
}

/** Only for creators who show amounts. */
export function saysAmount(facts: PostFacts): boolean {
  if (facts.kind === "tip") return facts.sum !== null;
  if (facts.kind === "hour") return facts.sums !== null;
  return facts.kind === "sum";
}

type Values = Readonly<Record<string, string>>;

function fill(text: string, values: Values): string {
  return text.replace(/\{\{-? ?(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}

export function hourOf(at: Date): Date {
  return new Date(Math.trunc(at.getTime() / HOUR_MS) * HOUR_MS);
}

/** In Berlin; null before its hour and on other days. */
export function advertDay(
  frequency: "OFF" | "DAILY" | "WEEKLY",
  now: Date,
  due: { hour: number; weekday: number },
): string | null {
  if (frequency === "OFF" || Number(clock.format(now).slice(0, 2)) < due.hour) return null;
  const day = businessDate(now);
  const isWeekday = new Date(`${day}T12:00:00Z`).getUTCDay() === due.weekday;
  return frequency === "DAILY" || isWeekday ? day : null;
}

/** 1, 2.5, 5 and 10 times the first, and so on. */
export function roundUpTo(value: number, first: number): number {
  let reached = 0;
  for (let ten = first; ten <= value; ten *= 10)
    for (const step of [ten, ten * 2.5, ten * 5]) if (step <= value) reached = step;
  return reached;
}

const ADDRESS = /https?:\/\/\S+/g;
const SIGNS = /[\\*_~`|>#[\]()<:@-]/g;

/** Escapes markup and mentions; addresses stay. */
export function asDiscordText(text: string): string {
  const addresses = text.match(ADDRESS) ?? [];
  const between = text.split(ADDRESS).map(asDiscordWords);
  return between.map((part, index) => part + (addresses[index] ?? "")).join("");
}

/** Users' addresses could hide markup: they become no links. */
export function asDiscordWords(text: string): string {
  return text.replace(SIGNS, "\\$&");
}
