import type { SubmissionResult } from "@conform-to/react";
import { useActionData } from "react-router";
import type { ActReply } from "./lost-connection.ts";

/** What was wrong with the form of this intent on a page with several forms; null where it was not refused. */
export function useActReply(intent: string): SubmissionResult<string[]> | null {
  const reply = useActionData<ActReply>();
  return reply?.act === intent ? reply : null;
}
