import { Fragment, type ReactElement } from "react";

/**
 * A longer text of the product: a line is a paragraph, lines that begin with "- " are a list, [text](address) is a link.
 * Only our own texts are written so; nothing that somebody typed comes here.
 */
export function Prose({ text }: { text: string }): ReactElement {
  return (
    <>
      {blocksOf(text).map((block) =>
        typeof block === "string" ? (
          <p key={block}>
            <Linked text={block} />
          </p>
        ) : (
          <ul key={block.join()}>
            {block.map((point) => (
              <li key={point}>
                <Linked text={point} />
              </li>
            ))}
          </ul>
        ),
      )}
    </>
  );
}

/** Paragraphs as they are; points that follow each other as one list. */
function blocksOf(text: string): (string | string[])[] {
  const blocks: (string | string[])[] = [];
  for (const line of text.split("\n")) {
    const last = blocks.at(-1);
    if (!line.startsWith("- ")) blocks.push(line);
    else if (Array.isArray(last)) last.push(line.slice(2));
    else blocks.push([line.slice(2)]);
  }
  return blocks;
}

/** A line with its links. */
function Linked({ text }: { text: string }): ReactElement {
  const parts = text.split(/\[([^\]]+)\]\(([^)\s]+)\)/);
  return (
    <>
      {parts.map((part, at) =>
        at % 3 === 0 ? (
          <Fragment key={part}>{part}</Fragment>
        ) : at % 3 === 1 ? (
          <a key={`${part} ${parts[at + 1]}`} href={parts[at + 1]}>
            {part}
          </a>
        ) : null,
      )}
    </>
  );
}
