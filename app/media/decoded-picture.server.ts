import { availableParallelism } from "node:os";
import type { Sharp } from "sharp";
import { createConcurrencyLimit } from "../domain/concurrency/concurrency.server.ts";
import { productRules } from "../product-rules.ts";
import { loadSharp } from "./sharp.server.ts";

/**
 * All work on pictures goes through this: a large one takes a hundred megabytes while it is decoded, a processor, and a
 * thread of Node's pool.
 */
export const pictureLimit = createConcurrencyLimit({
  name: "pictures",
  atOnce: availableParallelism() > 3 ? 2 : 1,
  waiting: 24,
});

/** Long enough to read the small print of an identity card; nothing is kept larger. */
const EDGE_MAXIMUM = 2400;

/** The points of a picture and nothing else: upright, at most 2400 wide and high. */
export interface DecodedPicture {
  width: number;
  height: number;
  /** A new drawing of it, to be resized and written. */
  draw(): Sharp;
}

/** What a file is by its content, as far as it can be taken in at all. */
export async function uploadKind(bytes: Uint8Array): Promise<"picture" | "pdf" | null> {
  const { fileTypeFromBuffer } = await import("file-type");
  const type = await fileTypeFromBuffer(bytes);
  switch (type?.mime) {
    case "image/jpeg":
    case "image/png":
    case "image/gif":
      return "picture";
    case "application/pdf":
      return "pdf";
    default:
      return null;
  }
}

/**
 * Decodes a JPG, PNG or GIF (its first frame) once, within a `pictureLimit`. Null for what is none, is not whole, or has more points or frames
 * than anybody needs.
 */
export async function decodePicture(bytes: Uint8Array): Promise<DecodedPicture | null> {
  const { pixels_maximum, frames_maximum } = productRules.upload;
  const sharp = await loadSharp();
  try {
    const source = sharp(bytes, {
      limitInputPixels: pixels_maximum,
      failOn: "error",
    });
    const { pages = 1 } = await source.metadata();
    if (pages > frames_maximum) return null;
    const { data, info } = await source
      .autoOrient()
      .resize({ width: EDGE_MAXIMUM, height: EDGE_MAXIMUM, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    return { width, height, draw: () => sharp(data, { raw: { width, height, channels } }) };
  } catch {
    // sharp refuses what it cannot decode whole (cut off, too many points, a decoder's own limit): all the same to a fan.
    return null;
  }
}
