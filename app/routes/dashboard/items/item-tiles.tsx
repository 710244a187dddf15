import type { ReactElement } from "react";
import { ItemTile, type ShownItem } from "./item-tile.tsx";
import { useItemDrag } from "./use-item-drag.ts";
import { moved, useItemOrder } from "./use-item-order.ts";

export function ItemTiles({
  items,
  isPublic,
}: {
  items: readonly ShownItem[];
  isPublic: boolean;
}): ReactElement[] {
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
