import { hash } from "node:crypto";

/** The browser may keep it, and asks each time whether it is still true. */
export const FRESH = { "Cache-Control": "private, no-cache" };

/** Tells the listener, by its ETag, that a document stays as it is while the process runs; it is never sent. */
export const LASTING = "x-lasting";

/** An answer that seldom changes: who has it already gets a 304. It is for its asker's language and eyes alone. */
export function apiFresh(request: Request, body: unknown, more: { Vary?: string } = {}): Response {
  return freshAnswer(request, markedText(body), more);
}

/** A body as JSON with its mark, to be made once for many answers. */
export interface MarkedText {
  text: string;
  etag: string;
}

export function markedText(body: unknown): MarkedText {
  const text = JSON.stringify(body);
  return { text, etag: etagOf(text) };
}

/** The same for what is marked already. */
export function freshAnswer(
  request: Request,
  { text, etag }: MarkedText,
  more: { Vary?: string; [LASTING]?: string } = {},
): Response {
  const headers = { ...FRESH, ...more, ETag: etag };
  if (request.headers.get("If-None-Match")?.includes(headers.ETag))
    return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "Content-Type": "application/json" } });
}

/** The mark of an answer's text: another text, another mark. */
export function etagOf(text: string): string {
  return `"${hash("sha256", text, "base64url").slice(0, 22)}"`;
}
