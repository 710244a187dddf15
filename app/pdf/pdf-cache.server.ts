import { createHash } from "node:crypto";
import type { i18n } from "i18next";

const BYTES_MAXIMUM = 8 * 1024 * 1024;

/** Drops the least recently used. */
export interface PdfCache {
  get(facts: readonly unknown[], render: () => Promise<Buffer>): Promise<Buffer>;
  has(facts: readonly unknown[]): boolean;
}

export function createPdfCache(bytesMaximum: number): PdfCache {
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

export const pdfCache = createPdfCache(BYTES_MAXIMUM);

/** Part of a key: a language under a brand. */
export const keyOf = (texts: i18n): readonly string[] => [texts.language, texts.t("common:brand")];
