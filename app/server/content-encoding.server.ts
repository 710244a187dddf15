export type ContentEncoding = "br" | "gzip";

/**
 * The encoding to answer in, by the request's Accept-Encoding: brotli before gzip, null for neither. One reader for what
 * the page cache keeps apart, what pages are compressed with and which of a file's versions is sent.
 */
export function preferredEncoding(accepted: string | string[] | undefined): ContentEncoding | null {
  const wishes = readWishes(accepted);
  return wishes.get("br") ? "br" : wishes.get("gzip") ? "gzip" : null;
}

/** Whether the request's Accept-Encoding names the coding, and does not refuse it. */
export function acceptsEncoding(accepted: string | string[] | undefined, coding: string): boolean {
  return readWishes(accepted).get(coding) ?? false;
}

function readWishes(accepted: string | string[] | undefined): Map<string, boolean> {
  const wishes = new Map<string, boolean>();
  for (const wish of (accepted ?? "").toString().toLowerCase().split(",", 20)) {
    const [coding = "", ...parameters] = wish.split(";").map((part) => part.trim());
    const isRefused = parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter));
    wishes.set(coding, !isRefused);
  }
  return wishes;
}
