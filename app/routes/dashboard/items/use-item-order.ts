import { useFetchers, useSubmit } from "react-router";

export interface ItemMove {
  id: string;
  position: number;
}

const KEY = "item-order:";

/** Includes pending moves; reverts when the server refuses. */
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
        // Avoids a frame at the old position.
        flushSync: true,
      },
    );
  return { ordered: moves.reduce(moved, items), move };
}

export function moved<Item extends { id: string }>(
  items: readonly Item[],
  { id, position }: ItemMove,
): readonly Item[] {
  const item = items.find((each) => each.id === id);
  if (!item) return items;
  const others = items.filter((each) => each !== item);
  return [...others.slice(0, position), item, ...others.slice(position)];
}
