import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { minor } from "../money/minor.ts";
import { insertPayment, type Payment } from "../payments/payment-record.server.ts";
import {
  judgeStart,
  recordStart,
  type Starter,
  type StartJudgement,
} from "../payments/payment-starts.server.ts";
import type { PaymentType, Providers } from "../payments/provider-port.ts";
import { quote } from "../payments/quote.server.ts";
import { isOpen } from "../payments/states.ts";
import type { TipServices } from "../tips/tip-services.ts";
import {
  cancelPayment,
  expiresAt,
  type ProviderOutcome,
  type ProviderPage,
  redirectToProvider,
} from "./provider-page.server.ts";

/** What became of the summary's post, of a tip and of a voucher. */
export type OrderOutcome =
  | ProviderOutcome
  /** Paid, or the money is under way: nothing to begin. */
  | { outcome: "already_paid"; payment_id: string }
  /** The price is another than the payer saw (a new day's rate): the summary is shown again. */
  | { outcome: "price_changed" }
  | { outcome: "incomplete" }
  | { outcome: "expired" }
  /** Too many starts around it are not paid, or of this order itself. */
  | Exclude<StartJudgement, { outcome: "go" }>;

/** What the payer agreed to. */
export interface Confirmation extends ProviderPage {
  /** What they saw as the charge, in minor units of the paying currency. */
  seen_charged_minor: number;
  /** The id that a new payment would get. */
  payment_id: string;
  needs_fresh_rate: boolean;
  /** From where it is started; null where starts are not counted. */
  starter: Starter | null;
}

/** What is to be paid, as its locked row says it: a tip or a voucher. */
export interface Order<Refusal> {
  id: string;
  of: { purpose: "TIP"; tip_id: string } | { purpose: "VOUCHER"; voucher_id: string };
  /** Whose starts are counted together (docs/limits.md): a creator's, a group's; a voucher counts for itself. */
  receiver_id: string;
  is_over: boolean;
  /** All attempts so far. */
  payments: readonly Payment[];
  amount_minor: number;
  currency: string;
  payment_type: PaymentType | null;
  country: string | null;
  pay_currency: string | null;
  payer_email: string | null;
  /** Who shares a group's tip from now on; null for others. */
  findMembers(): Promise<{ member_ids: string[] | null } | Refusal>;
  /** Why a new payment of it would not do, where one that is open may be gone on with. */
  refusal: Refusal | null;
  /** Moves it to AWAITING_PAYMENT. */
  moveOn(now: Date): Promise<unknown>;
}

/**
 * Begins the payment of what `lock` finds and holds (docs/product.md, 4.5): the payment's row and the order's new state
 * stand before the provider hears of it. Posted twice, it is one payment: an open one with the same terms is taken up
 * again. One with other terms is cancelled at the provider first; if that comes too late, its money counts.
 */
export async function confirmOrder<Refusal extends { outcome: string }>(
  services: TipServices & { providers: Providers },
  confirmation: Confirmation,
  lock: (trx: Transaction<DB>) => Promise<Order<Refusal>>,
): Promise<OrderOutcome | Refusal> {
  const begun = await services.db
    .transaction()
    .execute(async (trx) => await beginPayment(trx, services, confirmation, await lock(trx)));
  if (!("payment" in begun)) return begun;
  for (const other of begun.others) {
    const cancelled = await cancelPayment(services, other);
    if (cancelled) return cancelled;
  }
  return await redirectToProvider(services, confirmation, begun.payment, begun.payer_email);
}

interface Begun {
  payment: Payment;
  others: Payment[];
  payer_email: string | null;
}

async function beginPayment<Refusal extends { outcome: string }>(
  trx: Transaction<DB>,
  services: TipServices & { providers: Providers },
  confirmation: Confirmation,
  order: Order<Refusal>,
): Promise<Begun | OrderOutcome | Refusal> {
  const now = services.clock();
  const { payments, payer_email } = order;
  const holding = payments.find((each) => ["SUCCESS", "PROCESSING", "CHARGEBACK"].includes(each.status));
  if (holding) return { outcome: "already_paid", payment_id: holding.id };
  if (order.is_over) return { outcome: "expired" };
  const sharing = await order.findMembers();
  if ("outcome" in sharing) return sharing;
  const { member_ids } = sharing;
  const { payment_type: type, country, pay_currency } = order;
  if (!type || !country || !pay_currency) return { outcome: "incomplete" };
  const provider = services.providers.offers(pay_currency, country).get(type);
  if (!provider) return { outcome: "not_offered" };
  const price = await quote(trx, {
    amount_minor: minor(order.amount_minor),
    currency: order.currency,
    type,
    pay_currency,
    country,
    now,
    needs_fresh_rate: confirmation.needs_fresh_rate,
  });
  if (!price) return { outcome: "not_offered" };
  if (price.charged_minor !== confirmation.seen_charged_minor) return { outcome: "price_changed" };

  const open = payments.filter((each) => isOpen(each.status) && expiresAt(each.created_at) > now);
  const same = open.find(
    (each) =>
      each.type === type &&
      each.provider === provider.name &&
      each.charged_currency === price.charged_currency &&
      each.charged_minor === price.charged_minor &&
      each.country === price.country &&
      String(each.member_ids) === String(member_ids),
  );
  const others = open.filter((each) => each !== same);
  if (same) return { payment: same, others, payer_email };
  if (order.refusal) return order.refusal;
  const start = { order_id: order.id, receiver_id: order.receiver_id, now };
  const { starter } = confirmation;
  const judgement = starter && (await judgeStart(trx, { ...start, starter }));
  if (judgement && judgement.outcome !== "go") return judgement;
  const payment = await insertPayment(trx, {
    id: confirmation.payment_id,
    of: order.of,
    type,
    provider: provider.name,
    member_ids,
    quote: price,
    now,
  });
  if (starter && judgement)
    await recordStart(trx, { ...start, payment_id: payment.id, starter, by_button: judgement.by_button });
  await order.moveOn(now);
  return { payment, others, payer_email };
}
