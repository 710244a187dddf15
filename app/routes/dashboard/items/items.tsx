import { servicesContext } from "../../../context.ts";
import { listOwnItems } from "../../../domain/items/items.server.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { canReceive } from "../../../domain/users/users.server.ts";
import { takeDone } from "../../../http/done-notes.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { productRules } from "../../../product-rules.ts";
import { DashboardTabs } from "../../../ui/components/dashboard-tabs.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/items";
import { ItemTile } from "./item-tile.tsx";

const NOTES = { removed: "items:removed", ordered: "items:ordered", revised: "items:edit.done" } as const;

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** A creator's own tribute items in their order; the first tile adds one (docs/product.md, 5.9). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const { t } = getI18n(context);
  const locale = getLocale(context);
  const items = await listOwnItems(context.get(servicesContext).db, viewer.id);
  const done = takeDone(request, context, ["added", "removed", "ordered", "revised"]);
  return {
    title: t("items:title"),
    note:
      done === null
        ? null
        : done.act === "added"
          ? t(done.subject === "PENDING" ? "items:added.PENDING" : "items:added.ACTIVE")
          : t(NOTES[done.act]),
    isPublic: canReceive(viewer.status),
    isFull: items.length >= productRules.item.per_creator_maximum,
    items: items.map((item) => ({
      ...item,
      price: formatAmount(item.amount_minor, item.currency, locale, true),
      // It waits in its old currency after a change of the profile's.
      status:
        item.status === "ACTIVE" && item.currency !== viewer.currency ? ("HIDDEN" as const) : item.status,
    })),
  };
}

export default function Items({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("items");
  const { title, note, items, isPublic, isFull } = loaderData;
  return (
    <div className="account-page">
      <DashboardTabs current="items" />
      <Title order={1}>{title}</Title>
      {note === null ? null : (
        <p className="note" role="status" data-toast="">
          {note}
        </p>
      )}
      {items.length > 0 ? <p className="help">{t("intro")}</p> : null}
      {isFull ? <p className="help">{t("full")}</p> : null}
      <ul className="item-tiles" data-tiles={t("ordered")}>
        {isFull ? null : (
          <li>
            <a className="item-tile item-tile-add" href="/dashboard/items/new" data-dialog="550">
              <span aria-hidden="true">+</span>
              {t("add")}
            </a>
          </li>
        )}
        {items.map((item, place) => (
          <ItemTile
            key={item.id}
            item={item}
            isPublic={isPublic}
            isFirst={place === 0}
            isLast={place === items.length - 1}
          />
        ))}
        {items.length === 0 ? (
          <li className="item-tiles-empty">
            <Title order={2}>{t("empty.title")}</Title>
            <p>{t("empty.text")}</p>
          </li>
        ) : null}
      </ul>
    </div>
  );
}
