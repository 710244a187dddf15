import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { ContentRules, Rules } from "../../product-settings.ts";
import { businessDate } from "../calendar.ts";
import { convertAtRates, oldestUsableRate, vatAndRatesOn } from "../exchange-rates/rates.server.ts";
import { type Fee, feeOn, feeRules } from "../money/fee.ts";
import { type Minor, PROFILE_CURRENCIES } from "../money/minor.ts";
import { vatRateOn } from "../tax/countries.server.ts";
import { COMMON_CURRENCIES, type PaymentType, type Providers } from "./provider-port.ts";

/** Fee and total in the profile's currency, the charge in the fan's. */
export interface Quote extends Fee {
  currency: string;
  country: string;
  charged_minor: Minor;
  charged_currency: string;
  rate: string;
  rate_date: string;
}

/** By an operator's setting; the receiver's currency always. */
export function isPayable(
  { pay_currencies }: ContentRules,
  { currency, pay_currency }: { currency: string; pay_currency: string },
): boolean {
  if (pay_currency === currency || pay_currencies === "all") return true;
  return pay_currencies === "common" && COMMON_CURRENCIES.has(pay_currency);
}

/** Null without a fresh rate, and for what is not payable (docs/product.md, 3.2). */
export async function quote(
  db: Kysely<DB>,
  order: {
    amount_minor: Minor;
    currency: string;
    type: PaymentType | null;
    pay_currency: string;
    country: string;
    now: Date;
    needs_fresh_rate: boolean;
    rules: Rules;
  },
): Promise<Quote | null> {
  if (!isPayable(order.rules.content, order)) return null;
  const day = businessDate(order.now);
  if (order.pay_currency === order.currency) {
    const vat_rate_bps = await vatRateOn(db, order.country, day);
    return unconverted(
      feeOn(order.amount_minor, { ...order, vat_rate_bps }, feeRules(order.rules)),
      order,
      day,
    );
  }
  const currencies = [order.currency, order.pay_currency];
  const { vat_rate_bps, rates } = await vatAndRatesOn(db, order.country, day, currencies);
  const fee = feeOn(order.amount_minor, { ...order, vat_rate_bps }, feeRules(order.rules));
  const freshSince = order.needs_fresh_rate ? oldestUsableRate(order.now) : null;
  const charged = convertAtRates(fee.total_minor, order.currency, order.pay_currency, rates, freshSince);
  if (!charged) return null;
  return {
    ...fee,
    currency: order.currency,
    country: order.country,
    charged_minor: charged.amount_minor,
    charged_currency: charged.currency,
    rate: charged.rate,
    rate_date: charged.rate_date,
  };
}

function unconverted(fee: Fee, order: { currency: string; country: string }, day: string): Quote {
  const { currency, country } = order;
  return {
    ...fee,
    currency,
    country,
    charged_minor: fee.total_minor,
    charged_currency: currency,
    rate: "1",
    rate_date: day,
  };
}

/** For a receiver of this currency, or of any on offer. */
export function offeredPayCurrencies(
  providers: Providers,
  content: ContentRules,
  currency: string | null = null,
): string[] {
  const own: readonly string[] = currency === null ? content.currencies : [currency];
  return payableCurrencies(providers).filter((pay_currency) =>
    own.some((each) => isPayable(content, { currency: each, pay_currency })),
  );
}

/** Profile currencies first. */
export function payableCurrencies(providers: Providers): string[] {
  const offers = providers.all.flatMap((provider) => provider.offers());
  const all = new Set(offers.flatMap((offer) => offer.currencies));
  const first: string[] = PROFILE_CURRENCIES.filter((currency) => all.has(currency));
  return [...first, ...[...all].filter((currency) => !first.includes(currency)).sort()];
}
