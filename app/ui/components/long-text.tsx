import { NameParts } from "./name-parts.tsx";

/** Breaks after punctuation, else anywhere. */
export function LongText({ text }: { text: string | null }) {
  if (text === null) return "–";
  return (
    <span className="long">
      <NameParts text={text} />
    </span>
  );
}
