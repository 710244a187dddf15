import { href, type RouterContextProvider } from "react-router";
import { clientAddressContext, formOriginsContext, servicesContext } from "../context.ts";
import type { SignedLink } from "../crypto/crypto.server.ts";
import { currencyName } from "../domain/money/formats.ts";
import type { Minor } from "../domain/money/minor.ts";
import type { Starter } from "../domain/payments/payment-starts.server.ts";
import type { PaymentType } from "../domain/payments/provider-port.ts";
import { offeredPayCurrencies, quote } from "../domain/payments/quote.server.ts";
import { productRules } from "../product-rules.ts";
import { addressKey, networkKey } from "./address-keys.ts";
import { getLocale } from "./i18n.server.ts";
import { rulesOf } from "./rules.server.ts";

type Context = Readonly<RouterContextProvider>;

const buttonMs = productRules.payment_starts.button.minutes * 60_000;

/** Key of the limits against card testing. */
export function starterOf(context: Context, orderId: string, posted?: FormData): Starter {
  const { limits, config, tokens, clock } = context.get(servicesContext);
  const address = context.get(clientAddressContext);
  const until = tokens.signedUntil(buttonLink(context, orderId), String(posted?.get("button")));
  return {
    address_hash: limits.hash(addressKey(address)),
    network_hash: limits.hash(networkKey(address)),
    crowd_factor: config.CROWD_FACTOR,
    button_shown_at: until !== null && until > clock() ? new Date(until.getTime() - buttonMs) : null,
  };
}

/** Bound to one order, the visitor's network and the time of display. */
export function buttonToken(context: Context, orderId: string, shownAt: Date): string {
  const { tokens } = context.get(servicesContext);
  return tokens.signLink(buttonLink(context, orderId), new Date(shownAt.getTime() + buttonMs));
}

function buttonLink(context: Context, orderId: string): SignedLink {
  const network = context.get(servicesContext).limits.hash(networkKey(context.get(clientAddressContext)));
  return { path: "payment-start", file: orderId, holder: network.toString("hex") };
}

export function seenPrice(posted: FormData) {
  const currency = posted.get("charged_currency");
  return {
    seen_charged_minor: Number(posted.get("charged_minor")),
    seen_charged_currency: typeof currency === "string" ? currency : null,
  };
}

export function currencyOptions(context: Context, currency: string): { value: string; text: string }[] {
  const { providers } = context.get(servicesContext);
  const locale = getLocale(context);
  return offeredPayCurrencies(providers, rulesOf(context).content, currency).map((code) => ({
    value: code,
    text: `${code} – ${currencyName(code, locale)}`,
  }));
}

/**
 * The method's provider, or every method's where the form changes it. Chromium applies form-action to
 * redirects.
 */
export function allowProviders(
  context: Context,
  chosen: { type: PaymentType; pay_currency: string; country: string; only?: string | null } | null,
): void {
  const { providers } = context.get(servicesContext);
  const provider =
    chosen && providers.offers(chosen.pay_currency, chosen.country, chosen.only).get(chosen.type);
  const allowed = provider ? [provider] : providers.all;
  context.set(
    formOriginsContext,
    allowed.flatMap((each) => each.redirectOrigins()),
  );
}

export function providerUrls(context: Context, origin: string) {
  return {
    success: (payment: string) => origin + href("/payment/success/:payment?", { payment }),
    failed: (payment: string) => `${origin}${href("/payment/failed")}?payment=${payment}`,
    notice: context.get(servicesContext).noticeUrl,
  };
}

/** Null without a choice, or without a price today. */
export async function priceOf(
  context: Context,
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
    rules: rulesOf(context),
  });
}
