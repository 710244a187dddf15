import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { findPayment, type Payment } from "../payments/payment-record.server.ts";
import { issuerAt } from "../tax/issuers.server.ts";
import type { TipStatus } from "./drafts.server.ts";
import { maskEmail } from "./masked-email.ts";
import { agreedToPage, mayBePutOnPage } from "./named-fans.server.ts";
import { type CameBack, hasRefunds, type ReceiptRefund, refundsOnReceipt } from "./receipt-refunds.server.ts";

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
  isPayers: (payment: Payment) => boolean = () => false,
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
    words: isPayers(payment) ? wordsOf(tip) : null,
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
