import { createCipheriv, createDecipheriv, createHash, timingSafeEqual } from "node:crypto";
import { BlockList, isIP } from "node:net";
import { z } from "zod";
import {
  type CallPayment,
  type CallReading,
  type CallReply,
  type PaymentOffer,
  type PaymentOrder,
  type PaymentProvider,
  type PaymentSnapshot,
  type PaymentType,
  type ProviderAbilities,
  type ProviderCall,
  ProviderRefused,
  ProviderUnavailable,
} from "../provider-port.ts";
import { providerKind } from "./provider-kind.ts";
import { readSettlementCsv } from "./settlement-csv.ts";

interface ShopIds {
  toShopId(paymentId: string): string;
  toPaymentId(shopId: string): string | null;
}

/** Looks random without the key. Invertible: the gateway may call before we store it. */
export function createShopIds(appSecret: string): ShopIds {
  const key = createHash("sha256").update(`inetcash shopid ${appSecret}`).digest().subarray(0, 16);
  const run = (cipher: ReturnType<typeof createCipheriv>, hex: string) =>
    cipher.setAutoPadding(false).update(hex, "hex", "hex") + cipher.final("hex");
  return {
    toShopId: (paymentId) => run(createCipheriv("aes-128-ecb", key, null), paymentId.replaceAll("-", "")),
    toPaymentId(shopId) {
      if (!/^[0-9a-f]{32}$/.test(shopId)) return null;
      const hex = run(createDecipheriv("aes-128-ecb", key, null), shopId);
      const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
      return z.uuid().safeParse(id).success ? id : null;
    },
  };
}

interface Callers {
  secret: string;
  addresses: BlockList | null;
}

const WORD = /^[\x21-\x7e]{1,40}$/;
const DONE = /^0+$/;
const NAMES = ["art", "shopid", "errcod", "traceno", "belegnr"];

/** A wrong secret, address or shopid look the same. Failures may lack `traceno-belegnr` and go by shopid. */
function readInetcashCall(callers: Callers, ids: ShopIds, call: ProviderCall): CallReading {
  if (!isSame(callers.secret, call.secret) || !isListed(callers.addresses, call.address))
    return { outcome: "stranger" };
  const { query } = call;
  const shopid = query.get("shopid") ?? "";
  const paymentId = ids.toPaymentId(shopid);
  if (paymentId === null) return { outcome: "stranger" };
  if (NAMES.some((name) => query.getAll(name).length > 1)) return { outcome: "malformed" };
  const understood = { outcome: "understood", providerRef: shopid, paymentId } as const;
  switch (query.get("art")) {
    case "request":
      return { ...understood, event: null, reply: requestLine };
    case "cancel":
      return {
        ...understood,
        event: { eventId: `${shopid} cancel`, kind: "cancel" },
        reply: ({ failedUrl }) => goOn(failedUrl),
      };
    case "result": {
      const [errcod, traceno, belegnr] = ["errcod", "traceno", "belegnr"].map(
        (name) => query.get(name) ?? "",
      );
      if (!errcod || !WORD.test(errcod)) return { outcome: "malformed" };
      if ([traceno, belegnr].some((each) => each && !WORD.test(each))) return { outcome: "malformed" };
      const isPaid = DONE.test(errcod);
      if (isPaid && (!traceno || !belegnr)) return { outcome: "malformed" };
      const trace = `${traceno}-${belegnr}`;
      const failed = `${shopid} ${createHash("sha256").update(`${errcod} ${trace}`).digest("hex").slice(0, 32)}`;
      return {
        ...understood,
        event: { eventId: isPaid ? trace : failed, kind: `result ${errcod}` },
        reply: ({ successUrl, failedUrl }) => goOn(isPaid ? successUrl : failedUrl),
      };
    }
    default:
      return { outcome: "malformed" };
  }
}

function inetcashSnapshot(
  { eventId, kind, providerRef, at }: { eventId: string; kind: string; providerRef: string; at: Date },
  asked: { paymentId: string; amountMinor: number; currency: string },
): PaymentSnapshot | null {
  const snapshot = { ...asked, providerRef, paidAt: null, failureCode: null, refunds: [], disputes: [] };
  if (kind === "cancel") return { ...snapshot, state: "CANCELLED" };
  const errcod = /^result (.+)$/.exec(kind)?.[1];
  if (errcod === undefined) return null;
  return DONE.test(errcod)
    ? { ...snapshot, state: "PAID", paidAt: at, receipt: eventId }
    : { ...snapshot, state: "FAILED", failureCode: errcod };
}

/** In the gateway's order. Ended payments get none, so none is paid twice. */
function requestLine({ isOpen, country, amountMinor, currency }: CallPayment): CallReply {
  if (!isOpen) return reply(410, "this payment is over");
  const person = { nachname: "", vorname: "", strasse: "", plz: "", ort: "", land: country, email: "" };
  const sale = { betrag: String(amountMinor), compain_id: "", ipadresse: "" };
  const subscription = { aboanlage: "", abopreis: "", abozeit: "", abonext: "" };
  const fields = { ...person, ...sale, ...subscription, cur: currency.toLowerCase() };
  return reply(200, Object.values(fields).join(";"));
}

function goOn(url: string): CallReply {
  return reply(200, `OK;${url}`);
}

function reply(status: number, line: string): CallReply {
  const body = new Uint8Array(Buffer.from(line, "latin1"));
  return { status, contentType: "text/plain; charset=ISO-8859-1", body };
}

function isSame(secret: string, given: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(secret), digest(given));
}

function isListed(addresses: BlockList | null, address: string): boolean {
  if (addresses === null) return true;
  const family = isIP(address);
  return family !== 0 && addresses.check(address, family === 6 ? "ipv6" : "ipv4");
}

const TIMEOUT_MS = 8_000;
const PAGES = "https://www.inet-cash.com";
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

interface InetcashOptions extends Callers {
  siteId: string;
  /** Manual transfers: no public source names them. */
  bankTransferCode: string;
  appSecret: string;
  url: string | null;
  timeoutMs?: number;
}

/**
 * The browser brings our reference; the gateway asks for the amount and reports the result
 * (docs/operations.md).
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

    /** Opened once from here: a payable order redirects, and a fan sees no error page. */
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
    readEvent: () => ({ outcome: "refused", reason: "signature" }),
    readCall: (call) => readInetcashCall(options, ids, call),
    snapshotOfCall: inetcashSnapshot,
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

function cannot(call: string): Promise<never> {
  return Promise.reject(new ProviderRefused(`inetcash cannot ${call}`));
}

const address = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  "an address or a network is meant, such as 198.51.100.7 or 198.51.100.0/24",
);

/** Unsigned: live needs the gateway's addresses (docs/operations.md). */
export const inetcashKind = providerKind({
  name: "inetcash",
  company: "INET-CASH (DE)",
  settings: {
    INETCASH_SITE_ID: z
      .string({ error: "the inetcash provider needs it" })
      .regex(/^\w{1,20}$/, "INET-CASH gives a shop's id of up to 20 letters and digits")
      .meta({
        description: "The shop's id; live needs it with [INET-CASH](operations.md#inet-cash).",
      }),
    INETCASH_SECRET: z
      .string({ error: "the inetcash provider needs it" })
      .regex(/^[\w-]{32,100}$/, 'it stands in an address: make one with "openssl rand -hex 32"')
      .meta({
        description:
          "Secret part of the Shop Script URL, 32 characters or more; live needs it with INET-CASH.",
      }),
    INETCASH_ADDRESSES: z
      .string()
      .transform((text) => text.split(",").map((each) => each.trim()))
      .pipe(z.array(address))
      .optional()
      .meta({
        fallback: "from everywhere",
        description: "INET-CASH's addresses and networks; live needs them.",
      }),
    INETCASH_OB_CODE: z
      .string()
      .regex(/^[a-z]{2}$/, "two letters")
      .default("ob")
      .meta({
        description: "INET-CASH's two letters for manual bank transfers (`db` is instant). Not public: ask.",
      }),
    INETCASH_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .meta({
        fallback: "INET-CASH's own",
        description: "For tests. Refused in live mode.",
      }),
  },

  liveProblem(settings) {
    if (!settings.INETCASH_ADDRESSES)
      return "INETCASH_ADDRESSES: INET-CASH signs nothing; live mode needs the addresses that it calls from";
    if (settings.INETCASH_URL !== undefined)
      return "INETCASH_URL is for tests; live mode needs INET-CASH itself";
    return null;
  },

  open: (settings, { appSecret }) =>
    inetcashProvider({
      siteId: settings.INETCASH_SITE_ID,
      secret: settings.INETCASH_SECRET,
      addresses: settings.INETCASH_ADDRESSES ? blockList(settings.INETCASH_ADDRESSES) : null,
      bankTransferCode: settings.INETCASH_OB_CODE,
      url: settings.INETCASH_URL ?? null,
      appSecret,
    }),
});

function blockList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [host = "", bits] = entry.split("/");
    const family = isIP(host) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(host, family);
    else list.addSubnet(host, Number(bits), family);
  }
  return list;
}
