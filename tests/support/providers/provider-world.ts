import type {
  PaymentOrder,
  PaymentProvider,
  PaymentType,
  ProviderCall,
} from "../../../app/domain/payments/provider-port.ts";
import type { SentNotice } from "./notice-inbox.ts";
import type { WeakLine } from "./weak-line.ts";

export type Made = Awaited<ReturnType<PaymentProvider["create"]>>;

/** How a fan's visit to the provider's page ends. */
export type Visit = "paid" | "declined" | "under_way";

/** A provider, its fan and its merchant, joined by real HTTP: what the contract runs in. */
export interface ProviderWorld {
  provider: PaymentProvider;
  /** The same provider by an adapter that hardly waits for an answer. */
  impatient: PaymentProvider;
  /** The same provider by an adapter that was given another secret for notices. */
  stranger: PaymentProvider;
  /** All three speak over it. */
  line: WeakLine;
  now(): Date;
  order(change?: Partial<PaymentOrder>): PaymentOrder;
  /** A way to pay that takes its time, when the visit is "under_way". */
  slowType: PaymentType;
  /** A fan opens the page that the payment was made with, and does as told. */
  visit(made: Made, how: Visit): Promise<void>;
  /** What is under way comes to its end. */
  conclude(made: Made, how: "paid" | "failed"): Promise<void>;
  /** A payment is made and paid, and then the fan's bank wants the money back. */
  dispute(): Promise<Made>;
  /** Every notice so far, as it came. */
  notices(): Promise<readonly SentNotice[]>;
  /** A notice as this provider would sign it, whatever it says. */
  sign(body: string | Uint8Array, at: Date): SentNotice;
  /** Every call of a provider that signs nothing, as it came; absent where it signs. */
  calls?(): readonly ProviderCall[];
  /** Of a provider that pays creators directly; absent where it does not. */
  direct?: {
    /** The creator says all that the provider's page asks for. */
    onboard(url: string): Promise<void>;
    /** What the account has goes to its bank; the name of that. */
    payOut(accountRef: string): Promise<string>;
    /** Of our fee, what went back. */
    feeReturned(made: Made): Promise<number>;
  };
  close(): Promise<void>;
}
