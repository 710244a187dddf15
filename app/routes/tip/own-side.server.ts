import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../context.ts";
import { listOwnItems } from "../../domain/items/items.server.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import type { PublicProfile } from "../../domain/users/profile.server.ts";
import { takeDone } from "../../http/done-notes.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { findRequestViewer } from "../../http/sessions.server.ts";
import type { OwnSide } from "./own-items.tsx";

/** Null for other viewers; cached pages are guests'. */
export async function findOwnSide(
  request: Request,
  context: Readonly<RouterContextProvider>,
  profile: PublicProfile,
): Promise<OwnSide | null> {
  const viewer = await findRequestViewer(context);
  if (viewer?.id !== profile.id) return null;
  const { t } = getI18n(context);
  const locale = getLocale(context);
  const items = await listOwnItems(context.get(servicesContext).db, viewer.id);
  const done = await takeDone(request, context, ["added"]);
  return {
    note: done && t(done.subject === "PENDING" ? "items:added.PENDING" : "items:added.ACTIVE"),
    hasItems: items.length > 0,
    waiting: items.flatMap(({ amount_minor, currency, status, ...item }) =>
      status === "ACTIVE"
        ? []
        : [{ ...item, status, price: formatAmount(amount_minor, currency, locale, true) }],
    ),
  };
}
