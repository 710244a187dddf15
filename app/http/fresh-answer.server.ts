import { hash } from "node:crypto";

export const FRESH = { "Cache-Control": "private, no-cache" };

/** Internal: constant while the process runs. */
export const LASTING = "x-lasting";

/** Answers 304 to a known ETag; private to the caller. */
export function apiFresh(request: Request, body: unknown, more: { Vary?: string } = {}): Response {
  return freshAnswer(request, markedText(body), more);
}

export interface MarkedText {
  text: string;
  etag: string;
}

export function markedText(body: unknown): MarkedText {
  const text = JSON.stringify(body);
  return { text, etag: etagOf(text) };
}

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

export function etagOf(text: string): string {
  return `"${hash("sha256", text, "base64url").slice(0, 22)}"`;
}
