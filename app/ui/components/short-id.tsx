import type { ReactElement } from "react";

/** How an id is named where people read: by its last eight characters; ids that are made at one time begin alike. */
export function shortId(id: string): string {
  return id.slice(-8);
}

/** The same where it stands on a page: the whole id comes up when one points at it. */
export function ShortId({ id }: { id: string }): ReactElement {
  return (
    <code className="short-id" title={id}>
      {shortId(id)}
    </code>
  );
}
