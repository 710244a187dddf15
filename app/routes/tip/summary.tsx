import { type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { businessDate } from "../../domain/calendar.ts";
import { brandOf } from "../../domain/connected-accounts/connected-accounts.server.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { confirmTip } from "../../domain/payment-updates/checkout.server.ts";
import type { Quote } from "../../domain/payments/quote.server.ts";
import { summaryForm, tick } from "../../domain/tips/tip.schema.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { getI18n, getLocale, getTexts } from "../../http/i18n.server.ts";
import {
  allowProviders,
  priceOf,
  providerUrls,
  seenPrice,
  starterOf,
} from "../../http/payment-start.server.ts";
import { findRememberedFan } from "../../http/remembered-fan.server.ts";
import { rulesOf } from "../../http/rules.server.ts";
import { productRules } from "../../product-rules.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/summary";
import { ALL_COUNTRIES, lacksEmail, paymentOptions } from "./payment-options.server.ts";
import { answerPress, fanCookie, forget, saveChoice } from "./summary-acts.server.ts";
import { SummaryForm } from "./summary-form.tsx";
import { TipStep } from "./tip-step.tsx";
import { draftImageUrl, requireFilledDraft, type StepDraft, stepTexts, stepUrl } from "./tip-steps.server.ts";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const draft = await requireFilledDraft(context, params, request);
  const {
    price,
    chosen: type,
    ...options
  } = await paymentOptions(context, draft, {
    country: draft.country ?? "",
    url,
  });
  if (!price || !type || type !== draft.payment_type) throw redirect(stepUrl(context, draft, "payment"), 303);
  const { payCurrency: pay_currency, country } = options;
  const { provider: only } = draft.receiver;
  allowProviders(
    context,
    draft.details_seen && !draft.is_monthly ? { type, pay_currency, country, only } : null,
  );
  const { providers } = context.get(servicesContext);
  const texts = stepTexts(context, draft);
  return {
    ...options,
    draft,
    imageUrl: await draftImageUrl(context, draft),
    price,
    consent: consentOf(context, draft, price),
    paidTo: only === null ? null : brandOf(providers.get(only)),
    charged: formatAmount(price.charged_minor, price.charged_currency, getLocale(context)),
    type,
    messagePrice: texts.price,
    characters: texts.characters,
    backHref: `${draft.receiver.path}/${texts.decimal}?tip=${params.token}`,
    steps: { details: stepUrl(context, draft, "details"), payment: stepUrl(context, draft, "payment") },
    isRemembered: (await findRememberedFan(request, context)) !== null,
    title: getI18n(context).t("tip:summary.title"),
  };
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const posted = await readCheckableForm(request);
  if (posted.get("step") === "forget") return await forget(context, params.token, posted, url.pathname);
  const draft = await requireFilledDraft(context, params, request);
  const rules = rulesOf(context);
  const t = getI18n(context).getFixedT(draft.locale, "tip");
  const isRemembered = tick.parse(posted.get("remember"));
  if (posted.has("country")) {
    const texts = stepTexts(context, draft);
    const schema = summaryForm({ ...draft, ...draft.receiver, rules });
    const form = parseForm(request, context, posted, schema, texts);
    if (!form.ok) return form.reply;
    const problem = await saveChoice(context, draft, form.value);
    if (problem) return form.refuse(problem);
    if (!posted.has("step") && lacksEmail(draft, form.value.email))
      return form.refuse({ email: "errors.email.monthly" });
  }
  const remembering = { params, isRemembered };
  const step = posted.get("step");
  if (step === "update" || step === "countries" || step === "details") {
    const headers = await fanCookie(request, context, remembering);
    const next = stepUrl(context, draft, step === "details" ? "details" : "summary");
    return redirect(step === "countries" ? `${next}?${ALL_COUNTRIES}#summary-country` : next, {
      status: 303,
      headers,
    });
  }
  const outcome = await confirmTip(services, {
    tip_id: draft.id,
    ...seenPrice(posted),
    seen_members: String(posted.get("members")),
    payment_id: services.newId(),
    locale: draft.locale,
    description: t("price.tip", { name: draft.receiver.name }),
    urls: providerUrls(context, url.origin),
    needs_fresh_rate: services.config.mode === "live",
    rules,
    consent: draft.is_monthly ? consentOf(context, draft, await priceOf(context, draft)) : null,
    starter: starterOf(context, draft.id, posted),
  });
  return answerPress(request, context, draft, outcome, remembering);
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
      isMonthly={draft.is_monthly}
      amount={loaderData.amount}
      sum={loaderData.sum}
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
        isRemembered={
          actionData && "problem" in actionData ? actionData.isRemembered : loaderData.isRemembered
        }
        lastResult={actionData && "problem" in actionData ? undefined : actionData}
        button={actionData && "token" in actionData ? actionData.token : undefined}
      />
    </TipStep>
  );
}

/** Stored with the moment of the press; null for a tip that is paid once. */
function consentOf(
  context: Readonly<RouterContextProvider>,
  draft: Pick<StepDraft, "is_monthly" | "payment_type">,
  price: Pick<Quote, "total_minor" | "currency"> | null,
): string | null {
  if (!draft.is_monthly || !price) return null;
  const t = getTexts(context, "tip");
  const day = Number(businessDate(context.get(servicesContext).clock()).slice(8));
  const values = { day, total: formatAmount(price.total_minor, price.currency, getLocale(context)) };
  const text = t("monthly.consent", values);
  if (draft.payment_type !== "INETCASH_DD") return text;
  return `${text} ${t("monthly.debit", { days: productRules.series.reminder_days })}`;
}
