/** The address is a secret: no cache, index or referrer. */
export const OF_SECRET = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex",
};
