/**
 * A mail's HTML part, to be looked at as the page that it is: it may use its own inline styles and load or send nothing,
 * and it has no part in our origin.
 */
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
