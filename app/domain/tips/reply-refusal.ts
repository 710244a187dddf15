import { productRules } from "../../product-rules.ts";

/** Why a fan cannot be thanked (docs/product.md, 5.8). */
export type ReplyRefusal = "in_review" | "closed" | "voucher" | "anonymous" | "no_email" | "used_up";

/** Whether the fan of a tip can be thanked once more (docs/product.md, 5.8); null if so. */
export function replyRefusal(tip: {
  status: string;
  voucher_id: string | null;
  sender_name: string | null;
  sender_email: string | null;
  refunded_minor: number;
  reply_count: number;
}): ReplyRefusal | null {
  if (tip.status === "PENDING") return "in_review";
  if (tip.status !== "ACTIVE" || tip.refunded_minor > 0) return "closed";
  // Who buys a voucher gives an address for its purchase, and for nothing else.
  if (tip.voucher_id !== null) return "voucher";
  if (tip.sender_name === null) return "anonymous";
  if (tip.sender_email === null) return "no_email";
  if (tip.reply_count >= productRules.reply.per_tip_maximum) return "used_up";
  return null;
}
