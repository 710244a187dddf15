import { type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { businessDate } from "../../domain/calendar.ts";
import { creatorPageForm } from "../../domain/creator-pages/creator-page.schema.ts";
import { findPageWords, savePageWords } from "../../domain/creator-pages/page-words.server.ts";
import { formatAmount, toTyped } from "../../domain/money/minor.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { getLocale } from "../../http/i18n.server.ts";
import { productRules } from "../../product-rules.ts";
import type { PageWordsFacts } from "./page-words-form.tsx";

const { goal } = productRules.creator_page;
type Page = Awaited<ReturnType<typeof findPageWords>>;

export async function pageWordsFacts(
  context: Readonly<RouterContextProvider>,
  userId: string,
): Promise<PageWordsFacts> {
  const page = await findPageWords(context.get(servicesContext).db, userId);
  const waitsFor = (kind: "ABOUT" | "GOAL") =>
    page.waiting.find((each) => each.kind === kind && each.status === "PENDING");
  const waitingGoal = waitsFor("GOAL")?.goal;
  const isOther = page.goal_currency !== null && page.goal_currency !== page.currency;
  const shown = waitingGoal ?? (isOther ? null : page.goal);
  return {
    ...rulesOf(context, page),
    hiddenGoalCurrency: isOther ? page.goal_currency : null,
    values: {
      about: waitsFor("ABOUT")?.words ?? page.about ?? "",
      goal_title: shown?.title ?? "",
      goal_amount: shown ? toTyped(shown.amount_minor, page.currency, getLocale(context)) : "",
      goal_from: shown?.from ?? "",
      show_supporters: page.show_supporters ? "on" : undefined,
    },
    notes: page.waiting.map(({ kind, status, words, decline_reason }) => {
      return { kind, status, words, reason: decline_reason };
    }),
  };
}

export async function savePageWordsForm(
  request: Request,
  context: Readonly<RouterContextProvider>,
  userId: string,
  posted: FormData,
) {
  const { db, clock, newId } = context.get(servicesContext);
  const { rules, limits } = rulesOf(context, await findPageWords(db, userId));
  const schema = creatorPageForm(rules.currency, rules.locale, rules.today, rules.began);
  const form = parseForm(request, context, posted, schema, limits);
  if (!form.ok) return form.reply;
  const saved = await savePageWords(db, userId, form.value, newId, clock());
  const act = saved.waiting.length > 0 ? "in_review" : "saved";
  return redirect("/account/edit", { status: 303, headers: await doneHeaders(context, act, "page") });
}

function rulesOf(
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
