import { readBytes } from "../../http/body.server.ts";

/** Inline styles only; loads and sends nothing, in an opaque origin. */
export function mailPage(html: string): Response {
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy":
        "default-src 'none'; style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    },
  });
}

const CALL_BYTES_MAXIMUM = 64 * 1024;

export async function answerCall(
  standIn: { answer(request: Request): Promise<Response> } | null,
  request: Request,
): Promise<Response> {
  if (!standIn) return new Response(null, { status: 404 });
  const { url, method, headers } = request;
  const body = method === "GET" ? null : await readBytes(request, CALL_BYTES_MAXIMUM);
  return await standIn.answer(new Request(url, { method, headers, body }));
}
