import { Fragment } from "react";

/** A line is a paragraph, "- " a list item, [text](address) a link. Our own texts only, never user input. */
export function Prose({ text }: { text: string }) {
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

export function Linked({ text }: { text: string }) {
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
