import { type Expression, type Kysely, sql } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { maskEmail } from "../email-address.schema.ts";
import { type Minor, minor } from "../money/minor.ts";
import { findPayment, type Payment } from "../payments/payment-record.server.ts";
import { issuerAt } from "../tax/issuers.server.ts";
import type { TipStatus } from "./drafts.server.ts";
import { type OpenWords, openWordsOf } from "./later-words.server.ts";
import { agreedToPage, mayBePutOnPage } from "./named-fans.server.ts";

/** Minor units of the payment's currency, except the charge. */
export interface ReceiptRefund {
  id: string;
  at: Date;
  is_done: boolean;
  tip_minor: Minor;
  service_fee_minor: Minor;
  vat_minor: Minor;
  charged_minor: Minor;
  charged_currency: string;
  credit_note: { number: number; issued_at: Date } | null;
}

/** With its credit note's cancellation. */
export interface CameBack extends ReceiptRefund {
  came_back_at: Date;
  cancellation: { number: number; issued_at: Date } | null;
}

export const hasRefunds = (paymentId: string | Expression<string>) =>
  sql<boolean>`exists (select from refunds where payment_id = ${paymentId}::uuid)`;

export async function refundsOnReceipt(
  db: Kysely<DB>,
  paymentId: string,
  hasAny: boolean,
): Promise<{ refunds: ReceiptRefund[]; came_back: CameBack[] }> {
  if (!hasAny) return { refunds: [], came_back: [] };
  return { refunds: await listReceiptRefunds(db, paymentId), came_back: await listCameBack(db, paymentId) };
}

async function listReceiptRefunds(db: Kysely<DB>, paymentId: string): Promise<ReceiptRefund[]> {
  const rows = await refundsWithNotes(db, paymentId)
    .where("r.status", "<>", "FAILED")
    .where("r.asked_by", "<>", "PRODUCT")
    .orderBy("r.requested_at")
    .orderBy("r.id")
    .execute();
  return rows.map(receiptRefund);
}

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

export function leftAfter(payment: { total_minor: number }, refunds: readonly ReceiptRefund[]): Minor {
  const back = refunds.reduce(
    (sum, each) => sum + each.tip_minor + each.service_fee_minor + each.vat_minor,
    0,
  );
  return minor(payment.total_minor - back);
}

/** Contains neither words nor a full address. */
export interface PaymentResult {
  payment: Payment;
  tip: {
    id: string;
    status: TipStatus;
    has_message: boolean;
    masked_email: string | null;
    series_id: string | null;
  };
  receiver: Recipient;
  words: PayersWords | null;
  /** Null when none are possible. */
  open_words: OpenWords | null;
}

interface Recipient {
  path: string | null;
  name: string | null;
  avatar_id: string | null;
  group: { slug: string; members_count: number } | null;
}

export interface PayersWords {
  message: string | null;
  sender_name: string | null;
  item_name: string | null;
}

export interface Receipt {
  payment: Payment;
  settled_at: Date;
  issuer: string[];
  item_name: string | null;
  is_monthly: boolean;
  receiver: Pick<Recipient, "path" | "name" | "group"> | null;
  /** Null once the link shows only the money. */
  payer: { name: string | null; masked_email: string | null; words: PayersWords | null } | null;
  refunds: ReceiptRefund[];
  has_refund_requests: boolean;
  /** Not of a deleted creator, or while a bank claims the payment. */
  takes_refund_requests: boolean;
  visibility: "public" | "private" | null;
  open_words: OpenWords | null;
  came_back: CameBack[];
}

/** The fan's words only with `isPayers`. */
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
      series_id: tip.series_id,
    },
    receiver,
    words: (await isPayers(payment)) ? wordsOf(tip) : null,
    open_words: openWords(tip),
  };
}

function openWords(tip: Parameters<typeof openWordsOf>[0]): OpenWords | null {
  const open = openWordsOf(tip);
  return typeof open === "string" ? null : open;
}

function wordsOf({ message, sender_name, item_name }: PayersWords): PayersWords | null {
  return message === null && item_name === null && sender_name === null
    ? null
    : { message, sender_name, item_name };
}

/** Null before the money came. Names the payer for some days (productRules.receipt). */
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
    is_monthly: tip.is_monthly,
    ...(await refundsOnReceipt(db, payment.id, tip.has_refunds)),
    has_refund_requests: tip.has_refund_requests,
    takes_refund_requests: tip.deleted_at === null && !tip.is_claimed,
    receiver: { path: receiver.path, name: receiver.name, group: receiver.group },
    payer: isRecent(settled_at, now)
      ? {
          name: tip.sender_name,
          masked_email: tip.sender_email === null ? null : maskEmail(tip.sender_email),
          words: wordsOf(tip),
        }
      : null,
    visibility: tip.may_be_on_page
      ? "public"
      : tip.may_be_put_on_page && isRecent(settled_at, now)
        ? "private"
        : null,
    open_words: openWords(tip),
  };
}

type PricedPayment = Pick<
  Payment,
  | ("id" | "type" | "currency" | "amount_minor" | "service_fee_minor" | "service_fee_bps" | "vat_minor")
  | ("vat_rate_bps" | "total_minor" | "charged_minor" | "charged_currency" | "rate" | "rate_date")
>;

/** What a receipt's mail says of the payment. */
export function receiptPrice(payment: PricedPayment) {
  const { id: payment_id, type, currency, amount_minor, service_fee_minor, service_fee_bps } = payment;
  const { vat_minor, vat_rate_bps, total_minor, charged_minor, charged_currency, rate, rate_date } = payment;
  return {
    ...{ payment_id, type, currency, amount_minor, service_fee_minor, service_fee_bps },
    ...{ vat_minor, vat_rate_bps, total_minor, charged_minor, charged_currency, rate, rate_date },
  };
}

export function isRecent(paidOrBegunAt: Date, now: Date): boolean {
  return now.getTime() < paidOrBegunAt.getTime() + productRules.receipt.payer_days * 86_400_000;
}

const tipOfPayment = hotQuery(
  "tip-of-payment",
  { tip_id: parameter<string>(), payment_id: parameter<string>(), at: parameter<Date>() },
  (db, given) =>
    db
      .selectFrom("tips as t")
      .leftJoin("users as u", "u.id", "t.creator_id")
      .leftJoin("grouplists as g", (join) =>
        join.onRef("g.id", "=", "t.grouplist_id").on("t.creator_id", "is", null),
      )
      .select([
        "t.id",
        "t.status",
        "t.is_monthly",
        "t.item_name",
        "t.sender_name",
        "t.message",
        "t.sender_email",
      ])
      .select(["t.paid_at", "t.amount_minor", "t.currency", "t.image_id", "t.words_added_at", "t.series_id"])
      .select(["u.currency as profile_currency", "u.default_price_per_message_minor", "u.show_supporters"])
      .select(["u.username", "u.name", "u.avatar_id", "u.deleted_at", agreedToPage.as("may_be_on_page")])
      .select(mayBePutOnPage.as("may_be_put_on_page"))
      .select(["g.slug", "g.name as group_name", "g.avatar_id as group_avatar_id"])
      .select([issuerAt(given("at")).as("issuer"), hasRefunds(given("payment_id")).as("has_refunds")])
      .select((eb) =>
        eb
          .exists(eb.selectFrom("refund_requests as q").where("q.payment_id", "=", given("payment_id")))
          .$castTo<boolean>()
          .as("has_refund_requests"),
      )
      .select((eb) =>
        eb
          .exists(
            eb
              .selectFrom("disputes as d")
              .where("d.payment_id", "=", given("payment_id"))
              .where("d.status", "in", ["OPEN", "LOST"]),
          )
          .$castTo<boolean>()
          .as("is_claimed"),
      )
      .where("t.id", "=", given("tip_id")),
);

async function findTipOfPayment(db: Kysely<DB>, given: string | Payment) {
  const payment = typeof given === "string" ? await findPayment(db, given) : given;
  if (!payment?.tip_id) return null;
  const { id: payment_id, tip_id, settled_at, created_at: at } = payment;
  const [tip] = await tipOfPayment(db, { tip_id, payment_id, at: settled_at ?? at });
  if (!tip) return null;
  const { slug, username } = tip;
  const receiver: Recipient =
    slug === null
      ? {
          path: username === null || tip.deleted_at ? null : `/${username}`,
          name: tip.deleted_at ? null : (tip.name ?? username ?? ""),
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
