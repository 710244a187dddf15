import type { i18n } from "i18next";
import { feeOn } from "../domain/money/fee.ts";
import { countryName, currencyName, formatPercent } from "../domain/money/formats.ts";
import { formatAmount, type Locale, minor } from "../domain/money/minor.ts";
import { COMMON_CURRENCIES, PAYMENT_TYPES } from "../domain/payments/provider-port.ts";
import { COMMON_COUNTRIES } from "../domain/tax/countries.server.ts";
import { productRules } from "../product-rules.ts";
import type { Route as AmountRoute } from "../routes/tip/+types/amount";
import type { Route as SuccessRoute } from "../routes/tip/+types/success";
import type { Route as SummaryRoute } from "../routes/tip/+types/summary";

export interface SamplePage {
  routeId: string;
  path: string;
  loaderData: unknown;
}

/** Differs on every page, so it is short here. */
const ID = "0";
const NAME = "Ada";
const PATH = "/ada";
const AMOUNT = minor(500);
const CURRENCY = "EUR";

const DRAFT = {
  id: ID,
  status: "DRAFT",
  amount_minor: AMOUNT,
  is_monthly: false,
  currency: CURRENCY,
  item_id: null,
  item_name: null,
  sender_name: "B",
  message: "C",
  image_id: null,
  sender_email: "b@c.example",
  share_email: false,
  show_on_page: false,
  payment_type: "INETCASH_CC",
  country: "DE",
  pay_currency: CURRENCY,
  details_seen: true,
  begun_by: null,
  receiver: {
    id: ID,
    path: PATH,
    name: NAME,
    avatar_id: ID,
    is_paused: false,
    provider: null,
    default_price_per_message_minor: null,
    shows_supporters: true,
  },
  group: null,
  sharers: null,
} as const;

const FEE = feeOn(
  AMOUNT,
  { type: "INETCASH_CC", country: "DE", vat_rate_bps: 1900 },
  productRules.service_fee,
);
const PRICE = {
  ...FEE,
  currency: CURRENCY,
  country: "DE",
  charged_minor: FEE.total_minor,
  charged_currency: CURRENCY,
  rate: "1",
  rate_date: "2026-01-01",
};

/** Includes a creator's page: browsers fetch the dictionary after the first page. */
export function samplePages(locale: Locale, texts: i18n): SamplePage[] {
  const amount = formatAmount(AMOUNT, CURRENCY, locale);
  const charged = formatAmount(FEE.total_minor, CURRENCY, locale);
  const draft = { ...DRAFT, locale };
  const step = (name: string) => `${PATH}/tip/${ID}/${name}`;

  const named = [...COMMON_COUNTRIES].map((code) => ({ value: code, text: countryName(code, locale) }));
  const currencies = [...new Set([CURRENCY, "USD", "GBP", ...[...COMMON_CURRENCIES].sort()])];
  const options = {
    price: PRICE,
    offers: [...PAYMENT_TYPES],
    wallets: {},
    isByType: false,
    country: "DE",
    hasAllCountries: false,
    payCurrency: CURRENCY,
    countries: named.sort((a, b) => a.text.localeCompare(b.text, locale)),
    currencies: currencies.map((code) => ({ value: code, text: `${code} – ${currencyName(code, locale)}` })),
    amount,
    sum: `${amount} + ${formatAmount(FEE.total_minor - AMOUNT, CURRENCY, locale)} = ${charged}`,
    charged,
  };
  const summary: SummaryRoute.ComponentProps["loaderData"] = {
    ...options,
    paidTo: null,
    consent: null,
    draft: { ...draft, details_seen: false, sender_name: null, message: null, sender_email: null },
    steps: { details: step("details"), payment: step("payment") },
    imageUrl: null,
    type: "INETCASH_CC",
    messagePrice: "",
    characters: productRules.tip.message_characters_maximum,
    backHref: PATH,
    isRemembered: false,
    title: texts.t("tip:summary.title"),
  };
  const receiver = { name: NAME, path: PATH, handle: "@ada", avatar_id: ID, isGroup: false, hasPage: true };
  const success: SuccessRoute.ComponentProps["loaderData"] = {
    isLate: false,
    voucher: null,
    result: {
      payment: { id: ID, status: "SUCCESS", type: "INETCASH_CC" },
      tip: { status: "ACTIVE", has_message: true },
      receiver,
    },
    isWaiting: false,
    isSaving: false,
    amount,
    own: {
      price: PRICE,
      type: "INETCASH_CC",
      words: { message: "C", sender_name: "B", item_name: null },
      laterWords: {
        ...{ shows_supporters: true, price: null },
        characters: productRules.tip.message_characters_maximum,
      },
      hasAdded: false,
      maskedEmail: "b@c.example",
      monthly: null,
      receiptUrl: `/receipt/${ID}`,
    },
    title: texts.t("result:success.title"),
  };
  return [
    { routeId: "profile", path: PATH, loaderData: profilePage(locale, texts) },
    { routeId: "routes/tip/summary", path: step("summary"), loaderData: summary },
    { routeId: "routes/tip/success", path: `/payment/success/${ID}`, loaderData: success },
  ];
}

function profilePage(locale: Locale, texts: i18n): AmountRoute.ComponentProps["loaderData"] {
  const amount = formatAmount(AMOUNT, CURRENCY, locale);
  const picture = { id: ID, width: 1, height: 1 };
  const limits = { minimum: amount, maximum: amount };
  return {
    profile: {
      id: ID,
      username: "ada",
      name: NAME,
      currency: CURRENCY,
      is_online: true,
      avatar: picture,
      header: picture,
      links: [{ network: "instagram", label: "Instagram", url: "https://www.instagram.com/" }],
      items: [{ id: ID, name: "B", amount_minor: AMOUNT, image: picture }],
      amounts: { presets_minor: null, marked_minor: null, often_chosen: [], are_offered: true },
      is_paused: false,
      is_direct: false,
      default_price_per_message_minor: null,
      is_verified: true,
      about: "C",
      goal: null,
      shows_supporters: true,
      supporters: [],
    },
    presets: productRules.tip.presets_minor,
    marked: productRules.tip.preselected_minor,
    goal: null,
    isIndexed: true,
    own: null,
    earlier: null,
    chosen: `item-${ID}`,
    typed: "",
    isCapped: false,
    limits,
    wallets: [],
    every: "",
    isSuggested: false,
    fee: texts.t("tip:amount.fee", { rate: formatPercent(FEE.service_fee_bps, locale) }),
    title: texts.t("tip:profile.title", { name: NAME }),
    description: "C",
    address: "http://localhost/ada",
    oembed: "http://localhost/oembed?url=http%3A%2F%2Flocalhost%2Fada",
    image: `http://localhost/ada/preview/${locale}.png`,
  };
}
