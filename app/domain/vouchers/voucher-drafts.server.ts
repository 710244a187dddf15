import type { Kysely } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import type { VoucherCodes } from "../../crypto/crypto.server.ts";
import type { ContentRules } from "../../product-settings.ts";
import { maskEmail } from "../email-address.schema.ts";
import { type Locale, localeOf, type Minor, minor } from "../money/minor.ts";
import { findPayment, type Payment } from "../payments/payment-record.server.ts";
import type { PaymentType } from "../payments/provider-port.ts";
import { issuerAt } from "../tax/issuers.server.ts";
import {
  findPaymentResult,
  findReceipt,
  hasRefunds,
  isRecent,
  type PaymentResult,
  type Receipt,
  refundsOnReceipt,
} from "../tips/receipt.server.ts";
import type { VoucherStatus } from "../tips/tip-and-payment.server.ts";
import type { VoucherWords } from "./voucher.schema.ts";
import { READ_COLUMNS, readRow } from "./voucher-codes.server.ts";

export interface VoucherDraft {
  id: string;
  status: VoucherStatus;
  amount_minor: Minor;
  currency: string;
  message: string | null;
  sender_name: string | null;
  email: string | null;
  payment_type: PaymentType | null;
  country: string | null;
  pay_currency: string | null;
  locale: Locale;
  valid_years: number;
  withdrawal_days: number;
}

/**
 * A changed form makes another draft: amounts never change. `earlier` gives its payment data
 * (docs/product.md, 5.12).
 */
export async function startVoucher(
  db: Kysely<DB>,
  voucher: VoucherWords & {
    id: string;
    locale: Locale;
    earlier: VoucherDraft | null;
    /** It keeps its years and days. */
    content: ContentRules;
    now: Date;
  },
): Promise<void> {
  const { earlier, content, now } = voucher;
  await db
    .insertInto("vouchers")
    .values({
      id: voucher.id,
      amount_minor: voucher.amount_minor,
      currency: voucher.currency,
      message: voucher.message ?? null,
      sender_name: voucher.sender_name ?? null,
      email: voucher.email,
      country: voucher.country,
      payment_type: earlier?.payment_type ?? null,
      pay_currency: earlier?.pay_currency ?? null,
      locale: voucher.locale,
      valid_years: content.voucher_valid_years,
      withdrawal_days: content.voucher_withdrawal_days,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

export async function findVoucherDraft(db: Kysely<DB>, voucherId: string): Promise<VoucherDraft | null> {
  const [row] = await voucherById(db, { voucher_id: voucherId });
  return row ? { ...row, amount_minor: minor(row.amount_minor), locale: localeOf(row.locale) } : null;
}

const voucherById = hotQuery("voucher-by-id", { voucher_id: parameter<string>() }, (db, given) =>
  db
    .selectFrom("vouchers")
    .select([
      ...(["id", "status", "amount_minor", "currency", "message", "sender_name", "email"] as const),
      ...(["payment_type", "country", "pay_currency", "locale"] as const),
      ...(["valid_years", "withdrawal_days"] as const),
    ])
    .where("id", "=", given("voucher_id")),
);

export function isUnpaid(status: VoucherStatus): boolean {
  return status === "DRAFT" || status === "AWAITING_PAYMENT";
}

export async function saveVoucherPayment(
  db: Kysely<DB>,
  voucherId: string,
  choice: { type: PaymentType | undefined; pay_currency: string; locale: Locale },
  now: Date,
): Promise<boolean> {
  const { type, pay_currency, locale } = choice;
  const result = await db
    .updateTable("vouchers")
    .set({ payment_type: type ?? null, pay_currency, locale, updated_at: now })
    .where("id", "=", voucherId)
    .where("status", "in", ["DRAFT", "AWAITING_PAYMENT"])
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export interface VoucherResult {
  payment: Payment;
  voucher: { id: string; status: VoucherStatus; masked_email: string | null };
  /** For the paying browser; null before payment. */
  paid: ReturnType<typeof readRow>;
}

export async function findAnyResult(
  services: { db: Kysely<DB>; voucherCodes: VoucherCodes },
  paymentId: string,
  isPayers: (payment: Payment) => Promise<boolean> = () => Promise.resolve(false),
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
    paid: (await isPayers(payment)) ? readRow(services, facts) : null,
  };
}

export async function findAnyReceipt(db: Kysely<DB>, paymentId: string, now: Date): Promise<Receipt | null> {
  const payment = await findPayment(db, paymentId);
  if (!payment) return null;
  return payment.voucher_id === null
    ? await findReceipt(db, payment, now)
    : await findVoucherReceipt(db, payment, payment.voucher_id, now);
}

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
    is_monthly: false,
    ...(await refundsOnReceipt(db, payment.id, has_refunds)),
    has_refund_requests: false,
    takes_refund_requests: false,
    receiver: null,
    payer: isRecent(settled_at, now)
      ? { name, masked_email: email === null ? null : maskEmail(email), words: null }
      : null,
    visibility: null,
    open_words: null,
  };
}

interface BoughtVoucher {
  id: string;
  amount_minor: Minor;
  currency: string;
  charged_minor: Minor;
  charged_currency: string;
  paid_at: Date;
}

/** One answer and query for unknown codes and others' purchases (docs/product.md, 5.12). */
export async function findBoughtVoucher(
  services: { db: Kysely<DB>; voucherCodes: VoucherCodes },
  given: { code: string; email: string },
): Promise<{ outcome: "found"; voucher: BoughtVoucher } | { outcome: "not_valid" }> {
  const row = await services.db
    .selectFrom("vouchers as v")
    .innerJoin("payments as p", "p.voucher_id", "v.id")
    .select(["v.id", "v.amount_minor", "v.currency", "v.email", "v.paid_at"])
    .select(["p.charged_minor", "p.charged_currency"])
    .where("v.code_hash", "in", services.voucherCodes.hashes(given.code))
    .where("p.status", "in", ["SUCCESS", "CHARGEBACK", "REFUNDED"])
    .orderBy("p.settled_at")
    .executeTakeFirst();
  if (!row?.paid_at || row.email?.toLowerCase() !== given.email.toLowerCase())
    return { outcome: "not_valid" };
  const { email, paid_at, ...voucher } = row;
  return {
    outcome: "found",
    voucher: {
      ...voucher,
      amount_minor: minor(row.amount_minor),
      charged_minor: minor(row.charged_minor),
      paid_at,
    },
  };
}

/** Makes a repeated post harmless. */
export async function isWithdrawn(db: Kysely<DB>, voucherId: string): Promise<boolean> {
  const row = await db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select("r.id")
    .where("p.voucher_id", "=", voucherId)
    .where("r.asked_by", "=", "BUYER")
    .where("r.status", "<>", "FAILED")
    .executeTakeFirst();
  return row !== undefined;
}
