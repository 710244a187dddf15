import { productRules } from "../../product-rules.ts";

/** A creator's waiting money is spread over a few rows, so that tips that come at once do not queue for one. */
export function pendingShard(paymentId: string): number {
  return Number.parseInt(paymentId.slice(-8), 16) % productRules.pending_shards;
}
