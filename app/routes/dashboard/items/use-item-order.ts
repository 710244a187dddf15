import { useFetchers, useSubmit } from "react-router";

/** An item and its new place in the order, counted from 0. */
export interface ItemMove {
  id: string;
  position: number;
}

/** Of the fetchers that move items: before the item's id. */
const KEY = "item-order:";

/**
 * The items in the order that their creator gives them: what is on its way counts already. Where the server says no, the
 * order is as it was.
 */
export function useItemOrder<Item extends { id: string }>(items: readonly Item[]) {
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
        // A tile that is let go stays where it is.
        flushSync: true,
      },
    );
  return { ordered: moves.reduce(moved, items), move };
}

/** The items with one of them at another place. */
export function moved<Item extends { id: string }>(
  items: readonly Item[],
  { id, position }: ItemMove,
): readonly Item[] {
  const item = items.find((each) => each.id === id);
  if (!item) return items;
  const others = items.filter((each) => each !== item);
  return [...others.slice(0, position), item, ...others.slice(position)];
}
