import { data, type RouterContextProvider, redirect } from "react-router";
import { retryAfterContext, servicesContext } from "../../context.ts";
import { formatTimeInBerlin } from "../../domain/money/formats.ts";
import type { ConfirmOutcome } from "../../domain/payment-updates/checkout.server.ts";
import { senderMessage } from "../../domain/payments/payer.schema.ts";
import { forgetPayer, saveSummary } from "../../domain/tips/drafts.server.ts";
import type { SummaryChoice } from "../../domain/tips/tip.schema.ts";
import { getLocale } from "../../http/i18n.server.ts";
import { payingBrowserCookie } from "../../http/paying-browser.server.ts";
import { buttonToken } from "../../http/payment-start.server.ts";
import { findRememberedFan, forgetFan, rememberFan } from "../../http/remembered-fan.server.ts";
import { rulesOf } from "../../http/rules.server.ts";
import { choiceProblem } from "./payment-options.server.ts";
import {
  amountUrl,
  requireDraft,
  type StepDraft,
  type StepParams,
  stepUrl,
  toResult,
} from "./tip-steps.server.ts";

export async function saveChoice(
  context: Readonly<RouterContextProvider>,
  draft: StepDraft,
  form: SummaryChoice,
): Promise<Record<string, string> | null> {
  const show_on_page = form.show_on_page && draft.receiver.shows_supporters;
  const isAsSaved =
    form.type === draft.payment_type &&
    form.country === draft.country &&
    form.pay_currency === draft.pay_currency &&
    (form.email ?? null) === draft.sender_email &&
    form.share_email === draft.share_email &&
    (form.name ?? null) === draft.sender_name &&
    (form.message ?? null) === draft.message &&
    show_on_page === draft.show_on_page;
  if (isAsSaved) return null;
  const problem = await choiceProblem(context, draft, form);
  if (problem) return problem;
  const { db, clock } = context.get(servicesContext);
  await saveSummary(db, draft.id, { ...form, show_on_page, locale: getLocale(context) }, clock());
  return null;
}

export async function forget(
  context: Readonly<RouterContextProvider>,
  token: string,
  posted: FormData,
  here: string,
): Promise<Response> {
  const { db, tokens, clock } = context.get(servicesContext);
  const tipId = tokens.verify("tip-draft", token);
  const message = senderMessage(rulesOf(context).content).safeParse(posted.get("message") ?? undefined);
  if (tipId) await forgetPayer(db, tipId, message.data ?? null, clock());
  return redirect(here, { status: 303, headers: { "Set-Cookie": await forgetFan(context) } });
}

export async function fanCookie(
  request: Request,
  context: Readonly<RouterContextProvider>,
  { params, isRemembered }: Remembering,
): Promise<Headers> {
  const headers = new Headers();
  const draft = isRemembered ? await requireDraft(context, params, request) : null;
  if (draft?.payment_type && draft.country) {
    const { payment_type: type, country, sender_name: name, sender_email: email } = draft;
    const pay_currency = draft.pay_currency === draft.currency ? null : draft.pay_currency;
    headers.append("Set-Cookie", await rememberFan(context, { type, country, pay_currency, name, email }));
  } else if (await findRememberedFan(request, context))
    headers.append("Set-Cookie", await forgetFan(context));
  return headers;
}

interface Remembering {
  params: StepParams;
  isRemembered: boolean;
}

export async function answerPress(
  request: Request,
  context: Readonly<RouterContextProvider>,
  draft: StepDraft,
  outcome: ConfirmOutcome,
  remembering: Remembering,
) {
  const { isRemembered } = remembering;
  switch (outcome.outcome) {
    case "pay": {
      const headers = await fanCookie(request, context, remembering);
      headers.append("Set-Cookie", await payingBrowserCookie(request, context, outcome.payment_id));
      return redirect(outcome.redirect_url, { status: 303, headers });
    }
    case "already_paid":
      return toResult(request, context, outcome.payment_id);
    case "members_changed":
      return data({ problem: "members" as const, until: "", isRemembered }, { status: 422 });
    case "too_small_to_split":
      return redirect(amountUrl(context, draft), 303);
    case "price_changed":
      return data({ problem: "changed" as const, until: "", isRemembered }, { status: 422 });
    case "provider_unavailable":
      return data({ problem: "unavailable" as const, until: "", isRemembered }, { status: 503 });
    case "incomplete":
    case "not_offered":
      return redirect(stepUrl(context, draft, "payment"), 303);
    case "press_button": {
      const token = buttonToken(context, draft.id, outcome.shown_at);
      return data({ problem: outcome.outcome, until: "", token, isRemembered });
    }
    case "wait":
    case "tried_too_often":
    case "blocked": {
      context.set(retryAfterContext, outcome.seconds);
      const until = formatTimeInBerlin(outcome.until, getLocale(context));
      return data({ problem: outcome.outcome, until, isRemembered }, { status: 429 });
    }
    case "message_below_price":
      return redirect(stepUrl(context, draft, "details"), 303);
    case "expired":
      throw data(null, { status: 410 });
  }
}
