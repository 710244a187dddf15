import { href, type RouterContextProvider } from "react-router";
import { clientAddressContext, servicesContext } from "../context.ts";
import { currencyName } from "../domain/money/formats.ts";
import type { Locale, Minor } from "../domain/money/minor.ts";
import { payableCurrencies, quote, type Starter } from "../domain/payments/payments.server.ts";
import type { PaymentType, Providers } from "../domain/payments/provider-port.ts";
import { addressKey, networkKey } from "./address-keys.ts";

/** From where a payment is started, so that stolen cards cannot be tried out here. */
export function starterOf(context: Readonly<RouterContextProvider>): Starter {
  const { limits, config } = context.get(servicesContext);
  const address = context.get(clientAddressContext);
  return {
    address_hash: limits.hash(addressKey(address)),
    network_hash: limits.hash(networkKey(address)),
    crowd_factor: config.CROWD_FACTOR,
  };
}

/** The currencies that can be paid in, as choices of a form. */
export function currencyOptions(providers: Providers, locale: Locale): { value: string; text: string }[] {
  return payableCurrencies(providers).map((code) => ({
    value: code,
    text: `${code} – ${currencyName(code, locale)}`,
  }));
}

/** Where the provider sends the payer, and its news. */
export function providerUrls(context: Readonly<RouterContextProvider>, origin: string) {
  return {
    success: (payment: string) => origin + href("/payment/success/:payment?", { payment }),
    failed: (payment: string) => `${origin}${href("/payment/failed")}?payment=${payment}`,
    notice: context.get(servicesContext).noticeUrl,
  };
}

/** What a tip or a voucher costs as it is to be paid; null while that is not chosen, or where it has no price today. */
export async function priceOf(
  context: Readonly<RouterContextProvider>,
  order: {
    amount_minor: Minor;
    currency: string;
    country: string | null;
    pay_currency: string | null;
    payment_type: PaymentType | null;
  },
) {
  const { db, clock, config } = context.get(servicesContext);
  const { country, pay_currency, payment_type: type } = order;
  if (!country || !pay_currency || !type) return null;
  return await quote(db, {
    ...order,
    type,
    country,
    pay_currency,
    now: clock(),
    needs_fresh_rate: config.mode === "live",
  });
}
