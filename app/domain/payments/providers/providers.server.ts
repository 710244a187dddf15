import {
  PAYMENT_TYPES,
  type PaymentProvider,
  type PaymentType,
  type Providers,
  ProviderUnavailable,
} from "../provider-port.ts";
import { inetcashKind } from "./inetcash.server.ts";
import type { ProviderKind } from "./provider-kind.ts";
import { sandboxKind } from "./sandbox.server.ts";
import { stripeKind } from "./stripe/stripe.server.ts";

export const PROVIDER_KINDS: readonly ProviderKind[] = [sandboxKind, stripeKind, inetcashKind];

type PaymentRoutes = ReadonlyMap<string, string>;

/** Preferred first. A routed method is its provider's alone, else this throws (docs/product.md, 4.4). */
export function createProviders(
  given: readonly PaymentProvider[],
  routes: PaymentRoutes = new Map(),
  { splitsGroups = false }: { splitsGroups?: boolean } = {},
): Providers {
  const all = routes.size === 0 ? given : given.map((provider) => withRoutes(provider, routes));
  const byName = new Map(all.map((provider) => [provider.name, provider]));
  if (byName.size < all.length) throw new Error("two payment providers have one name");
  for (const [way, name] of routes) {
    const [type, currency] = way.split("/");
    const offers = given.find((provider) => provider.name === name)?.offers() ?? [];
    const isOffered = offers.some(
      (offer) => offer.type === type && (currency === undefined || offer.currencies.includes(currency)),
    );
    if (!isOffered) throw new Error(`PAYMENT_ROUTES: ${name} does not offer ${way}`);
  }
  const splitter = all.find(({ accounts }) => accounts?.transfer !== undefined);
  return {
    all,
    directGroups: splitsGroups ? (splitter?.name ?? null) : null,
    find: (name) => byName.get(name) ?? null,
    get(name) {
      const provider = byName.get(name);
      if (!provider) throw new ProviderUnavailable(`the payment provider "${name}" is not set up`);
      return provider;
    },
    offers(currency, country, only = null, isSaved = false) {
      const served = new Map<PaymentType, PaymentProvider>();
      for (const provider of all) {
        if (only !== null && provider.name !== only) continue;
        for (const { type, currencies, countries, saves } of provider.offers()) {
          if (isSaved && !(saves && provider.saved)) continue;
          const isOffered = currencies.includes(currency) && (countries?.includes(country) ?? true);
          if (isOffered && !served.has(type)) served.set(type, provider);
        }
      }
      return new Map([...served].sort(([a], [b]) => PAYMENT_TYPES.indexOf(a) - PAYMENT_TYPES.indexOf(b)));
    },
  };
}

function withRoutes(provider: PaymentProvider, routes: PaymentRoutes): PaymentProvider {
  const serves = (type: PaymentType, currency: string) => {
    const name = routes.get(`${type}/${currency}`) ?? routes.get(type);
    return name === undefined || name === provider.name;
  };
  const offers = () =>
    provider.offers().flatMap((offer) => {
      const currencies = offer.currencies.filter((currency) => serves(offer.type, currency));
      return currencies.length === 0 ? [] : [{ ...offer, currencies }];
    });
  return { ...provider, offers };
}
