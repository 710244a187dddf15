/** The provider's pages wear no Tribute header and carry no script. */
export const handle = { frame: "bare" };

/** They name themselves (their language is the order's); nothing of Tribute's head fits. */
export function headers() {
  return { "Cache-Control": "no-store" };
}
