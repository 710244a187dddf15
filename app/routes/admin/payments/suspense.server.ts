import type { ShownEntry } from "../../../domain/suspense/suspense.server.ts";

/** What money that fits nothing waits for, as its pages name it. */
type SuspenseState = "DONE" | "DISPUTED" | "REQUESTED" | "ASKED" | "FAILED" | "OPEN";

/** What an entry waits for; OPEN and FAILED are an operator's work. */
export function suspenseState(entry: ShownEntry): SuspenseState {
  if (entry.left_minor === 0) return "DONE";
  if (entry.is_disputed) return "DISPUTED";
  if (entry.refund_status === "REQUESTED") return "REQUESTED";
  if (entry.asked_since !== null) return "ASKED";
  return entry.refund_status === "FAILED" ? "FAILED" : "OPEN";
}
