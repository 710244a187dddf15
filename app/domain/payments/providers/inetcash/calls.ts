import { createHash, timingSafeEqual } from "node:crypto";
import { type BlockList, isIP } from "node:net";
import type {
  AskedPayment,
  CallReading,
  CallReply,
  PaymentSnapshot,
  ProviderCall,
} from "../../provider-port.ts";
import type { ShopIds } from "./shop-ids.server.ts";

/** Who may call the shop script. */
export interface Callers {
  secret: string;
  /** From where; null is from everywhere, for demos and tests. */
  addresses: BlockList | null;
}

/** Printable, and short enough for our rows. */
const WORD = /^[\x21-\x7e]{1,40}$/;
const DONE = /^0+$/;
const NAMES = ["art", "shopid", "errcod", "traceno", "belegnr"];

/**
 * Reads a call of the gateway to our shop script. A wrong secret, another address and a shopid that is not ours are all the
 * same stranger. One result is one `traceno-belegnr`; a failed one may have none, so it goes by its shopid too.
 */
export function readInetcashCall(callers: Callers, ids: ShopIds, call: ProviderCall): CallReading {
  if (!isSame(callers.secret, call.secret) || !isListed(callers.addresses, call.address))
    return { outcome: "stranger" };
  const { query } = call;
  const shopid = query.get("shopid") ?? "";
  const paymentId = ids.toPaymentId(shopid);
  if (paymentId === null) return { outcome: "stranger" };
  // The fan's browser brings the shopid, and could bring more behind it: of two readings none is believed.
  if (NAMES.some((name) => query.getAll(name).length > 1)) return { outcome: "malformed" };
  const understood = { outcome: "understood", providerRef: shopid, paymentId } as const;
  switch (query.get("art")) {
    case "request":
      return { ...understood, told: null, reply: requestLine };
    case "cancel":
      return {
        ...understood,
        told: { eventId: `${shopid} cancel`, kind: "cancel" },
        reply: ({ failedUrl }) => goOn(failedUrl),
      };
    case "result": {
      const [errcod, traceno, belegnr] = ["errcod", "traceno", "belegnr"].map(
        (name) => query.get(name) ?? "",
      );
      if (!errcod || !WORD.test(errcod)) return { outcome: "malformed" };
      if ([traceno, belegnr].some((each) => each && !WORD.test(each))) return { outcome: "malformed" };
      const isPaid = DONE.test(errcod);
      // Money without a name could be told twice.
      if (isPaid && (!traceno || !belegnr)) return { outcome: "malformed" };
      const trace = `${traceno}-${belegnr}`;
      // At most 100 signs, as long as names may be.
      const failed = `${shopid} ${createHash("sha256").update(`${errcod} ${trace}`).digest("hex").slice(0, 32)}`;
      return {
        ...understood,
        told: { eventId: isPaid ? trace : failed, kind: `result ${errcod}` },
        reply: ({ successUrl, failedUrl }) => goOn(isPaid ? successUrl : failedUrl),
      };
    }
    default:
      return { outcome: "malformed" };
  }
}

/** What a call told, as the truth about the payment: there is no other. The amount is what we had asked for. */
export function inetcashNews(
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

/**
 * The line by which the gateway learns what to take: its 15 fields, in its order. Of the fan it holds the country alone: the
 * gateway asks for the rest on its own page. For a payment that has ended there is none, so that nobody pays it twice.
 */
function requestLine({ isOpen, country, amountMinor, currency }: AskedPayment): CallReply {
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

/** ISO-8859-1, as the gateway reads. */
function reply(status: number, line: string): CallReply {
  const body = new Uint8Array(Buffer.from(line, "latin1"));
  return { status, contentType: "text/plain; charset=ISO-8859-1", body };
}

/** Compared in a time that does not tell how much of it was right. */
function isSame(secret: string, given: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(secret), digest(given));
}

function isListed(addresses: BlockList | null, address: string): boolean {
  if (addresses === null) return true;
  const family = isIP(address);
  return family !== 0 && addresses.check(address, family === 6 ? "ipv6" : "ipv4");
}
