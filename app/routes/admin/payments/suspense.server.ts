import type { Providers } from "../../../domain/payments/provider-port.ts";
import type { ListedSuspense } from "../../../domain/suspense/suspense-entries.server.ts";

type SuspenseState = "DONE" | "DISPUTED" | "REQUESTED" | "ASKED" | "FAILED" | "OPEN";

export function refundsByItself(providers: Providers, name: string): boolean {
  return providers.find(name)?.abilities.refunds ?? false;
}

/** OPEN and FAILED need an operator. */
export function suspenseState(entry: ListedSuspense, providers: Providers): SuspenseState {
  if (entry.left_minor === 0) return "DONE";
  if (entry.is_disputed) return "DISPUTED";
  if (entry.refund_status === "REQUESTED") return "REQUESTED";
  if (entry.asked_since !== null) return "ASKED";
  const isRefused = entry.refund_status === "FAILED" && refundsByItself(providers, entry.provider);
  return isRefused ? "FAILED" : "OPEN";
}
