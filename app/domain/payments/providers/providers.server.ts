import {
  type PaymentProvider,
  type PaymentType,
  type Providers,
  ProviderUnavailable,
} from "../provider-port.ts";

/** Several providers beside each other, the preferred ones first (docs/product.md, 4.4). */
export function createProviders(all: readonly PaymentProvider[]): Providers {
  const byName = new Map(all.map((provider) => [provider.name, provider]));
  if (byName.size < all.length) throw new Error("two payment providers have one name");
  return {
    all,
    find: (name) => byName.get(name) ?? null,
    get(name) {
      const provider = byName.get(name);
      if (!provider) throw new ProviderUnavailable(`the payment provider "${name}" is not set up`);
      return provider;
    },
    offers(currency, country) {
      const served = new Map<PaymentType, PaymentProvider>();
      for (const provider of all) {
        for (const { type, currencies, countries } of provider.offers()) {
          const isOffered = currencies.includes(currency) && (countries?.includes(country) ?? true);
          if (isOffered && !served.has(type)) served.set(type, provider);
        }
      }
      return served;
    },
  };
}
