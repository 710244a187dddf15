import { deflateSync, gzipSync, zipSync, zlibSync } from "fflate";
import {
  fourFields,
  gif,
  gifExtension,
  jpegWith,
  MARK,
  pngWith,
  TELLING_CHUNKS,
  TELLING_SEGMENTS,
  turned,
} from "./odd-pictures.ts";
import { chunk, jpegWithPlace, pdf, pngOfSize } from "./upload-corpus.ts";

export type Verdict = "taken" | "file_format" | "file_size" | "missing";

/** A file that somebody might send, and what every place that takes files says to it. */
export interface HostileFile {
  what: string;
  bytes: Uint8Array;
  /** The file name and the type that it is sent under. */
  name: string;
  type: string;
  /** As a picture, and as a document, which may be a PDF as well. */
  picture: Verdict;
  document: Verdict;
  /** It shows the four fields, which have to be upright in what is kept. */
  isUpright?: boolean;
}

const MEGABYTE = 1024 * 1024;
const script = Buffer.from(`<script>alert("${MARK}")</script>`);
const php = Buffer.from(`<?php system("${MARK}"); ?>`);

function sent(
  what: string,
  bytes: Uint8Array,
  verdict: Verdict,
  more: Partial<HostileFile> = {},
): HostileFile {
  return { what, bytes, name: "foto.jpg", type: "image/jpeg", picture: verdict, document: verdict, ...more };
}

/** More than a hundred files that are hostile or odd, all made here. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const [jpeg, png, plainGif] = await Promise.all([
    fourFields().jpeg({ quality: 95 }).toBuffer(),
    fourFields().png().toBuffer(),
    fourFields().gif().toBuffer(),
  ]);
  return [
    ...otherKinds(),
    ...(await otherPictures()),
    ...cutOff({ JPG: jpeg, PNG: png, GIF: plainGif }),
    ...bombs(),
    ...polyglots(jpeg, png, plainGif),
    ...(await telling(jpeg, png)),
    ...sizes(png),
    ...names(png),
    ...(await odd()),
  ];
}

/** No picture and no document, whatever its name says. */
function otherKinds(): HostileFile[] {
  const zip = zipSync({ "word/document.xml": script, "[Content_Types].xml": new Uint8Array(9) });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>${MARK}</script></svg>`;
  const files: Record<string, string | Uint8Array> = {
    "an SVG with a script": svg,
    "an SVG behind a declaration": `<?xml version="1.0"?>\n<!DOCTYPE svg>\n${svg}`,
    "an SVG behind a byte order mark": `\ufeff${svg}`,
    "an SVG that is packed": gzipSync(Buffer.from(svg)),
    "a page of HTML": `<!DOCTYPE html><html><body>${script}</body></html>`,
    "HTML behind white space": `\n\n   <html>${script}`,
    "a script": `alert("${MARK}")`,
    "a script for a shell": `#!/bin/sh\necho ${MARK}\n`,
    PHP: php,
    "a program for Windows": Buffer.concat([
      Buffer.from("MZ\x90\0\x03"),
      Buffer.alloc(60),
      Buffer.from("PE\0\0"),
    ]),
    "a program for Linux": Buffer.concat([Buffer.from("\x7fELF\x02\x01\x01"), Buffer.alloc(60)]),
    "an archive": zip,
    "an office document": zipSync({ mimetype: Buffer.from("application/vnd.oasis.opendocument.text") }),
    "an old office document": Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]),
    "a zip bomb": zipSync({ zeros: new Uint8Array(50 * MEGABYTE) }, { level: 9 }),
    "a gzip bomb": gzipSync(new Uint8Array(50 * MEGABYTE), { level: 9 }),
    PostScript: `%!PS-Adobe-3.0 EPSF-3.0\n(${MARK}) show`,
    "a pixmap": "P3\n1 1\n255\n255 0 0\n",
    "a script for ImageMagick": `push graphic-context\nfill 'url(https://127.0.0.1/${MARK})'\npop graphic-context`,
    "one byte": "x",
    "the first byte of a JPG": Buffer.from([0xff]),
    "nothing but the magic of a JPG": Buffer.from([0xff, 0xd8, 0xff]),
    "nothing but the magic of a PNG": Buffer.from("89504e470d0a1a0a", "hex"),
    "nothing but the magic of a GIF": "GIF89a",
    "nothing but the magic of a PDF": "%PDF-",
    "a PNG with a wrong magic": Buffer.concat([Buffer.from("89504e470d0a1a0b", "hex"), Buffer.alloc(200)]),
    "a GIF of another year": "GIF88a\x01\0\x01\0\0\0\0;",
    zeros: new Uint8Array(4096),
    "a line of text": `${MARK}\n`,
    "XML with an entity from elsewhere": `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><svg>&b;</svg>`,
  };
  return [
    ...Object.entries(files).map(([what, bytes]) => sent(what, Buffer.from(bytes), "file_format")),
    sent("an empty file", new Uint8Array(), "missing"),
    sent("a PDF", pdf(), "file_format", { document: "taken", name: "pass.pdf", type: "application/pdf" }),
    sent("a PDF named .jpg", pdf(), "file_format", { document: "taken" }),
  ];
}

/** Pictures, but of kinds that nobody may send. */
async function otherPictures(): Promise<HostileFile[]> {
  const bmp = Buffer.alloc(58);
  bmp.write("BM");
  return await Promise.all([
    fourFields()
      .webp()
      .toBuffer()
      .then((bytes) => sent("a WebP", bytes, "file_format")),
    fourFields()
      .avif({ effort: 0 })
      .toBuffer()
      .then((bytes) => sent("an AVIF", bytes, "file_format")),
    fourFields()
      .tiff()
      .toBuffer()
      .then((bytes) => sent("a TIFF", bytes, "file_format")),
    sent("a BMP", bmp, "file_format"),
    sent("an icon", Buffer.from("00000100010010100000010020006804000016000000", "hex"), "file_format"),
    sent("an APNG", apng(await fourFields().png().toBuffer()), "file_format"),
  ]);
}

/** Tells that it moves before the first picture. */
const apng = (png: Buffer) => pngWith(png, chunk("acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])));

function cutOff(pictures: Record<string, Buffer>): HostileFile[] {
  const shares = [0.05, 0.3, 0.6, 0.9];
  return [
    ...Object.entries(pictures).flatMap(([kind, bytes]) =>
      shares.map((share) =>
        sent(`${share * 100} % of a ${kind}`, bytes.subarray(0, bytes.byteLength * share), "file_format"),
      ),
    ),
    ...shares.map((share) =>
      sent(`${share * 100} % of a PDF`, pdf().subarray(0, pdf().byteLength * share), "file_format"),
    ),
  ];
}

/** Small to send and large to unpack. */
function bombs(): HostileFile[] {
  const zeros = Buffer.from(zlibSync(new Uint8Array(60 * MEGABYTE), { level: 9 }));
  const small = pngOfSize(10, 10, zlibSync(new Uint8Array(310)));
  const note = Buffer.concat([Buffer.from("Comment\0\x01\0\0\0"), zeros]);
  return [
    sent("a PNG of 50,000 by 50,000", pngOfSize(50_000, 50_000, zlibSync(new Uint8Array(99))), "file_format"),
    sent("a PNG of 1 by 2,000,000,000", pngOfSize(1, 2e9, zlibSync(new Uint8Array(99))), "file_format"),
    sent("a PNG of 0 by 0", pngOfSize(0, 0, zlibSync(new Uint8Array(1))), "file_format"),
    sent("a PNG of 20,000 by 20,000, all there", pngOfSize(20_000, 20_000, zeros), "file_format"),
    sent("a PNG with far more points than it tells", pngOfSize(10, 10, zeros), "taken"),
    sent("a PNG with a note that unpacks to 60 MB", pngWith(small, chunk("iTXt", note)), "taken"),
    // A canvas that large is taken for a mistake: what counts is the frame.
    sent("a GIF of 65,535 by 65,535", gif(1, { width: 65_535, height: 65_535 }), "taken"),
    sent("a GIF with a frame of 65,535 by 65,535", gif(1, { frame: 65_535 }), "file_format"),
    sent("a GIF of 5,000 frames", gif(5000), "file_format"),
    sent("a GIF of 600,000 frames", gif(600_000), "file_format"),
    sent("a GIF of 1,001 frames", gif(1001), "file_format"),
    sent("a GIF of 1,000 frames", gif(1000), "taken"),
    sent("a GIF without a frame", gif(0), "file_format"),
  ];
}

/** Two kinds of file in one. */
function polyglots(jpeg: Buffer, png: Buffer, plainGif: Buffer): HostileFile[] {
  const zip = Buffer.from(zipSync({ "index.html": script }));
  const both = (what: string, parts: Uint8Array[], more: Partial<HostileFile> = {}) =>
    sent(what, Buffer.concat(parts), "taken", more);
  const noPicture = { picture: "file_format" } as const;
  const nothing = { picture: "file_format", document: "file_format" } as const;
  return [
    both("a JPG that is an archive too", [jpeg, zip], { isUpright: true }),
    both("a JPG that is a page too", [jpeg, script], { isUpright: true }),
    both("a PNG that is an archive too", [png, zip], { isUpright: true }),
    both("a PNG that is PHP too", [png, php], { isUpright: true }),
    both("a PNG that is a PDF too", [png, pdf()], { isUpright: true }),
    both("a GIF that is an archive too", [plainGif, zip]),
    both("a GIF with PHP behind it", [plainGif, php]),
    both("a GIF with a script in a comment", [gif(1, { before: gifExtension(0xfe, script) })]),
    both("a GIF whose size is a script", [
      gif(1, { width: 0x2a2f, height: 40 }),
      Buffer.from(`*/=1;alert("${MARK}")`),
    ]),
    both("a GIF that is a script and no picture", [Buffer.from(`GIF89a=1;alert("${MARK}")`)], nothing),
    both("a PDF that is an archive too", [pdf(), zip], nothing),
    both("a PDF that is a page too", [pdf(), script], nothing),
    both("a PDF behind a page", [script, pdf()], nothing),
    both("a PDF behind an archive", [zip, pdf()], nothing),
    both("a PDF behind a JPG's magic", [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), pdf()], nothing),
    both("a PDF behind white space", [Buffer.from("  \n"), pdf()], nothing),
    both("a PDF with zeros behind it", [pdf(), Buffer.alloc(100)], noPicture),
    both("an archive behind a PNG's magic", [Buffer.from("89504e470d0a1a0a", "hex"), zip], nothing),
    both(
      "deflated zeros behind a JPG's magic",
      [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), deflateSync(new Uint8Array(9 * MEGABYTE))],
      nothing,
    ),
  ];
}

/** Pictures that know more than they show. */
async function telling(jpeg: Buffer, png: Buffer): Promise<HostileFile[]> {
  return [
    sent("a JPG with its place in EXIF", await jpegWithPlace(), "taken"),
    ...Object.entries(TELLING_SEGMENTS).map(([what, segment]) =>
      sent(`a JPG with ${what}`, jpegWith(jpeg, segment), "taken", { isUpright: true }),
    ),
    ...Object.entries(TELLING_CHUNKS).map(([what, added]) =>
      sent(`a PNG with ${what}`, pngWith(png, added), "taken", { isUpright: true }),
    ),
    sent("a GIF with a comment", gif(1, { before: gifExtension(0xfe, Buffer.from(MARK)) }), "taken"),
    sent("a GIF with XMP", gif(1, { before: gifExtension(0xff, Buffer.from(`XMP DataXMP`)) }), "taken"),
  ];
}

function sizes(png: Buffer): HostileFile[] {
  const padded = (bytes: Buffer, size: number) =>
    Buffer.concat([bytes, Buffer.alloc(size - bytes.byteLength)]);
  return [
    sent("a PNG of 10 MB", padded(png, 10 * MEGABYTE), "taken"),
    sent("a PNG of 10 MB and a byte", padded(png, 10 * MEGABYTE + 1), "file_size"),
    sent("a PNG of 11 MB", padded(png, 11 * MEGABYTE), "file_size"),
    sent("a PDF of 10 MB", padded(pdf(), 10 * MEGABYTE), "file_format", { document: "taken" }),
    sent("a PDF of 11 MB", padded(pdf(), 11 * MEGABYTE), "file_size"),
    sent("11 MB of text", Buffer.alloc(11 * MEGABYTE, MARK), "file_size"),
    sent("40 MB of zeros", Buffer.alloc(40 * MEGABYTE), "file_size"),
  ];
}

/** The same good picture under names and types that lie or break out. */
function names(png: Buffer): HostileFile[] {
  const given: Record<string, Partial<HostileFile>> = {
    "another folder": { name: "../../../etc/passwd" },
    "a folder of Windows": { name: "..\\..\\boot.ini" },
    "a whole path": { name: "/etc/cron.d/job" },
    "a NUL": { name: "foto.php\0.jpg" },
    "an escaped line break": { name: "foto%0D%0AX-Evil: 1.jpg" },
    "5,000 characters": { name: `${"x".repeat(5000)}.png` },
    "a mark that turns the writing": { name: "foto\u202egnp.exe" },
    "two endings": { name: "foto.png.php" },
    "an ending of HTML": { name: "foto.html", type: "text/html" },
    "an ending of SVG": { name: "foto.svg", type: "image/svg+xml" },
    "no ending": { name: "foto" },
    "a script": { name: `<img src=x onerror=alert(1)>.png` },
    "a device of Windows": { name: "CON" },
    "a type that is none": { type: "x" },
    "a type of two lines": { type: "image/png\r\nX-Evil: 1" },
  };
  return Object.entries(given).map(([what, more]) =>
    sent(`a PNG whose name or type is ${what}`, png, "taken", { name: "foto.png", isUpright: true, ...more }),
  );
}

/** Rare, but honest. */
async function odd(): Promise<HostileFile[]> {
  const made: Record<string, Buffer> = {
    "a JPG in CMYK": await fourFields().toColourspace("cmyk").jpeg({ quality: 95 }).toBuffer(),
    "a progressive JPG": await fourFields().jpeg({ progressive: true, quality: 95 }).toBuffer(),
    "a PNG of 16 bits": await fourFields().toColourspace("rgb16").png().toBuffer(),
    "an interlaced PNG": await fourFields().png({ progressive: true }).toBuffer(),
    "a PNG of few colours": await fourFields().png({ palette: true }).toBuffer(),
    "a PNG with a see-through layer": await fourFields().ensureAlpha(0.99).png().toBuffer(),
    "a JPG of 96 by 64 in one layer": await fourFields().jpeg({ chromaSubsampling: "4:4:4" }).toBuffer(),
    "a GIF that moves": await fourFields().gif({ loop: 0 }).toBuffer(),
  };
  const grey: Record<string, Buffer> = {
    "a grey JPG": await fourFields().greyscale().jpeg().toBuffer(),
    "a grey PNG": await fourFields().greyscale().png().toBuffer(),
    "a PNG of black and white": await fourFields().greyscale().threshold().png({ palette: true }).toBuffer(),
    "a picture of one point": pngOfSize(1, 1, zlibSync(new Uint8Array(4))),
    "a picture of one line": pngOfSize(3000, 1, zlibSync(new Uint8Array(9001))),
  };
  const lying = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(turned));
  return [
    ...Object.entries(made).map(([what, bytes]) => sent(what, bytes, "taken", { isUpright: true })),
    ...Object.entries(grey).map(([what, bytes]) => sent(what, bytes, "taken")),
    ...lying.map((bytes, index) =>
      sent(`a JPG that lies as orientation ${index + 1} says`, bytes, "taken", { isUpright: true }),
    ),
  ];
}
