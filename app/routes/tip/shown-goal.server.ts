import { formatAmount, type Locale } from "../../domain/money/minor.ts";
import type { PublicProfile } from "../../domain/users/profile.server.ts";
import type { ShownGoal } from "./profile-head.tsx";

export function shownGoal({ goal, currency }: PublicProfile, locale: Locale): ShownGoal | null {
  if (goal === null) return null;
  const { title, amount_minor, reached_minor, is_monthly } = goal;
  return {
    ...{ title, isMonthly: is_monthly },
    percent: Math.min(100, Math.trunc((reached_minor * 100) / amount_minor)),
    reached: formatAmount(reached_minor, currency, locale, true),
    amount: formatAmount(amount_minor, currency, locale, true),
  };
}
