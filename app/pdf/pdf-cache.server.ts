import { createHash } from "node:crypto";

const BYTES_MAXIMUM = 8 * 1024 * 1024;

/** Rendered PDFs in memory, the least recently used ones given up first. */
export interface PdfCache {
  /**
   * The bytes of the PDF of these facts: kept ones, or rendered now. Who asks for the same at the same time gets the
   * same rendering. Changed facts are another PDF.
   */
  get(facts: readonly unknown[], render: () => Promise<Buffer>): Promise<Buffer>;
  /** Whether `get` would render nothing: the bytes are kept, or under way. */
  has(facts: readonly unknown[]): boolean;
}

export function createPdfCache(bytesMaximum: number): PdfCache {
  // In the order of their last use.
  const kept = new Map<string, Buffer>();
  const underWay = new Map<string, Promise<Buffer>>();
  let bytes = 0;

  function keep(key: string, pdf: Buffer): void {
    kept.set(key, pdf);
    bytes += pdf.byteLength;
    for (const [oldest, { byteLength }] of kept) {
      if (bytes <= bytesMaximum) return;
      kept.delete(oldest);
      bytes -= byteLength;
    }
  }

  const keyOf = (facts: readonly unknown[]) =>
    createHash("sha256").update(JSON.stringify(facts)).digest("base64");

  return {
    has(facts) {
      const key = keyOf(facts);
      return kept.has(key) || underWay.has(key);
    },
    async get(facts, render) {
      const key = keyOf(facts);
      const found = kept.get(key);
      if (found) {
        kept.delete(key);
        kept.set(key, found);
        return found;
      }
      const rendering =
        underWay.get(key) ??
        render()
          .then((pdf) => {
            keep(key, pdf);
            return pdf;
          })
          .finally(() => underWay.delete(key));
      underWay.set(key, rendering);
      return await rendering;
    },
  };
}

/** Those of this process. */
export const pdfCache = createPdfCache(BYTES_MAXIMUM);
