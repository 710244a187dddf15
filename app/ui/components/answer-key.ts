import { useState } from "react";
import { useLocation } from "react-router";
import { isNotSent } from "../lost-connection.ts";

/** A new key per answer of the server resets the form, so secrets are not shown again. */
export function useAnswerKey({
  actionData,
  loaderData,
}: {
  actionData?: unknown;
  loaderData: unknown;
}): number {
  const visit = useLocation().key;
  const [seen, setSeen] = useState({ actionData, loaderData, visit, key: 0 });
  if (actionData === seen.actionData && loaderData === seen.loaderData && visit === seen.visit)
    return seen.key;
  // Without an answer input stays: after in-page links, lost connections and revalidation.
  const isRefusal = actionData !== undefined && actionData !== seen.actionData && !isNotSent(actionData);
  const isTaken = loaderData !== seen.loaderData && visit !== seen.visit;
  const next = { actionData, loaderData, visit, key: isRefusal || isTaken ? seen.key + 1 : seen.key };
  setSeen(next);
  return next.key;
}

/** A new key after saving resets the form to stored values. */
export function useSavedKey(isSaved: boolean, loaderData: unknown): number {
  const [seen, setSeen] = useState({ loaderData, key: 0 });
  if (loaderData === seen.loaderData) return seen.key;
  const next = { loaderData, key: isSaved ? seen.key + 1 : seen.key };
  setSeen(next);
  return next.key;
}
