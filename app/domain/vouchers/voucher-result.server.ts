import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { findPayment, type Payment } from "../payments/payments.server.ts";
import { issuerAt } from "../tax/tax.server.ts";
import { findReceipt, isRecent, maskEmail, type Receipt, type VoucherStatus } from "../tips/tips.server.ts";

/** A voucher's payment with what its result page may show: no word, no full address, and never the code. */
export interface VoucherResult {
  payment: Payment;
  voucher: { id: string; status: VoucherStatus; masked_email: string | null };
}

/** How the payment of a voucher stands; null for a payment that is none's. */
export async function findVoucherResult(db: Kysely<DB>, paymentId: string): Promise<VoucherResult | null> {
  const found = await findVoucherOfPayment(db, paymentId);
  if (!found) return null;
  const { payment, voucher } = found;
  const { id, status, email } = voucher;
  return { payment, voucher: { id, status, masked_email: email === null ? null : maskEmail(email) } };
}

/** The receipt of a tip or a voucher that was paid, or null: only money that arrived has one. */
export async function findAnyReceipt(db: Kysely<DB>, paymentId: string, now: Date): Promise<Receipt | null> {
  return (await findReceipt(db, paymentId, now)) ?? (await findVoucherReceipt(db, paymentId, now));
}

/** It names the buyer as long as a tip's receipt names the payer. */
async function findVoucherReceipt(db: Kysely<DB>, paymentId: string, now: Date): Promise<Receipt | null> {
  const found = await findVoucherOfPayment(db, paymentId);
  const settled_at = found?.payment.settled_at;
  if (!found || !settled_at) return null;
  const { payment, voucher } = found;
  const { sender_name: name, email, issuer } = voucher;
  return {
    payment,
    settled_at,
    issuer: issuer ?? [],
    item_name: null,
    receiver: null,
    payer: isRecent(settled_at, now)
      ? { name, masked_email: email === null ? null : maskEmail(email) }
      : null,
    may_be_on_page: false,
  };
}

async function findVoucherOfPayment(db: Kysely<DB>, paymentId: string) {
  const payment = await findPayment(db, paymentId);
  if (!payment?.voucher_id) return null;
  const voucher = await db
    .selectFrom("vouchers")
    .select(["id", "status", "sender_name", "email"])
    .select(issuerAt(payment.settled_at ?? payment.created_at).as("issuer"))
    .where("id", "=", payment.voucher_id)
    .executeTakeFirst();
  return voucher ? { payment, voucher } : null;
}
