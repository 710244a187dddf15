/** Ids of one time share their beginning. */
export function shortId(id: string): string {
  return id.slice(-8);
}

export function ShortId({ id }: { id: string }) {
  return (
    <code className="short-id" title={id}>
      {shortId(id)}
    </code>
  );
}
