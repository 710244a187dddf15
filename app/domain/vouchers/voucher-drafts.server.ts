import type { Kysely } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { type Locale, localeOf, type Minor, minor } from "../money/minor.ts";
import type { PaymentType } from "../payments/provider-port.ts";
import type { VoucherStatus } from "../tips/tip-and-payment.server.ts";
import type { VoucherWords } from "./voucher.schema.ts";

export interface VoucherDraft {
  id: string;
  status: VoucherStatus;
  amount_minor: Minor;
  currency: string;
  message: string | null;
  sender_name: string | null;
  /** Null once erased. */
  email: string | null;
  payment_type: PaymentType | null;
  country: string | null;
  pay_currency: string | null;
  locale: Locale;
}

/**
 * A changed form makes another draft, since amounts never change; `earlier` gives its payment data
 * (docs/product.md, 5.12).
 */
export async function startVoucher(
  db: Kysely<DB>,
  voucher: VoucherWords & { id: string; locale: Locale; earlier: VoucherDraft | null; now: Date },
): Promise<void> {
  const { earlier, now } = voucher;
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
    ])
    .where("id", "=", given("voucher_id")),
);

export function isUnpaid(status: VoucherStatus): boolean {
  return status === "DRAFT" || status === "AWAITING_PAYMENT";
}

/** False when paid or expired. */
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
