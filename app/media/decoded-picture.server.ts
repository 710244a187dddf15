import { availableParallelism } from "node:os";
import type { Sharp } from "sharp";
import { createSizedQueue } from "../domain/concurrency/concurrency.server.ts";
import { productRules } from "../product-rules.ts";

type SharpLibrary = typeof import("sharp").default;

let loading: Promise<SharpLibrary> | null = null;

/** Loaded on demand: it takes twenty megabytes. */
export async function loadSharp(): Promise<SharpLibrary> {
  loading ??= load();
  return await loading;
}

async function load(): Promise<SharpLibrary> {
  const { default: sharp } = await import("sharp");
  // A picture is drawn once, so a cache wastes memory. One thread each avoids contention.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/**
 * Decoding takes hundreds of megabytes, a processor and a thread. Guests queue separately, so they do not
 * delay creators.
 */
const queues = {
  creators: createSizedQueue({
    name: "pictures",
    atOnce: availableParallelism() > 3 ? 2 : 1,
    waiting: 24,
  }),
  guests: createSizedQueue({ name: "guests' pictures", atOnce: 1, waiting: 24 }),
};

export interface PictureBudget {
  take(megabytes: number): Promise<boolean>;
  spend(ms: number): Promise<void>;
}

export type PictureRefusal = "file_format" | "too_long" | "too_often";

/** Smallest first. Refuses invalid, slow and over-budget pictures. */
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

export async function drawForGuest<Result>(work: () => Promise<Result>): Promise<Result> {
  return await queues.guests(0, work);
}

/** Decoded size in megabytes, rounded up; null for no picture. */
async function pointsOf(bytes: Uint8Array): Promise<number | null> {
  const sharp = await loadSharp();
  try {
    const { format, width, height, depth, channels, pages = 1 } = await sharp(bytes).metadata();
    const { pixels_maximum, frames_maximum, scans_maximum } = productRules.upload;
    if (width * height > pixels_maximum || pages > frames_maximum) return null;
    // Scans are read before the time limit applies.
    if (format === "jpeg" && scansOf(bytes) > scans_maximum) return null;
    return Math.ceil((width * height * channels * (depth === "uchar" ? 1 : 2)) / 3_000_000);
  } catch {
    return null;
  }
}

const START_OF_SCAN = Buffer.from([0xff, 0xda]);

/** In entropy-coded data 0xff precedes only 0x00 and restart markers. */
function scansOf(bytes: Uint8Array): number {
  const jpeg = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let scans = 0;
  for (let at = jpeg.indexOf(START_OF_SCAN); at >= 0; at = jpeg.indexOf(START_OF_SCAN, at + 2)) scans += 1;
  return scans;
}

const EDGE_MAXIMUM = 2400;

/** Upright, at most 2400 pixels wide and high. */
export interface DecodedPicture {
  width: number;
  height: number;
  draw(): Sharp;
}

/** By content. "web_picture" is WebP or AVIF, which documents may not be. */
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

/** First frame only. Returns the reason when broken or slow. */
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
    // Truncated, or beyond a decoder's limit: one reason for users.
    return error instanceof Error && /timeout/.test(error.message) ? "too_long" : "file_format";
  }
}
