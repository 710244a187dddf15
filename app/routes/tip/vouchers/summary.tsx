import { data, type RouterContextProvider, redirect } from "react-router";
import { retryAfterContext, servicesContext } from "../../../context.ts";
import { formatDay, formatTimeInBerlin } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { confirmVoucher, type OrderOutcome } from "../../../domain/payment-updates/checkout.server.ts";
import { lastDayOf } from "../../../domain/vouchers/voucher-dates.ts";
import type { VoucherDraft } from "../../../domain/vouchers/voucher-drafts.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { getI18n, getLocale, getTexts } from "../../../http/i18n.server.ts";
import {
  allowProviders,
  buttonToken,
  priceOf,
  providerUrls,
  seenPrice,
  starterOf,
} from "../../../http/payment-start.server.ts";
import { rulesOf } from "../../../http/rules.server.ts";
import { MainButton } from "../../../ui/components/main-button.tsx";
import { OwnWords } from "../../../ui/components/own-words.tsx";
import { PriceTable } from "../../../ui/components/price-table.tsx";
import { useTexts } from "../../../ui/texts.ts";
import {
  payersHeaders,
  requireVoucherDraft,
  toVoucherResult,
  VOUCHER_STEPS,
  voucherStepUrl,
} from "../voucher-steps.server.ts";
import type { Route } from "./+types/summary";
import { VoucherStep } from "./voucher-step.tsx";

export { unlisted as meta } from "../../../ui/shells/unlisted.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { clock } = context.get(servicesContext);
  const draft = await requireVoucherDraft(context, params.token, request);
  const locale = getLocale(context);
  const price = await priceOf(context, draft);
  if (!price || !draft.payment_type) throw redirect(voucherStepUrl(context, draft.id, "payment"), 303);
  const { message, sender_name, email, payment_type: type, pay_currency, country } = draft;
  allowProviders(context, pay_currency && country ? { type, pay_currency, country } : null);
  return {
    words: { message, sender_name, email },
    price,
    type,
    amount: formatAmount(draft.amount_minor, draft.currency, locale),
    charged: formatAmount(price.charged_minor, price.charged_currency, locale),
    day: formatDay(lastDayOf({ ...draft, paid_at: clock(), waited_days: 0 }), locale),
    days: draft.withdrawal_days,
    steps: VOUCHER_STEPS,
    title: getTexts(context, "vouchers")("summary.title"),
  };
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const draft = await requireVoucherDraft(context, params.token, request);
  const t = getI18n(context).getFixedT(draft.locale, "tip");
  const posted = await readForm(request);
  const outcome = await confirmVoucher(services, {
    voucher_id: draft.id,
    ...seenPrice(posted),
    payment_id: services.newId(),
    locale: draft.locale,
    description: t("price.voucher"),
    urls: providerUrls(context, url.origin),
    needs_fresh_rate: services.config.mode === "live",
    rules: rulesOf(context),
    starter: starterOf(context, draft.id, posted),
  });
  return answer(request, context, draft, outcome);
}

export default function VoucherSummary({ loaderData, actionData, params }: Route.ComponentProps) {
  const { price, words, amount } = loaderData;
  const { t } = useTexts("vouchers");
  const { t: tip } = useTexts("tip");
  return (
    <VoucherStep
      amount={amount}
      backHref={`/voucher/${params.token}/payment`}
      backText={t("steps.backTo.payment")}
      step={3}
      steps={loaderData.steps}
      question={t("summary.question")}
    >
      {actionData ? (
        <p className="note" role="alert">
          {t(`summary.${actionData.problem}`, { until: actionData.until })}
        </p>
      ) : null}
      {words.message !== null || words.sender_name !== null ? (
        <OwnWords message={words.message} senderName={words.sender_name} itemName={null} />
      ) : null}
      <PriceTable price={price} name={null} method={tip(`payment.types.${loaderData.type}.name`)} />
      {words.email ? <p className="help">{t("summary.email", { email: words.email })}</p> : null}
      <p className="help">{t("summary.note", { day: loaderData.day, days: loaderData.days })}</p>
      <form method="post" className="reach" data-once="">
        <input type="hidden" name="charged_minor" value={price.charged_minor} />
        <input type="hidden" name="charged_currency" value={price.charged_currency} />
        {actionData && "token" in actionData ? (
          <input type="hidden" name="button" value={actionData.token} />
        ) : null}
        <div className="stick">
          <MainButton>{tip("summary.pay", { amount: loaderData.charged })}</MainButton>
        </div>
      </form>
    </VoucherStep>
  );
}

async function answer(
  request: Request,
  context: Readonly<RouterContextProvider>,
  draft: VoucherDraft,
  outcome: OrderOutcome,
) {
  switch (outcome.outcome) {
    case "pay":
      return redirect(outcome.redirect_url, {
        status: 303,
        headers: await payersHeaders(request, context, draft.id, outcome.payment_id),
      });
    case "already_paid":
      return toVoucherResult(request, context, draft.id, outcome.payment_id);
    case "price_changed":
      return data({ problem: "changed" as const, until: "" }, { status: 422 });
    case "provider_unavailable":
      return data({ problem: "unavailable" as const, until: "" }, { status: 503 });
    case "incomplete":
    case "not_offered":
      return redirect(voucherStepUrl(context, draft.id, "payment"), 303);
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
    case "expired":
      throw data(null, { status: 410 });
  }
}
