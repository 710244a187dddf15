import type { ReadableDocument } from "../domain/verification/creator-documents.server.ts";

const NAMES: Record<string, string> = { "image/webp": "webp", "application/pdf": "pdf" };

/** Not cached, not executable: images are shown, PDFs downloaded. 404 for none and for another user's. */
export function documentAnswer(document: ReadableDocument | null): Response {
  if (!document) return missing();
  const { kind, content_type, bytes } = document;
  const disposition = content_type === "application/pdf" ? "attachment" : "inline";
  const name = `${kind}.${NAMES[content_type] ?? "bin"}`;
  return privateFile(bytes, content_type, `${disposition}; filename="${name}"`);
}

export function imageAnswer(bytes: Uint8Array | null): Response {
  return bytes ? privateFile(bytes, "image/webp", "inline") : missing();
}

/** `name`: letters, digits, hyphens. 404 for none. */
export function pdfAnswer(pdf: { name: string; bytes: Uint8Array } | null): Response {
  if (!pdf) return missing();
  return privateFile(pdf.bytes, "application/pdf", `attachment; filename="${pdf.name}.pdf"`);
}

function missing(): Response {
  return new Response(null, { status: 404, headers: { "Cache-Control": "private, no-store" } });
}

function privateFile(bytes: Uint8Array, contentType: string, disposition: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": disposition,
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}
