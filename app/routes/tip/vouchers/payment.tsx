import { redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { feeRateFor, feeRules } from "../../../domain/money/fee.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { walletsOf } from "../../../domain/payments/provider-port.ts";
import { isPayable, quote } from "../../../domain/payments/quote.server.ts";
import { voucherChoiceForm, voucherPaymentForm } from "../../../domain/vouchers/voucher.schema.ts";
import { saveVoucherPayment } from "../../../domain/vouchers/voucher-drafts.server.ts";
import { readCheckableForm } from "../../../http/body.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { getLocale, getTexts } from "../../../http/i18n.server.ts";
import { currencyOptions } from "../../../http/payment-start.server.ts";
import { rulesOf } from "../../../http/rules.server.ts";
import { ErrorSummary } from "../../../ui/components/error-summary.tsx";
import { DefaultButton } from "../../../ui/components/main-button.tsx";
import { SelectField } from "../../../ui/components/text-field.tsx";
import { shownForm } from "../../../ui/shown-form.ts";
import { useTexts } from "../../../ui/texts.ts";
import { PaymentMethods, PriceAndNext } from "../payment-methods.tsx";
import { requireVoucherDraft, VOUCHER_STEPS, voucherStepUrl } from "../voucher-steps.server.ts";
import type { Route } from "./+types/payment";
import { VoucherStep } from "./voucher-step.tsx";

export { unlisted as meta } from "../../../ui/shells/unlisted.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, providers, clock, config } = context.get(servicesContext);
  const draft = await requireVoucherDraft(context, params.token, request);
  const locale = getLocale(context);
  const country = draft.country ?? "";
  const { content } = rulesOf(context);
  const wanted = { currency: draft.currency, pay_currency: draft.pay_currency ?? draft.currency };
  const payCurrency = isPayable(content, wanted) ? wanted.pay_currency : draft.currency;
  const served = providers.offers(payCurrency, country);
  const offers = [...served.keys()];
  const chosen = offers.find((type) => type === draft.payment_type) ?? offers[0] ?? null;
  const terms = { type: chosen, pay_currency: payCurrency, country };
  const { amount_minor, currency } = draft;
  const order = {
    ...{ amount_minor, currency, ...terms },
    now: clock(),
    needs_fresh_rate: config.mode === "live",
    rules: rulesOf(context),
  };
  const price = await quote(db, order);
  return {
    price,
    offers,
    wallets: walletsOf(served, payCurrency),
    chosen,
    /** Prices differ by payment type. */
    isByType:
      new Set(offers.map((type) => feeRateFor({ type, country }, feeRules(rulesOf(context))))).size > 1,
    payCurrency,
    currencies: currencyOptions(context, currency),
    amount: formatAmount(amount_minor, currency, locale),
    charged: price ? formatAmount(price.charged_minor, price.charged_currency, locale) : null,
    steps: VOUCHER_STEPS,
    title: getTexts(context, "tip")("payment.title"),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, providers, clock, config } = context.get(servicesContext);
  const draft = await requireVoucherDraft(context, params.token, request);
  const posted = await readCheckableForm(request);
  const locale = getLocale(context);
  if (posted.get("step") === "update") {
    const choice = parseForm(request, context, posted, voucherChoiceForm);
    if (!choice.ok) return choice.reply;
    const { type, pay_currency } = choice.value;
    await saveVoucherPayment(db, draft.id, { type, pay_currency, locale }, clock());
    return redirect(voucherStepUrl(context, draft.id, "payment"), 303);
  }
  const form = parseForm(request, context, posted, voucherPaymentForm);
  if (!form.ok) return form.reply;
  const { type, pay_currency } = form.value;
  const country = draft.country ?? "";
  if (!isPayable(rulesOf(context).content, { ...draft, pay_currency }))
    return form.refuse({ pay_currency: "errors.currency.required" });
  if (!providers.offers(pay_currency, country).has(type))
    return form.refuse({ type: "errors.offer.not_offered" });
  const { amount_minor, currency } = draft;
  const terms = {
    type,
    pay_currency,
    country,
    now: clock(),
    needs_fresh_rate: config.mode === "live",
    rules: rulesOf(context),
  };
  const price = await quote(db, { amount_minor, currency, ...terms });
  if (!price) return form.refuse({ pay_currency: "errors.offer.no_rate" });
  const isSaved = await saveVoucherPayment(db, draft.id, { type, pay_currency, locale }, clock());
  return redirect(voucherStepUrl(context, draft.id, isSaved ? "summary" : "payment"), 303);
}

export default function VoucherPayment({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTexts("vouchers");
  const { t: tip } = useTexts("tip");
  const [form, fields] = shownForm<{ type: string; pay_currency: string }>({
    id: "payment",
    lastResult: actionData,
    defaultValue: { type: loaderData.chosen ?? undefined, pay_currency: loaderData.payCurrency },
  });
  return (
    <VoucherStep
      amount={loaderData.amount}
      backHref={`/voucher?voucher=${params.token}`}
      backText={t("steps.backTo.form")}
      step={2}
      steps={loaderData.steps}
      question={tip("payment.question")}
    >
      <ErrorSummary
        formId={form.id}
        errors={form.allErrors}
        labels={{ type: tip("payment.types.legend"), pay_currency: tip("payment.currency") }}
      />
      <form method="post" noValidate className="fields">
        <DefaultButton />
        <PaymentMethods field={fields.type} offers={loaderData.offers} wallets={loaderData.wallets} />
        <SelectField
          field={fields.pay_currency}
          label={tip("payment.currency")}
          options={loaderData.currencies}
        />
        <PriceAndNext shown={loaderData} name={null} next={t("payment.next")} />
      </form>
    </VoucherStep>
  );
}
