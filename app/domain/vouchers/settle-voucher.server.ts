import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { giveBack } from "../earnings/settle-tip.server.ts";
import type { Jobs } from "../jobs.ts";
import { post } from "../ledger/post.server.ts";
import { voucherPaid } from "../ledger/rules/voucher-posting-rules.ts";
import { queueMail } from "../mails/outbox.server.ts";
import type { PaymentSnapshot } from "../payments/provider-port.ts";
import type { SurplusReason } from "../suspense/suspense.server.ts";
import type { LockedVoucher, TipAndPayment, TipServices } from "../tips/tip-and-payment.server.ts";
import { requireOperator } from "../users/user.server.ts";
import { endOfCode } from "./voucher.schema.ts";
import { endOfValidity, lastDayOf } from "./voucher-dates.ts";

const DAY_MS = 86_400_000;

/**
 * We owe its face, it gets a code, the buyer a mail. A second success, another amount, or a forgotten address
 * is refunded. The caller holds the locks (docs/money.md, 3).
 */
export async function settleVoucher(
  trx: Transaction<DB>,
  services: TipServices,
  { payment, voucher }: TipAndPayment & { voucher: LockedVoucher },
  snapshot: PaymentSnapshot,
  now: Date,
): Promise<"settled" | `refunding_${SurplusReason}`> {
  const paidAt = snapshot.paidAt ?? now;
  const isExpected =
    snapshot.amountMinor === payment.charged_minor && snapshot.currency === payment.charged_currency;
  if (!isExpected) return await giveBack(trx, services, payment, snapshot, "other_amount", now);
  if (voucher.paid_at !== null)
    return await giveBack(trx, services, payment, snapshot, "second_success", now);
  const { email } = voucher;
  if (email === null) return await giveBack(trx, services, payment, snapshot, "receiver_cannot_receive", now);
  await post(trx, [voucherPaid(payment, paidAt)], now);
  await trx
    .updateTable("payments")
    .set({
      ...{ status: "SUCCESS", failure_reason: null },
      ...{ provider_ref: snapshot.providerRef, settled_at: paidAt },
    })
    .where("id", "=", payment.id)
    .execute();
  const code = services.voucherCodes.create();
  await trx
    .updateTable("vouchers")
    .set({
      status: "VALID",
      code_hash: services.voucherCodes.hash(code),
      code_encrypted: services.voucherCodes.encrypt(voucher.id, code),
      code_end: endOfCode(code),
      paid_at: paidAt,
      matures_at: new Date(paidAt.getTime() + productRules.hold_days[payment.type] * DAY_MS),
      expires_at: endOfValidity(paidAt, 0),
      updated_at: now,
    })
    .where("id", "=", voucher.id)
    .execute();
  const { amount_minor, currency } = voucher;
  await queueMail(trx, services, {
    dedupe_key: `voucher:${voucher.id}`,
    template: "voucher_bought",
    locale: voucher.locale,
    recipient: email,
    user_id: null,
    params: {
      ...{ voucher_id: voucher.id, payment_id: payment.id, amount_minor, currency },
      valid_until: lastDayOf(paidAt, 0),
    },
    now,
  });
  return "settled";
}

/** To the original address only. "gone" when its code is no longer shown. */
export async function resendVoucher(
  services: { db: Kysely<DB>; jobs: Jobs; clock: () => Date; newId: () => string },
  given: { voucher_id: string; operator_id: string },
): Promise<"mailed" | "gone"> {
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, given.operator_id);
    const voucher = await trx
      .selectFrom("vouchers as v")
      .innerJoin("payments as p", (join) =>
        join.onRef("p.voucher_id", "=", "v.id").on("p.status", "=", "SUCCESS"),
      )
      .select(["v.id", "v.status", "v.email", "v.locale", "v.amount_minor", "v.currency", "v.paid_at"])
      .select(["v.waited_days", "p.id as payment_id"])
      .where("v.id", "=", given.voucher_id)
      .forKeyShare("v")
      .executeTakeFirst();
    if (!voucher?.paid_at || !voucher.email || voucher.status !== "VALID") return "gone";
    const now = services.clock();
    const { payment_id, amount_minor, currency } = voucher;
    await queueMail(trx, services, {
      dedupe_key: `voucher:${voucher.id}:again:${services.newId()}`,
      template: "voucher_bought",
      locale: voucher.locale,
      recipient: voucher.email,
      user_id: null,
      params: {
        voucher_id: voucher.id,
        payment_id,
        amount_minor,
        currency,
        valid_until: lastDayOf(voucher.paid_at, voucher.waited_days),
      },
      now,
    });
    await writeAudit(trx, {
      ...{ actor_id: given.operator_id, action: "voucher.mail_sent", subject: `voucher:${voucher.id}` },
      ...{ before: null, after: null, now },
    });
    return "mailed";
  });
}
