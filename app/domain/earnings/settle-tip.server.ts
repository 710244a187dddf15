import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar.ts";
import { type CreatorEvent, recordCreatorEvents } from "../creator-events/record-event.server.ts";
import { euroValue } from "../exchange-rates/rates.server.ts";
import { findOwnerId } from "../grouplists/group.server.ts";
import { shareOut } from "../grouplists/share-out.server.ts";
import { lockBalances, post } from "../ledger/post.server.ts";
import { creditOf, isHeld, tipPaid } from "../ledger/rules/posting-rules.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { reviewContent } from "../moderation/review-content.ts";
import { type Minor, minor } from "../money/minor.ts";
import { spread } from "../money/split.ts";
import type { PaymentSnapshot } from "../payments/provider-port.ts";
import { countGroupTip, countTip } from "../rollups/count-tip.server.ts";
import { putAside, type SurplusReason } from "../suspense/suspense.server.ts";
import { requestSuspenseRefund } from "../suspense/suspense-exits.server.ts";
import { receiptPrice } from "../tips/receipt.server.ts";
import type { LockedTip, TipAndPayment, TipReceiver, TipServices } from "../tips/tip-and-payment.server.ts";
import { planTransfers } from "../transfers/transfer-plan.server.ts";
import { canReceive } from "../users/viewer.ts";
import { repayFromAvailable } from "./maturing.server.ts";

export function pendingShard(paymentId: string): number {
  return Number.parseInt(paymentId.slice(-8), 16) % productRules.pending_shards;
}

/** Sets money that fits nothing aside in suspense and requests its refund. */
export async function giveBack(
  trx: Transaction<DB>,
  services: TipServices,
  payment: TipAndPayment["payment"],
  snapshot: PaymentSnapshot,
  reason: SurplusReason,
  now: Date,
): Promise<`refunding_${SurplusReason}`> {
  const paidAt = snapshot.paidAt ?? now;
  const money = {
    ...{ payment_id: payment.id, provider: payment.provider, provider_ref: snapshot.providerRef },
    ...{ currency: snapshot.currency, reason },
    ...asideOf(payment, snapshot),
  };
  const entry = await putAside(trx, money, paidAt, now);
  await trx
    .updateTable("payments")
    .set({
      status: "REFUNDED",
      failure_reason: null,
      provider_ref: snapshot.providerRef,
      settled_at: paidAt,
    })
    .where("id", "=", payment.id)
    .execute();
  if (snapshot.disputes.length === 0)
    await requestSuspenseRefund(trx, services, entry, services.newId(), now);
  return `refunding_${reason}`;
}

function asideOf({ application_fee_minor: fee }: TipAndPayment["payment"], snapshot: PaymentSnapshot) {
  const charge = minor(snapshot.amountMinor);
  return fee === null
    ? { received_minor: charge, charge_minor: null }
    : { received_minor: minor(Math.min(fee, charge)), charge_minor: charge };
}

/**
 * Posts, activates or leaves for review, counts, queues the receipt. A second success, another amount or no
 * receiver: suspense and refund. The caller holds the locks (docs/money.md, 3).
 */
export async function settleTip(
  trx: Transaction<DB>,
  services: TipServices,
  locked: TipAndPayment & { tip: LockedTip },
  snapshot: PaymentSnapshot,
  now: Date,
): Promise<"settled" | `refunding_${SurplusReason}`> {
  const { payment, tip, receivers, group } = locked;
  const paidAt = snapshot.paidAt ?? now;
  const isExpected =
    snapshot.amountMinor === payment.charged_minor && snapshot.currency === payment.charged_currency;
  if (!isExpected) return await giveBack(trx, services, payment, snapshot, "other_amount", now);
  if (tip.paid_at !== null || isGivenUp(tip))
    return await giveBack(trx, services, payment, snapshot, "second_success", now);
  const able = receivers.filter(({ status }) => canReceive(status));
  if (able.length === 0) {
    await markRefunded(trx, tip.id, paidAt, now);
    return await giveBack(trx, services, payment, snapshot, "receiver_cannot_receive", now);
  }

  const members = able.map(({ id }) => id);
  const { turn, shares: amounts } =
    group === null
      ? { turn: null, shares: [payment.amount_minor] }
      : await shareOut(trx, group.id, payment.amount_minor, members);
  const waits = payment.hold_days > 0;
  const day = businessDate(paidAt);
  const inEuro = await euroValue(trx, payment.amount_minor, payment.currency, day);
  const worths = spread(inEuro, amounts);
  const shard = pendingShard(payment.id);
  const shares = able.map(({ id, is_giver }, index) => ({
    allocation_id: services.newId(),
    tip_id: group === null ? tip.id : services.newId(),
    creator_id: id,
    amount_minor: amounts[index] ?? minor(0),
    worth_eur_minor: minor(worths[index] ?? 0),
    is_ranked: !is_giver,
    shard,
    waits,
  }));
  // Debts are read under lock, since a dispute may end. All accounts lock at once, in order, against
  // deadlocks with maturing.
  const creators = shares.map((share) => share.creator_id);
  const own = waits || !isHeld(payment) ? undefined : await lockBalances(trx, creators, payment.currency);
  await post(trx, [tipPaid(payment, shares, paidAt)], now);

  const reviewReason = reviewContent({
    ...{ texts: [tip.sender_name, tip.message], has_image: tip.has_image },
    is_always: payment.needs_review,
  });
  const availableAt = new Date(paidAt.getTime() + payment.hold_days * 86_400_000);
  const settled = {
    payment_id: payment.id,
    provider_ref: snapshot.providerRef,
    tip_id: tip.id,
    currency: payment.currency,
    fan_key: fanKey(tip.sender_email),
    pending_shard: waits ? shard : null,
    paid_at: paidAt,
    available_at: availableAt,
    released_at: waits ? null : paidAt,
    status: reviewReason === null ? ("ACTIVE" as const) : ("PENDING" as const),
    review_reason: reviewReason,
    activated_at: reviewReason === null ? paidAt : null,
    now,
  };
  if (turn === null) await writeSettled(trx, { ...settled, ...onlyOne(shares) });
  else {
    const is_ranked = group?.is_given_by_member !== true;
    await writeSettledGroupTip(trx, { ...settled, turn, is_ranked }, shares);
  }

  for (const share of shares) {
    if ((own?.get(share.creator_id)?.creator_receivable ?? 0) === 0) continue;
    const { allocation_id: id, creator_id } = share;
    const credit = creditOf({ id, creator_id, currency: payment.currency });
    await repayFromAvailable(trx, credit, share.amount_minor, now);
  }
  await planTransfers(trx, services, payment, {}, now);
  await countSettled(trx, locked, shares, { day, worth_eur_minor: inEuro, settled });
  await recordSettled(trx, services, locked, shares, settled);
  if (tip.sender_email) await queueReceipt(trx, services, locked, tip.sender_email, paidAt, now);
  return "settled";
}

/** Its month has another tip. */
function isGivenUp({ series_id, series_month }: LockedTip): boolean {
  return series_id !== null && series_month === null;
}

async function markRefunded(trx: Transaction<DB>, tipId: string, paidAt: Date, now: Date): Promise<void> {
  await trx
    .updateTable("tips")
    .set({ status: "REFUNDED", paid_at: paidAt, updated_at: now })
    .where("id", "=", tipId)
    .execute();
}

/** A tip under review is counted, but received once accepted. */
async function recordSettled(
  trx: Transaction<DB>,
  services: TipServices,
  { tip, group, has_event_receivers }: TipAndPayment & { tip: LockedTip },
  shares: readonly SettledShare[],
  { status, currency, now }: Pick<SettledGroupTip, "status" | "currency" | "now">,
): Promise<void> {
  if (!has_event_receivers) return;
  const isShown = status === "ACTIVE";
  const events = shares.flatMap(({ creator_id, tip_id, amount_minor }): CreatorEvent[] => [
    ...(isShown ? [{ type: "tip.received" as const, creator_id, subject_id: tip_id }] : []),
    { type: "goal.reached", creator_id, lifted_minor: amount_minor, currency },
  ]);
  const owner = group && isShown ? await findOwnerId(trx, group.id) : undefined;
  if (owner !== undefined) events.push({ type: "group.tip_received", creator_id: owner, subject_id: tip.id });
  await recordCreatorEvents(trx, services, events, now);
}

async function countSettled(
  trx: Transaction<DB>,
  { payment, tip, group }: TipAndPayment & { tip: LockedTip },
  shares: readonly SettledShare[],
  { day, worth_eur_minor, settled }: CountedTip,
): Promise<void> {
  const counts = shares.map((share) => ({
    creator_id: share.creator_id,
    day,
    paid_at: settled.paid_at,
    available_day: share.waits ? businessDate(settled.available_at) : null,
    currency: payment.currency,
    amount_minor: share.amount_minor,
    amount_eur_minor: share.worth_eur_minor,
    type: payment.type,
    country: payment.country,
    item: group ? `group:${group.id}` : (tip.item_name ?? ""),
    fan_key: settled.fan_key?.toString("hex") ?? "",
    is_ranked: share.is_ranked,
  }));
  await countTip(trx, counts, settled.now);
  if (!group) return;
  const whole = { grouplist_id: group.id, day, tips_count: 1, amount_minor: payment.amount_minor };
  const ranked = group.is_given_by_member
    ? { ranked_tips_count: 0, ranked_eur_minor: 0 }
    : { ranked_tips_count: 1, ranked_eur_minor: worth_eur_minor };
  await countGroupTip(trx, { ...whole, ...ranked }, settled.now);
}

function onlyOne([share, ...others]: readonly SettledShare[]) {
  if (!share || others.length > 0) throw new Error("a creator's tip is one share");
  const { waits, tip_id: _, ...rest } = share;
  return { ...rest, pending_minor: waits ? share.amount_minor : 0 };
}

const writeSettled = hotQuery(
  "write-settled-tip",
  {
    payment_id: parameter<string>(),
    provider_ref: parameter<string>(),
    tip_id: parameter<string>(),
    creator_id: parameter<string>(),
    allocation_id: parameter<string>(),
    currency: parameter<string>(),
    amount_minor: parameter<number>(),
    worth_eur_minor: parameter<number>(),
    fan_key: parameter<Buffer | null>(),
    pending_shard: parameter<number | null>(),
    paid_at: parameter<Date>(),
    available_at: parameter<Date>(),
    released_at: parameter<Date | null>(),
    pending_minor: parameter<number>(),
    is_ranked: parameter<boolean>(),
    status: parameter<"ACTIVE" | "PENDING">(),
    review_reason: parameter<string | null>(),
    activated_at: parameter<Date | null>(),
    now: parameter<Date>(),
  },
  (db, given) =>
    db
      .with("settled", (own) =>
        own
          .updateTable("payments")
          .set({
            status: "SUCCESS",
            failure_reason: null,
            provider_ref: given("provider_ref"),
            settled_at: given("paid_at"),
          })
          .where("id", "=", given("payment_id")),
      )
      .with("allocated", (own) =>
        own.insertInto("tip_allocations").values({
          id: given("allocation_id"),
          tip_id: given("tip_id"),
          payment_id: given("payment_id"),
          creator_id: given("creator_id"),
          currency: given("currency"),
          amount_minor: given("amount_minor"),
          counted_minor: given("amount_minor"),
          worth_eur_minor: given("worth_eur_minor"),
          pending_shard: given("pending_shard"),
          available_at: given("available_at"),
          released_at: given("released_at"),
          pending_minor: given("pending_minor"),
          is_ranked: given("is_ranked"),
        }),
      )
      .updateTable("tips")
      .set({
        status: given("status"),
        review_reason: given("review_reason"),
        fan_key: given("fan_key"),
        paid_at: given("paid_at"),
        activated_at: given("activated_at"),
        updated_at: given("now"),
        begun_by: null,
        is_ranked: given("is_ranked"),
      })
      .where("id", "=", given("tip_id")),
);

function fanKey(email: string | null): Buffer | null {
  return email === null ? null : createHash("sha256").update(email.toLowerCase()).digest();
}

async function queueReceipt(
  trx: Transaction<DB>,
  services: TipServices,
  { payment, tip, receivers, group }: TipAndPayment & { tip: LockedTip },
  recipient: string,
  paidAt: Date,
  now: Date,
): Promise<void> {
  await queueMail(trx, services, {
    dedupe_key: `receipt:${payment.id}`,
    template: "receipt",
    locale: tip.locale,
    recipient,
    user_id: null,
    params: {
      ...(group
        ? { receiver_name: group.name, receiver_username: null, group_slug: group.slug }
        : namesOf(receivers)),
      item_name: tip.item_name,
      message: tip.message,
      ...receiptPrice(payment),
      paid_at: paidAt.toISOString(),
      ...(tip.series_id !== null && { series_id: tip.series_id }),
    },
    now,
  });
}

function namesOf([creator]: readonly TipReceiver[]) {
  return { receiver_name: creator?.name ?? null, receiver_username: creator?.username ?? null };
}

interface SettledShare {
  allocation_id: string;
  tip_id: string;
  creator_id: string;
  amount_minor: Minor;
  worth_eur_minor: Minor;
  is_ranked: boolean;
  waits: boolean;
}

interface CountedTip {
  day: string;
  worth_eur_minor: number;
  settled: Pick<SettledGroupTip, "paid_at" | "available_at" | "fan_key" | "now">;
}

interface SettledGroupTip {
  payment_id: string;
  provider_ref: string;
  tip_id: string;
  currency: string;
  fan_key: Buffer | null;
  pending_shard: number | null;
  paid_at: Date;
  available_at: Date;
  released_at: Date | null;
  status: "ACTIVE" | "PENDING";
  review_reason: string | null;
  activated_at: Date | null;
  turn: number;
  is_ranked: boolean;
  now: Date;
}

/** Members' tips carry the fan's words; only the group's is reviewed (docs/product.md, 3.5). */
async function writeSettledGroupTip(
  trx: Kysely<DB>,
  settled: SettledGroupTip,
  shares: readonly SettledShare[],
): Promise<void> {
  await trx
    .updateTable("payments")
    .set({
      status: "SUCCESS",
      failure_reason: null,
      provider_ref: settled.provider_ref,
      settled_at: settled.paid_at,
    })
    .where("id", "=", settled.payment_id)
    .execute();
  await trx
    .updateTable("tips")
    .set({
      status: settled.status,
      review_reason: settled.review_reason,
      fan_key: settled.fan_key,
      paid_at: settled.paid_at,
      activated_at: settled.activated_at,
      group_turn: settled.turn,
      is_ranked: settled.is_ranked,
      begun_by: null,
      updated_at: settled.now,
    })
    .where("id", "=", settled.tip_id)
    .execute();
  await sql`
    insert into tips (id, creator_id, grouplist_id, group_tip_id, currency, amount_minor, status, sender_name,
      message, image_id, sender_email, share_email, payment_type, country, pay_currency, locale, details_seen_at, fan_key,
      paid_at, activated_at, created_at, updated_at, is_monthly)
    select share.tip_id, share.creator_id, t.grouplist_id, t.id, t.currency, share.amount_minor, t.status,
      t.sender_name, t.message, t.image_id, t.sender_email, t.share_email, t.payment_type, t.country, t.pay_currency,
      t.locale, t.details_seen_at, t.fan_key, t.paid_at, t.activated_at, t.created_at, t.updated_at,
      t.is_monthly
    from tips t cross join jsonb_to_recordset(${JSON.stringify(shares)}::jsonb)
      as share (tip_id uuid, creator_id uuid, amount_minor bigint)
    where t.id = ${settled.tip_id}::uuid`.execute(trx);
  await trx
    .insertInto("tip_allocations")
    .values(
      shares.map((share) => ({
        id: share.allocation_id,
        tip_id: share.tip_id,
        payment_id: settled.payment_id,
        creator_id: share.creator_id,
        currency: settled.currency,
        amount_minor: share.amount_minor,
        counted_minor: share.amount_minor,
        worth_eur_minor: share.worth_eur_minor,
        pending_shard: settled.pending_shard,
        available_at: settled.available_at,
        released_at: settled.released_at,
        pending_minor: share.waits ? share.amount_minor : minor(0),
        is_ranked: share.is_ranked,
      })),
    )
    .execute();
}
