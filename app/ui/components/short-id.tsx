import type { ReactElement } from "react";

/** How an id is named where people read: by its first eight characters. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/** The same where it stands on a page: the whole id comes up when one points at it. */
export function ShortId({ id }: { id: string }): ReactElement {
  return (
    <code className="short-id" title={id}>
      {shortId(id)}
    </code>
  );
}
