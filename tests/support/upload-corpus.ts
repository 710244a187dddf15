import { deflateSync, zlibSync } from "fflate";
import sharp from "sharp";

/** A file as somebody might send it, and what the product says to it. */
export interface SentFile {
  what: string;
  bytes: Uint8Array;
  /** "taken", or which of the two prescribed refusals. */
  outcome: "taken" | "file_format" | "file_size";
}

const canvas = (width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: "#c8451b" } });

/** A PDF of one empty page. */
export function pdf(extra = ""): Buffer {
  return Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n${extra}trailer<</Root 1 0 R>>\n%%EOF\n`,
  );
}

/** A PNG whose head says that it is so large. */
export function pngOfSize(width: number, height: number, pixels: Uint8Array): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", pixels),
    chunk("IEND", new Uint8Array()),
  ]);
}

/** One chunk of a PNG: its length, name, bytes and sum. */
export function chunk(name: string, bytes: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), bytes]);
  const frame = Buffer.alloc(8 + body.byteLength);
  frame.writeUInt32BE(bytes.byteLength, 0);
  frame.set(body, 4);
  frame.writeInt32BE(crc(body), frame.byteLength - 4);
  return frame;
}

function crc(bytes: Uint8Array): number {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum;
}

/** A JPEG that tells where it was taken. */
export async function jpegWithPlace(): Promise<Buffer> {
  return await canvas()
    .jpeg()
    .withExif({
      IFD0: { Copyright: "Adelheid Kesselflicker" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 20/1 0/1", GPSLongitudeRef: "E" },
    })
    .toBuffer();
}

/** What is sent to a page that takes documents, good and bad. */
export async function uploadCorpus(): Promise<SentFile[]> {
  const jpeg = await canvas(400, 300).jpeg().toBuffer();
  const png = await canvas(400, 300).png().toBuffer();
  const gif = await canvas().gif().toBuffer();
  const zip = Buffer.concat([Buffer.from("PK\u0003\u0004"), deflateSync(new Uint8Array(2_000_000))]);
  const refused = (what: string, bytes: Uint8Array): SentFile => ({ what, bytes, outcome: "file_format" });
  const taken = (what: string, bytes: Uint8Array): SentFile => ({ what, bytes, outcome: "taken" });
  return [
    taken("a JPG", jpeg),
    taken("a PNG", png),
    taken("a GIF", gif),
    taken("a PDF", pdf()),
    taken("a JPG that tells where it was taken", await jpegWithPlace()),
    refused(
      "a drawing with a script",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ),
    refused("a page of HTML", Buffer.from("<!DOCTYPE html><script>alert(1)</script>")),
    refused("nothing but a line", Buffer.from("\n")),
    refused("a PNG of 50,000 by 50,000", pngOfSize(50_000, 50_000, zlibSync(new Uint8Array(1000)))),
    refused(
      "a PNG that unpacks to far more than it is",
      pngOfSize(20_000, 20_000, zlibSync(new Uint8Array(20_000_000))),
    ),
    refused("a JPG that was cut off", jpeg.subarray(0, jpeg.byteLength - 200)),
    refused("a PNG that was cut off", png.subarray(0, png.byteLength - 60)),
    refused("a PDF that was cut off", pdf().subarray(0, 60)),
    refused("a PDF that is an archive too", Buffer.concat([pdf(), zip])),
    refused("a PDF that is a page too", Buffer.concat([pdf(), Buffer.from("<script>alert(1)</script>")])),
    refused("a GIF that is a script too", Buffer.from("GIF89a=1;alert(1)//%PDF-1.4")),
    refused("an archive", zip),
    refused("a WebP", await canvas().webp().toBuffer()),
    {
      what: "11 MB of a PDF",
      bytes: Buffer.concat([pdf(), Buffer.alloc(11 * 1024 * 1024)]),
      outcome: "file_size",
    },
  ];
}
