import { type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { businessDate } from "../../domain/calendar.ts";
import { creatorPageForm } from "../../domain/creator-pages/creator-page.schema.ts";
import { findPageWords, savePageWords } from "../../domain/creator-pages/page-words.server.ts";
import { formatAmount, toTyped } from "../../domain/money/minor.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { featuresOf } from "../../http/features.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { getLocale } from "../../http/i18n.server.ts";
import { rulesOf } from "../../http/rules.server.ts";
import { productRules } from "../../product-rules.ts";
import type { PageWordsFacts } from "./edit-forms.tsx";

const { goal } = productRules.creator_page;
type Page = Awaited<ReturnType<typeof findPageWords>>;

export async function pageWordsFacts(
  context: Readonly<RouterContextProvider>,
  userId: string,
): Promise<PageWordsFacts> {
  const page = await findPageWords(context.get(servicesContext).db, userId);
  const shown = shownGoal(page);
  return {
    ...pageRules(context, page),
    hiddenGoalCurrency: isOtherCurrency(page) ? page.goal_currency : null,
    values: {
      about: waitingWords(page, "ABOUT")?.words ?? page.about ?? "",
      goal_title: shown?.title ?? "",
      goal_amount: shown ? toTyped(shown.amount_minor, page.currency, getLocale(context)) : "",
      goal_from: shown?.from ?? "",
      goal_counts: shown?.is_monthly ? "MONTHLY" : "TIPS",
      show_supporters: page.show_supporters ? "on" : undefined,
    },
    notes: page.waiting.map(({ kind, status, words, decline_reason }) => {
      return { kind, status, words, reason: decline_reason };
    }),
  };
}

function waitingWords({ waiting }: Page, kind: "ABOUT" | "GOAL") {
  return waiting.find((each) => each.kind === kind && each.status === "PENDING");
}

function isOtherCurrency({ goal_currency, currency }: Page): boolean {
  return goal_currency !== null && goal_currency !== currency;
}

function shownGoal(page: Page): Page["goal"] {
  return waitingWords(page, "GOAL")?.goal ?? (isOtherCurrency(page) ? null : page.goal);
}

export async function savePageWordsForm(
  request: Request,
  context: Readonly<RouterContextProvider>,
  userId: string,
  posted: FormData,
) {
  const { db, clock, newId } = context.get(servicesContext);
  const page = await findPageWords(db, userId);
  const { rules, limits } = pageRules(context, page);
  const schema = creatorPageForm(rules.currency, rules.locale, rules.today, rules.began);
  const form = parseForm(request, context, posted, schema, limits);
  if (!form.ok) return form.reply;
  const { goals, supporters } = featuresOf(context);
  const words = {
    ...form.value,
    ...(goals ? {} : { goal: shownGoal(page) }),
    ...(supporters ? {} : { show_supporters: page.show_supporters }),
  };
  const saved = await savePageWords(db, userId, words, newId, clock(), rulesOf(context).content);
  const act = saved.waiting.length > 0 ? "in_review" : "saved";
  return redirect("/account/edit", { status: 303, headers: await doneHeaders(context, act, "page") });
}

function pageRules(
  context: Readonly<RouterContextProvider>,
  { currency, goal: shown, waiting }: Page,
): Pick<PageWordsFacts, "rules" | "limits"> {
  const locale = getLocale(context);
  const began = [shown, ...waiting.map((each) => each.goal)].flatMap((each) => each?.from ?? []);
  return {
    rules: { currency, locale, today: businessDate(context.get(servicesContext).clock()), began },
    limits: {
      minimum: formatAmount(goal.minimum_minor, currency, locale, true),
      maximum: formatAmount(goal.maximum_minor, currency, locale, true),
      days: goal.days_back,
    },
  };
}
