import { type PointerEvent as ReactPointerEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Outlet, useFetchers, useMatch, useNavigate, useSubmit } from "react-router";
import { servicesContext } from "../../../context.ts";
import { listOwnItems } from "../../../domain/items/items.server.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { canReceive } from "../../../domain/users/viewer.ts";
import { takeDone } from "../../../http/done-notes.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { formatsOf } from "../../../http/i18n.server.ts";
import { productRules } from "../../../product-rules.ts";
import { PageDialog } from "../../../ui/components/page-dialog.tsx";
import { PageTitle } from "../../../ui/components/page-title.tsx";
import { Title } from "../../../ui/components/title.tsx";
import type { Route } from "./+types/items";
import { ItemTile, type ShownItem } from "./item-tile.tsx";

const FORM_WIDTH_PIXELS = 550;
const NOTES = { removed: "items:removed", ordered: "items:ordered", revised: "items:edit.done" } as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const { locale, t } = formatsOf(context);
  const items = await listOwnItems(context.get(servicesContext).db, viewer.id);
  const done = await takeDone(request, context, ["added", "removed", "ordered", "revised"]);
  return {
    note:
      done === null
        ? null
        : done.act === "added"
          ? t(done.subject === "PENDING" ? "items:added.PENDING" : "items:added.ACTIVE")
          : t(NOTES[done.act]),
    isPublic: canReceive(viewer.status),
    isFull: items.length >= productRules.item.per_creator_maximum,
    items: items.map(({ id, name, amount_minor, currency, image_id, status, decline_reason }) => ({
      ...{ id, name, image_id, decline_reason },
      price: formatAmount(amount_minor, currency, locale, true),
      status: status === "ACTIVE" && currency !== viewer.currency ? ("HIDDEN" as const) : status,
    })),
  };
}

export default function Items({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("items");
  const place = useFormPlace();
  const navigate = useNavigate();
  const { note, items, isPublic, isFull } = loaderData;
  if (place === "page") return <Outlet context={false} />;
  return (
    <div className="account-page">
      {place === "none" ? <PageTitle>{t("title")}</PageTitle> : null}
      <Title order={1}>{t("title")}</Title>
      {note === null ? null : (
        <p className="note" role="status">
          {note}
        </p>
      )}
      {items.length > 0 ? (
        <p className="help">
          {t("intro")} <Link to="/account/amounts">{t("amounts")}</Link>
        </p>
      ) : null}
      {isFull ? <p className="help">{t("full")}</p> : null}
      <ul className="item-tiles">
        {isFull ? null : (
          <li>
            <Link className="item-tile item-tile-add" to="/dashboard/items/new" preventScrollReset>
              <span aria-hidden="true">+</span>
              {t("add")}
            </Link>
          </li>
        )}
        <ItemTiles items={items} isPublic={isPublic} />
        {items.length === 0 ? (
          <li className="item-tiles-empty">
            <Title order={2}>{t("empty.title")}</Title>
            <p>{t("empty.text")}</p>
          </li>
        ) : null}
      </ul>
      <PageDialog
        isOpen={place === "over"}
        onClose={() => void navigate("/dashboard/items", { preventScrollReset: true })}
        width={FORM_WIDTH_PIXELS}
      >
        <Outlet context={true} />
      </PageDialog>
    </div>
  );
}

function ItemTiles({ items, isPublic }: { items: readonly ShownItem[]; isPublic: boolean }) {
  const { ordered, move } = useItemOrder(items);
  const { dragged, start } = useItemDrag(move);
  const shown = dragged === null ? ordered : moved(ordered, dragged);
  return shown.map((item, place) => (
    <ItemTile
      key={item.id}
      item={item}
      isPublic={isPublic}
      place={place}
      count={shown.length}
      isDragged={item.id === dragged?.id}
      onMove={(position) => move({ id: item.id, position })}
      onDrag={(event) => start(item.id, place, event)}
    />
  ));
}

/** Keyboards and screen readers use the arrows. */
function useItemDrag(drop: (move: ItemMove) => void) {
  const [dragged, setDragged] = useState<ItemMove | null>(null);
  const start = (id: string, place: number, event: ReactPointerEvent<HTMLElement>) => {
    const list = event.currentTarget.closest("ul");
    if (event.button !== 0 || !list) return;
    event.preventDefault();
    let position = place;
    setDragged({ id, position });
    const end = new AbortController();
    const { signal } = end;
    const move = ({ clientX, clientY }: PointerEvent) => {
      const over = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-item]");
      if (!over || over.dataset.item === id || !list.contains(over)) return;
      // Tiles in the shown order, with the dragged one at its new position.
      position = [...list.querySelectorAll("[data-item]")].indexOf(over);
      setDragged({ id, position });
    };
    const cancel = () => {
      end.abort();
      setDragged(null);
    };
    const release = () => {
      if (position !== place) drop({ id, position });
      cancel();
    };
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", release, { signal });
    addEventListener("pointercancel", cancel, { signal });
  };
  return { dragged, start };
}

function useFormPlace(): "none" | "over" | "page" {
  const isAlone = useMatch("/dashboard/items") !== null;
  const [hasShownList, setShownList] = useState(isAlone);
  if (isAlone && !hasShownList) setShownList(true);
  if (isAlone) return "none";
  return hasShownList ? "over" : "page";
}

interface ItemMove {
  id: string;
  position: number;
}

const KEY = "item-order:";

/** Includes pending moves; reverts when the server refuses. */
function useItemOrder<Item extends { id: string }>(items: readonly Item[]) {
  const submit = useSubmit();
  const moves = useFetchers().flatMap(({ key, formData }): ItemMove[] =>
    key.startsWith(KEY) && formData
      ? [{ id: key.slice(KEY.length), position: Number(formData.get("position")) }]
      : [],
  );
  const move = ({ id, position }: ItemMove) =>
    void submit(
      { position: String(position) },
      {
        method: "post",
        action: `/dashboard/items/${id}/order`,
        navigate: false,
        fetcherKey: `${KEY}${id}`,
        // Avoids a frame at the old position.
        flushSync: true,
      },
    );
  return { ordered: moves.reduce(moved, items), move };
}

function moved<Item extends { id: string }>(
  items: readonly Item[],
  { id, position }: ItemMove,
): readonly Item[] {
  const item = items.find((each) => each.id === id);
  if (!item) return items;
  const others = items.filter((each) => each !== item);
  return [...others.slice(0, position), item, ...others.slice(position)];
}
