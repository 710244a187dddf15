import { availableParallelism } from "node:os";
import type { Sharp } from "sharp";
import { createSizedQueue } from "../domain/concurrency.server.ts";
import { cropWindow } from "../domain/media/crop.schema.ts";
import type {
  Drawing,
  DrawnRendition,
  ImageFormat,
  MediaVariant,
  PictureBudget,
  PictureRefusal,
} from "../domain/media/media-port.ts";
import { productRules } from "../product-rules.ts";
import { loadSharp } from "./sharp.server.ts";

/** Decoding takes hundreds of megabytes. Guests queue separately and delay no creators. */
const queues = {
  creators: createSizedQueue({
    name: "pictures",
    atOnce: availableParallelism() > 3 ? 2 : 1,
    waiting: 24,
  }),
  guests: createSizedQueue({ name: "guests' pictures", atOnce: 1, waiting: 24 }),
};

/** Smallest first. Refuses invalid, slow and over-budget pictures. */
async function withPicture<Result>(
  bytes: Uint8Array,
  guest: PictureBudget | null,
  work: (picture: DecodedPicture) => Promise<Result>,
): Promise<{ drawn: Result } | { refused: PictureRefusal }> {
  const megabytes = await pointsOf(bytes);
  if (megabytes === null) return { refused: "file_format" };
  if (guest && !(await guest.take(megabytes))) return { refused: "too_often" };
  return await queues[guest ? "guests" : "creators"](megabytes, async () => {
    const begun = process.hrtime.bigint();
    const picture = await decodePicture(bytes);
    const result = typeof picture === "string" ? { refused: picture } : { drawn: await work(picture) };
    await guest?.spend(Number((process.hrtime.bigint() - begun) / 1_000_000n) + 1);
    return result;
  });
}

async function drawForGuest<Result>(work: () => Promise<Result>): Promise<Result> {
  return await queues.guests(0, work);
}

/** Decoded megabytes, rounded up; null for no picture. */
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
interface DecodedPicture {
  width: number;
  height: number;
  draw(): Sharp;
}

async function uploadKind(bytes: Uint8Array): Promise<"picture" | "web_picture" | "pdf" | null> {
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
    return error instanceof Error && /timeout/.test(error.message) ? "too_long" : "file_format";
  }
}

export const pictureDrawing: Drawing = {
  async drawPicture(bytes, { guest, ...order }) {
    const kind = await uploadKind(bytes);
    if (kind !== "picture" && kind !== "web_picture") return { refused: "file_format" };
    return await withPicture(bytes, guest, (picture) => drawRenditions(picture, order));
  },
  async drawDocument(bytes) {
    const kind = await uploadKind(bytes);
    if (kind === "pdf")
      return isWholePdf(bytes)
        ? { drawn: { content_type: "application/pdf", bytes } }
        : { refused: "file_format" };
    if (kind !== "picture") return { refused: "file_format" };
    const result = await withPicture(bytes, null, (picture) =>
      picture.draw().webp({ quality: 85 }).toBuffer(),
    );
    if ("drawn" in result) return { drawn: { content_type: "image/webp", bytes: result.drawn } };
    return { refused: result.refused === "too_long" ? "too_long" : "file_format" };
  },
  async drawJpeg(webp) {
    const sharp = await loadSharp();
    return await drawForGuest(() => writeAgain(sharp(webp), "jpg"));
  },
  drawSign: async (bytes, size) => await queues.creators(0, () => drawSign(bytes, size)),
};

/** librsvg runs no script, loads nothing, and bounds entities, depth and references (docs/decisions/090). */
const drawSign: Drawing["drawSign"] = async (bytes, { width, height, isSquare }) => {
  const { pixels_maximum, seconds_maximum } = productRules.upload;
  const sharp = await loadSharp();
  try {
    const { format } = await sharp(bytes).metadata();
    if (format !== "svg" && format !== "png") return { refused: "file_format" };
    if (format === "svg" && isCostly(bytes)) return { refused: "file_format" };
    const { data, info } = await sharp(bytes, { limitInputPixels: pixels_maximum, failOn: "error" })
      .timeout({ seconds: seconds_maximum })
      .resize({ width, height, fit: isSquare ? "contain" : "inside", background: "#00000000" })
      .toColourspace("srgb")
      .png({ palette: true, quality: 90, effort: 10, compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
    return { drawn: { png: data, width: info.width, height: info.height } };
  } catch (error) {
    return { refused: error instanceof Error && /timeout/.test(error.message) ? "too_long" : "file_format" };
  }
};

/** Filters take minutes from a few bytes, beyond sharp's time limit; entities could hide one. */
function isCostly(svg: Uint8Array): boolean {
  const text = Buffer.from(svg).toString("latin1").replaceAll("\0", "");
  return /<\s*(?:[\w-]+:)?(?:filter|fe[A-Z])|<!ENTITY/.test(text);
}

/** PDFs are not redrawn: nothing may precede the header or follow the last end mark. */
function isWholePdf(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!text.subarray(0, 5).equals(Buffer.from("%PDF-"))) return false;
  const end = text.lastIndexOf("%%EOF");
  return end > 0 && /^[\s\0]*$/.test(text.subarray(end + 5).toString("latin1"));
}

/** Parallel drawing would take all threads and multiply memory. */
async function drawRenditions(
  picture: DecodedPicture,
  { sizes, formats, crop }: Pick<Parameters<Drawing["drawPicture"]>[1], "sizes" | "formats" | "crop">,
): Promise<DrawnRendition[]> {
  const sharp = await loadSharp();
  const renditions: DrawnRendition[] = [];
  for (const { name, width, height, fit } of sizes) {
    const drawing =
      fit === "cover" ? picture.draw().extract(cropWindow(picture, { width, height }, crop)) : picture.draw();
    const resized = drawing.resize({ width, height, fit, withoutEnlargement: fit === "inside" });
    const { data, info } = await resized.raw().toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const files: DrawnRendition["files"] = [];
    for (const format of formats) files.push({ format, bytes: await write(sharp(data, { raw }), format) });
    renditions.push({ name, width: info.width, height: info.height, files });
  }
  return renditions;
}

/** From a WebP of the project's own, in the same shape. */
export async function drawSmaller(
  webp: Uint8Array,
  { width, height }: Pick<MediaVariant, "width" | "height">,
): Promise<Uint8Array> {
  const sharp = await loadSharp();
  return await writeAgain(sharp(webp).resize({ width, height }), "webp");
}

/** Lossy already: a higher quality would add bytes for its losses. */
async function writeAgain(drawing: Sharp, format: ImageFormat): Promise<Buffer> {
  if (format === "webp") return await drawing.webp({ quality: 70 }).toBuffer();
  return await drawing.flatten({ background: "#ffffff" }).jpeg({ quality: 40, mozjpeg: true }).toBuffer();
}

async function write(drawing: Sharp, format: ImageFormat): Promise<Buffer> {
  if (format === "webp") return await drawing.webp({ quality: 78 }).toBuffer();
  // JPEG has no transparency.
  return await drawing.flatten({ background: "#ffffff" }).jpeg({ quality: 74, progressive: true }).toBuffer();
}
