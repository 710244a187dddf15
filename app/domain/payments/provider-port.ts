import { productRules } from "../../product-rules.ts";
import type { Locale, Minor } from "../money/minor.ts";

/** Amounts are minor units of the currency beside them (docs/product.md, 4.4). */

export const PAYMENT_TYPES = ["INETCASH_CC", "INETCASH_DB", "INETCASH_OB", "INETCASH_DD"] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

export interface PaymentOffer {
  type: PaymentType;
  currencies: readonly string[];
  countries?: readonly string[];
  wallets?: readonly string[];
  saves?: boolean;
}

/** For charges without the fan. */
export interface SavedMethod {
  customerRef: string;
  methodRef: string;
  label: string;
  expiresOn: string | null;
}

/** May work later; another method is needed; the fan must confirm. */
export const CHARGE_REFUSALS = ["RETRY", "METHOD", "CONFIRM"] as const;
export type ChargeRefusal = (typeof CHARGE_REFUSALS)[number];

/** To the creator's account; our fee is part of the amount. */
export interface DirectCharge {
  accountRef: string;
  applicationFeeMinor: number;
}

export interface PaymentOrder {
  paymentId: string;
  type: PaymentType;
  amountMinor: number;
  currency: string;
  description: string;
  locale: Locale;
  payerEmail: string | null;
  successUrl: string;
  failedUrl: string;
  noticeUrl: string;
  /** No money is taken later. */
  expiresAt: Date;
  direct?: DirectCharge | null;
  /** Its shares are passed on from our account. */
  isTransferred?: boolean;
  /** Keeps the method, with the provider's consent. */
  savesMethod?: boolean;
}

interface CreatedPayment {
  providerRef: string;
  redirectUrl: string;
}

export type ProviderPaymentState = "OPEN" | "PROCESSING" | "PAID" | "FAILED" | "CANCELLED" | "EXPIRED";

export interface DisputeSnapshot {
  disputeRef: string;
  state: "OPEN" | "WON" | "LOST";
  amountMinor: number;
}

export interface RefundSnapshot {
  refundId: string;
  state: "PENDING" | "DONE" | "FAILED";
  amountMinor: number;
}

export interface PaymentSnapshot {
  providerRef: string;
  paymentId: string;
  state: ProviderPaymentState;
  amountMinor: number;
  currency: string;
  paidAt: Date | null;
  failureCode: string | null;
  receipt?: string;
  /** In the provider's currency: recorded, never posted. */
  presentment?: { amountMinor: number; currency: string };
  savedMethod?: SavedMethod;
  /** Why a saved method's charge failed. */
  refusal?: ChargeRefusal;
  refunds: readonly RefundSnapshot[];
  disputes: readonly DisputeSnapshot[];
}

/** Validly signed. Amount and state are fetched, never taken from it. */
export type EventReading =
  | { outcome: "verified"; eventId: string; providerRef: string; paymentId: string; kind: string }
  /** `nameOf` resolves its name for the payment. */
  | { outcome: "unnamed"; eventId: string; about: string; kind: string }
  /** About a creator's account, which is fetched. */
  | { outcome: "account"; eventId: string; accountRef: string; kind: string }
  /** About a page that keeps a method, which is fetched. */
  | { outcome: "set_up"; eventId: string; setUpRef: string; kind: string }
  | { outcome: "ignored" }
  | { outcome: "refused"; reason: "signature" | "stale" | "malformed" };

/** Without signatures, at a secret address. It reads our answer. */
export interface ProviderCall {
  secret: string;
  query: URLSearchParams;
  address: string;
}

export interface CallPayment {
  country: string;
  amountMinor: number;
  currency: string;
  isOpen: boolean;
  successUrl: string;
  failedUrl: string;
}

export interface CallReply {
  status: number;
  contentType: string;
  body: Uint8Array<ArrayBuffer>;
}

/** Received like an event; `snapshotOfCall` reads only `kind`. */
export type CallReading =
  | { outcome: "stranger" }
  | { outcome: "malformed" }
  | {
      outcome: "understood";
      providerRef: string;
      paymentId: string;
      event: { eventId: string; kind: string } | null;
      reply(payment: CallPayment): CallReply;
    };

export interface RefundOrder {
  refundId: string;
  providerRef: string;
  amountMinor: number;
  currency: string;
}

export interface AccountSnapshot {
  accountRef: string;
  userId: string | null;
  country: string;
  currency: string;
  takesPayments: boolean;
  paysOut: boolean;
  isSubmitted: boolean;
  due: readonly { name: string; by: Date | null }[];
  disabledReason: string | null;
  legalName: string | null;
}

export interface ProviderPayout {
  payoutRef: string;
  accountRef: string;
  currency: string;
  amountMinor: number;
  state: "PENDING" | "PAID" | "FAILED";
  arrivesOn: string | null;
  failureCode: string | null;
}

export interface DirectAccounts {
  /** By default the provider's name. */
  readonly brand?: string;
  readonly login?: string;
  readonly origins?: readonly string[];
  create(order: {
    userId: string;
    country: string;
    currency: string;
    email: string;
    locale: Locale;
  }): Promise<{ accountRef: string }>;
  /** Asks for what is due. */
  onboardingUrl(accountRef: string, urls: { returnUrl: string; refreshUrl: string }): Promise<string>;
  fetch(accountRef: string): Promise<AccountSnapshot | null>;
  disconnect(accountRef: string): Promise<void>;
  /** Up to this total. Idempotent. */
  returnFee(charge: { providerRef: string; totalMinor: number; currency: string }): Promise<void>;
  payouts(accountRef: string, since: Date): Promise<readonly ProviderPayout[]>;
  /** Idempotent by its id: an earlier one is found first. */
  transfer?(order: TransferOrder): Promise<{ transferRef: string }>;
  /** Idempotent likewise. */
  reverseTransfer?(order: TransferReversalOrder): Promise<{ reversalRef: string }>;
}

export interface TransferOrder {
  transferId: string;
  accountRef: string;
  amountMinor: number;
  currency: string;
  /** Null: from our balance. */
  providerRef: string | null;
  paymentId: string;
}

export interface TransferReversalOrder {
  reversalId: string;
  transferRef: string;
  amountMinor: number;
  currency: string;
}

export interface SavedCharge {
  paymentId: string;
  type: PaymentType;
  amountMinor: number;
  currency: string;
  description: string;
  noticeUrl: string;
  method: SavedMethod;
  direct?: DirectCharge | null;
}

export interface SetUpOrder {
  setUpId: string;
  type: PaymentType;
  currency: string;
  locale: Locale;
  payerEmail: string;
  /** The method joins this customer's. */
  customerRef: string | null;
  accountRef: string | null;
  successUrl: string;
  failedUrl: string;
  noticeUrl: string;
  expiresAt: Date;
}

export interface SetUpSnapshot {
  state: "OPEN" | "DONE" | "EXPIRED";
  method: SavedMethod | null;
}

/** Of a provider that keeps payment methods. */
export interface SavedMethods {
  /**
   * Without the fan. A decline is a snapshot. ProviderRefused: not possible. ProviderUnavailable: outcome
   * open.
   */
  charge(order: SavedCharge): Promise<PaymentSnapshot>;
  /** Takes no money. */
  setUp(order: SetUpOrder): Promise<{ setUpRef: string; redirectUrl: string }>;
  fetchSetUp(setUpRef: string): Promise<SetUpSnapshot>;
  /** Deletes the method, and a customer without another. Unknown ones are fine. */
  forget(method: SavedMethod, accountRef: string | null): Promise<void>;
}

export const SETTLED_KINDS = [
  ...(["PAYMENT", "REFUND", "DISPUTE", "DISPUTE_REVERSED"] as const),
  // The provider reversed what it had reported.
  ...(["PAYMENT_FAILED", "REFUND_FAILED"] as const),
  ...(["CHARGEBACK_FEE", "FEE", "CHARGEBACK_FEE_RETURNED", "FEE_RETURNED"] as const),
  ...(["TRANSFER", "COLLECTION", "CONVERSION"] as const),
  // A share of a group's tip, to its member's account and back.
  ...(["SHARE_PASSED", "SHARE_REVERSED"] as const),
] as const;
export type SettledKind = (typeof SETTLED_KINDS)[number];

export const isOfBank = (kind: string) => kind === "TRANSFER" || kind === "COLLECTION";

/** Above zero: the kind gives the direction. */
export interface SettledEvent {
  event_ref: string;
  kind: SettledKind;
  /** The provider's, or our id. */
  payment_ref: string | null;
  /** Of the refund (ours if we sent it), dispute or transfer. */
  reference: string | null;
  /** A conversion's given side. */
  currency: string;
  gross_minor: Minor;
  fee_minor: Minor;
  other_currency: string | null;
  other_minor: Minor | null;
  occurred_on: string | null;
  /** Gross less fee reached our bank. */
  reaches_bank: boolean;
  /** Only in the settlement currency. */
  is_as_settled?: boolean;
}

/** The heading is 1; null is the whole file. */
export interface SettlementFault {
  line: number | null;
  fault:
    | ("no_csv" | "columns" | "no_rows" | "currency" | "amount" | "fee_above_gross")
    | ("event" | "kind" | "names" | "fee" | "conversion" | "date");
  missing?: readonly string[];
}

export interface ProviderAbilities {
  looksUp: boolean;
  /** Without it a left payment may still be paid. */
  cancels: boolean;
  /** In parts too. Else an operator refunds by hand. */
  refunds: boolean;
  /** Else the ordered amount counts until settlement. */
  tellsAmount: boolean;
  /** Else: `readCall`, `snapshotOfCall`. */
  signs: boolean;
}

export const ALL_ABILITIES: ProviderAbilities = {
  looksUp: true,
  cancels: true,
  refunds: true,
  tellsAmount: true,
  signs: true,
};

export interface PaymentProvider {
  readonly name: string;
  readonly abilities: ProviderAbilities;
  offers(): readonly PaymentOffer[];
  redirectOrigins(): readonly string[];
  /** Throws ProviderConflict for another order's payment. */
  create(order: PaymentOrder): Promise<CreatedPayment>;
  find(
    paymentId: string,
    accountRef?: string | null,
  ): Promise<(CreatedPayment & { snapshot: PaymentSnapshot }) | null>;
  fetch(providerRef: string): Promise<PaymentSnapshot | null>;
  /** PAID or PROCESSING means too late. */
  cancel(providerRef: string): Promise<PaymentSnapshot>;
  refund(order: RefundOrder): Promise<RefundSnapshot>;
  /** Verifies raw bytes; never throws. */
  readEvent(rawBody: Uint8Array, headers: Headers, receivedAt: Date): EventReading;
  nameOf?(about: string): Promise<{ providerRef: string; paymentId: string } | null>;
  readCall?(call: ProviderCall): CallReading;
  snapshotOfCall?(
    event: { eventId: string; kind: string; providerRef: string; at: Date },
    asked: { paymentId: string; amountMinor: number; currency: string },
  ): PaymentSnapshot | null;
  readSettlement(file: Uint8Array, currencies: ReadonlySet<string>): SettledEvent[] | SettlementFault;
  readonly accounts?: DirectAccounts;
  readonly saved?: SavedMethods;
  fetchSettlement?(since: Date, currencies: ReadonlySet<string>): Promise<SettledEvent[] | SettlementFault>;
}

export interface Providers {
  readonly all: readonly PaymentProvider[];
  /** Null where direct groups take no tips. */
  readonly directGroups: string | null;
  find(name: string): PaymentProvider | null;
  get(name: string): PaymentProvider;
  /** In the order of PAYMENT_TYPES, each with its first provider. */
  offers(
    currency: string,
    country: string,
    only?: string | null,
    isSaved?: boolean,
  ): ReadonlyMap<PaymentType, PaymentProvider>;
}

/** No answer or 5xx: looked up, never repeated blindly. */
export class ProviderUnavailable extends Error {
  override name = "ProviderUnavailable";
}

export class ProviderRefused extends Error {
  override name = "ProviderRefused";
}

/** The key was used with another body: looked up by our id. */
export class ProviderConflict extends Error {
  override name = "ProviderConflict";
}

/** After several silences the provider's other rows wait. */
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

export const CARD_CURRENCIES = (
  "EUR USD GBP CHF PLN SEK DKK NOK CZK HUF RON ISK AUD CAD TRY BRL CNY HKD IDR ILS INR JPY KRW MXN MYR NZD PHP SGD " +
  "THB ZAR"
).split(" ");

export const COMMON_CURRENCIES = new Set(CARD_CURRENCIES.slice(0, CARD_CURRENCIES.indexOf("TRY")));

export const SEPA_COUNTRIES = (
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK " +
  "AD AL CH GB GI IS LI MC MD ME MK NO RS SM VA"
).split(" ");

export function walletsOf(
  served: ReadonlyMap<PaymentType, PaymentProvider>,
  currency: string,
): Partial<Record<PaymentType, readonly string[]>> {
  const named = [...served].flatMap(([type, provider]) => {
    const offer = provider.offers().find((each) => each.type === type && each.currencies.includes(currency));
    return offer?.wallets ? [[type, offer.wallets] as const] : [];
  });
  return Object.fromEntries(named);
}
