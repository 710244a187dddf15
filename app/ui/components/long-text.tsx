import type { ReactElement } from "react";
import { NameParts } from "./name-parts.tsx";

/** An address or a reference in a cell: where it does not fit, it breaks after a sign, or anywhere if it must. */
export function LongText({ text }: { text: string | null }): ReactElement | string {
  if (text === null) return "–";
  return (
    <span className="long">
      <NameParts text={text} />
    </span>
  );
}
