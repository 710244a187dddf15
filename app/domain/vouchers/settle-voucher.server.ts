import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { queueMail } from "../../mail/mail.server.ts";
import { productRules } from "../../product-rules.ts";
import { giveBack } from "../earnings/give-back.server.ts";
import { post } from "../ledger/post.server.ts";
import { voucherPaid } from "../ledger/rules/voucher-posting-rules.ts";
import type { PaymentSnapshot } from "../payments/provider-port.ts";
import type { SurplusReason } from "../suspense/suspense-entries.server.ts";
import type { TipAndPayment } from "../tips/tip-and-payment.server.ts";
import type { TipServices } from "../tips/tip-services.ts";
import type { LockedVoucher } from "../tips/voucher-payment.server.ts";
import { endOfCode } from "./voucher-code.ts";
import { endOfValidity, lastDayOf } from "./voucher-dates.ts";

const DAY_MS = 86_400_000;

/**
 * The money of a voucher is there (docs/money.md, 3): we owe its face from now on, it gets its code, and the buyer the mail
 * with the way to it. A second success for one voucher, money of another amount than we asked for, and money that came so
 * late that the buyer's address is forgotten, to whom no code would ever go, are given back, as a tip's are. The caller holds
 * the locks.
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
