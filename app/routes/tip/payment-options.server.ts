import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../context.ts";
import { feeRateFor, feeRules } from "../../domain/money/fee.ts";
import { countryName } from "../../domain/money/formats.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { COMMON_CURRENCIES, type PaymentType, walletsOf } from "../../domain/payments/provider-port.ts";
import { isPayable, type Quote, quote } from "../../domain/payments/quote.server.ts";
import { COMMON_COUNTRIES, listCountries } from "../../domain/tax/countries.server.ts";
import type { TipDraft } from "../../domain/tips/drafts.server.ts";
import type { PaymentChoice } from "../../domain/tips/tip.schema.ts";
import { getLocale } from "../../http/i18n.server.ts";
import { likelyCountry } from "../../http/likely-country.server.ts";
import { currencyOptions } from "../../http/payment-start.server.ts";
import { findRememberedFan } from "../../http/remembered-fan.server.ts";
import { rulesOf } from "../../http/rules.server.ts";
import { EVERY_MONTH, SHORT_WAY } from "./amount-choices.tsx";

type Context = Readonly<RouterContextProvider>;

export const ALL_COUNTRIES = "countries=all";

type Order = Pick<TipDraft, "amount_minor" | "currency">;

export async function paymentOptions(
  context: Context,
  draft: Order & Terms,
  { country, url }: { country: string; url: URL },
) {
  const { db } = context.get(servicesContext);
  const locale = getLocale(context);
  const { served, offers, terms } = termsOf(context, draft, country);
  const own = draft.is_monthly ? [draft.currency] : null;
  const { type: chosen, pay_currency: payCurrency } = terms;
  const [price, countries] = await Promise.all([priceNow(context, draft, terms), listCountries(db)]);
  const hasAllCountries = url.search === `?${ALL_COUNTRIES}`;
  const named = countries
    .map((each) => each.iso_3166_1)
    .filter((code) => hasAllCountries || COMMON_COUNTRIES.has(code) || code === country)
    .map((value) => ({ value, text: countryName(value, locale) }));
  return {
    price,
    offers,
    wallets: walletsOf(served, payCurrency),
    chosen,
    /** Prices differ by payment type. */
    isByType:
      new Set(offers.map((type) => feeRateFor({ type, country }, feeRules(rulesOf(context))))).size > 1,
    country,
    payCurrency,
    hasAllCountries,
    countries: named.sort((a, b) => a.text.localeCompare(b.text, locale)),
    currencies: currencyOptions(context, draft.currency).filter(
      ({ value }) =>
        own?.includes(value) ?? (hasAllCountries || COMMON_CURRENCIES.has(value) || value === payCurrency),
    ),
    amount: formatAmount(draft.amount_minor, draft.currency, locale),
    sum: sumOf(context, price),
    charged: price ? formatAmount(price.charged_minor, price.charged_currency, locale) : null,
  };
}

export async function likelySum(
  request: Request,
  context: Context,
  draft: Order & Terms & { country: string | null },
): Promise<string | null> {
  const country = draft.country ?? (await likelyCountry(request, context));
  if (country === "") return null;
  return sumOf(context, await priceNow(context, draft, termsOf(context, draft, country).terms));
}

type Terms = Pick<TipDraft, "payment_type" | "pay_currency" | "receiver" | "is_monthly">;

function termsOf(context: Context, draft: Order & Terms, country: string) {
  const { currency } = draft;
  const chosen = { currency, pay_currency: (draft.is_monthly ? null : draft.pay_currency) ?? currency };
  const pay_currency = isPayable(rulesOf(context).content, chosen) ? chosen.pay_currency : currency;
  const served = context
    .get(servicesContext)
    .providers.offers(pay_currency, country, draft.receiver.provider, draft.is_monthly);
  const offers = [...served.keys()];
  const type = offers.find((each) => each === draft.payment_type) ?? offers[0] ?? null;
  return { served, offers, terms: { type, pay_currency, country } };
}

function sumOf(context: Context, price: Quote | null): string | null {
  if (!price) return null;
  const { total_minor, service_fee_minor, vat_minor, currency } = price;
  const fee = service_fee_minor + vat_minor;
  const show = (amount: number) => formatAmount(amount, currency, getLocale(context));
  return `${show(total_minor - fee)} + ${show(fee)} = ${show(total_minor)}`;
}

/** Of the method first on offer anywhere: shared pages know no country. */
export function firstWallets(context: Context, currency: string): readonly string[] {
  const served = context.get(servicesContext).providers.offers(currency, "");
  const [first] = served.keys();
  return (first && walletsOf(served, currency)[first]) ?? [];
}

/**
 * A remembered fan's last choice, else the likely country's first method. Null fields are asked for later.
 */
export async function likelyPayment(
  request: Request,
  context: Context,
  { currency, posted }: { currency: string; posted: FormData },
): Promise<{ payment: PaymentChoice | null; sender_name: string | null; is_monthly: boolean; way: TipWay }> {
  const isShort = posted.get("way") === SHORT_WAY;
  const is_monthly = posted.get("every") === EVERY_MONTH && canRepeat(context, currency);
  const begun = { is_monthly, way: isShort ? ("summary" as const) : ("details" as const) };
  const fan = await findRememberedFan(request, context);
  const sender_name = fan?.name ?? null;
  if (!fan && !isShort) return { ...begun, payment: null, sender_name };
  const country = fan?.country ?? (await likelyCountry(request, context));
  if (country === "") return { ...begun, payment: null, sender_name };
  const { providers } = context.get(servicesContext);
  const wanted = is_monthly ? currency : (fan?.pay_currency ?? currency);
  const canPay =
    isPayable(rulesOf(context).content, { currency, pay_currency: wanted }) &&
    providers.offers(wanted, country, null, is_monthly).size > 0;
  const pay_currency = canPay ? wanted : currency;
  const offers = [...providers.offers(pay_currency, country, null, is_monthly).keys()];
  const type = offers.find((each) => each === fan?.type) ?? offers[0];
  return {
    payment: { type, country, pay_currency, email: fan?.email ?? undefined, share_email: false },
    sender_name,
    ...begun,
  };
}

type TipWay = "summary" | "details";

export function canRepeat(context: Context, currency: string, only: string | null = null): boolean {
  return context
    .get(servicesContext)
    .providers.all.some(
      ({ name, saved, offers }) =>
        saved !== undefined &&
        (only === null || only === name) &&
        offers().some((offer) => offer.saves === true && offer.currencies.includes(currency)),
    );
}

export function everyOf(
  context: Context,
  currency: string,
  { earlier, url }: { earlier: Pick<TipDraft, "is_monthly"> | null; url: URL },
): string | null {
  if (!canRepeat(context, currency)) return null;
  const isMonthly = earlier?.is_monthly ?? url.searchParams.get("every") === EVERY_MONTH;
  return isMonthly ? EVERY_MONTH : "";
}

/** A monthly tip is changed and stopped by mail. */
export function lacksEmail(draft: Pick<TipDraft, "is_monthly">, email: string | null | undefined): boolean {
  return draft.is_monthly && (email ?? null) === null;
}

export async function choiceProblem(
  context: Context,
  draft: Order & Pick<TipDraft, "receiver" | "is_monthly">,
  terms: { type: PaymentType; pay_currency: string; country: string },
): Promise<Record<string, string> | null> {
  const { db, providers } = context.get(servicesContext);
  const countries = await listCountries(db);
  if (!countries.some((each) => each.iso_3166_1 === terms.country))
    return { country: "errors.country.required" };
  const isOther = draft.is_monthly && terms.pay_currency !== draft.currency;
  if (isOther || !isPayable(rulesOf(context).content, { ...draft, ...terms }))
    return { pay_currency: "errors.currency.required" };
  const { pay_currency, country } = terms;
  if (!providers.offers(pay_currency, country, draft.receiver.provider, draft.is_monthly).has(terms.type))
    return { type: "errors.offer.not_offered" };
  return (await priceNow(context, draft, terms)) ? null : { pay_currency: "errors.offer.no_rate" };
}

function priceNow(
  context: Context,
  { amount_minor, currency }: Order,
  terms: { type: PaymentType | null; pay_currency: string; country: string },
) {
  const { db, clock, config } = context.get(servicesContext);
  const order = { amount_minor, currency, ...terms, now: clock(), rules: rulesOf(context) };
  return quote(db, { ...order, needs_fresh_rate: config.mode === "live" });
}
