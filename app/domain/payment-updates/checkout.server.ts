import { type Kysely, sql, type Transaction } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { listGroupReceivers, markOfReceivers } from "../grouplists/grouplists.server.ts";
import type { Locale } from "../money/minor.ts";
import { minor } from "../money/minor.ts";
import {
  insertPayment,
  isOpen,
  judgeStart,
  listPaymentsOfTip,
  type Payment,
  quote,
  recordPaymentEvent,
  recordRedirect,
  recordStart,
  type Starter,
  type StartJudgement,
} from "../payments/payments.server.ts";
import {
  ProviderConflict,
  ProviderRefused,
  type Providers,
  ProviderUnavailable,
} from "../payments/provider-port.ts";
import { isMessageBelowPrice, messagePriceOf } from "../tips/tip.schema.ts";
import type { TipServices } from "../tips/tips.server.ts";
import { canReceive } from "../users/users.server.ts";
import { applyPaymentUpdate } from "./apply-update.server.ts";

/** What became of the summary's post. */
export type ConfirmOutcome =
  | { outcome: "pay"; payment_id: string; redirect_url: string }
  /** Paid, or the money is under way: nothing to begin. */
  | { outcome: "already_paid"; payment_id: string }
  /** The price is another than the fan saw (a new day's rate): the summary is shown again. */
  | { outcome: "price_changed" }
  /** A group's tip is shared by others than the fan saw: the summary is shown again. */
  | { outcome: "members_changed" }
  /** A group has so many members by now that each would get too little. */
  | { outcome: "too_small_to_split" }
  | { outcome: "incomplete" }
  /** The creator reads messages from another amount on. */
  | { outcome: "message_below_price" }
  | { outcome: "not_offered" }
  | { outcome: "expired" }
  /** Too many starts around it are not paid, or of this tip itself. */
  | Exclude<StartJudgement, { outcome: "go" }>
  | { outcome: "provider_unavailable" };

export interface Confirmation {
  tip_id: string;
  /** What the fan saw as the charge, in minor units of the paying currency. */
  seen_charged_minor: number;
  /** The mark of those who were to share a group's tip, as the fan saw them; of no meaning for a creator's. */
  seen_members?: string | undefined;
  /** The id that a new payment would get. */
  payment_id: string;
  locale: Locale;
  description: string;
  urls: {
    success(paymentId: string): string;
    failed(paymentId: string): string;
    notice(provider: string): string;
  };
  needs_fresh_rate: boolean;
  /** From where it is started; null where starts are not counted. */
  starter: Starter | null;
}

/**
 * Begins the payment of a tip (docs/product.md, 4.5): the payment's row and the tip's new state stand
 * before the provider hears of it. Posted twice, it is one payment: an open one with the same terms is taken up again.
 * One with other terms is cancelled at the provider first; if that comes too late, its money counts.
 */
export async function confirmTip(
  services: TipServices & { providers: Providers },
  confirmation: Confirmation,
): Promise<ConfirmOutcome> {
  const begun = await beginPayment(services, confirmation);
  if (begun.outcome !== "begun") return begun;
  for (const other of begun.others) {
    const cancelled = await cancelPayment(services, other);
    if (cancelled) return cancelled;
  }
  return await redirectToProvider(services, confirmation, begun.payment, begun.payer_email);
}

type Begun =
  | { outcome: "begun"; payment: Payment; others: Payment[]; payer_email: string | null }
  | Exclude<ConfirmOutcome, { outcome: "pay" }>;

async function beginPayment(
  services: TipServices & { providers: Providers },
  confirmation: Confirmation,
): Promise<Begun> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx): Promise<Begun> => {
    const [tip] = await lockTipToPay(trx, { tip_id: confirmation.tip_id });
    if (!tip) throw new Error(`no tip ${confirmation.tip_id}`);
    const payments = await listPaymentsOfTip(trx, tip.id);
    const holding = payments.find((each) => ["SUCCESS", "PROCESSING", "CHARGEBACK"].includes(each.status));
    if (holding) return { outcome: "already_paid", payment_id: holding.id };
    if (tip.status === "EXPIRED") return { outcome: "expired" };
    const sharing = await findSharing(trx, tip, confirmation);
    if ("outcome" in sharing) return sharing;
    const { member_ids } = sharing;
    if (!tip.payment_type || !tip.country || !tip.pay_currency) return { outcome: "incomplete" };
    const type = tip.payment_type;
    const provider = services.providers.offers(tip.pay_currency, tip.country).get(type);
    if (!provider) return { outcome: "not_offered" };
    const price = await quote(trx, {
      amount_minor: minor(tip.amount_minor),
      currency: tip.currency,
      type,
      pay_currency: tip.pay_currency,
      country: tip.country,
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
    if (same) return { outcome: "begun", payment: same, others, payer_email: tip.sender_email };
    const { profile_currency } = tip;
    const price_minor = profile_currency === null ? null : messagePriceOf({ ...tip, profile_currency });
    const tipWithPrice = { ...tip, default_price_per_message_minor: price_minor };
    if (tip.status === "DRAFT" && isMessageBelowPrice(tipWithPrice))
      return { outcome: "message_below_price" };
    const start = { order_id: tip.id, receiver_id: tip.receiver_id, now };
    const { starter } = confirmation;
    if (starter) {
      const judgement = await judgeStart(trx, { ...start, starter });
      if (judgement.outcome !== "go") return judgement;
    }
    const payment = await insertPayment(trx, {
      id: confirmation.payment_id,
      tip_id: tip.id,
      type,
      provider: provider.name,
      member_ids,
      quote: price,
      now,
    });
    if (starter) await recordStart(trx, { ...start, payment_id: payment.id, starter });
    await trx
      .updateTable("tips")
      .set({ status: "AWAITING_PAYMENT", updated_at: now })
      .where("id", "=", tip.id)
      .execute();
    return { outcome: "begun", payment, others, payer_email: tip.sender_email };
  });
}

/**
 * Who shares a group's tip from now on (docs/product.md, 3.5): the payment keeps them, whatever the group becomes while
 * the fan pays. Null for a creator's tip.
 */
async function findSharing(
  trx: Transaction<DB>,
  tip: TipToPay,
  { seen_members }: Confirmation,
): Promise<
  | { member_ids: string[] | null }
  | { outcome: "expired" }
  | { outcome: "members_changed" }
  | { outcome: "too_small_to_split" }
> {
  if (tip.creator_id !== null)
    return tip.receiver_status !== null && canReceive(tip.receiver_status)
      ? { member_ids: null }
      : { outcome: "expired" };
  const members = await listGroupReceivers(trx, tip.receiver_id, tip.chosen_creator_ids);
  if (members.length === 0) return { outcome: "expired" };
  if (tip.amount_minor < members.length * productRules.grouplist.share_minimum_minor)
    return { outcome: "too_small_to_split" };
  return seen_members !== markOfReceivers(members)
    ? { outcome: "members_changed" }
    : { member_ids: members.map(({ id }) => id) };
}

type TipToPay = Awaited<ReturnType<typeof lockTipToPay>>[number];

const lockTipToPay = hotQuery("lock-tip-to-pay", { tip_id: parameter<string>() }, (db, given) =>
  db
    .selectFrom("tips")
    .leftJoin("users", "users.id", "tips.creator_id")
    .select([
      "tips.id",
      "tips.status",
      sql<string>`coalesce(tips.creator_id, tips.grouplist_id)`.as("receiver_id"),
      "tips.creator_id",
      "tips.chosen_creator_ids",
      "tips.amount_minor",
      "tips.currency",
      "tips.payment_type",
      "tips.country",
      "tips.pay_currency",
      "tips.sender_email",
      "tips.message",
      "users.status as receiver_status",
      "users.default_price_per_message_minor",
      "users.currency as profile_currency",
    ])
    .where("tips.id", "=", given("tip_id"))
    .forUpdate("tips"),
);

/** Cancels an open payment at the provider and applies its answer; an outcome when the money is there or coming. */
async function cancelPayment(
  services: TipServices & { providers: Providers },
  payment: Payment,
): Promise<ConfirmOutcome | null> {
  if (payment.provider_ref === null) return null;
  try {
    const snapshot = await services.providers.get(payment.provider).cancel(payment.provider_ref);
    await applyPaymentUpdate(services, payment, snapshot);
    const isHolding = snapshot.state === "PAID" || snapshot.state === "PROCESSING";
    return isHolding ? { outcome: "already_paid", payment_id: payment.id } : null;
  } catch (error) {
    if (error instanceof ProviderUnavailable || error instanceof ProviderRefused)
      return { outcome: "provider_unavailable" };
    throw error;
  }
}

async function redirectToProvider(
  services: TipServices & { providers: Providers },
  confirmation: Confirmation,
  payment: Payment,
  payerEmail: string | null,
): Promise<ConfirmOutcome> {
  if (payment.redirect_url !== null) {
    return { outcome: "pay", payment_id: payment.id, redirect_url: payment.redirect_url };
  }
  try {
    const created = await services.providers.get(payment.provider).create({
      paymentId: payment.id,
      type: payment.type,
      amountMinor: payment.charged_minor,
      currency: payment.charged_currency,
      description: confirmation.description,
      locale: confirmation.locale,
      payerEmail,
      successUrl: confirmation.urls.success(payment.id),
      failedUrl: confirmation.urls.failed(payment.id),
      noticeUrl: confirmation.urls.notice(payment.provider),
      expiresAt: expiresAt(payment.created_at),
    });
    return await sendToProvider(services, payment, created);
  } catch (error) {
    if (error instanceof ProviderConflict) return await takeUpFirst(services, payment);
    if (error instanceof ProviderUnavailable) return { outcome: "provider_unavailable" };
    if (error instanceof ProviderRefused) {
      await markRefused(services.db, payment.id, error.message, services.clock());
      return { outcome: "not_offered" };
    }
    throw error;
  }
}

async function sendToProvider(
  { db }: TipServices,
  payment: Payment,
  created: { providerRef: string; redirectUrl: string },
): Promise<ConfirmOutcome> {
  await recordRedirect(db, payment.id, created.providerRef, created.redirectUrl);
  return { outcome: "pay", payment_id: payment.id, redirect_url: created.redirectUrl };
}

/**
 * The provider made this payment before and its answer was lost; since then something else of the order changed, such as
 * the fan's language. It goes on where it was, unless it is not for the money that we ask for.
 */
async function takeUpFirst(
  services: TipServices & { providers: Providers },
  payment: Payment,
): Promise<ConfirmOutcome> {
  try {
    const first = await services.providers.get(payment.provider).find(payment.id);
    const isSame =
      first?.snapshot.amountMinor === payment.charged_minor &&
      first.snapshot.currency === payment.charged_currency;
    if (isSame) return await sendToProvider(services, payment, first);
    const reason = first ? "made before for another amount" : "made before, and not found";
    await markRefused(services.db, payment.id, reason, services.clock());
    return { outcome: "not_offered" };
  } catch (error) {
    if (error instanceof ProviderUnavailable || error instanceof ProviderRefused)
      return { outcome: "provider_unavailable" };
    throw error;
  }
}

async function markRefused(db: Kysely<DB>, paymentId: string, reason: string, now: Date): Promise<void> {
  await db
    .updateTable("payments")
    .set({ status: "FAILED", failure_reason: "error" })
    .where("id", "=", paymentId)
    .where("status", "=", "CREATED")
    .execute();
  await recordPaymentEvent(db, paymentId, "refused_by_provider", { reason }, now);
}

function expiresAt(createdAt: Date): Date {
  return new Date(createdAt.getTime() + productRules.tip.unpaid_hours * 3_600_000);
}
