import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { queueMail } from "../../mail/mail.server.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar/business-date.ts";
import { euroValue } from "../exchange-rates/exchange-rates.server.ts";
import { lockBalances, post } from "../ledger/ledger.server.ts";
import { creditOf, tipPaid } from "../ledger/rules/posting-rules.ts";
import { reviewContent } from "../moderation/moderation.server.ts";
import { minor } from "../money/minor.ts";
import type { PaymentSnapshot } from "../payments/provider-port.ts";
import { countTip } from "../rollups/rollups.server.ts";
import { askRefund, putAside, type SurplusReason } from "../suspense/suspense.server.ts";
import type { TipAndPayment, TipServices } from "../tips/tips.server.ts";
import { canReceive } from "../users/users.server.ts";
import { repayFromAvailable } from "./maturing.server.ts";

/**
 * The money of a tip is there (docs/money.md, 3): posts it, credits the creator whatever the review will say,
 * activates the tip or leaves it for review, counts it, and queues the receipt. A second success for one tip, money of
 * another amount than we asked for, and money for a creator who cannot receive any more are kept in suspense and given
 * back. The caller holds the locks.
 */
export async function settleTip(
  trx: Transaction<DB>,
  services: TipServices,
  { payment, tip, receiver }: TipAndPayment,
  snapshot: PaymentSnapshot,
  now: Date,
): Promise<"settled" | `refunding_${SurplusReason}`> {
  const paidAt = snapshot.paidAt ?? now;
  const isExpected =
    snapshot.amountMinor === payment.charged_minor && snapshot.currency === payment.charged_currency;
  if (!isExpected) return await giveBack(trx, services, payment, snapshot, "other_amount", now);
  if (tip.paid_at !== null) return await giveBack(trx, services, payment, snapshot, "second_success", now);
  if (!canReceive(receiver.status)) {
    await trx
      .updateTable("tips")
      .set({ status: "REFUNDED", paid_at: paidAt, updated_at: now })
      .where("id", "=", tip.id)
      .execute();
    return await giveBack(trx, services, payment, snapshot, "receiver_cannot_receive", now);
  }

  const holdDays = productRules.hold_days[payment.type];
  const share = {
    creator_id: receiver.id,
    amount_minor: payment.amount_minor,
    shard: pendingShard(payment.id),
    waits: holdDays > 0,
  };
  // Whether something is owed, the books say under their lock: a dispute may be lost at this moment. All of the
  // creator's accounts at once, in their order: locking the rest after the posting could meet a maturing.
  const own = share.waits ? undefined : await lockBalances(trx, [receiver.id], payment.currency);
  const repays = (own?.get(receiver.id)?.creator_receivable ?? 0) > 0;
  await post(trx, [tipPaid(payment, [share], paidAt)], now);

  const reviewReason = reviewContent({ texts: [tip.sender_name, tip.message], has_image: tip.has_image });
  const allocationId = services.newId();
  const day = businessDate(paidAt);
  const availableAt = new Date(paidAt.getTime() + holdDays * 86_400_000);
  const inEuro = await euroValue(trx, payment.amount_minor, payment.currency, day);
  const fan = fanKey(tip.sender_email);
  await writeSettled(trx, {
    payment_id: payment.id,
    provider_ref: snapshot.providerRef,
    tip_id: tip.id,
    creator_id: receiver.id,
    allocation_id: allocationId,
    currency: payment.currency,
    amount_minor: payment.amount_minor,
    worth_eur_minor: inEuro,
    fan_key: fan,
    pending_shard: share.waits ? share.shard : null,
    paid_at: paidAt,
    available_at: availableAt,
    released_at: share.waits ? null : paidAt,
    pending_minor: share.waits ? payment.amount_minor : 0,
    status: reviewReason === null ? "ACTIVE" : "PENDING",
    review_reason: reviewReason,
    activated_at: reviewReason === null ? paidAt : null,
    now,
  });

  if (repays) {
    await repayFromAvailable(
      trx,
      creditOf({ id: allocationId, creator_id: receiver.id, currency: payment.currency }),
      payment.amount_minor,
      now,
    );
  }
  const count = {
    creator_id: receiver.id,
    day,
    paid_at: paidAt,
    available_day: share.waits ? businessDate(availableAt) : null,
    currency: payment.currency,
    amount_minor: payment.amount_minor,
    amount_eur_minor: inEuro,
    type: payment.type,
    country: payment.country,
    item: tip.item_name ?? "",
    fan_key: fan?.toString("hex") ?? "",
  };
  await countTip(trx, [count], now);
  if (tip.sender_email)
    await queueReceipt(trx, services, { payment, tip, receiver }, tip.sender_email, paidAt, now);
  return "settled";
}

/** Payment, tip and the creator's share: all that settling changes beside the books, at once. */
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
      })
      .where("id", "=", given("tip_id")),
);

/** Who gave a tip: a fan is one address, whatever its case; null without one. */
function fanKey(email: string | null): Buffer | null {
  return email === null ? null : createHash("sha256").update(email.toLowerCase()).digest();
}

/** A creator's waiting money is spread over a few rows, so that tips that come at once do not queue for one. */
function pendingShard(paymentId: string): number {
  return Number.parseInt(paymentId.slice(-8), 16) % productRules.pending_shards;
}

async function queueReceipt(
  trx: Transaction<DB>,
  services: TipServices,
  { payment, tip, receiver }: TipAndPayment,
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
      payment_id: payment.id,
      receiver_name: receiver.name,
      receiver_username: receiver.username,
      item_name: tip.item_name,
      message: tip.message,
      type: payment.type,
      currency: payment.currency,
      amount_minor: payment.amount_minor,
      service_fee_minor: payment.service_fee_minor,
      service_fee_bps: payment.service_fee_bps,
      vat_minor: payment.vat_minor,
      vat_rate_bps: payment.vat_rate_bps,
      total_minor: payment.total_minor,
      charged_minor: payment.charged_minor,
      charged_currency: payment.charged_currency,
      rate: payment.rate,
      rate_date: payment.rate_date,
      paid_at: paidAt.toISOString(),
    },
    now,
  });
}

/** Money that fits nothing waits in suspense, as much as came, until the provider has taken it back. */
async function giveBack(
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
    ...{ currency: snapshot.currency, received_minor: minor(snapshot.amountMinor), reason },
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
  // Where the fan's bank is at it, an operator looks first.
  if (snapshot.disputes.length === 0) await askRefund(trx, services, entry, services.newId(), now);
  return `refunding_${reason}`;
}
