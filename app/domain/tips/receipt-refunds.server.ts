import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { type Minor, minor } from "../money/minor.ts";

/** What went back of a payment, as its receipt says it: in minor units of the payment's currency, but for the charge. */
export interface ReceiptRefund {
  id: string;
  /** When it was done, or asked for where it is still on its way. */
  at: Date;
  is_done: boolean;
  tip_minor: Minor;
  service_fee_minor: Minor;
  vat_minor: Minor;
  charged_minor: Minor;
  charged_currency: string;
  /** Of the credit note for its fee and VAT; null while there is none. */
  credit_note: { number: number; issued_at: Date } | null;
}

/** A refund that was made and failed days later, with what cancels its credit note; null while there is nothing to cancel. */
export interface CameBack extends ReceiptRefund {
  came_back_at: Date;
  cancellation: { number: number; issued_at: Date } | null;
}

/** Whether anything was asked back of a payment: a query of what a receipt reads anyway, since most have no refunds. */
export const hasRefunds = (paymentId: string) =>
  sql<boolean>`exists (select from refunds where payment_id = ${paymentId}::uuid)`;

/** The refunds of a receipt, and those that came back; `hasAny` says whether there is anything to look for. */
export async function refundsOnReceipt(
  db: Kysely<DB>,
  paymentId: string,
  hasAny: boolean,
): Promise<{ refunds: ReceiptRefund[]; came_back: CameBack[] }> {
  if (!hasAny) return { refunds: [], came_back: [] };
  return { refunds: await listReceiptRefunds(db, paymentId), came_back: await listCameBack(db, paymentId) };
}

/** What went back of a payment, the earliest first; what the provider refused is none of it. */
async function listReceiptRefunds(db: Kysely<DB>, paymentId: string): Promise<ReceiptRefund[]> {
  const rows = await refundsWithNotes(db, paymentId)
    .where("r.status", "<>", "FAILED")
    .where("r.asked_by", "<>", "PRODUCT")
    .orderBy("r.requested_at")
    .orderBy("r.id")
    .execute();
  return rows.map(receiptRefund);
}

/** Refunds of a payment that failed after they had been made, the first to fail first. */
async function listCameBack(db: Kysely<DB>, paymentId: string): Promise<CameBack[]> {
  const rows = await refundsWithNotes(db, paymentId)
    .leftJoin("credit_note_cancellations as c", "c.refund_id", "r.id")
    .select(["r.failed_late_at", "c.number as cancelled_by", "c.issued_at as cancelled_at"])
    .where("r.failed_late_at", "is not", null)
    .orderBy("r.failed_late_at")
    .orderBy("r.id")
    .$narrowType<{ failed_late_at: Date }>()
    .execute();
  return rows.map((row) => ({
    ...receiptRefund(row),
    came_back_at: row.failed_late_at,
    cancellation: issuedDocument(row.cancelled_by, row.cancelled_at),
  }));
}

function refundsWithNotes(db: Kysely<DB>, paymentId: string) {
  return db
    .selectFrom("refunds as r")
    .leftJoin("credit_notes as n", "n.refund_id", "r.id")
    .select(["r.id", "r.status", "r.requested_at", "r.done_at", "r.tip_minor", "r.service_fee_minor"])
    .select(["r.vat_minor", "r.amount_minor", "r.currency", "n.number", "n.issued_at"])
    .where("r.payment_id", "=", paymentId);
}

type RefundRow = Awaited<ReturnType<ReturnType<typeof refundsWithNotes>["execute"]>>[number];

function receiptRefund(row: RefundRow): ReceiptRefund {
  return {
    id: row.id,
    at: row.done_at ?? row.requested_at,
    is_done: row.status === "DONE",
    tip_minor: minor(row.tip_minor),
    service_fee_minor: minor(row.service_fee_minor),
    vat_minor: minor(row.vat_minor),
    charged_minor: minor(row.amount_minor),
    charged_currency: row.currency,
    credit_note: issuedDocument(row.number, row.issued_at),
  };
}

/** Why the voucher of a receipt is worth nothing any more: its purchase was refunded, or is just being; null while it is. */
export function voucherEnd({
  payment,
  refunds,
}: {
  payment: { status: string };
  refunds: readonly ReceiptRefund[];
}): "REFUNDED" | "VOID" | null {
  if (payment.status === "CHARGEBACK") return "VOID";
  return refunds.length > 0 ? "REFUNDED" : null;
}

function issuedDocument(number: number | null, issued_at: Date | null) {
  return number === null || issued_at === null ? null : { number, issued_at };
}

/** What is left of a payment after these refunds, in its currency. */
export function leftAfter(payment: { total_minor: number }, refunds: readonly ReceiptRefund[]): Minor {
  const back = refunds.reduce(
    (sum, each) => sum + each.tip_minor + each.service_fee_minor + each.vat_minor,
    0,
  );
  return minor(payment.total_minor - back);
}
