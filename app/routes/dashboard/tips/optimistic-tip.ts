import type { SubmissionResult } from "@conform-to/react";
import { useFetcher } from "react-router";
import type { ShownTip } from "./tips-page.server.ts";

/** Shared fetchers by key: their effect shows elsewhere on the page too. */
export const READ_ALL = "read-all";
export const NOTIFICATIONS = "notifications";

export type Refusal = SubmissionResult<string[]> | null;

/** Optimistic: reverts when the server refuses. */
export function useOptimisticTip({ id, is_new }: ShownTip) {
  const thank = useFetcher<Refusal>({ key: `thank-${id}` });
  const read = useFetcher<Refusal>({ key: `read-${id}` });
  const readAll = useFetcher<Refusal>({ key: READ_ALL });
  const isThanking = thank.state !== "idle";
  const isReading = isThanking || read.state !== "idle" || readAll.state !== "idle";
  return { thank, read, isThanking, isNew: is_new && !isReading };
}
