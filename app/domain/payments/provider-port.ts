import { productRules } from "../../product-rules.ts";
import type { Locale, Minor } from "../money/minor.ts";

/**
 * What a payment provider must offer (docs/product.md, 4.4).
 * The product knows providers through these types alone; an adapter translates them to the provider's own API.
 * Amounts are whole minor units of the currency named beside them.
 */

/** The payment methods (docs/product.md, 4.1). */
export const PAYMENT_TYPES = ["INETCASH_CC", "INETCASH_DB", "INETCASH_OB", "INETCASH_DD"] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

/** One way to pay that the provider has on offer, and where. */
export interface PaymentOffer {
  type: PaymentType;
  /** ISO 4217 codes that the fan may be charged in. */
  currencies: readonly string[];
  /** ISO 3166-1 alpha-2 codes of the fan's country; absent where it is offered everywhere. */
  countries?: readonly string[];
  /** What else the provider's page takes for it, by the names that fans know: "Apple Pay". */
  wallets?: readonly string[];
}

export interface PaymentOrder {
  /** Our payment's id; also the idempotency key: the same id twice is one payment at the provider. */
  paymentId: string;
  type: PaymentType;
  amountMinor: number;
  currency: string;
  /** What the fan reads on the provider's page, such as "Tip for Jördis Kessler". */
  description: string;
  locale: Locale;
  payerEmail: string | null;
  /** Absolute URLs: the browser returns to the first two, notices go to the third. */
  successUrl: string;
  failedUrl: string;
  noticeUrl: string;
  /** After this the provider takes no money for the payment any more. */
  expiresAt: Date;
}

interface CreatedPayment {
  providerRef: string;
  /** Where the fan's browser is sent (303). */
  redirectUrl: string;
}

export type ProviderPaymentState = "OPEN" | "PROCESSING" | "PAID" | "FAILED" | "CANCELLED" | "EXPIRED";

export interface DisputeSnapshot {
  disputeRef: string;
  state: "OPEN" | "WON" | "LOST";
  amountMinor: number;
}

export interface RefundSnapshot {
  /** Our refund's id, as given in the order. */
  refundId: string;
  state: "PENDING" | "DONE" | "FAILED";
  amountMinor: number;
}

/** The provider's present truth about one payment. */
export interface PaymentSnapshot {
  providerRef: string;
  paymentId: string;
  state: ProviderPaymentState;
  amountMinor: number;
  currency: string;
  /** When the money was taken, by the provider's clock; null until it was. */
  paidAt: Date | null;
  /** The provider's own word for why it failed, for the log and the operator. */
  failureCode: string | null;
  /** Of one that may be paid twice: the provider's own name of this success. Another one is other money. */
  receipt?: string;
  /** What the fan was shown and charged in a currency of the provider's choice: put down, never posted. */
  presentment?: { amountMinor: number; currency: string };
  refunds: readonly RefundSnapshot[];
  disputes: readonly DisputeSnapshot[];
}

/** A notice whose signature held: what it is about. The amount and state are fetched, never believed. */
export type NoticeReading =
  | { outcome: "verified"; eventId: string; providerRef: string; paymentId: string; kind: string }
  /** It names the payment by another name than ours: `nameOf` asks which one that is. */
  | { outcome: "unnamed"; eventId: string; about: string; kind: string }
  /** About nothing that we follow: another sale of the same account, or an event of no weight. */
  | { outcome: "ignored" }
  | { outcome: "refused"; reason: "signature" | "stale" | "malformed" };

/** A call of a provider that does not sign: by GET, at an address with a secret in it. It reads what we answer. */
export interface ProviderCall {
  secret: string;
  query: URLSearchParams;
  /** Who calls, our own proxies aside. */
  address: string;
}

/** What we know of the payment that such a call is about. */
export interface AskedPayment {
  /** ISO 3166-1 alpha-2. */
  country: string;
  amountMinor: number;
  currency: string;
  /** False once it has ended here: nothing is to be taken for it any more. */
  isOpen: boolean;
  successUrl: string;
  failedUrl: string;
}

/** The adapter's own answer to a call. */
export interface CallReply {
  status: number;
  contentType: string;
  body: Uint8Array<ArrayBuffer>;
}

/** What a call is. What it tells is taken in like a notice; `kind` is all that its `newsOf` reads of it later. */
export type CallReading =
  | { outcome: "stranger" }
  | { outcome: "malformed" }
  | {
      outcome: "understood";
      providerRef: string;
      paymentId: string;
      /** Null where it asks alone. */
      told: { eventId: string; kind: string } | null;
      reply(payment: AskedPayment): CallReply;
    };

export interface RefundOrder {
  refundId: string;
  providerRef: string;
  amountMinor: number;
  currency: string;
}

/** What a provider's settlement tells of. */
export const SETTLED_KINDS = [
  ...(["PAYMENT", "REFUND", "DISPUTE", "DISPUTE_REVERSED"] as const),
  // The provider took or gave back what it had told as a payment or a refund before, since that failed.
  ...(["PAYMENT_FAILED", "REFUND_FAILED"] as const),
  ...(["CHARGEBACK_FEE", "FEE", "CHARGEBACK_FEE_RETURNED", "FEE_RETURNED"] as const),
  // To our bank, and from it.
  ...(["TRANSFER", "COLLECTION", "CONVERSION"] as const),
] as const;
export type SettledKind = (typeof SETTLED_KINDS)[number];

/** What our bank has to show: money between the provider and our account. */
export const isOfBank = (kind: string) => kind === "TRANSFER" || kind === "COLLECTION";

/** An event of a provider's settlement, in minor units above zero; its kind says which way the money went. */
export interface SettledEvent {
  /** The provider's own name of the event: the same one again is the same event. */
  event_ref: string;
  kind: SettledKind;
  /** The provider's own name of the payment that it is about, or our id of it, where its file says that. */
  payment_ref: string | null;
  /** The provider's own name of the refund (ours, where we asked for it), the dispute or the transfer. */
  reference: string | null;
  /** Of a conversion, what was given; what came for it stands in `other_minor`. */
  currency: string;
  gross_minor: Minor;
  /** What the provider keeps of it. */
  fee_minor: Minor;
  other_currency: string | null;
  other_minor: Minor | null;
  /** "2026-12-02"; null where the file does not say. */
  occurred_on: string | null;
  /** Whether the gross, less the fee, came to our bank by it: a transfer, or a payment of a file that knows none. */
  reaches_bank: boolean;
  /** Of a dispute or a failed refund: the file says alone what it was in the currency that it is settled in. */
  is_as_settled?: boolean;
}

/** What was wrong with a file, and where: the line counts from 1, the heading included; null is the file as a whole. */
export interface SettlementFault {
  line: number | null;
  fault:
    | ("no_csv" | "columns" | "no_rows" | "currency" | "amount" | "fee_above_gross")
    | ("event" | "kind" | "names" | "fee" | "conversion" | "date");
  /** The columns that are missing, where "columns" is the fault. */
  missing?: readonly string[];
}

/**
 * What a provider does for us beyond taking money. What it cannot do it is never asked for; a person does it instead: the
 * domain function that would have asked says so, and an operator finds the task with the payment's reference.
 */
export interface ProviderAbilities {
  /** `find` and `fetch`: it tells the truth about a payment whenever it is asked. Without it a notice is all there is. */
  looksUp: boolean;
  /** `cancel`: it takes no more money once told so. Without it a payment that was left may still be paid. */
  cancels: boolean;
  /** `refund`, in parts too. Without it an operator gives money back in its back office, or from our bank account. */
  refunds: boolean;
  /** It says how much was paid. Without it what we asked for is taken for what came, until its settlement is read. */
  tellsAmount: boolean;
  /** It signs what it tells us. Without it, it calls us at a secret address and reads our answer: `readCall`, `newsOf`. */
  signs: boolean;
}

/** A provider that does all of it. */
export const ALL_ABILITIES: ProviderAbilities = {
  looksUp: true,
  cancels: true,
  refunds: true,
  tellsAmount: true,
  signs: true,
};

export interface PaymentProvider {
  /** Kept with every payment, in the ledger and in the webhook's address: a name once used stays. */
  readonly name: string;
  readonly abilities: ProviderAbilities;
  offers(): readonly PaymentOffer[];
  /** Origins that the fan's browser is sent to; they enter the CSP's form-action. */
  redirectOrigins(): readonly string[];
  /** Throws ProviderConflict where the payment is there already, made of another order. */
  create(order: PaymentOrder): Promise<CreatedPayment>;
  /** The payment that was made under our id, and where the browser is sent for it; null where there is none. */
  find(paymentId: string): Promise<(CreatedPayment & { snapshot: PaymentSnapshot }) | null>;
  /** The present truth, or null for a reference that the provider does not know. */
  fetch(providerRef: string): Promise<PaymentSnapshot | null>;
  /** Asks that no more money be taken; the answer tells whether it came too late (PAID, PROCESSING). */
  cancel(providerRef: string): Promise<PaymentSnapshot>;
  refund(order: RefundOrder): Promise<RefundSnapshot>;
  /** Verifies a notice on its raw bytes; never throws on bad input. */
  readNotice(rawBody: Uint8Array, headers: Headers, receivedAt: Date): NoticeReading;
  /** Which payment is meant by another of the provider's names ("unnamed" notices); null for one that is not ours. */
  nameOf?(about: string): Promise<{ providerRef: string; paymentId: string } | null>;
  /** Reads a call of a provider that does not sign; never throws on bad input. */
  readCall?(call: ProviderCall): CallReading;
  /** Of a provider that cannot be looked up: what it told of a payment, for which we had asked for so much. */
  newsOf?(
    told: { eventId: string; kind: string; providerRef: string; at: Date },
    asked: { paymentId: string; amountMinor: number; currency: string },
  ): PaymentSnapshot | null;
  /** Reads the file by which it tells what it paid to us, in its own format; `currencies` are those that we know. */
  readSettlement(file: Uint8Array, currencies: ReadonlySet<string>): SettledEvent[] | SettlementFault;
  /** The same events by its API, all since a moment; only of a provider that tells them so. */
  fetchSettlement?(since: Date, currencies: ReadonlySet<string>): Promise<SettledEvent[] | SettlementFault>;
}

/** The providers of this process, the preferred ones first. A payment belongs to one of them for good, by its name. */
export interface Providers {
  readonly all: readonly PaymentProvider[];
  /** Null for a name that is not set up here. */
  find(name: string): PaymentProvider | null;
  /** The provider of a payment; throws ProviderUnavailable where it is not set up (any more). */
  get(name: string): PaymentProvider;
  /**
   * The ways to pay that are on offer for a currency and country, in the order of PAYMENT_TYPES, and who serves each:
   * the first that offers it.
   */
  offers(currency: string, country: string): ReadonlyMap<PaymentType, PaymentProvider>;
}

/** The provider did not answer or answered 5xx: the outcome is unknown and is looked up, never repeated blindly. */
export class ProviderUnavailable extends Error {
  override name = "ProviderUnavailable";
}

/** The provider understood and refused: asking again the same way will not help. */
export class ProviderRefused extends Error {
  override name = "ProviderRefused";
}

/** Our key was used with another body before: what came of it then is looked up by our id. */
export class ProviderConflict extends Error {
  override name = "ProviderConflict";
}

/**
 * Deals with rows that each ask their provider: when one has been silent several times in a row it is away, and the rest
 * of its rows wait for the next run. The other providers' rows do not.
 */
export function whileProviderAnswers<Row extends { provider: string }>(
  act: (row: Row) => Promise<number>,
): (row: Row) => Promise<number> {
  const silences = new Map<string, number>();
  return async (row) => {
    const before = silences.get(row.provider) ?? 0;
    if (before >= productRules.reconcile.silences_maximum) return 0;
    try {
      const done = await act(row);
      silences.delete(row.provider);
      return done;
    } catch (error) {
      silences.set(row.provider, error instanceof ProviderUnavailable ? before + 1 : 0);
      throw error;
    }
  };
}

/** What the ECB quotes, and the euro itself. */
export const CARD_CURRENCIES = (
  "EUR USD GBP CHF PLN SEK DKK NOK CZK HUF RON ISK TRY AUD BRL CAD CNY HKD IDR ILS INR JPY KRW MXN MYR NZD PHP SGD " +
  "THB ZAR"
).split(" ");

/** Where a SEPA direct debit can be drawn: the EU's 27 and the other participants of the scheme. */
export const SEPA_COUNTRIES = (
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK " +
  "AD AL CH GB GI IS LI MC MD ME MK NO RS SM VA"
).split(" ");
