import type { Approval } from "../../../domain/approvals/approvals.server.ts";

export type About = {
  href: string;
  name:
    | "payment"
    | "suspense"
    | "payout"
    | "batch"
    | "user"
    | "data"
    | "freeze"
    | "event"
    | "corrections"
    | "heldRate";
};

/** The page of what an act is about. */
export function aboutOf(kind: Approval["kind"], facts: Approval["params"]): About {
  if (kind === "CORRECTION") return { href: "/admin/books/corrections", name: "corrections" };
  if (facts.correction_id)
    return { href: `/admin/books/corrections/${facts.correction_id}`, name: "corrections" };
  if (facts.payment_id && (kind === "SUSPENSE_KEPT" || kind === "SUSPENSE_RETURNED"))
    return { href: `/admin/payments/suspense/${facts.payment_id}`, name: "suspense" };
  if (facts.payment_id) return { href: `/admin/payments/${facts.payment_id}`, name: "payment" };
  if (facts.payout_id) return { href: `/admin/payouts/${facts.payout_id}`, name: "payout" };
  if (facts.batch_id) return { href: `/admin/payouts/batches/${facts.batch_id}`, name: "batch" };
  if (facts.settlement_event_id)
    return { href: `/admin/books/settlements/events/${facts.settlement_event_id}`, name: "event" };
  if (facts.held_rate_id) return { href: "/admin/payments/rates", name: "heldRate" };
  if (facts.details_id) return { href: `/admin/payout-data/${facts.details_id}`, name: "data" };
  if (facts.creator_id) return { href: `/admin/users/${facts.creator_id}`, name: "user" };
  return { href: "/admin/payouts", name: "freeze" };
}
