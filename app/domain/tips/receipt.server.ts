import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { type Minor, minor } from "../money/minor.ts";
import { findPayment, type Payment } from "../payments/payment-record.server.ts";
import { issuerAt } from "../tax/issuers.server.ts";
import { maskEmail } from "../typed-text/email-address.schema.ts";
import type { TipStatus } from "./drafts.server.ts";
import { agreedToPage, mayBePutOnPage } from "./named-fans.server.ts";

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

/**
 * A payment with what its pages may show. Of the fan there is neither a word nor a full address: what is not here
 * cannot be shown by mistake.
 */
export interface PaymentResult {
  payment: Payment;
  tip: { id: string; status: TipStatus; has_message: boolean; masked_email: string | null };
  receiver: Recipient;
  /** Null for everybody but the browser that paid. */
  words: PayersWords | null;
}

/** Whom a tip was for. */
interface Recipient {
  /** Their page, such as "/joerdis" or "/gl/k4wq7x2m"; null for who has left. */
  path: string | null;
  /** Null for a group that has none. */
  name: string | null;
  avatar_id: string | null;
  group: { slug: string; members_count: number } | null;
}

/** What the fan wrote, for the browser that paid alone. */
export interface PayersWords {
  message: string | null;
  sender_name: string | null;
  item_name: string | null;
}

/** What the receipt of a payment says, whose money has arrived. */
export interface Receipt {
  payment: Payment;
  settled_at: Date;
  /** Who issued it, when it was paid: our own name, address and VAT id, line by line. */
  issuer: string[];
  item_name: string | null;
  /** Null for a voucher, which is nobody's yet. */
  receiver: Pick<Recipient, "path" | "name" | "group"> | null;
  /** Who paid; null once the receipt's link shows nothing but the money. */
  payer: { name: string | null; masked_email: string | null } | null;
  /** What went back of it, the earliest first. */
  refunds: ReceiptRefund[];
  /** Whether the fan's name and words may stand on the creator's page; null where the fan cannot choose. */
  visibility: "public" | "private" | null;
  /** Refunds that were made and failed days later, the first to fail first. */
  came_back: CameBack[];
}

/** How the payment of a tip stands, or null. What the fan wrote comes along only where `isPayers` says so. */
export async function findPaymentResult(
  db: Kysely<DB>,
  given: string | Payment,
  isPayers: (payment: Payment) => Promise<boolean> = () => Promise.resolve(false),
): Promise<PaymentResult | null> {
  const found = await findTipOfPayment(db, given);
  if (!found) return null;
  const { payment, tip, receiver } = found;
  return {
    payment,
    tip: {
      id: tip.id,
      status: tip.status,
      has_message: tip.message !== null,
      masked_email: tip.sender_email === null ? null : maskEmail(tip.sender_email),
    },
    receiver,
    words: (await isPayers(payment)) ? wordsOf(tip) : null,
  };
}

function wordsOf({ message, sender_name, item_name }: PayersWords): PayersWords | null {
  return message === null && item_name === null ? null : { message, sender_name, item_name };
}

/**
 * The receipt of a tip that was paid, or null: only money that arrived has one. It names the payer for some days
 * (productRules.receipt); after that a link that was passed on or found tells of the money alone.
 */
export async function findReceipt(
  db: Kysely<DB>,
  given: string | Payment,
  now: Date,
): Promise<Receipt | null> {
  const found = await findTipOfPayment(db, given);
  const settled_at = found?.payment.settled_at;
  if (!found || !settled_at) return null;
  const { payment, tip, receiver } = found;
  return {
    payment,
    settled_at,
    issuer: tip.issuer ?? [],
    item_name: tip.item_name,
    ...(await refundsOnReceipt(db, payment.id, tip.has_refunds)),
    receiver: { path: receiver.path, name: receiver.name, group: receiver.group },
    payer: isRecent(settled_at, now)
      ? {
          name: tip.sender_name,
          masked_email: tip.sender_email === null ? null : maskEmail(tip.sender_email),
        }
      : null,
    visibility: tip.may_be_on_page
      ? "public"
      : tip.may_be_put_on_page && isRecent(settled_at, now)
        ? "private"
        : null,
  };
}

/** True as long as the links to a payment may show more than its money. */
export function isRecent(paidOrBegunAt: Date, now: Date): boolean {
  return now.getTime() < paidOrBegunAt.getTime() + productRules.receipt.payer_days * 86_400_000;
}

/** Of a payment by its id, or one that was looked up already. */
async function findTipOfPayment(db: Kysely<DB>, given: string | Payment) {
  const payment = typeof given === "string" ? await findPayment(db, given) : given;
  if (!payment?.tip_id) return null;
  const tip = await db
    .selectFrom("tips as t")
    .leftJoin("users as u", "u.id", "t.creator_id")
    .leftJoin("grouplists as g", (join) =>
      join.onRef("g.id", "=", "t.grouplist_id").on("t.creator_id", "is", null),
    )
    .select(["t.id", "t.status", "t.item_name", "t.sender_name", "t.message", "t.sender_email"])
    .select(["u.username", "u.name", "u.avatar_id", agreedToPage.as("may_be_on_page")])
    .select(mayBePutOnPage.as("may_be_put_on_page"))
    .select(["g.slug", "g.name as group_name", "g.avatar_id as group_avatar_id"])
    .select(issuerAt(payment.settled_at ?? payment.created_at).as("issuer"))
    .select(hasRefunds(payment.id).as("has_refunds"))
    .where("t.id", "=", payment.tip_id)
    .executeTakeFirst();
  if (!tip) return null;
  const { slug, username } = tip;
  const receiver: Recipient =
    slug === null
      ? {
          path: username === null ? null : `/${username}`,
          name: tip.name ?? username ?? "",
          avatar_id: tip.avatar_id,
          group: null,
        }
      : {
          path: `/gl/${slug}`,
          name: tip.group_name,
          avatar_id: tip.group_avatar_id,
          group: { slug, members_count: payment.member_ids?.length ?? 0 },
        };
  return { payment, tip, receiver };
}
