import { data } from "react-router";
import { sendClick } from "../../../ui/lost-connection.ts";

/** What an act on an item answers where the item is gone. */
export const GONE = { isGone: true } as const;

/** The `clientAction` of an act on an item: that the item is gone is said over the list, which is loaded anew. */
export async function sendItemAct(call: Parameters<typeof sendClick>[0]): Promise<unknown> {
  const answer = await sendClick(call);
  if (typeof answer !== "object" || answer === null || !("isGone" in answer)) return answer;
  const { toastError } = await import("../../../ui/toasts.tsx");
  toastError("errors.item.gone");
  // Of an answer that failed, React Router would load nothing anew.
  return data(null, { status: 200 });
}
