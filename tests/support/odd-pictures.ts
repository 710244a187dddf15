import { zlibSync } from "fflate";
import sharp, { type Sharp } from "sharp";
import { chunk } from "./upload-corpus.ts";

/** What must not be found again in anything that is kept. */
export const MARK = "Kesselflicker";

const mark = Buffer.from(MARK);

/** A picture of four fields, red at the top left, green beside it, blue below, white across. */
export function fourFields(width = 96, height = 64): Sharp {
  const field = (background: string) => ({
    create: { width: width / 2, height: height / 2, channels: 3 as const, background },
  });
  return sharp({ create: { width, height, channels: 3, background: "#ffffff" } }).composite([
    { input: field("#d01010"), left: 0, top: 0 },
    { input: field("#10d010"), left: width / 2, top: 0 },
    { input: field("#1010d0"), left: 0, top: height / 2 },
  ]);
}

/** Lies the four fields down as a camera held so would, with the EXIF orientation that puts them upright again. */
export async function turned(orientation: number): Promise<Buffer> {
  const png = await fourFields().png().toBuffer();
  const upright = () => sharp(png);
  const lying: Record<number, Sharp> = {
    1: upright(),
    2: upright().flop(),
    3: upright().rotate(180),
    4: upright().flip(),
    5: sharp(await upright().rotate(270).png().toBuffer()).flip(),
    6: upright().rotate(270),
    7: sharp(await upright().rotate(90).png().toBuffer()).flip(),
    8: upright().rotate(90),
  };
  const stored = await (lying[orientation] ?? upright()).png().toBuffer();
  return await sharp(stored).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
}

/** Puts segments, each with its marker byte, behind the start of a JPEG. */
export function jpegWith(jpeg: Buffer, ...segments: [marker: number, bytes: Buffer][]): Buffer {
  const written = segments.map(([marker, bytes]) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(bytes.byteLength + 2, 2);
    return Buffer.concat([head, bytes]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...written, jpeg.subarray(2)]);
}

const text = (start: string, rest: Buffer = mark) => Buffer.concat([Buffer.from(start, "latin1"), rest]);

const PLACE = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="51,20N" exif:UserComment="${MARK}"/></rdf:RDF></x:xmpmeta>`;

/** Segments of a JPEG that tell something, by what tells it. */
export const TELLING_SEGMENTS: Record<string, [number, Buffer]> = {
  XMP: [0xe1, text("http://ns.adobe.com/xap/1.0/\0", Buffer.from(PLACE))],
  "extended XMP": [0xe1, text("http://ns.adobe.com/xmp/extension/\0")],
  IPTC: [
    0xed,
    text(
      "Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x14",
      Buffer.concat([Buffer.from([0x1c, 2, 90, 0, mark.byteLength]), mark, Buffer.alloc(2)]),
    ),
  ],
  "an ICC profile": [0xe2, text("ICC_PROFILE\0\x01\x01")],
  "a comment": [0xfe, mark],
  "a script in a comment": [0xfe, text("<script>alert(1)</script><?php system('id'); ?>")],
  "a segment of nobody's": [0xe9, mark],
  "a picture inside": [0xe2, text("MPF\0")],
};

/** Puts chunks behind the head of a PNG. */
export function pngWith(png: Buffer, ...chunks: Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}

const exif = Buffer.concat([
  Buffer.from("4d4d002a000000080001010e00020000000e0000001a00000000", "hex"),
  mark,
  Buffer.alloc(1),
]);

/** Chunks of a PNG that tell something, by what tells it. */
export const TELLING_CHUNKS: Record<string, Buffer> = {
  tEXt: chunk("tEXt", text("Comment\0")),
  "a script in tEXt": chunk("tEXt", text("Comment\0<?php system('id'); ?><script>alert(1)</script>")),
  zTXt: chunk("zTXt", text("Comment\0\0", Buffer.from(zlibSync(mark)))),
  iTXt: chunk("iTXt", text("Comment\0\0\0\0\0")),
  "XMP in iTXt": chunk("iTXt", text("XML:com.adobe.xmp\0\0\0\0\0", Buffer.from(PLACE))),
  eXIf: chunk("eXIf", exif),
  tIME: chunk("tIME", Buffer.from([7, 0xea, 11, 21, 10, 0, 0])),
  "a chunk of nobody's": chunk("prVt", mark),
};

/** A GIF of so many frames, each said to be so wide and high, with what is to stand before the first. */
export function gif(
  frames: number,
  shape: { width?: number; height?: number; frame?: number; before?: Buffer } = {},
): Buffer {
  const { width = 20, height = 20, frame = 1, before = Buffer.alloc(0) } = shape;
  const head = Buffer.from("GIF89a\0\0\0\0\x80\0\0\xd0\x10\x10\xff\xff\xff", "latin1");
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const point = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  point.writeUInt16LE(frame, 5);
  point.writeUInt16LE(frame, 7);
  return Buffer.concat([head, before, ...Array.from({ length: frames }, () => point), Buffer.from(";")]);
}

/** An extension of a GIF: its kind, and one block. */
export function gifExtension(kind: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x21, kind, bytes.byteLength]), bytes, Buffer.from([0])]);
}
