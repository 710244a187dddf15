import { useState } from "react";
import { useLocation } from "react-router";
import { isNotSent } from "../lost-connection.ts";

/**
 * A key that is new with each answer of the server to a post. A form under it shows what the server says and nothing of
 * what was typed in secret.
 */
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
  // What is typed stays where nothing was answered: where a link within the page takes the action's data away, a form never
  // reached the server, or the page is only loaded anew, as when a tip arrives.
  const isRefusal = actionData !== undefined && actionData !== seen.actionData && !isNotSent(actionData);
  const isTaken = loaderData !== seen.loaderData && visit !== seen.visit;
  const next = { actionData, loaderData, visit, key: isRefusal || isTaken ? seen.key + 1 : seen.key };
  setSeen(next);
  return next.key;
}

/** A key that is new each time the page says that its form was saved: the form then begins anew with what is kept. */
export function useSavedKey(isSaved: boolean, loaderData: unknown): number {
  const [seen, setSeen] = useState({ loaderData, key: 0 });
  if (loaderData === seen.loaderData) return seen.key;
  // A page that is only loaded anew keeps what is typed.
  const next = { loaderData, key: isSaved ? seen.key + 1 : seen.key };
  setSeen(next);
  return next.key;
}
