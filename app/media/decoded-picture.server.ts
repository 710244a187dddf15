import { availableParallelism } from "node:os";
import type { Sharp } from "sharp";
import { createSizedQueue } from "../domain/concurrency/concurrency.server.ts";
import { productRules } from "../product-rules.ts";
import { loadSharp } from "./sharp.server.ts";

/**
 * All work on pictures goes through these: a large one takes hundreds of megabytes while it is decoded, a processor, and a
 * thread of Node's pool. Guests have a place of their own, so that their pictures hold up none of a creator.
 */
const queues = {
  creators: createSizedQueue({
    name: "pictures",
    atOnce: availableParallelism() > 3 ? 2 : 1,
    waiting: 24,
  }),
  guests: createSizedQueue({ name: "guests' pictures", atOnce: 1, waiting: 24 }),
};

/** What pictures of a guest may cost, which others keep count of. */
export interface PictureBudget {
  /** Takes the megabytes of a picture's points; false where the budget is used up. */
  take(megabytes: number): Promise<boolean>;
  /** Tells how long a picture took, in milliseconds. */
  spend(ms: number): Promise<void>;
}

export type PictureRefusal = "file_format" | "too_long" | "too_often";

/**
 * Decodes a picture in its turn, the smallest first, and does `work` with it. What is none, takes too long, or is beyond
 * the budget of its `guest` is refused.
 */
export async function withPicture<Result>(
  bytes: Uint8Array,
  guest: PictureBudget | null,
  work: (picture: DecodedPicture) => Promise<Result>,
): Promise<{ done: Result } | { refused: PictureRefusal }> {
  const megabytes = await pointsOf(bytes);
  if (megabytes === null) return { refused: "file_format" };
  if (guest && !(await guest.take(megabytes))) return { refused: "too_often" };
  return await queues[guest ? "guests" : "creators"](megabytes, async () => {
    const begun = process.hrtime.bigint();
    const picture = await decodePicture(bytes);
    const result = typeof picture === "string" ? { refused: picture } : { done: await work(picture) };
    await guest?.spend(Number((process.hrtime.bigint() - begun) / 1_000_000n) + 1);
    return result;
  });
}

/** Draws for a guest what is small, in their pictures' turn. */
export async function drawForGuest<Result>(work: () => Promise<Result>): Promise<Result> {
  return await queues.guests(0, work);
}

/** How much the points of a picture take while it is decoded, in megabytes, rounded up; null for what is none. */
async function pointsOf(bytes: Uint8Array): Promise<number | null> {
  const sharp = await loadSharp();
  try {
    const { format, width, height, depth, channels, pages = 1 } = await sharp(bytes).metadata();
    const { pixels_maximum, frames_maximum, scans_maximum } = productRules.upload;
    if (width * height > pixels_maximum || pages > frames_maximum) return null;
    // All scans are read before the first point comes out, and before the time limit is looked at.
    if (format === "jpeg" && scansOf(bytes) > scans_maximum) return null;
    return Math.ceil((width * height * channels * (depth === "uchar" ? 1 : 2)) / 3_000_000);
  } catch {
    return null;
  }
}

const START_OF_SCAN = Buffer.from([0xff, 0xda]);

/** In coded data no 0xff comes before anything but 0x00 and restarts. */
function scansOf(bytes: Uint8Array): number {
  const jpeg = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let scans = 0;
  for (let at = jpeg.indexOf(START_OF_SCAN); at >= 0; at = jpeg.indexOf(START_OF_SCAN, at + 2)) scans += 1;
  return scans;
}

/** Long enough to read the small print of an identity card; nothing is kept larger. */
const EDGE_MAXIMUM = 2400;

/** The points of a picture and nothing else: upright, at most 2400 wide and high. */
export interface DecodedPicture {
  width: number;
  height: number;
  /** A new drawing of it, to be resized and written. */
  draw(): Sharp;
}

/** The kind of a file by its content: "web_picture" is WebP or AVIF, which documents may not be; null for any other. */
export async function uploadKind(bytes: Uint8Array): Promise<"picture" | "web_picture" | "pdf" | null> {
  const { fileTypeFromBuffer } = await import("file-type");
  const type = await fileTypeFromBuffer(bytes);
  switch (type?.mime) {
    case "image/jpeg":
    case "image/png":
    case "image/gif":
      return "picture";
    case "image/webp":
    case "image/avif":
      return "web_picture";
    case "application/pdf":
      return "pdf";
    default:
      return null;
  }
}

/** Decodes a picture (its first frame) once; why not, for what is not whole or takes too long. */
async function decodePicture(bytes: Uint8Array): Promise<DecodedPicture | "file_format" | "too_long"> {
  const { pixels_maximum, seconds_maximum } = productRules.upload;
  const sharp = await loadSharp();
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: pixels_maximum, failOn: "error" })
      .timeout({ seconds: seconds_maximum })
      .autoOrient()
      .resize({ width: EDGE_MAXIMUM, height: EDGE_MAXIMUM, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    return { width, height, draw: () => sharp(data, { raw: { width, height, channels } }) };
  } catch (error) {
    // sharp refuses what it cannot decode whole (cut off, a decoder's own limit): all the same to a fan.
    return error instanceof Error && /timeout/.test(error.message) ? "too_long" : "file_format";
  }
}
