import { useState } from "react";

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
  const [seen, setSeen] = useState({ actionData, loaderData, key: 0 });
  // A link within the page takes the action's data away: that is no answer.
  const isRefusal = actionData !== undefined && actionData !== seen.actionData;
  if (!isRefusal && loaderData === seen.loaderData) return seen.key;
  const next = { actionData, loaderData, key: seen.key + 1 };
  setSeen(next);
  return next.key;
}
