import { createHash } from "node:crypto";

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy":
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
};

/** Useless on a redirect. */
export const OF_DOCUMENTS: readonly string[] = [
  "content-security-policy",
  "permissions-policy",
  "x-content-type-options",
];

/** The framework's inline scripts carry the page's nonce. */
export function appPolicy({
  nonce,
  css,
  formOrigins,
}: {
  nonce: string;
  css: string | null;
  formOrigins: readonly string[];
}): string {
  const styles = css === null ? "" : ` 'sha256-${createHash("sha256").update(css).digest("base64")}'`;
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    // Vite inlines styles and opens a websocket in development.
    `style-src 'self'${import.meta.env.DEV ? " 'unsafe-inline'" : styles}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // The share kit shows the card.
    "frame-src 'self'",
    `connect-src 'self'${import.meta.env.DEV ? " ws:" : ""}`,
    "base-uri 'none'",
    `form-action ${["'self'", ...formOrigins].join(" ")}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * Names inline CSS by its hash. Mantine needs `style-src-attr`. Chromium applies form-action to redirects, so
 * providers' origins are listed.
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
