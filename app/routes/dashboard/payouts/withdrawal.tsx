import type { SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { z } from "zod";
import { servicesContext } from "../../../context.ts";
import { formatAmount, PROFILE_CURRENCIES, toTyped } from "../../../domain/money/minor.ts";
import { getMoney } from "../../../domain/payouts/requests/overview.server.ts";
import { withdrawalForm } from "../../../domain/payouts/requests/payout.schema.ts";
import {
  quoteWithdrawal,
  requestWithdrawal,
  type WithdrawalQuote,
} from "../../../domain/payouts/requests/withdrawals.server.ts";
import { payoutsWaitUntil } from "../../../http/account-standing.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { doneHeaders } from "../../../http/done-notes.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { rulesOf } from "../../../http/rules.server.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { FormErrors } from "../../../ui/components/form-errors.tsx";
import { AccountPage } from "../../../ui/shells/account-page.tsx";
import type { Route } from "./+types/withdrawal";
import { WithdrawalAmount, WithdrawalSummary } from "./withdrawal-parts.tsx";

const currencySchema = z.enum(PROFILE_CURRENCIES);

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const services = { ...context.get(servicesContext), rules: rulesOf(context) };
  const { db } = services;
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const { success: isCurrency, data: currency } = currencySchema.safeParse(url.searchParams.get("currency"));
  if (!isCurrency) throw redirect("/payout", 303);
  const money = (await getMoney(db, viewer.id, viewer.currency)).find((each) => each.currency === currency);
  const available_minor = money?.balances.creator_available;
  if (available_minor === undefined) throw redirect("/payout", 303);
  const show = (amount: number) => formatAmount(amount, currency, locale);
  const entered = { currency, typed: url.searchParams.get("amount") ?? "", available: show(available_minor) };
  const page = { entered, locale, isAmount: true, minimum: null };
  const parsed = withdrawalForm(locale).safeParse(Object.fromEntries(url.searchParams));
  if (!parsed.success)
    return { ...page, refusal: refused("amount", t("errors:payout.minimum")), confirm: null };
  const { amount_minor } = parsed.data;
  const takes_old_rate = services.config.mode !== "live";
  const asked = { user_id: viewer.id, currency, amount_minor, available_minor, takes_old_rate };
  const outcome = await quoteWithdrawal(services, asked);
  if (outcome.outcome === "refused") {
    const minimum = outcome.minimum_minor === null ? null : show(outcome.minimum_minor);
    const isAmount = minimum !== null;
    const until = await payoutsWaitUntil(context, viewer.id);
    return {
      ...page,
      refusal: refused(isAmount ? "amount" : "", t(`errors:payout.${outcome.reason}`, { until })),
      isAmount,
      minimum,
      confirm: null,
    };
  }
  const { quote } = outcome;
  const confirm = {
    amount: toTyped(quote.amount_minor, currency, locale),
    gross: show(quote.amount_minor),
    fee: show(quote.fee_minor),
    fee_minor: quote.fee_minor,
    net: show(quote.net_minor),
    masked_account: quote.masked_account,
    why: whyTheFee(context, quote, show),
  };
  return { ...page, refusal: null, confirm };
}

function refused(field: "amount" | "", problem: string): SubmissionResult<string[]> {
  return { status: "error", error: { [field]: [problem] } };
}

function whyTheFee(
  context: Route.LoaderArgs["context"],
  { fee_minor, free_from_minor }: WithdrawalQuote,
  show: (amount: number) => string,
): string | null {
  const t = getI18n(context).getFixedT(null, "payouts");
  if (fee_minor === 0) return null;
  const fee = show(fee_minor);
  if (free_from_minor === null) return t("withdrawal.feeAlways", { fee });
  return t("withdrawal.feeBelow", { fee, free: show(free_from_minor) });
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireViewer(request, context);
  const schema = withdrawalForm(getLocale(context));
  const values = { until: await payoutsWaitUntil(context, viewer.id) };
  const form = parseForm(request, context, await readForm(request), schema, values);
  if (!form.ok) return form.reply;
  const services = { ...context.get(servicesContext), rules: rulesOf(context) };
  const outcome = await requestWithdrawal(services, {
    user_id: viewer.id,
    seen_currency: viewer.currency,
    takes_old_rate: services.config.mode !== "live",
    ...form.value,
    seen_fee_minor: form.value.seen_fee_minor ?? null,
  });
  if (outcome.outcome === "requested")
    return redirect("/payout", { status: 303, headers: await doneHeaders(context, "requested") });
  return form.refuse({ "": "errors.payout.request", amount: `errors.payout.${outcome.reason}` });
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

/** Also after a refusal: the fee may differ. */
export const shouldRevalidate = () => true;

export default function Withdrawal({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("payouts");
  const { confirm, entered, locale, isAmount, minimum } = loaderData;
  const refusal = actionData ?? loaderData.refusal;
  const help = [
    ...(minimum === null ? [] : [t("withdrawal.from", { minimum })]),
    t("withdrawal.most", { available: entered.available }),
  ];
  return (
    <AccountPage title={t("withdrawal.title")} isRefused={refusal !== null}>
      <section className="card">
        {confirm === null && isAmount ? (
          <WithdrawalAmount
            id="withdrawal"
            currency={entered.currency}
            locale={locale}
            typed={entered.typed}
            refusal={refusal}
            help={help.join(" ")}
            className="fields"
          />
        ) : (
          <FormErrors
            form={{ id: "withdrawal", status: refusal?.status, allErrors: notNull(refusal?.error ?? {}) }}
            labels={{ amount: t("withdrawal.amount", { currency: entered.currency }) }}
          />
        )}
        {confirm ? <WithdrawalSummary currency={entered.currency} confirm={confirm} /> : null}
        <div className="actions">
          <ButtonLink to="/payout">{t("withdrawal.back")}</ButtonLink>
        </div>
      </section>
    </AccountPage>
  );
}

function notNull(errors: Record<string, string[] | null>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, texts]) => (texts ? [[field, texts]] : [])),
  );
}
