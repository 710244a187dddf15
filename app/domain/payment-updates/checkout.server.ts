import { type Kysely, sql, type Transaction } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import type { Rules } from "../../product-settings.ts";
import { listGroupReceivers, markOfReceivers } from "../grouplists/share-out.server.ts";
import { proportionOf } from "../money/fee.ts";
import { type Locale, minor } from "../money/minor.ts";
import {
  insertPayment,
  listPaymentsOfTip,
  listPaymentsOfVoucher,
  type Payment,
  recordPaymentEvent,
  recordRedirect,
} from "../payments/payment-record.server.ts";
import {
  judgeStart,
  recordStart,
  type Starter,
  type StartJudgement,
} from "../payments/payment-starts.server.ts";
import {
  type DirectCharge,
  type PaymentSnapshot,
  type PaymentType,
  ProviderConflict,
  ProviderRefused,
  type Providers,
  ProviderUnavailable,
} from "../payments/provider-port.ts";
import { type Quote, quote } from "../payments/quote.server.ts";
import { isOpen } from "../payments/states.ts";
import { beginSeries } from "../series/begin-series.server.ts";
import { isMessageBelowPrice, messagePriceOf } from "../tips/tip.schema.ts";
import type { TipServices } from "../tips/tip-and-payment.server.ts";
import { TAKES_PAYMENTS } from "../users/direct-receiver.ts";
import { canReceive } from "../users/viewer.ts";
import { applySnapshot } from "./apply-snapshot.server.ts";

export type OrderOutcome =
  | ProviderOutcome
  | { outcome: "already_paid"; payment_id: string }
  | { outcome: "price_changed" }
  | { outcome: "incomplete" }
  | { outcome: "expired" }
  | Exclude<StartJudgement, { outcome: "go" }>;

interface Confirmation extends ProviderPage {
  seen_charged_minor: number;
  /** ISO 4217; null from the API. */
  seen_charged_currency?: string | null;
  payment_id: string;
  needs_fresh_rate: boolean;
  /** Current rules, even if the page is older. */
  rules: Rules;
  starter: Starter | null;
  consent?: string | null;
}

interface Order<Refusal> {
  id: string;
  of: { purpose: "TIP"; tip_id: string } | { purpose: "VOUCHER"; voucher_id: string };
  /** Counts starts; a voucher counts alone (docs/limits.md). */
  receiver_id: string;
  is_over: boolean;
  payments: readonly Payment[];
  amount_minor: number;
  currency: string;
  payment_type: PaymentType | null;
  country: string | null;
  pay_currency: string | null;
  payer_email: string | null;
  account: { provider: string; account_ref: string } | null;
  /** Monthly: the provider keeps the method. */
  saves_method: boolean;
  /** A charge of the kept method that is under way. */
  charging_payment_id: string | null;
  /** Passes on a direct group's shares; else null. */
  splitter: string | null;
  findMembers(): Promise<{ member_ids: string[] | null } | Refusal>;
  /** Forbids a new payment; an open one may go on. */
  refusal: Refusal | null;
  moveOn(now: Date, terms: BegunTerms): Promise<unknown>;
}

interface BegunTerms {
  type: PaymentType;
  country: string;
  provider: string;
  account_ref: string | null;
  total_minor: number;
}

/**
 * Stores payment and state before calling the provider. A repetition resumes an open payment with the same
 * terms; other terms cancel it first. If too late, its money counts (docs/product.md, 4.5).
 */
async function confirmOrder<Refusal extends { outcome: string }>(
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
  return await redirectToProvider(services, confirmation, begun);
}

interface Begun {
  payment: Payment;
  others: Payment[];
  payer_email: string | null;
  saves_method: boolean;
}

async function beginPayment<Refusal extends { outcome: string }>(
  trx: Transaction<DB>,
  services: TipServices & { providers: Providers },
  confirmation: Confirmation,
  order: Order<Refusal>,
): Promise<Begun | OrderOutcome | Refusal> {
  const now = services.clock();
  const { payments, payer_email, saves_method } = order;
  const holding = payments.find((each) => ["SUCCESS", "PROCESSING", "CHARGEBACK"].includes(each.status));
  if (holding) return { outcome: "already_paid", payment_id: holding.id };
  if (order.is_over) return { outcome: "expired" };
  if (order.charging_payment_id !== null) return { outcome: "provider_unavailable" };
  const sharing = await order.findMembers();
  if ("outcome" in sharing) return sharing;
  const { member_ids } = sharing;
  const { payment_type: type, country, pay_currency } = order;
  if (!type || !country || !pay_currency) return { outcome: "incomplete" };
  const { account, splitter } = order;
  const only = account?.provider ?? splitter;
  const served = services.providers.offers(pay_currency, country, only, order.saves_method);
  const provider = served.get(type);
  if (!provider) return { outcome: "not_offered" };
  const unagreed = refuseMonthly(order, confirmation);
  if (unagreed) return unagreed;
  const price = await quote(trx, {
    amount_minor: minor(order.amount_minor),
    currency: order.currency,
    type,
    pay_currency,
    country,
    now,
    needs_fresh_rate: confirmation.needs_fresh_rate,
    rules: confirmation.rules,
  });
  if (!price) return { outcome: "not_offered" };
  const seenCurrency = confirmation.seen_charged_currency ?? price.charged_currency;
  const direct = account && directCharge(account.account_ref, price);
  // Without our fee the ledger would have no entry.
  if (direct?.application_fee_minor === 0) return { outcome: "not_offered" };
  if (price.charged_minor !== confirmation.seen_charged_minor || price.charged_currency !== seenCurrency)
    return { outcome: "price_changed" };

  const open = payments.filter((each) => isOpen(each.status) && expiresAt(each.created_at) > now);
  const terms = { ...price, type, provider: provider.name, account_ref: account?.account_ref ?? null };
  const is_transferred = splitter !== null;
  const same = open.find(
    (each) =>
      hasTerms(each, { ...terms, is_transferred, member_ids }) &&
      // Words may have changed since.
      (each.needs_review || !confirmation.rules.content.review_always),
  );
  const others = open.filter((each) => each !== same);
  if (same) {
    // Another address, words or sharing since.
    if (saves_method) await order.moveOn(now, terms);
    return { payment: same, others, payer_email, saves_method };
  }
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
    hold_days: direct || is_transferred ? 0 : confirmation.rules.hold_days[type],
    needs_review: confirmation.rules.content.review_always,
    ...(direct ?? { account_ref: null, application_fee_minor: null }),
    is_transferred,
    quote: price,
    now,
  });
  if (starter && judgement)
    await recordStart(trx, { ...start, payment_id: payment.id, starter, by_button: judgement.by_button });
  await order.moveOn(now, terms);
  return { payment, others, payer_email, saves_method };
}

/** Monthly tips need their own currency, an address and consent. */
function refuseMonthly(
  {
    saves_method,
    pay_currency,
    currency,
    payer_email,
  }: Pick<Order<never>, "saves_method" | "pay_currency" | "currency" | "payer_email">,
  { consent }: Confirmation,
): { outcome: "not_offered" | "incomplete" } | null {
  if (!saves_method) return null;
  if (pay_currency !== currency) return { outcome: "not_offered" };
  return !consent || payer_email === null ? { outcome: "incomplete" } : null;
}

const TERMS = [
  ...(["type", "provider", "charged_currency", "charged_minor", "country"] as const),
  ...(["account_ref", "is_transferred"] as const),
] as const;

function hasTerms(payment: Payment, terms: Pick<Payment, (typeof TERMS)[number] | "member_ids">): boolean {
  const isSame = TERMS.every((each) => payment[each] === terms[each]);
  return isSame && String(payment.member_ids) === String(terms.member_ids);
}

/** Our fee in the charged currency; the account receives the rest. */
export function directCharge(account_ref: string, price: Quote) {
  const { fee_incl_vat_minor: fee, total_minor, charged_minor } = price;
  return { account_ref, application_fee_minor: proportionOf(charged_minor, fee, total_minor) };
}

type Refusal =
  /** Members changed since they were shown. */
  | { outcome: "members_changed" }
  | { outcome: "too_small_to_split" }
  | { outcome: "message_below_price"; price_minor: number; currency: string }
  | { outcome: "expired" };

export type ConfirmOutcome = OrderOutcome | Refusal;

interface TipConfirmation extends Confirmation {
  tip_id: string;
  seen_members?: string | undefined;
}

/** Once (docs/product.md, 4.5). */
export async function confirmTip(
  services: TipServices & { providers: Providers },
  confirmation: TipConfirmation,
): Promise<ConfirmOutcome> {
  return await confirmOrder(services, confirmation, (trx) => lockTip(trx, services, confirmation));
}

async function lockTip(
  trx: Transaction<DB>,
  services: TipServices & { providers: Providers },
  confirmation: TipConfirmation,
): Promise<Order<Refusal>> {
  const [tip] = await lockTipToPay(trx, { tip_id: confirmation.tip_id });
  if (!tip) throw new Error(`no tip ${confirmation.tip_id}`);
  return {
    ...tip,
    of: { purpose: "TIP", tip_id: tip.id },
    is_over: tip.status === "EXPIRED",
    // A payment's start ends the draft.
    payments: tip.status === "DRAFT" ? [] : await listPaymentsOfTip(trx, tip.id),
    payer_email: tip.sender_email,
    account: accountOf(tip),
    saves_method: tip.is_monthly,
    charging_payment_id: tip.series_id === null ? null : await findChargeOf(trx, tip.id, tip.series_id),
    splitter: tip.is_direct_group === true ? services.providers.directGroups : null,
    findMembers: () => findSharing(trx, tip, confirmation, services.providers.directGroups),
    refusal: refuseMessage(tip),
    moveOn: async (now, terms) => {
      await trx
        .updateTable("tips")
        .set({ status: "AWAITING_PAYMENT", updated_at: now })
        .where("id", "=", tip.id)
        .execute();
      const { sender_email, consent = null, description } = { ...tip, ...confirmation };
      if (tip.is_monthly && sender_email !== null && consent !== null)
        await beginSeries(trx, services, {
          tip: { ...tip, sender_email },
          ...terms,
          consent,
          description,
          now,
        });
    },
  };
}

/** After the tip's lock, under which charges begin. */
async function findChargeOf(trx: Transaction<DB>, tipId: string, seriesId: string): Promise<string | null> {
  const charge = await trx
    .selectFrom("tip_series as s")
    .innerJoin("payments as p", "p.id", "s.charging_payment_id")
    .select("p.id")
    .where("s.id", "=", seriesId)
    .where("p.tip_id", "=", tipId)
    .executeTakeFirst();
  return charge?.id ?? null;
}

function refuseMessage(tip: TipToPay): Refusal | null {
  const { profile_currency, currency } = tip;
  const price = profile_currency === null ? null : messagePriceOf({ ...tip, profile_currency });
  const isBelow = isMessageBelowPrice({ ...tip, default_price_per_message_minor: price });
  return tip.status === "DRAFT" && price !== null && isBelow
    ? { outcome: "message_below_price", price_minor: price, currency }
    : null;
}

/** The members to store; null for a creator (docs/product.md, 3.5). */
async function findSharing(
  trx: Transaction<DB>,
  tip: TipToPay,
  { seen_members }: TipConfirmation,
  directGroups: string | null,
): Promise<{ member_ids: string[] | null } | Refusal> {
  if (tip.creator_id !== null) {
    const { receiver_status: status, receiver_paused_at, receiver_is_direct } = tip;
    const isOpen = status !== null && canReceive(status) && receiver_paused_at === null;
    const lacksAccount = receiver_is_direct === true && accountOf(tip) === null;
    return isOpen && !lacksAccount ? { member_ids: null } : { outcome: "expired" };
  }
  const members = await listGroupReceivers(trx, tip.receiver_id, tip.chosen_creator_ids, directGroups);
  if (members.length === 0) return { outcome: "expired" };
  if (tip.amount_minor < members.length * productRules.grouplist.share_minimum_minor)
    return { outcome: "too_small_to_split" };
  return seen_members !== markOfReceivers(members)
    ? { outcome: "members_changed" }
    : { member_ids: members.map(({ id }) => id) };
}

function accountOf({ direct_provider, account_ref }: TipToPay): Order<Refusal>["account"] {
  return direct_provider === null || account_ref === null ? null : { provider: direct_provider, account_ref };
}

type TipToPay = Awaited<ReturnType<typeof lockTipToPay>>[number];

const lockTipToPay = hotQuery("lock-tip-to-pay", { tip_id: parameter<string>() }, (db, given) =>
  db
    .selectFrom("tips")
    .leftJoin("users", "users.id", "tips.creator_id")
    .leftJoin("grouplists", "grouplists.id", "tips.grouplist_id")
    .leftJoin("connected_accounts as connected", (join) =>
      join
        .onRef("connected.user_id", "=", "users.id")
        .on("users.money_model", "=", "DIRECT")
        .on(TAKES_PAYMENTS),
    )
    .select([
      sql<boolean | null>`users.money_model = 'DIRECT'`.as("receiver_is_direct"),
      sql<boolean | null>`grouplists.money_model = 'DIRECT'`.as("is_direct_group"),
      "connected.provider as direct_provider",
      "connected.account_ref",
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
      "tips.is_monthly",
      "tips.series_id",
      "tips.grouplist_id",
      "tips.sender_name",
      "tips.share_email",
      "tips.show_on_page",
      "tips.locale",
      "users.status as receiver_status",
      "users.paused_at as receiver_paused_at",
      "users.default_price_per_message_minor",
      "users.currency as profile_currency",
    ])
    .where("tips.id", "=", given("tip_id"))
    .forUpdate("tips"),
);

/** Once, as a tip (docs/product.md, 5.12). */
export async function confirmVoucher(
  services: TipServices & { providers: Providers },
  confirmation: Confirmation & { voucher_id: string },
): Promise<OrderOutcome> {
  return await confirmOrder(services, confirmation, (trx) => lockVoucher(trx, confirmation.voucher_id));
}

async function lockVoucher(trx: Transaction<DB>, voucherId: string): Promise<Order<never>> {
  const [voucher] = await lockVoucherToPay(trx, { voucher_id: voucherId });
  if (!voucher) throw new Error(`no voucher ${voucherId}`);
  return {
    ...voucher,
    of: { purpose: "VOUCHER", voucher_id: voucher.id },
    receiver_id: voucher.id,
    is_over: voucher.status !== "DRAFT" && voucher.status !== "AWAITING_PAYMENT",
    payments: await listPaymentsOfVoucher(trx, voucher.id),
    payer_email: voucher.email,
    account: null,
    saves_method: false,
    charging_payment_id: null,
    splitter: null,
    findMembers: async () => ({ member_ids: null }),
    refusal: null,
    moveOn: (now) =>
      trx
        .updateTable("vouchers")
        .set({ status: "AWAITING_PAYMENT", updated_at: now })
        .where("id", "=", voucher.id)
        .execute(),
  };
}

const lockVoucherToPay = hotQuery("lock-voucher-to-pay", { voucher_id: parameter<string>() }, (db, given) =>
  db
    .selectFrom("vouchers")
    .select(["id", "status", "amount_minor", "currency", "payment_type", "country", "pay_currency", "email"])
    .where("id", "=", given("voucher_id"))
    .forUpdate(),
);

interface ProviderPage {
  locale: Locale;
  description: string;
  urls: {
    success(paymentId: string): string;
    failed(paymentId: string): string;
    notice(provider: string): string;
  };
}

type ProviderOutcome =
  | { outcome: "pay"; payment_id: string; redirect_url: string }
  | { outcome: "not_offered" }
  | { outcome: "provider_unavailable" };

export async function cancelPayment(
  services: TipServices & { providers: Providers },
  payment: Payment,
): Promise<{ outcome: "already_paid"; payment_id: string } | { outcome: "provider_unavailable" } | null> {
  if (payment.provider_ref === null) return null;
  try {
    const provider = services.providers.get(payment.provider);
    const snapshot = provider.abilities.cancels
      ? await provider.cancel(payment.provider_ref)
      : knownHere(payment, payment.provider_ref, "CANCELLED");
    await applySnapshot(services, payment, snapshot);
    const isHolding = snapshot.state === "PAID" || snapshot.state === "PROCESSING";
    return isHolding ? { outcome: "already_paid", payment_id: payment.id } : null;
  } catch (error) {
    if (error instanceof ProviderUnavailable || error instanceof ProviderRefused)
      return { outcome: "provider_unavailable" };
    throw error;
  }
}

export function knownHere(
  payment: Pick<Payment, "id" | "charged_minor" | "charged_currency">,
  providerRef: string,
  state: PaymentSnapshot["state"],
): PaymentSnapshot {
  return {
    ...{ providerRef, paymentId: payment.id, state },
    ...{ amountMinor: payment.charged_minor, currency: payment.charged_currency },
    ...{ paidAt: null, failureCode: null, refunds: [], disputes: [] },
  };
}

async function redirectToProvider(
  services: TipServices & { providers: Providers },
  page: ProviderPage,
  { payment, payer_email: payerEmail, saves_method }: Begun,
): Promise<ProviderOutcome> {
  if (payment.redirect_url !== null) {
    return { outcome: "pay", payment_id: payment.id, redirect_url: payment.redirect_url };
  }
  try {
    const created = await services.providers.get(payment.provider).create({
      paymentId: payment.id,
      type: payment.type,
      amountMinor: payment.charged_minor,
      currency: payment.charged_currency,
      description: page.description,
      locale: page.locale,
      payerEmail,
      successUrl: page.urls.success(payment.id),
      failedUrl: page.urls.failed(payment.id),
      noticeUrl: page.urls.notice(payment.provider),
      expiresAt: expiresAt(payment.created_at),
      direct: directOf(payment),
      ...(saves_method && { savesMethod: true }),
      ...(payment.is_transferred && { isTransferred: true }),
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

export function directOf({ account_ref, application_fee_minor }: Payment): DirectCharge | null {
  return account_ref === null || application_fee_minor === null
    ? null
    : { accountRef: account_ref, applicationFeeMinor: application_fee_minor };
}

async function sendToProvider(
  { db }: TipServices,
  payment: Payment,
  created: { providerRef: string; redirectUrl: string },
): Promise<ProviderOutcome> {
  await recordRedirect(db, payment.id, created.providerRef, created.redirectUrl);
  return { outcome: "pay", payment_id: payment.id, redirect_url: created.redirectUrl };
}

/** Its first answer was lost and the order changed; refuses another amount. */
async function takeUpFirst(
  services: TipServices & { providers: Providers },
  payment: Payment,
): Promise<ProviderOutcome> {
  try {
    const first = await services.providers.get(payment.provider).find(payment.id, payment.account_ref);
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

export function expiresAt(createdAt: Date): Date {
  return new Date(createdAt.getTime() + productRules.tip.unpaid_hours * 3_600_000);
}
