export type ContentEncoding = "br" | "gzip";

/** Brotli before gzip, null for neither. The one reader for cache key, compression and static files. */
export function preferredEncoding(accepted: string | string[] | undefined): ContentEncoding | null {
  const codings = readCodings(accepted);
  return codings.get("br") ? "br" : codings.get("gzip") ? "gzip" : null;
}

/** False also when refused by q=0. */
export function acceptsEncoding(accepted: string | string[] | undefined, coding: string): boolean {
  return readCodings(accepted).get(coding) ?? false;
}

function readCodings(accepted: string | string[] | undefined): Map<string, boolean> {
  const codings = new Map<string, boolean>();
  for (const entry of (accepted ?? "").toString().toLowerCase().split(",", 20)) {
    const [coding = "", ...parameters] = entry.split(";").map((part) => part.trim());
    const isRefused = parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter));
    codings.set(coding, !isRefused);
  }
  return codings;
}
