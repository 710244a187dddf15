import type { Encryption } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import type { Media, MediaStore } from "./media-port.ts";

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

/** Pictures are redrawn, which drops metadata. The caller inserts the row (docs/product.md, 6.8). */
export async function storeDocument(
  services: { media: Media; encryption: Encryption },
  document: { id: string; bytes: Uint8Array },
): Promise<StoredDocument> {
  if (document.bytes.byteLength > productRules.upload.bytes_maximum)
    return { outcome: "refused", reason: "file_size" };
  const result = await services.media.drawDocument(document.bytes);
  if ("refused" in result) return { outcome: "refused", reason: result.refused };
  const { content_type, bytes } = result.drawn;
  const encrypted = services.encryption.encrypt("document", document.id, bytes);
  await services.media.put(documentKey(document.id), encrypted);
  return {
    outcome: "stored",
    id: document.id,
    content_type,
    byte_count: bytes.byteLength,
  };
}

/** The caller checks access. */
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

export function documentKey(id: string): string {
  return `${id}/document.sealed`;
}
