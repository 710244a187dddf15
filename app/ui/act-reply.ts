import type { SubmissionResult } from "@conform-to/react";
import { createContext, useContext } from "react";
import { useActionData } from "react-router";
import type { ActReply } from "./lost-connection.ts";

/** The intents of the forms that the page has rendered so far. */
export const RenderedActs = createContext<Set<string> | null>(null);

/** What was wrong with the form of this intent on a page with several forms; null where it was not refused. */
export function useActReply(intent: string): SubmissionResult<string[]> | null {
  useContext(RenderedActs)?.add(intent);
  const reply = useActionData<ActReply>();
  return reply?.act === intent ? reply : null;
}
