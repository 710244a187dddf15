import { data, type RouterContextProvider, redirect } from "react-router";
import { retryAfterContext, servicesContext } from "../../context.ts";
import { formatTimeInBerlin } from "../../domain/money/formats.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { type ConfirmOutcome, confirmTip } from "../../domain/payment-updates/checkout.server.ts";
import { forgetPayer, saveSummary } from "../../domain/tips/drafts.server.ts";
import { type SummaryChoice, summaryForm } from "../../domain/tips/tip.schema.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { payingBrowserCookie } from "../../http/paying-browser.server.ts";
import { buttonToken, providerUrls, starterOf } from "../../http/payment-start.server.ts";
import { findRememberedFan, forgetFan, rememberFan } from "../../http/remembered-fan.server.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/summary";
import { choiceProblem, paymentOptions } from "./payment-options.server.ts";
import { SummaryForm } from "./summary-form.tsx";
import { TipStep } from "./tip-step.tsx";
import {
  amountUrl,
  draftImageUrl,
  requireDraft,
  requireFilledDraft,
  type StepDraft,
  stepTexts,
  stepUrl,
  toResult,
} from "./tip-steps.server.ts";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const draft = await requireFilledDraft(context, params, request);
  const { price, chosen: type, ...options } = await paymentOptions(context, draft, draft.country ?? "");
  if (!price || !type || type !== draft.payment_type) throw redirect(stepUrl(context, draft, "payment"), 303);
  const texts = stepTexts(draft, getLocale(context));
  return {
    ...options,
    draft,
    imageUrl: await draftImageUrl(context, draft),
    price,
    charged: formatAmount(price.charged_minor, price.charged_currency, getLocale(context)),
    type,
    messagePrice: texts.price,
    backHref: `${draft.receiver.path}/${texts.decimal}?tip=${params.token}`,
    steps: { details: stepUrl(context, draft, "details"), payment: stepUrl(context, draft, "payment") },
    isRemembered: (await findRememberedFan(request, context)) !== null,
    title: getI18n(context).t("tip:summary.title"),
  };
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const draft = await requireFilledDraft(context, params, request);
  const t = getI18n(context).getFixedT(draft.locale, "tip");
  const posted = await readCheckableForm(request);
  const here = stepUrl(context, draft, "summary");
  if (posted.get("step") === "forget") {
    await forgetPayer(services.db, draft.id, services.clock());
    return redirect(here, { status: 303, headers: { "Set-Cookie": await forgetFan(context) } });
  }
  // The full way has no fields here.
  if (posted.has("country")) {
    const texts = stepTexts(draft, getLocale(context));
    const form = parseForm(request, context, posted, summaryForm({ ...draft, ...draft.receiver }), texts);
    if (!form.ok) return form.reply;
    const problem = await saveChoice(context, draft, form.value);
    if (problem) return form.refuse(problem);
  }
  if (posted.get("step") === "update") return redirect(here, 303);
  const outcome = await confirmTip(services, {
    tip_id: draft.id,
    seen_charged_minor: Number(posted.get("charged_minor")),
    seen_members: String(posted.get("members")),
    payment_id: services.newId(),
    locale: draft.locale,
    description: t("price.tip", { name: draft.receiver.name }),
    urls: providerUrls(context, url.origin),
    needs_fresh_rate: services.config.mode === "live",
    starter: starterOf(context, draft.id, posted),
  });
  return answer(request, context, draft, outcome, { params, isRemembered: posted.has("remember") });
}

async function saveChoice(
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

export default function Summary({ loaderData, actionData }: Route.ComponentProps) {
  const { draft } = loaderData;
  const { receiver } = draft;
  const { t } = useTexts("tip");
  const way = draft.details_seen ? ({ step: 4 } as const) : ({ step: 2, steps: 2 } as const);
  return (
    <TipStep
      {...way}
      receiver={receiver}
      amount={loaderData.amount}
      backHref={loaderData.backHref}
      backText={t("steps.backTo.profile")}
      question={t("summary.question")}
    >
      {actionData && "problem" in actionData ? (
        <p className="note" role="alert">
          {t(`summary.${actionData.problem}`, { until: actionData.until })}
        </p>
      ) : null}
      <SummaryForm
        summary={loaderData}
        lastResult={actionData && "problem" in actionData ? undefined : actionData}
        button={actionData && "token" in actionData ? actionData.token : undefined}
      />
    </TipStep>
  );
}

/** Cookies of a begun payment: the paying browser's, and the remembered fan's by their tick alone. */
async function cookiesOf(
  request: Request,
  context: Readonly<RouterContextProvider>,
  paymentId: string,
  { params, isRemembered }: Remembering,
): Promise<Headers> {
  const headers = new Headers({ "Set-Cookie": await payingBrowserCookie(request, context, paymentId) });
  // Its post may have changed the draft.
  const draft = isRemembered ? await requireDraft(context, params, request) : null;
  if (draft?.payment_type && draft.country && draft.pay_currency) {
    const { payment_type: type, country, pay_currency, sender_name: name, sender_email: email } = draft;
    headers.append("Set-Cookie", await rememberFan(context, { type, country, pay_currency, name, email }));
  } else if (await findRememberedFan(request, context))
    headers.append("Set-Cookie", await forgetFan(context));
  return headers;
}

interface Remembering {
  params: Route.ActionArgs["params"];
  isRemembered: boolean;
}

async function answer(
  request: Request,
  context: Readonly<RouterContextProvider>,
  draft: StepDraft,
  outcome: ConfirmOutcome,
  remembering: Remembering,
) {
  switch (outcome.outcome) {
    case "pay": {
      const headers = await cookiesOf(request, context, outcome.payment_id, remembering);
      return redirect(outcome.redirect_url, { status: 303, headers });
    }
    case "already_paid":
      return toResult(request, context, outcome.payment_id);
    case "members_changed":
      return data({ problem: "members" as const, until: "" }, { status: 422 });
    case "too_small_to_split":
      return redirect(amountUrl(context, draft), 303);
    case "price_changed":
      return data({ problem: "changed" as const, until: "" }, { status: 422 });
    case "provider_unavailable":
      return data({ problem: "unavailable" as const, until: "" }, { status: 503 });
    case "incomplete":
    case "not_offered":
      return redirect(stepUrl(context, draft, "payment"), 303);
    case "press_button": {
      const token = buttonToken(context, draft.id, outcome.shown_at);
      return data({ problem: outcome.outcome, until: "", token });
    }
    case "wait":
    case "tried_too_often":
    case "blocked": {
      context.set(retryAfterContext, outcome.seconds);
      const until = formatTimeInBerlin(outcome.until, getLocale(context));
      return data({ problem: outcome.outcome, until }, { status: 429 });
    }
    case "message_below_price":
      return redirect(stepUrl(context, draft, "details"), 303);
    case "expired":
      throw data(null, { status: 410 });
  }
}
