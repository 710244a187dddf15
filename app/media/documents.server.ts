import type { Encryption } from "../crypto/crypto.server.ts";
import { productRules } from "../product-rules.ts";
import { uploadKind, withPicture } from "./decoded-picture.server.ts";
import type { MediaStore } from "./media-store.ts";

interface DocumentServices {
  media: MediaStore;
  encryption: Encryption;
}

export type StoredDocument =
  | {
      outcome: "stored";
      id: string;
      content_type: "image/webp" | "application/pdf";
      byte_count: number;
    }
  | { outcome: "refused"; reason: "file_format" | "file_size" | "too_long" };

/**
 * JPG, PNG, GIF or PDF by content, at most 10 MB. Pictures are redrawn, which drops metadata; stored
 * encrypted. The caller inserts the row (docs/product.md, 6.8).
 */
export async function storeDocument(
  services: DocumentServices,
  document: { id: string; bytes: Uint8Array },
): Promise<StoredDocument> {
  if (document.bytes.byteLength > productRules.upload.bytes_maximum)
    return { outcome: "refused", reason: "file_size" };
  const readable = await readableBytes(document.bytes);
  if (typeof readable === "string") return { outcome: "refused", reason: readable };
  const encrypted = services.encryption.encrypt("document", document.id, readable.bytes);
  await services.media.put(documentKey(document.id), encrypted);
  return {
    outcome: "stored",
    id: document.id,
    content_type: readable.content_type,
    byte_count: readable.bytes.byteLength,
  };
}

/** Null for none. The caller checks access. */
export async function readDocument(services: DocumentServices, id: string): Promise<Buffer | null> {
  const encrypted = await services.media.get(documentKey(id));
  return encrypted ? services.encryption.decrypt("document", id, encrypted) : null;
}

export async function readEncryptedDocument(
  { media }: Pick<DocumentServices, "media">,
  id: string,
): Promise<Uint8Array | null> {
  return await media.get(documentKey(id));
}

export async function replaceEncryptedDocument(
  { media }: Pick<DocumentServices, "media">,
  id: string,
  encrypted: Uint8Array,
): Promise<void> {
  await media.put(documentKey(id), encrypted);
}

export async function deleteDocument(services: Pick<DocumentServices, "media">, id: string): Promise<void> {
  await services.media.delete(documentKey(id));
}

async function readableBytes(
  bytes: Uint8Array,
): Promise<
  { content_type: "image/webp" | "application/pdf"; bytes: Uint8Array } | "file_format" | "too_long"
> {
  const kind = await uploadKind(bytes);
  if (kind === "pdf") return isWholePdf(bytes) ? { content_type: "application/pdf", bytes } : "file_format";
  if (kind !== "picture") return "file_format";
  const drawn = await withPicture(
    bytes,
    null,
    async (picture) => await picture.draw().webp({ quality: 85 }).toBuffer(),
  );
  if ("done" in drawn) return { content_type: "image/webp", bytes: drawn.done };
  return drawn.refused === "too_long" ? "too_long" : "file_format";
}

/** PDFs are not redrawn, so nothing may precede the header or follow the last end mark. */
function isWholePdf(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!text.subarray(0, 5).equals(Buffer.from("%PDF-"))) return false;
  const end = text.lastIndexOf("%%EOF");
  return end > 0 && /^[\s\0]*$/.test(text.subarray(end + 5).toString("latin1"));
}

export function documentKey(id: string): string {
  return `${id}/document.sealed`;
}
