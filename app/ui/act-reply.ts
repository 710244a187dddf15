import type { SubmissionResult } from "@conform-to/react";
import { createContext, useContext } from "react";
import { useActionData } from "react-router";
import type { ActReply } from "./lost-connection.ts";

export const RenderedActs = createContext<Set<string> | null>(null);

/** For pages with several forms; null unless this one was refused. */
export function useActReply(intent: string): SubmissionResult<string[]> | null {
  useContext(RenderedActs)?.add(intent);
  const reply = useActionData<ActReply>();
  return reply?.act === intent ? reply : null;
}
