import type { z } from "zod";
import { mailParams } from "../../domain/mails/mail-params.ts";
import { formatDay, formatMoment } from "../../domain/money/formats.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { productRules } from "../../product-rules.ts";
import { letter } from "./letter.tsx";
import { mailTemplate, type Writing } from "./mail-template.ts";

type About = z.infer<typeof mailParams.series>;

const HEADED = {
  STARTED: "started",
  REMINDER: "reminder",
  PROBLEM: "problem",
  CHANGED: "changed",
  ENDED: "ended",
} as const;
const CHANGED = {
  AMOUNT: "amount",
  DAY: "day",
  METHOD: "method",
  PAUSED: "paused",
  RESUMED: "resumed",
  REMINDERS_OFF: "reminders_off",
} as const;
const ENDED = {
  ...({ FAN: "fan", OPERATOR: "operator", DISPUTE: "dispute", UNPAID: "unpaid" } as const),
  ...({ RECEIVER_GONE: "receiver_gone", RECEIVER_UNABLE: "receiver_unable", CURRENCY: "currency" } as const),
} as const;

/** Its link shows, changes and stops the monthly tip. */
export const series = mailTemplate({
  params: mailParams.series,
  sample: {
    series_id: "00000000-0000-4000-8000-000000000000",
    receiver_name: "Jördis Kessler",
    receiver_path: "/joerdis",
    currency: "EUR",
    amount_minor: 5_00,
    total_minor: 5_60,
    day: 28,
    next_charge_on: "2026-12-28",
    method_label: "Visa •••• 4242",
    is_debit: false,
    consent: "5,60 € jeden Monat, bis ich es beende.",
    consented_at: "2026-11-28T18:30:00.000Z",
    news: { kind: "STARTED" },
  },
  write(about, writing) {
    const { locale, t, publicUrl, tokens } = writing;
    const url = `${publicUrl}/monthly/${tokens.sign("series", about.series_id)}`;
    const { news } = about;
    const canStopReminders = news.kind === "REMINDER" && !about.is_debit;
    return letter({
      locale,
      subject: subjectOf(about, writing),
      paragraphs: paragraphsOf(about, writing),
      link: { text: t(linkOf(news)), url },
      ...(canStopReminders && { stop: { text: t("series.reminder.stop"), url: `${url}/reminders` } }),
    });
  },
});

function linkOf(news: About["news"]) {
  if (news.kind === "ENDED") return "series.see";
  if (news.kind !== "PROBLEM" || news.problem === "RECEIVER") return "series.open";
  return news.problem === "CONFIRM" ? "series.confirm" : "series.pay";
}

export const seriesLinks = mailTemplate({
  params: mailParams.series_links,
  sample: {
    series: [{ series_id: "00000000-0000-4000-8000-000000000000", receiver_name: "Jördis Kessler" }],
  },
  write({ series: all }, { locale, t, publicUrl, tokens }) {
    const lines = all.map(({ series_id, receiver_name }) =>
      t("seriesLinks.line", {
        name: receiver_name ?? t("series.name"),
        url: `${publicUrl}/monthly/${tokens.sign("series", series_id)}`,
      }),
    );
    return letter({
      locale,
      subject: t("seriesLinks.subject"),
      paragraphs: [t("seriesLinks.text"), ...lines],
      hasOwnLinks: true,
      footer: t("seriesLinks.footer"),
    });
  },
});

function valuesOf(about: About, { locale, t }: Pick<Writing, "locale" | "t">) {
  const money = (amount: number) => formatAmount(amount, about.currency, locale);
  return {
    name: about.receiver_name ?? t("series.name"),
    amount: money(about.amount_minor),
    total: money(about.total_minor),
    method: about.method_label ?? "",
    day: about.next_charge_on === null ? "" : formatDay(about.next_charge_on, locale),
    days: productRules.series.ends_after_days,
  };
}

function subjectOf(about: About, writing: Writing): string {
  const { t, locale } = writing;
  const values = valuesOf(about, writing);
  const { news } = about;
  if (news.kind === "PRICE")
    return t("series.price.subject", { total: formatAmount(news.total_minor, about.currency, locale) });
  return t(`series.${HEADED[news.kind]}.subject`, values);
}

function paragraphsOf(about: About, writing: Writing): string[] {
  const { t, locale } = writing;
  const values = valuesOf(about, writing);
  const { news } = about;
  switch (news.kind) {
    case "STARTED":
      return [
        t("series.started.text", values),
        ...(about.method_label === null ? [] : [t("series.started.next", values)]),
        t("series.started.consent", {
          consent: about.consent,
          day: formatMoment(about.consented_at, locale),
        }),
      ];
    case "REMINDER":
      return [t("series.reminder.text", values), ...(about.is_debit ? [] : [t("series.reminder.still")])];
    case "PRICE": {
      const total = formatAmount(news.total_minor, about.currency, locale);
      return [
        t("series.price.text", { ...values, before: values.total, total, day: formatDay(news.from, locale) }),
      ];
    }
    case "PROBLEM":
      return problemParagraphs(news, values, writing);
    case "CHANGED":
      return [
        t(`series.changed.${CHANGED[news.change]}`, { ...values, date: about.day }),
        ...(about.next_charge_on === null ? [] : [t("series.changed.next", values)]),
        t("series.changed.notYou"),
      ];
    case "ENDED":
      return [
        t(`series.ended.${ENDED[news.reason]}`, {
          ...values,
          at: formatMoment(news.ended_at, locale),
        }),
        ...(news.is_charging ? [t("series.ended.charging")] : []),
        ...(news.asked_back
          ? [
              t("series.ended.asked", {
                back: formatAmount(news.asked_back.total_minor, about.currency, locale),
                until: formatDay(new Date(news.asked_back.until), locale),
              }),
            ]
          : []),
      ];
  }
}

function problemParagraphs(
  { problem, retry_on }: Extract<About["news"], { kind: "PROBLEM" }>,
  values: ReturnType<typeof valuesOf>,
  { t, locale }: Writing,
): string[] {
  const ends = t("series.problem.ends", values);
  if (retry_on !== null) return [t("series.problem.retry", { ...values, day: formatDay(retry_on, locale) })];
  const text = { RETRY: "last", METHOD: "method", CONFIRM: "confirm", RECEIVER: "receiver" } as const;
  return [t(`series.problem.${text[problem]}`, values), ends];
}
