import type { RouterContextProvider } from "react-router";
import { readPaymentDays, readRefusals } from "../../../domain/desk/desk.server.ts";
import { formatDay, formatShortDay } from "../../../domain/money/formats.ts";
import { deskOf } from "../desk.server.ts";

const TYPES = ["INETCASH_CC", "INETCASH_DD", "INETCASH_OB", "INETCASH_DB"] as const;
const REASONS = ["disputed", "declined", "cancelled", "expired", "error"] as const;

export async function loadFigures(context: Readonly<RouterContextProvider>) {
  const { db, clock, locale, t, money } = deskOf(context);
  const [payments, refused] = await Promise.all([readPaymentDays(db, clock()), readRefusals(db, clock())]);
  const euros = (minor: number) => money(minor, "EUR");
  const types = TYPES.filter((type) => payments.paid.some((each) => each.type === type));
  const days = payments.days.map((day) => {
    const own = payments.paid.filter((each) => each.day === day);
    const sum = (name: "tips_count" | "amount_eur_minor" | "charged_eur_minor") =>
      own.reduce((total, each) => total + each[name], 0);
    const parts = types.map((type) => own.find((each) => each.type === type)?.charged_eur_minor ?? 0);
    return {
      key: day,
      name: formatDay(day, locale),
      short: formatShortDay(day, locale),
      figure: euros(sum("charged_eur_minor")),
      parts,
      amounts: parts.map(euros),
      tips: sum("tips_count"),
      amount: euros(sum("amount_eur_minor")),
    };
  });
  const reasons = REASONS.filter((reason) => refused.refusals.some((each) => each.reason === reason));
  const weeks = refused.weeks.map((week) => {
    const parts = reasons.map(
      (reason) => refused.refusals.find((each) => each.week === week && each.reason === reason)?.count ?? 0,
    );
    const all = parts.reduce((total, part) => total + part, 0);
    return {
      key: week,
      name: formatDay(week, locale),
      short: formatShortDay(week, locale),
      figure: String(all),
      parts,
    };
  });
  return {
    types: types.map((type) => t(`tip:payment.types.${type}.name`)),
    days,
    reasons: reasons.map((reason) => t(`overview:reasons.${reason}`)),
    weeks,
  };
}
