import { z } from "zod";
import { parseOutsideJson } from "../../../outside-json.server.ts";
import type {
  DisputeSnapshot,
  EventReading,
  PaymentSnapshot,
  ProviderPaymentState,
  RefundSnapshot,
} from "../../provider-port.ts";
import { verifySignedEvent } from "../provider-kind.ts";

export interface Place {
  account: string | null;
  id: string;
}

export const accountName = z.string().regex(/^acct_\w{1,50}$/);

/** Null for no name of Stripe's. */
export function readPlace(reference: string, prefix: "cs" | "pi" | "pm"): Place | null {
  const [id = "", account = null, ...more] = reference.split("/").reverse();
  const isOne = more.length === 0 && id.startsWith(`${prefix}_`) && /^\w{1,90}$/.test(id);
  return isOne && (account === null || accountName.safeParse(account).success) ? { account, id } : null;
}

/** At most 100 characters: an account's name has 21, a page's 66. */
export function referenceTo({ account, id }: Place): string {
  return account === null ? id : `${account}/${id}`;
}

export function within({ account }: Pick<Place, "account">): { stripeAccount?: string } {
  return account === null ? {} : { stripeAccount: account };
}

/** What we read. Another shape leaves the outcome open. */

const amount = z.int().nonnegative();
const currency = z
  .string()
  .regex(/^[a-z]{3}$/)
  .transform((code) => code.toUpperCase());
/** Printable, as the database requires. */
const name = z.string().regex(/^[\x20-\x7e]{1,100}$/);

const metadata = z.record(z.string(), z.string()).nullable();

export const createdSchema = z.object({ id: name, url: z.url({ protocol: /^https?$/ }) });

export const customerSchema = z.object({ id: name });

const intentSchema = z.object({
  id: name,
  status: z.string(),
  amount_received: amount,
  last_payment_error: z.object({ code: z.string().nullish(), decline_code: z.string().nullish() }).nullish(),
  latest_charge: z
    .object({
      ...{ id: name, created: z.int(), disputed: z.boolean() },
      /** Ours, of a charge to a creator's account. */
      ...{ application_fee: z.string().nullish(), application_fee_amount: amount.nullish() },
    })
    .nullable(),
  /** "off_session": its method is kept. */
  setup_future_usage: z.string().nullish(),
  payment_method: z.string().nullish(),
});

export const chargeIntentSchema = intentSchema.extend({ amount, currency, metadata });

export const methodSchema = z.object({
  id: name,
  type: z.string(),
  customer: z.string().nullable(),
  card: z
    .object({ brand: z.string(), last4: z.string().nullable(), exp_month: z.int(), exp_year: z.int() })
    .nullish(),
  sepa_debit: z.object({ country: z.string().nullable(), last4: z.string().nullable() }).nullish(),
});

export const setUpSchema = z.object({
  client_reference_id: z.string().nullable(),
  metadata,
  status: z.enum(["open", "complete", "expired"]),
  setup_intent: z.object({ status: z.string(), payment_method: methodSchema.nullable() }).nullish(),
});

export const sessionSchema = z.object({
  id: name,
  client_reference_id: z.string().nullable(),
  metadata,
  status: z.enum(["open", "complete", "expired"]),
  payment_status: z.enum(["paid", "unpaid", "no_payment_required"]),
  amount_total: amount,
  currency,
  url: z.string().nullable(),
  success_url: z.string().nullable(),
  cancel_url: z.string().nullable(),
  allowed_payment_method_types: z.array(z.string()).nullish(),
  customer_details: z.object({ email: z.string().nullable() }).nullish(),
  presentment_details: z.object({ presentment_amount: amount, presentment_currency: currency }).nullish(),
  /** None before the fan tried to pay. */
  payment_intent: intentSchema.nullable(),
});
export type Session = z.infer<typeof sessionSchema>;
export const EXPAND = ["payment_intent.latest_charge"];

export const listedSchema = z.object({
  id: name,
  client_reference_id: z.string().nullable(),
  metadata,
});
export const chargeIntentNameSchema = listedSchema.pick({ id: true, metadata: true });
type Listed = z.infer<typeof listedSchema>;

export const refundSchema = z.object({
  id: name,
  amount: z.int().positive(),
  status: z.string(),
  metadata,
});
export type Refund = z.infer<typeof refundSchema>;

export const disputeSchema = z.object({ id: name, amount: z.int().positive(), currency, status: z.string() });
type Dispute = z.infer<typeof disputeSchema>;

const eventSchema = z.object({
  id: name,
  type: name,
  /** The creator's; absent for ours. */
  account: accountName.optional(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
const eventPaymentSchema = z.object({ payment_intent: name });

/** Our ids in Stripe's objects and reports. */
export const PAYMENT_KEY = "payment_id";
export const REFUND_KEY = "refund_id";
export const SET_UP_KEY = "set_up_id";
/** Only charges of saved methods have it. */
export const CHARGE_KEY = "saved_method";

export function chargedPayment(metadata: Record<string, string> | null): string | null {
  const id = metadata?.[CHARGE_KEY] === undefined ? null : metadata[PAYMENT_KEY];
  return z.uuid().safeParse(id).data ?? null;
}

export function setUpOf({ client_reference_id, metadata }: Omit<Listed, "id">): string | null {
  return client_reference_id !== null && metadata?.[SET_UP_KEY] === client_reference_id
    ? client_reference_id
    : null;
}

const BRANDS: Readonly<Record<string, string>> = {
  ...{ visa: "Visa", mastercard: "Mastercard", amex: "American Express", discover: "Discover" },
  ...{ diners: "Diners Club", jcb: "JCB", unionpay: "UnionPay" },
};

/** Null while it has no customer. */
export function savedMethod({ id, type, customer, card, sepa_debit }: z.infer<typeof methodSchema>) {
  if (customer === null) return null;
  const named = card ? (BRANDS[card.brand] ?? "Card") : (sepa_debit?.country ?? type);
  const last4 = (card ?? sepa_debit)?.last4 ?? "";
  const lastDay = card && new Date(Date.UTC(card.exp_year, card.exp_month, 0));
  return {
    ...{ customerRef: customer, methodRef: id, label: `${named} ••••\u00a0${last4}` },
    expiresOn: lastDay?.toISOString().slice(0, 10) ?? null,
  };
}
export const TRANSFER_KEY = "transfer_id";

/**
 * Null for other sales. Anyone can write a reference into a payment link; metadata needs the account's key.
 */
export function paymentOf({ client_reference_id, metadata }: Listed): string | null {
  const isOurs = client_reference_id !== null && metadata?.[PAYMENT_KEY] === client_reference_id;
  return isOurs && z.uuid().safeParse(client_reference_id).success ? client_reference_id : null;
}

export function snapshot(
  session: Session,
  paymentId: string,
  refunds: readonly Refund[],
  disputes: readonly Dispute[],
): PaymentSnapshot {
  const state = stateOf(session);
  const { payment_intent: intent, presentment_details: shown, currency, amount_total } = session;
  const amountMinor = state === "PAID" && intent ? intent.amount_received : amount_total;
  return {
    providerRef: session.id,
    paymentId,
    state,
    amountMinor,
    currency,
    paidAt: state === "PAID" && intent?.latest_charge ? new Date(intent.latest_charge.created * 1000) : null,
    failureCode: state === "FAILED" ? failureOf(session) : null,
    ...(shown && {
      presentment: { amountMinor: shown.presentment_amount, currency: shown.presentment_currency },
    }),
    refunds: refunds.map(refundSnapshot),
    disputes: disputes.flatMap((dispute) => disputeSnapshot(dispute, currency, amountMinor)),
  };
}

/** A page is open until used, then its payment decides. A decline leaves it open. */
function stateOf({ status, payment_status, payment_intent }: Session): ProviderPaymentState {
  if (status === "open") return "OPEN";
  if (status === "expired") return "EXPIRED";
  if (payment_status === "paid") return "PAID";
  switch (payment_intent?.status) {
    case undefined:
    case "requires_payment_method":
      return "FAILED";
    case "canceled":
      return "CANCELLED";
    default:
      return "PROCESSING";
  }
}

function failureOf({ payment_intent }: Session): string {
  const error = payment_intent?.last_payment_error;
  return error?.decline_code ?? error?.code ?? "failed";
}

const REFUND_STATES = new Map<string, RefundSnapshot["state"]>([
  ["succeeded", "DONE"],
  ["failed", "FAILED"],
  ["canceled", "FAILED"],
]);

/** A refund of Stripe's back office has Stripe's name. */
export function refundSnapshot({ id, amount, status, metadata }: Refund): RefundSnapshot {
  return {
    refundId: metadata?.[REFUND_KEY] ?? id,
    state: REFUND_STATES.get(status) ?? "PENDING",
    amountMinor: amount,
  };
}

/**
 * Inquiries ("warning") take no money yet. Prevented ones ended without loss; an appeal continues. In another
 * currency the whole payment is meant.
 */
function disputeSnapshot(dispute: Dispute, currency: string, amountMinor: number): DisputeSnapshot[] {
  const { id, status, amount } = dispute;
  if (status.startsWith("warning_")) return [];
  const state = status === "lost" ? "LOST" : status === "won" || status === "prevented" ? "WON" : "OPEN";
  return [{ disputeRef: id, state, amountMinor: dispute.currency === currency ? amount : amountMinor }];
}

const OF_PAGES = [
  ...["checkout.session.completed", "checkout.session.expired"],
  ...["checkout.session.async_payment_succeeded", "checkout.session.async_payment_failed"],
];
/** Of charges without a page. */
const OF_CHARGES = [
  ...["payment_intent.succeeded", "payment_intent.payment_failed"],
  ...["payment_intent.processing", "payment_intent.canceled"],
];
const OF_MONEY = [
  ...["charge.refunded", "refund.created", "refund.updated", "refund.failed"],
  ...["charge.dispute.created", "charge.dispute.updated", "charge.dispute.closed"],
  ...["charge.dispute.funds_withdrawn", "charge.dispute.funds_reinstated"],
];

const OF_ACCOUNTS = [
  ...["account.updated", "account.application.deauthorized"],
  ...["payout.created", "payout.updated", "payout.paid", "payout.failed", "payout.canceled"],
];

interface Secrets {
  own: string;
  connected: string | null;
}

/**
 * Verified on raw bytes. A page's event has our id, a refund's or dispute's only the charge's payment.
 * Ignores others. The secret decides whether it may name a creator's account.
 */
export function readStripeEvent(
  { own, connected }: Secrets,
  rawBody: Uint8Array,
  headers: Headers,
  receivedAt: Date,
): EventReading {
  const signature = headers.get("Stripe-Signature");
  const verify = (secret: string) => verifySignedEvent(secret, signature, rawBody, receivedAt);
  const asOwn = verify(own);
  const asConnected = connected === null ? "signature" : verify(connected);
  const verification = asOwn === "signature" ? asConnected : asOwn;
  if (verification !== "verified") return { outcome: "refused", reason: verification };
  const event = eventSchema.safeParse(parseOutsideJson(rawBody));
  if (!event.success) return { outcome: "refused", reason: "malformed" };
  const account = event.data.account ?? null;
  if ((account === null ? asOwn : asConnected) !== "verified")
    return { outcome: "refused", reason: "signature" };
  return readNews(event.data, account);
}

function readNews(
  { id: eventId, type: kind, data }: z.infer<typeof eventSchema>,
  account: string | null,
): EventReading {
  if (account !== null && OF_ACCOUNTS.includes(kind))
    return { outcome: "account", eventId, kind, accountRef: account };
  if (OF_PAGES.includes(kind)) {
    const session = listedSchema.safeParse(data.object);
    if (session.success && setUpOf(session.data) !== null)
      return { outcome: "set_up", eventId, kind, setUpRef: referenceTo({ account, id: session.data.id }) };
    const paymentId = session.success ? paymentOf(session.data) : null;
    if (!session.success || paymentId === null) return { outcome: "ignored" };
    const providerRef = referenceTo({ account, id: session.data.id });
    return { outcome: "verified", eventId, kind, providerRef, paymentId };
  }
  if (OF_CHARGES.includes(kind)) {
    const intent = chargeIntentNameSchema.safeParse(data.object);
    const paymentId = intent.success ? chargedPayment(intent.data.metadata) : null;
    if (!intent.success || paymentId === null) return { outcome: "ignored" };
    const providerRef = referenceTo({ account, id: intent.data.id });
    return { outcome: "verified", eventId, kind, providerRef, paymentId };
  }
  const charge = OF_MONEY.includes(kind) ? eventPaymentSchema.safeParse(data.object) : null;
  if (!charge?.success) return { outcome: "ignored" };
  const about = referenceTo({ account, id: charge.data.payment_intent });
  return { outcome: "unnamed", eventId, kind, about };
}
