import { type PointerEvent as ReactPointerEvent, useState } from "react";
import type { ItemMove } from "./use-item-order.ts";

/** Keyboards and screen readers use the arrows. */
export function useItemDrag(drop: (move: ItemMove) => void) {
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
      // The tiles have the shown order, with the dragged one at its new position.
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
