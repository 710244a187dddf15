import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Locale, Minor } from "../money/minor.ts";
import { findPayment, type Payment } from "../payments/payments.server.ts";
import type { TipStatus } from "./drafts.server.ts";

/** What the fan may see of a payment: on the success and failed pages, in the receipt and its mail. */
export interface Receipt {
  payment: Payment;
  amount_minor: Minor;
  tip: {
    id: string;
    status: TipStatus;
    item_name: string | null;
    sender_name: string | null;
    message: string | null;
    has_image: boolean;
    sender_email: string | null;
    locale: Locale;
  };
  receiver: { username: string; name: string; avatar_id: string | null };
}

/** The receipt of a tip's payment, or null. Whoever knows the payment's id may see it. */
export async function findReceipt(db: Kysely<DB>, paymentId: string): Promise<Receipt | null> {
  const payment = await findPayment(db, paymentId);
  if (!payment?.tip_id) return null;
  const row = await db
    .selectFrom("tips as t")
    .innerJoin("users as u", "u.id", "t.creator_id")
    .select([
      "t.id",
      "t.status",
      "t.item_name",
      "t.sender_name",
      "t.message",
      "t.image_id",
      "t.sender_email",
      "t.locale",
    ])
    .select(["u.username", "u.name", "u.avatar_id"])
    .where("t.id", "=", payment.tip_id)
    .executeTakeFirst();
  if (!row) return null;
  const username = row.username ?? "";
  return {
    payment,
    amount_minor: payment.amount_minor,
    tip: {
      id: row.id,
      status: row.status as TipStatus,
      item_name: row.item_name,
      sender_name: row.sender_name,
      message: row.message,
      has_image: row.image_id !== null,
      sender_email: row.sender_email,
      locale: row.locale as Locale,
    },
    receiver: { username, name: row.name ?? username, avatar_id: row.avatar_id },
  };
}

/** The receipt of a payment whose money has arrived. */
export interface SettledReceipt extends Receipt {
  settled_at: Date;
}

/** The receipt of a tip that was paid, or null: only money that arrived has one. */
export async function findSettledReceipt(db: Kysely<DB>, paymentId: string): Promise<SettledReceipt | null> {
  const receipt = await findReceipt(db, paymentId);
  const settled_at = receipt?.payment.settled_at;
  return receipt && settled_at ? { ...receipt, settled_at } : null;
}
