import { data, redirect } from "react-router";
import { clientAddressContext, servicesContext } from "../../../context.ts";
import { countryName } from "../../../domain/money/formats.ts";
import { type Locale, toDecimal, toTyped } from "../../../domain/money/minor.ts";
import { listCountries } from "../../../domain/tax/countries.server.ts";
import { voucherForm } from "../../../domain/vouchers/voucher.schema.ts";
import { startVoucher } from "../../../domain/vouchers/voucher-drafts.server.ts";
import { addressKey } from "../../../http/address-keys.ts";
import { readCheckableForm } from "../../../http/body.server.ts";
import { requireBudget } from "../../../http/budgets.server.ts";
import { cacheTags } from "../../../http/cache-tags.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { getLocale, getTexts } from "../../../http/i18n.server.ts";
import { payingBrowserCookie } from "../../../http/paying-browser.server.ts";
import { rulesOf } from "../../../http/rules.server.ts";
import type { ContentRules } from "../../../product-settings.ts";
import { ErrorSummary } from "../../../ui/components/error-summary.tsx";
import { MainButton } from "../../../ui/components/main-button.tsx";
import { StepHead } from "../../../ui/components/step-head.tsx";
import { SelectField, TextAreaField, TextField } from "../../../ui/components/text-field.tsx";
import { shownForm } from "../../../ui/shown-form.ts";
import { useTexts } from "../../../ui/texts.ts";
import { feeLine } from "../fee-line.server.ts";
import { preselectAmount } from "../preselected-amount.ts";
import { findEarlier, VOUCHER_STEPS, voucherStepUrl } from "../voucher-steps.server.ts";
import type { Route } from "./+types/buy";
import { VoucherAmount } from "./voucher-amount.tsx";

export const handle = { isForEverybody: true };

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const locale = getLocale(context);
  const t = getTexts(context, "vouchers");
  // Pages with an amount in the path are shared: only the plain address restores a draft.
  const token = "amount" in params ? null : url.searchParams.get("voucher");
  const earlier = await findEarlier(context, token);
  const named = "amount" in params ? params.amount : undefined;
  const amount = earlier ? toDecimal(earlier.amount_minor, earlier.currency) : named;
  const { currencies } = rulesOf(context).content;
  const currency = currencies.find((each) => each === earlier?.currency) ?? currencies[0] ?? "EUR";
  const countries = await listCountries(db);
  const rules = amountsOf(rulesOf(context).content);
  const page = {
    earlier: earlier && {
      token: token ?? "",
      message: earlier.message ?? "",
      sender_name: earlier.sender_name ?? "",
      email: earlier.email ?? "",
      country: earlier.country ?? "",
    },
    ...preselectAmount({ currency, items: [] }, locale, amount, { rules, isFromPath: named !== undefined }),
    currency,
    countries: countries
      .map(({ iso_3166_1: value }) => ({ value, text: countryName(value, locale) }))
      .sort((a, b) => a.text.localeCompare(b.text, locale)),
    presets: rules.presets_minor,
    currencies,
    limits: limits(locale, rulesOf(context).content),
    fee: feeLine(context, null),
    steps: VOUCHER_STEPS,
    title: t("buy.title"),
    description: t("buy.description", limits(locale, rulesOf(context).content)),
  };
  return data(page, { headers: earlier ? {} : cacheTags() });
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, newId } = context.get(servicesContext);
  const locale = getLocale(context);
  const posted = await readCheckableForm(request);
  const { content } = rulesOf(context);
  const form = parseForm(request, context, posted, voucherForm(locale, content), limits(locale, content));
  if (!form.ok) return form.reply;
  const countries = await listCountries(db);
  if (!countries.some((each) => each.iso_3166_1 === form.value.country))
    return form.refuse({ country: "errors.country.required" });
  await requireBudget(context, "drafts", addressKey(context.get(clientAddressContext)));
  const id = newId();
  const earlier = await findEarlier(context, posted.get("voucher"));
  await startVoucher(db, { ...form.value, id, locale, earlier, content, now: clock() });
  const headers = { "Set-Cookie": await payingBrowserCookie(request, context, id) };
  return redirect(voucherStepUrl(context, id, "payment"), { status: 303, headers });
}

export default function Buy({ loaderData, actionData }: Route.ComponentProps) {
  const { earlier, limits } = loaderData;
  const { t } = useTexts("vouchers");
  const { t: tip } = useTexts("tip");
  const { token, ...kept } = earlier ?? {};
  const [form, fields] = shownForm<
    Record<"amount" | "choice" | "currency" | "message" | "sender_name" | "email" | "country", string>
  >({
    id: "voucher",
    lastResult: actionData,
    defaultValue: {
      ...kept,
      amount: loaderData.typed,
      choice: loaderData.chosen,
      currency: loaderData.currency,
    },
  });
  return (
    <section className="card steps">
      <StepHead step={1} steps={loaderData.steps} question={t("buy.question")} isPageTitle />
      <p className="help">{t("buy.intro")}</p>
      {loaderData.isCapped ? <p className="note">{t("buy.capped", limits)}</p> : null}
      <ErrorSummary
        formId={form.id}
        errors={form.allErrors}
        labels={{
          message: t("buy.message"),
          sender_name: t("buy.name"),
          email: t("buy.email"),
          country: tip("payment.country"),
        }}
      />
      <form method="post" action="/voucher" noValidate className="fields">
        {token ? <input type="hidden" name="voucher" value={token} /> : null}
        <VoucherAmount
          amount={fields.amount}
          choice={fields.choice}
          currency={fields.currency}
          currencies={loaderData.currencies}
          presets={loaderData.presets}
          help={t("buy.ownHelp", limits)}
        />
        <TextAreaField
          field={fields.message}
          label={t("buy.message")}
          optional
          help={t("buy.messageHelp", limits)}
          control={{ rows: 4, "data-counter": tip("details.left", limits) }}
          beside={<span className="counter" data-counter-for={fields.message.id} aria-live="polite" />}
        />
        <TextField
          field={fields.sender_name}
          label={t("buy.name")}
          optional
          help={t("buy.nameHelp")}
          control={{ autoComplete: "nickname" }}
        />
        <TextField
          field={fields.email}
          label={t("buy.email")}
          help={t("buy.emailHelp")}
          control={{ type: "email", autoComplete: "email", maxLength: 254, required: true }}
        />
        <SelectField
          field={fields.country}
          label={tip("payment.country")}
          help={tip("payment.countryHelp")}
          options={[{ value: "", text: t("buy.choose") }, ...loaderData.countries]}
        />
        <div className="stick">
          <MainButton>{t("buy.next")}</MainButton>
          <p className="help fee">{loaderData.fee}</p>
        </div>
      </form>
      <p className="help voucher-redeem">
        {t("buy.redeem")} <a href="/voucher/redeem">{t("buy.redeemLink")}</a>
      </p>
    </section>
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, description } = loaderData;
  return [
    { name: "description", content: description },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
  ];
}

function amountsOf(content: ContentRules) {
  const { voucher_minimum_minor: minimum_minor, voucher_maximum_minor: maximum_minor } = content;
  const { voucher_presets_minor: presets_minor } = content;
  const [, preselected_minor = minimum_minor] = presets_minor;
  return { minimum_minor, maximum_minor, presets_minor, preselected_minor };
}

function limits(locale: Locale, content: ContentRules) {
  return {
    characters: content.message_characters_maximum,
    minimum: toTyped(content.voucher_minimum_minor, "EUR", locale),
    maximum: toTyped(content.voucher_maximum_minor, "EUR", locale),
  };
}
