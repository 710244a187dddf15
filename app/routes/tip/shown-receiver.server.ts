import type { RouterContextProvider } from "react-router";
import type { PaymentResult } from "../../domain/tips/receipt.server.ts";
import { getTexts } from "../../http/i18n.server.ts";

export interface ShownReceiver {
  name: string;
  path: string;
  /** "@joerdis" or "/gl/k4wq7x2m". */
  handle: string;
  avatar_id: string | null;
  isGroup: boolean;
}

/** A group without a name shows its address. */
export function shownReceiver(
  context: Readonly<RouterContextProvider>,
  { name, path, avatar_id, group }: PaymentResult["receiver"],
): ShownReceiver {
  return {
    name: name ?? getTexts(context, "grouplists")("unnamed", { slug: group?.slug ?? "" }),
    path: path ?? "/",
    handle: group ? `/gl/${group.slug}` : (path ?? "").replace("/", "@"),
    avatar_id,
    isGroup: group !== null,
  };
}
