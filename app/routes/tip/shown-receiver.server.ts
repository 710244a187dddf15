import type { RouterContextProvider } from "react-router";
import type { PaymentResult } from "../../domain/tips/receipt.server.ts";
import { featuresOf } from "../../http/features.server.ts";
import { getTexts } from "../../http/i18n.server.ts";

export interface ShownReceiver {
  name: string;
  path: string;
  /** "@joerdis" or "/gl/k4wq7x2m". */
  handle: string;
  avatar_id: string | null;
  isGroup: boolean;
  hasPage: boolean;
}

/** A group without a name shows its address; a deleted account has neither. */
export function shownReceiver(
  context: Readonly<RouterContextProvider>,
  { name, path, avatar_id, group }: PaymentResult["receiver"],
): ShownReceiver {
  const unnamed = () =>
    group
      ? getTexts(context, "grouplists")("unnamed", { slug: group.slug })
      : getTexts(context, "result")("receipt.deleted");
  return {
    name: name ?? unnamed(),
    path: path ?? "/",
    handle: group ? `/gl/${group.slug}` : (path ?? "").replace("/", "@"),
    avatar_id,
    isGroup: group !== null,
    hasPage: path !== null && (group === null || featuresOf(context).groups),
  };
}
