import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { businessDate } from "../calendar/business-date.ts";
import { repayFromAvailable } from "../earnings/maturing.server.ts";
import { pendingShard } from "../earnings/pending-shard.ts";
import { euroValue } from "../exchange-rates/euro-value.server.ts";
import { lockBalances, post } from "../ledger/post.server.ts";
import { creditOf } from "../ledger/rules/posting-rules.ts";
import {
  type RedeemedVoucher,
  voucherRedeemed,
  voucherVerified,
} from "../ledger/rules/voucher-posting-rules.ts";
import { reviewContent } from "../moderation/review-content.ts";
import { minor } from "../money/minor.ts";
import { countTip } from "../rollups/count-tip.server.ts";
import type { TipServices } from "../tips/tip-services.ts";
import type { PaidVoucher } from "./found-voucher.server.ts";

interface Credited {
  voucher: Pick<
    PaidVoucher,
    "id" | "matures_at" | "message" | "sender_name" | "locale" | "currency" | "amount_minor"
  >;
  redeemed: RedeemedVoucher;
  /** The tip that the voucher becomes. */
  tip_id: string;
  /** It was kept apart until the creator was verified. */
  was_pending: boolean;
}

/**
 * Credits a creator with a voucher, which is over with that: it becomes a tip of theirs with the buyer's words, by an
 * allocation of the purchase's payment, so that it waits until the purchase matures and is taken back with it. The caller
 * holds the voucher's and the creator's lock, the creator's alone.
 */
export async function creditCreator(
  trx: Transaction<DB>,
  services: TipServices,
  { voucher, redeemed, tip_id, was_pending }: Credited,
  now: Date,
): Promise<void> {
  const payment = await trx
    .selectFrom("payments")
    .select(["id", "type", "country", "charged_currency"])
    .where("voucher_id", "=", voucher.id)
    .where("status", "=", "SUCCESS")
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { creator_id, currency, amount_minor } = redeemed;
  const waits = voucher.matures_at > now;
  const shard = pendingShard(payment.id);
  const own = (await lockBalances(trx, [creator_id], currency)).get(creator_id);
  const place = { waits, shard };
  await post(
    trx,
    [was_pending ? voucherVerified(redeemed, place, now) : voucherRedeemed(redeemed, place, now)],
    now,
  );

  const day = businessDate(now);
  const worth = await euroValue(trx, amount_minor, currency, day);
  const review_reason = reviewContent({
    texts: [voucher.sender_name, voucher.message],
    has_image: false,
  });
  await trx
    .insertInto("tips")
    .values({
      ...{ id: tip_id, creator_id, voucher_id: voucher.id, currency, amount_minor, review_reason },
      status: review_reason === null ? "ACTIVE" : "PENDING",
      ...{ sender_name: voucher.sender_name, message: voucher.message, locale: voucher.locale },
      ...{ payment_type: payment.type, country: payment.country, pay_currency: payment.charged_currency },
      ...{ paid_at: now, activated_at: review_reason === null ? now : null },
      // Whoever redeems it knows of it.
      ...{ announced_at: now, read_at: was_pending ? null : now },
      ...{ created_at: now, updated_at: now },
    })
    .execute();
  const allocation_id = services.newId();
  await trx
    .insertInto("tip_allocations")
    .values({
      ...{ id: allocation_id, tip_id, payment_id: payment.id, creator_id, currency, amount_minor },
      ...{ counted_minor: amount_minor, worth_eur_minor: worth, available_at: voucher.matures_at },
      pending_shard: waits ? shard : null,
      released_at: waits ? null : now,
      pending_minor: waits ? amount_minor : minor(0),
      // A redeemed voucher counts for no rank.
      is_ranked: false,
    })
    .execute();
  await trx
    .updateTable("vouchers")
    .set({ status: "REDEEMED", ended_at: now, code_encrypted: null, updated_at: now })
    .where("id", "=", voucher.id)
    .execute();
  if (!waits && (own?.creator_receivable ?? 0) > 0)
    await repayFromAvailable(trx, creditOf({ id: allocation_id, creator_id, currency }), amount_minor, now);
  const count = {
    ...{ creator_id, day, paid_at: now, currency, amount_minor, amount_eur_minor: worth },
    available_day: waits ? businessDate(voucher.matures_at) : null,
    ...{ type: payment.type, country: payment.country, item: "", fan_key: "", is_ranked: false },
  };
  await countTip(trx, [count], now);
}
