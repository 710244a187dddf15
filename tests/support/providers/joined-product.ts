import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { createDemoDatabase } from "../database/database.ts";
import { type Product, startProduct } from "../http/product.ts";
import { type FakeInetcash, openFakeInetcash } from "./inetcash/fake-inetcash.ts";
import { type FakeStripe, openFakeStripe } from "./stripe/fake-stripe.ts";
import { openWeakLine, type WeakLine } from "./weak-line.ts";

export const STRIPE_KEYS = {
  ...{ secretKey: "sk_test_notastripekey", webhookSecret: "whsec_notastripesecret" },
  connectSecret: "whsec_notaconnectsecret",
};
export const SHOP = { siteId: "4711", secret: "not-a-secret-of-a-shop-script-0123456789" };

/** The product in one process of its own, with all three providers beside each other, joined by real HTTP. */
export interface JoinedProduct {
  product: Product;
  url: string;
  db: Kysely<DB>;
  stripe: FakeStripe;
  inetcash: FakeInetcash;
  /** Where INET-CASH calls: its "Shop Script URL". */
  script: string;
  /** What the product speaks to them over, where it was asked for. */
  lines: { stripe: WeakLine; inetcash: WeakLine } | null;
  stop(): Promise<void>;
}

/**
 * Starts it in the demo world, the sandbox preferred. `weak` puts lines between the product and the two fakes; a browser
 * follows their pages without, since the product names the origins that it was given.
 */
export async function startJoinedProduct(
  settings: Record<string, string>,
  { weak = false, checkout }: { weak?: boolean; checkout?: string } = {},
): Promise<JoinedProduct> {
  const [database, stripe, inetcash] = await Promise.all([
    createDemoDatabase(),
    openFakeStripe(STRIPE_KEYS),
    openFakeInetcash(SHOP),
  ]);
  const lines = weak
    ? { stripe: await openWeakLine(stripe.origin), inetcash: await openWeakLine(inetcash.origin) }
    : null;
  const product = await startProduct(
    database.url,
    {
      PAYMENT_PROVIDER: "sandbox,stripe,inetcash",
      STRIPE_SECRET_KEY: STRIPE_KEYS.secretKey,
      STRIPE_WEBHOOK_SECRET: STRIPE_KEYS.webhookSecret,
      STRIPE_CONNECT_WEBHOOK_SECRET: STRIPE_KEYS.connectSecret,
      STRIPE_API_URL: (lines ?? { stripe }).stripe.origin,
      INETCASH_SITE_ID: SHOP.siteId,
      INETCASH_SECRET: SHOP.secret,
      INETCASH_URL: (lines ?? { inetcash }).inetcash.origin,
      TRUSTED_PROXIES: "127.0.0.0/8",
      ...settings,
    },
    { dataFrom: database.dataFrom, ...(checkout !== undefined && { checkout }) },
  );
  const script = `${product.url}/webhooks/inetcash/${SHOP.secret}`;
  stripe.sendTo(`${product.url}/webhooks/stripe`);
  inetcash.scriptAt(script);
  return {
    ...{ product, url: product.url, db: database.db, stripe, inetcash, script, lines },
    stop: async () => {
      await product.stop();
      await Promise.all([lines?.stripe.close(), lines?.inetcash.close(), stripe.close(), inetcash.close()]);
      await database.drop();
    },
  };
}
