import { formatList } from "../money/formats.ts";
import type { Locale } from "../money/minor.ts";
import type { PaymentProvider, PaymentType } from "./provider-port.ts";

/** Of the providers' pages, by payment method. */
export function walletsOf(
  served: ReadonlyMap<PaymentType, PaymentProvider>,
  currency: string,
  locale: Locale,
): Partial<Record<PaymentType, string>> {
  const named = [...served].flatMap(([type, provider]) => {
    const offer = provider.offers().find((each) => each.type === type && each.currencies.includes(currency));
    return offer?.wallets ? [[type, formatList(offer.wallets, locale)] as const] : [];
  });
  return Object.fromEntries(named);
}
