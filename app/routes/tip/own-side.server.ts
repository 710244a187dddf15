import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../context.ts";
import { listOwnItems } from "../../domain/items/items.server.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import type { PublicProfile } from "../../domain/users/users.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { findRequestViewer } from "../../http/sessions.server.ts";
import type { OwnSide } from "./own-items.tsx";

/** The creator's own side of their page; null for everybody else. Kept pages are made for guests, so never with it. */
export async function findOwnSide(
  context: Readonly<RouterContextProvider>,
  profile: PublicProfile,
  url: URL,
): Promise<OwnSide | null> {
  const viewer = await findRequestViewer(context);
  if (viewer?.id !== profile.id) return null;
  const { t } = getI18n(context);
  const locale = getLocale(context);
  const items = await listOwnItems(context.get(servicesContext).db, viewer.id);
  const added = url.searchParams.get("added");
  return {
    note: added === "ACTIVE" || added === "PENDING" ? t(`items:added.${added}`) : null,
    hasItems: items.length > 0,
    waiting: items.flatMap(({ id, name, amount_minor, currency, image_id, status }) =>
      status === "ACTIVE"
        ? []
        : [{ id, name, image_id, status, price: formatAmount(amount_minor, currency, locale, true) }],
    ),
  };
}
