import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { VoucherCodes } from "../../crypto/crypto.server.ts";
import { findPayment, type Payment } from "../payments/payment-record.server.ts";
import { issuerAt } from "../tax/issuers.server.ts";
import { maskEmail } from "../tips/masked-email.ts";
import {
  findPaymentResult,
  findReceipt,
  isRecent,
  type PaymentResult,
  type Receipt,
} from "../tips/receipt.server.ts";
import { hasRefunds, refundsOnReceipt } from "../tips/receipt-refunds.server.ts";
import type { VoucherStatus } from "../tips/voucher-payment.server.ts";
import { READ_COLUMNS, readRow } from "./found-voucher.server.ts";

/** A voucher's payment with what its result page may show: no word, no full address. */
export interface VoucherResult {
  payment: Payment;
  voucher: { id: string; status: VoucherStatus; masked_email: string | null };
  /** The voucher itself with its code, for the browser that paid alone; null while the money is not there. */
  paid: ReturnType<typeof readRow>;
}

/**
 * How the payment of a tip or a voucher stands, or null. What the payer wrote, and a voucher's code, come along only where
 * `isPayers` says so.
 */
export async function findAnyResult(
  services: { db: Kysely<DB>; voucherCodes: VoucherCodes },
  paymentId: string,
  isPayers: (payment: Payment) => boolean = () => false,
): Promise<PaymentResult | VoucherResult | null> {
  const payment = await findPayment(services.db, paymentId);
  if (!payment) return null;
  if (payment.voucher_id === null) return await findPaymentResult(services.db, payment, isPayers);
  const row = await services.db
    .selectFrom("vouchers")
    .select([...READ_COLUMNS, "email"])
    .where("id", "=", payment.voucher_id)
    .executeTakeFirst();
  if (!row) return null;
  const { email, ...facts } = row;
  return {
    payment,
    voucher: {
      id: facts.id,
      status: facts.status,
      masked_email: email === null ? null : maskEmail(email),
    },
    paid: isPayers(payment) ? readRow(services, facts) : null,
  };
}

/** The receipt of a tip or a voucher that was paid, or null: only money that arrived has one. */
export async function findAnyReceipt(db: Kysely<DB>, paymentId: string, now: Date): Promise<Receipt | null> {
  const payment = await findPayment(db, paymentId);
  if (!payment) return null;
  return payment.voucher_id === null
    ? await findReceipt(db, payment, now)
    : await findVoucherReceipt(db, payment, payment.voucher_id, now);
}

/** It names the buyer as long as a tip's receipt names the payer. */
async function findVoucherReceipt(
  db: Kysely<DB>,
  payment: Payment,
  voucherId: string,
  now: Date,
): Promise<Receipt | null> {
  const { settled_at } = payment;
  if (settled_at === null) return null;
  const voucher = await db
    .selectFrom("vouchers")
    .select(["sender_name", "email", issuerAt(settled_at).as("issuer")])
    .select(hasRefunds(payment.id).as("has_refunds"))
    .where("id", "=", voucherId)
    .executeTakeFirst();
  if (!voucher) return null;
  const { sender_name: name, email, issuer, has_refunds } = voucher;
  return {
    payment,
    settled_at,
    issuer: issuer ?? [],
    item_name: null,
    ...(await refundsOnReceipt(db, payment.id, has_refunds)),
    receiver: null,
    payer: isRecent(settled_at, now)
      ? { name, masked_email: email === null ? null : maskEmail(email) }
      : null,
    visibility: null,
  };
}
