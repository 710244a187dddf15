import { parseOutsideJson } from "../../../outside-json/outside-json.server.ts";
import type { NoticeReading } from "../../provider-port.ts";
import { verifySignedNotice } from "../signed-notice.ts";
import { paymentOf } from "./snapshot.ts";
import { eventPaymentSchema, eventSchema, listedSchema } from "./wire.ts";

/** What the endpoint is to be told of: of pages, and of what became of their money. */
const OF_PAGES = [
  ...["checkout.session.completed", "checkout.session.expired"],
  ...["checkout.session.async_payment_succeeded", "checkout.session.async_payment_failed"],
];
const OF_MONEY = [
  ...["charge.refunded", "refund.created", "refund.updated", "refund.failed"],
  ...["charge.dispute.created", "charge.dispute.updated", "charge.dispute.closed"],
  ...["charge.dispute.funds_withdrawn", "charge.dispute.funds_reinstated"],
];

/**
 * Reads a notice of Stripe's, verified on its raw bytes. One of a page bears our id; one of a refund or a dispute names the
 * charge's payment alone. What is neither, or not of our making, is ignored: the account may sell other things.
 */
export function readStripeNotice(
  secret: string,
  rawBody: Uint8Array,
  headers: Headers,
  receivedAt: Date,
): NoticeReading {
  const verdict = verifySignedNotice(secret, headers.get("Stripe-Signature"), rawBody, receivedAt);
  if (verdict !== "verified") return { outcome: "refused", reason: verdict };
  const event = eventSchema.safeParse(parseOutsideJson(rawBody));
  if (!event.success) return { outcome: "refused", reason: "malformed" };
  const { id: eventId, type: kind, data } = event.data;
  if (OF_PAGES.includes(kind)) {
    const session = listedSchema.safeParse(data.object);
    if (!session.success) return { outcome: "ignored" };
    const { id: providerRef } = session.data;
    const paymentId = paymentOf(session.data);
    if (paymentId === null) return { outcome: "ignored" };
    return { outcome: "verified", eventId, kind, providerRef, paymentId };
  }
  const charge = OF_MONEY.includes(kind) ? eventPaymentSchema.safeParse(data.object) : null;
  if (!charge?.success) return { outcome: "ignored" };
  return { outcome: "unnamed", eventId, kind, about: charge.data.payment_intent };
}
