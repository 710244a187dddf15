import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../context.ts";
import { businessDate } from "../../domain/calendar/business-date.ts";
import { findPageWords } from "../../domain/creator-pages/creator-pages.server.ts";
import { toTyped } from "../../domain/money/minor.ts";
import { getLocale } from "../../http/i18n.server.ts";
import type { PageWordsFacts } from "./page-words-form.tsx";

/** What the form of a creator's page shows: what was sent last, also while it waits for an operator. */
export async function pageWordsFacts(
  context: Readonly<RouterContextProvider>,
  userId: string,
): Promise<PageWordsFacts> {
  const { db, clock } = context.get(servicesContext);
  const page = await findPageWords(db, userId);
  const waitsFor = (kind: "ABOUT" | "GOAL") =>
    page.waiting.find((each) => each.kind === kind && each.status === "PENDING");
  const waitingGoal = waitsFor("GOAL")?.goal;
  const isOther = page.goal_currency !== null && page.goal_currency !== page.currency;
  const goal = waitingGoal ?? (isOther ? null : page.goal);
  return {
    currency: page.currency,
    today: businessDate(clock()),
    hiddenGoalCurrency: isOther ? page.goal_currency : null,
    values: {
      about: waitsFor("ABOUT")?.words ?? page.about ?? "",
      goal_title: goal?.title ?? "",
      goal_amount: goal ? toTyped(goal.amount_minor, page.currency, getLocale(context)) : "",
      goal_from: goal?.from ?? "",
      goal_anew: "",
      show_supporters: page.show_supporters ? "on" : "",
    },
    notes: page.waiting.map(({ kind, status, words, decline_reason }) => {
      return { kind, status, words, reason: decline_reason };
    }),
  };
}
