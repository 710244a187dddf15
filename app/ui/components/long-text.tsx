import type { ReactElement } from "react";
import { NameParts } from "./name-parts.tsx";

/** An address or a reference in a cell: where there is no room for it, it breaks after a sign, and in need anywhere. */
export function LongText({ text }: { text: string | null }): ReactElement | string {
  if (text === null) return "–";
  return (
    <span className="long">
      <NameParts text={text} />
    </span>
  );
}
