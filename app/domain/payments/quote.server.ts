import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { businessDate } from "../calendar/business-date.ts";
import { convertAtRates, oldestUsableRate, vatAndRatesOn } from "../exchange-rates/rates.server.ts";
import { type Fee, feeOn } from "../money/fee.ts";
import { type Minor, PROFILE_CURRENCIES } from "../money/minor.ts";
import { vatRateOn } from "../tax/countries.server.ts";
import type { PaymentType, Providers } from "./provider-port.ts";

/** What a fan will be charged, in full: fee and total in the profile currency, the charge in the fan's. */
export interface Quote extends Fee {
  currency: string;
  country: string;
  charged_minor: Minor;
  charged_currency: string;
  /** Units of the charged currency for one of the profile's; "1" when they are the same. */
  rate: string;
  rate_date: string;
}

/**
 * The price of a tip or voucher for a fan (docs/product.md, 3.2). Null when the currency cannot be charged today, for
 * want of a fresh reference rate.
 */
export async function quote(
  db: Kysely<DB>,
  order: {
    amount_minor: Minor;
    currency: string;
    /** Null until the fan has chosen one: the fee is the standard one then. */
    type: PaymentType | null;
    pay_currency: string;
    country: string;
    now: Date;
    needs_fresh_rate: boolean;
  },
): Promise<Quote | null> {
  const day = businessDate(order.now);
  if (order.pay_currency === order.currency) {
    const vat_rate_bps = await vatRateOn(db, order.country, day);
    return unconverted(feeOn(order.amount_minor, { ...order, vat_rate_bps }), order, day);
  }
  const { vat_rate_bps, rates } = await vatAndRatesOn(db, order.country, day);
  const fee = feeOn(order.amount_minor, { ...order, vat_rate_bps });
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

/** The fan pays in the profile's own currency: nothing to look up. */
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

/** Every currency that a provider takes by any way to pay, the profile currencies first. */
export function payableCurrencies(providers: Providers): string[] {
  const offers = providers.all.flatMap((provider) => provider.offers());
  const all = new Set(offers.flatMap((offer) => offer.currencies));
  const first: string[] = PROFILE_CURRENCIES.filter((currency) => all.has(currency));
  return [...first, ...[...all].filter((currency) => !first.includes(currency)).sort()];
}
