export type ContentEncoding = "br" | "gzip";

/** Brotli before gzip, null for neither. One reader for the cache's key, compression and static files. */
export function preferredEncoding(accepted: string | string[] | undefined): ContentEncoding | null {
  const wishes = readWishes(accepted);
  return wishes.get("br") ? "br" : wishes.get("gzip") ? "gzip" : null;
}

/** False also for a coding refused by q=0. */
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
