/** No header and no script of Tribute. */
export const handle = { frame: "bare" };

/** The pages set their own language and title. */
export function headers() {
  return { "Cache-Control": "no-store" };
}
