import { z } from "zod";
import {
  type PaymentOffer,
  type PaymentOrder,
  type PaymentProvider,
  type PaymentType,
  type ProviderAbilities,
  ProviderRefused,
  ProviderUnavailable,
} from "../../provider-port.ts";
import { readSettlementCsv } from "../settlement-csv.ts";
import { type Callers, inetcashNews, readInetcashCall } from "./calls.ts";
import { createShopIds } from "./shop-ids.server.ts";

const TIMEOUT_MS = 8_000;
const PAGES = "https://www.inet-cash.com";
/** Of an error's text, so much goes into the log. */
const WORDS_MAXIMUM = 200;

const INETCASH_ABILITIES: ProviderAbilities = {
  ...{ looksUp: false, cancels: false, refunds: false, tellsAmount: false },
  signs: false,
};

const OFFERS: readonly PaymentOffer[] = [
  { type: "INETCASH_CC", currencies: ["EUR", "USD"] },
  { type: "INETCASH_DB", currencies: ["EUR"] },
  { type: "INETCASH_OB", currencies: ["EUR"] },
  { type: "INETCASH_DD", currencies: ["EUR"], countries: ["DE", "AT"] },
];

export interface InetcashOptions extends Callers {
  siteId: string;
  /** The gateway's name for a transfer that the fan makes by hand: no public source has one. */
  bankTransferCode: string;
  appSecret: string;
  /** Another place than INET-CASH's own, for tests. */
  url: string | null;
  timeoutMs?: number;
}

/**
 * INET-CASH (docs/operations.md, INET-CASH): the browser is sent to it with our reference alone; it asks our shop script for
 * the amount and tells it the result. It has no interface that we could ask anything by.
 */
export function inetcashProvider(options: InetcashOptions): PaymentProvider {
  const { siteId, bankTransferCode, url, timeoutMs = TIMEOUT_MS } = options;
  const ids = createShopIds(options.appSecret);
  const origin = url === null ? PAGES : new URL(url).origin;
  const codes: Record<PaymentType, string> = {
    ...{ INETCASH_CC: "cc", INETCASH_DB: "db", INETCASH_DD: "dd" },
    INETCASH_OB: bankTransferCode,
  };

  function startUrl({ type, locale }: PaymentOrder, shopid: string): string {
    const query = new URLSearchParams({ shopid, lang: locale, zahlart: codes[type] });
    return `${origin}/mc/shop/start/${siteId}?${query}`;
  }

  return {
    name: "inetcash",
    abilities: INETCASH_ABILITIES,
    offers: () => OFFERS,
    redirectOrigins: () => [origin],

    /**
     * The page is opened once from here, so that a fan is not sent to an error: one that can be paid on leads on by a
     * Location. Its errors are texts like any other, so that nothing is known without one.
     */
    async create(order) {
      const isOffered = OFFERS.some(
        (each) => each.type === order.type && each.currencies.includes(order.currency),
      );
      if (!isOffered || order.amountMinor <= 0 || !z.uuid().safeParse(order.paymentId).success)
        throw new ProviderRefused(`inetcash: no ${order.type} of ${order.amountMinor} ${order.currency}`);
      const providerRef = ids.toShopId(order.paymentId);
      const redirectUrl = startUrl(order, providerRef);
      await openPage(redirectUrl, timeoutMs);
      return { providerRef, redirectUrl };
    },

    find: () => cannot("find"),
    fetch: () => cannot("fetch"),
    cancel: () => cannot("cancel"),
    refund: () => cannot("refund"),
    // It posts nothing; whoever does is somebody else.
    readNotice: () => ({ outcome: "refused", reason: "signature" }),
    readCall: (call) => readInetcashCall(options, ids, call),
    newsOf: inetcashNews,
    readSettlement: readSettlementCsv,
  };
}

async function openPage(url: string, timeoutMs: number): Promise<void> {
  let words: string;
  try {
    const answer = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
    if (answer.status >= 300 && answer.status < 400 && answer.headers.has("Location")) {
      await answer.body?.cancel();
      return;
    }
    words = `${answer.status} ${(await answer.text()).slice(0, WORDS_MAXIMUM).replace(/[^\x20-\x7e]/g, " ")}`;
  } catch (error) {
    throw new ProviderUnavailable("inetcash did not answer", { cause: error });
  }
  throw new ProviderUnavailable(`inetcash opened no page: ${words}`);
}

/** Nobody asks it: its abilities say so. */
function cannot(call: string): Promise<never> {
  return Promise.reject(new ProviderRefused(`inetcash cannot ${call}`));
}
