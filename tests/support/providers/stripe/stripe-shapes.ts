import type { SessionForm, SetUpForm } from "./stripe-form.ts";

// What Stripe keeps; times are seconds.

export interface Charge {
  id: string;
  created: number;
  amount: number;
  refunded: number;
  disputed: boolean;
  /** Of the platform, where the charge is a connected account's. */
  fee: string | null;
}

export interface Refund {
  id: string;
  created: number;
  amount: number;
  status: string;
  metadata: Record<string, string>;
}

export interface Dispute {
  id: string;
  created: number;
  amount: number;
  currency: string;
  status: string;
}

export interface Intent {
  id: string;
  status: "requires_payment_method" | "requires_action" | "processing" | "succeeded" | "canceled";
  received: number;
  error: { code: string; decline_code?: string } | null;
  method?: Method;
  charge: Charge | null;
  refunds: Refund[];
  disputes: Dispute[];
}

/** A customer's, by what becomes of its charges. */
export interface Method {
  id: string;
  created: number;
  type: "card" | "sepa_debit";
  customer: string | null;
  last4: string;
  /** Of each charge: it comes, a bank takes its time, or a decline by this code. */
  charges: "paid" | "under_way" | { code: string; decline_code?: string };
}

export interface SetUp {
  id: string;
  created: number;
  form: SetUpForm;
  status: "open" | "complete" | "expired";
  method: Method | null;
}

export interface Page {
  id: string;
  created: number;
  form: SessionForm;
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid";
  intent: Intent | null;
  presentment: { presentment_amount: number; presentment_currency: string } | null;
}

export interface Requirements {
  currently_due: readonly string[];
  past_due: readonly string[];
  current_deadline: number | null;
  disabled_reason: string | null;
}

export interface ConnectedAccount {
  id: string;
  created: number;
  country: string;
  currency: string;
  email: string;
  metadata: Record<string, string>;
  controller: object;
  takesPayments: boolean;
  paysOut: boolean;
  isSubmitted: boolean;
  /** Stripe tells it to those alone that ask for it themselves. */
  person: { first_name: string; last_name: string } | null;
  requirements: Requirements;
  future: Requirements;
  payouts: Payout[];
}

export interface Payout {
  id: string;
  created: number;
  amount: number;
  currency: string;
  status: string;
  arrival_date: number;
  failure_code: string | null;
}

/** What the platform earned by a charge of an account. */
export interface Fee {
  id: string;
  created: number;
  account: string;
  charge: string;
  amount: number;
  currency: string;
  refunds: FeeRefund[];
}

export interface FeeRefund {
  id: string;
  created: number;
  amount: number;
  metadata: Record<string, string>;
}

export function amountOf({ form }: Pick<Page, "form">): number {
  return form.line_items.reduce(
    (sum, { quantity, price_data }) => sum + quantity * price_data.unit_amount,
    0,
  );
}

export function currencyOf({ form }: Pick<Page, "form">): string {
  return form.line_items[0]?.price_data.currency ?? "";
}
