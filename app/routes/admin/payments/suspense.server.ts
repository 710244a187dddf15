import type { Providers } from "../../../domain/payments/provider-port.ts";
import type { ListedSuspense } from "../../../domain/suspense/suspense-entries.server.ts";

/** What money that fits nothing waits for, as its pages name it. */
type SuspenseState = "DONE" | "DISPUTED" | "REQUESTED" | "ASKED" | "FAILED" | "OPEN";

/** Whether a provider can be asked to give money back; what another has an operator gives back there. */
export function refundsByItself(providers: Providers, name: string): boolean {
  return providers.find(name)?.abilities.refunds ?? false;
}

/** What an entry waits for; OPEN and FAILED are an operator's work. Who cannot be asked has refused nothing. */
export function suspenseState(entry: ListedSuspense, providers: Providers): SuspenseState {
  if (entry.left_minor === 0) return "DONE";
  if (entry.is_disputed) return "DISPUTED";
  if (entry.refund_status === "REQUESTED") return "REQUESTED";
  if (entry.asked_since !== null) return "ASKED";
  const isRefused = entry.refund_status === "FAILED" && refundsByItself(providers, entry.provider);
  return isRefused ? "FAILED" : "OPEN";
}
