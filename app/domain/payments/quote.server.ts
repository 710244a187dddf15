import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Rules } from "../../product-settings.ts";
import { businessDate } from "../calendar.ts";
import { convertAtRates, oldestUsableRate, vatAndRatesOn } from "../exchange-rates/rates.server.ts";
import { type Fee, feeOn, feeRules } from "../money/fee.ts";
import { type Minor, PROFILE_CURRENCIES } from "../money/minor.ts";
import { vatRateOn } from "../tax/countries.server.ts";
import type { PaymentType, Providers } from "./provider-port.ts";

/** Fee and total in the profile's currency, the charge in the fan's. */
export interface Quote extends Fee {
  currency: string;
  country: string;
  charged_minor: Minor;
  charged_currency: string;
  rate: string;
  rate_date: string;
}

/** Null without a fresh reference rate (docs/product.md, 3.2). */
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
  const day = businessDate(order.now);
  if (order.pay_currency === order.currency) {
    const vat_rate_bps = await vatRateOn(db, order.country, day);
    return unconverted(
      feeOn(order.amount_minor, { ...order, vat_rate_bps }, feeRules(order.rules)),
      order,
      day,
    );
  }
  const { vat_rate_bps, rates } = await vatAndRatesOn(db, order.country, day);
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

/** Profile currencies first. */
export function payableCurrencies(providers: Providers): string[] {
  const offers = providers.all.flatMap((provider) => provider.offers());
  const all = new Set(offers.flatMap((offer) => offer.currencies));
  const first: string[] = PROFILE_CURRENCIES.filter((currency) => all.has(currency));
  return [...first, ...[...all].filter((currency) => !first.includes(currency)).sort()];
}
