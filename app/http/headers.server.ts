/** Headers that every answer carries. Pages add their own content security policy. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy":
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
};

/** Those of them that speak of a document: they say nothing on an answer that only leads on, and has no body. */
export const OF_DOCUMENTS: readonly string[] = [
  "content-security-policy",
  "permissions-policy",
  "x-content-type-options",
];

/** The policy of a hydrated page: the framework's own lines of script carry the page's nonce. */
export function appPolicy(nonce: string, formOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    // In development Vite writes style sheets into the page, and keeps a line to it.
    `style-src 'self'${import.meta.env.DEV ? " 'unsafe-inline'" : ""}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${import.meta.env.DEV ? " ws:" : ""}`,
    "base-uri 'none'",
    `form-action ${["'self'", ...formOrigins].join(" ")}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * The policy of a page. Scripts come from our own files alone; the style sheet inside the page is named by its hash.
 * Mantine sets custom properties in style attributes, which only `style-src-attr` can allow. Chromium follows a form's
 * redirect with form-action, so the provider's origins stand there.
 */
export function pagePolicy(page: { styleHash: string; formOrigins: readonly string[] }): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${page.styleHash}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${["'self'", ...page.formOrigins].join(" ")}`,
    "frame-ancestors 'none'",
  ].join("; ");
}
