import type { ReactElement } from "react";
import { NameParts } from "./name-parts.tsx";

/** Breaks after punctuation, else anywhere. */
export function LongText({ text }: { text: string | null }): ReactElement | string {
  if (text === null) return "–";
  return (
    <span className="long">
      <NameParts text={text} />
    </span>
  );
}
