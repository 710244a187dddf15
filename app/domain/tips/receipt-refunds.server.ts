import { expressionBuilder } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
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

/** The refunds of a payment that its receipt names, as a column of the query that reads the rest: for `sortRefunds`. */
export function receiptRefundRows(paymentId: string) {
  return jsonArrayFrom(
    expressionBuilder<DB>()
      .selectFrom("refunds as r")
      .leftJoin("credit_notes as n", "n.refund_id", "r.id")
      .leftJoin("credit_note_cancellations as c", "c.refund_id", "r.id")
      .select(["r.id", "r.status", "r.requested_at", "r.done_at", "r.tip_minor", "r.service_fee_minor"])
      .select(["r.vat_minor", "r.amount_minor", "r.currency", "r.asked_by", "r.failed_late_at"])
      .select(["n.number", "n.issued_at", "c.number as cancelled_by", "c.issued_at as cancelled_at"])
      .where("r.payment_id", "=", paymentId)
      .orderBy("r.requested_at")
      .orderBy("r.id"),
  );
}

interface RefundRow {
  id: string;
  status: string;
  asked_by: string;
  requested_at: string;
  done_at: string | null;
  failed_late_at: string | null;
  tip_minor: number;
  service_fee_minor: number;
  vat_minor: number;
  amount_minor: number;
  currency: string;
  number: number | null;
  issued_at: string | null;
  cancelled_by: number | null;
  cancelled_at: string | null;
}

/**
 * What went back of a payment, the earliest first, and apart from it what failed after it had been made, the first to fail
 * first. What the provider refused is neither.
 */
export function sortRefunds(rows: readonly RefundRow[]): { refunds: ReceiptRefund[]; came_back: CameBack[] } {
  const cameBack = rows.flatMap((row) =>
    row.failed_late_at === null
      ? []
      : {
          ...receiptRefund(row),
          came_back_at: new Date(row.failed_late_at),
          cancellation: issuedDocument(row.cancelled_by, row.cancelled_at),
        },
  );
  return {
    refunds: rows.filter((row) => row.status !== "FAILED" && row.asked_by !== "PRODUCT").map(receiptRefund),
    came_back: cameBack.sort((a, b) => a.came_back_at.getTime() - b.came_back_at.getTime()),
  };
}

function receiptRefund(row: RefundRow): ReceiptRefund {
  return {
    id: row.id,
    at: new Date(row.done_at ?? row.requested_at),
    is_done: row.status === "DONE",
    tip_minor: minor(row.tip_minor),
    service_fee_minor: minor(row.service_fee_minor),
    vat_minor: minor(row.vat_minor),
    charged_minor: minor(row.amount_minor),
    charged_currency: row.currency,
    credit_note: issuedDocument(row.number, row.issued_at),
  };
}

function issuedDocument(number: number | null, issued_at: string | null) {
  return number === null || issued_at === null ? null : { number, issued_at: new Date(issued_at) };
}

/** What is left of a payment after these refunds, in its currency. */
export function leftAfter(payment: { total_minor: number }, refunds: readonly ReceiptRefund[]): Minor {
  const back = refunds.reduce(
    (sum, each) => sum + each.tip_minor + each.service_fee_minor + each.vat_minor,
    0,
  );
  return minor(payment.total_minor - back);
}
