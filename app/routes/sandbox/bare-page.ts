export const handle = { frame: "bare" };

export function headers() {
  return { "Cache-Control": "no-store" };
}
