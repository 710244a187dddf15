import type { SubmissionResult } from "@conform-to/react";
import { useFetcher } from "react-router";
import type { ShownTip } from "./tips-page.server.ts";

/** The fetchers of the dashboard's own forms, by their keys: what they do shows elsewhere on the page, too. */
export const READ_ALL = "read-all";
export const NOTIFICATIONS = "notifications";

/** What a form of one button is answered with where it is refused. */
export type Refusal = SubmissionResult<string[]> | null;

/**
 * A tip while its act is on its way: as if the server had said yes. Where it says no, the tip is as it
 * was before.
 */
export function useOptimisticTip({ id, is_new }: ShownTip) {
  const thank = useFetcher<Refusal>({ key: `thank-${id}` });
  const read = useFetcher<Refusal>({ key: `read-${id}` });
  const readAll = useFetcher<Refusal>({ key: READ_ALL });
  const isThanking = thank.state !== "idle";
  const isReading = isThanking || read.state !== "idle" || readAll.state !== "idle";
  return { thank, read, isThanking, isNew: is_new && !isReading };
}
