import { faultAtTop } from "./file-fault.ts";

const ENCODINGS = new Set([
  ...["utf-8", "utf8", "utf-16le", "utf-16be", "us-ascii"],
  ...["iso-8859-1", "iso-8859-2", "iso-8859-15", "latin1"],
  ...["windows-1250", "windows-1252"],
]);

/** How files of zip, gzip and 7z begin. */
const ARCHIVES = ["PK\x03\x04", "\x1F\x8B", "7z\xBC\xAF"];

/**
 * The text of an XML file: in the encoding of its byte order mark, of its first two bytes or of its declaration, else
 * UTF-8. Throws a `FileFaultError` for what is no such file.
 */
export function xmlText(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  if (ARCHIVES.some((mark) => start.startsWith(mark))) throw faultAtTop("archive");
  if (/^\s*(?:\{1:F|:(?:20|940):)/.test(start)) throw faultAtTop("mt940");
  const [, declared = "utf-8"] = /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/.exec(start) ?? [];
  const encoding = encodingOfBytes(start) ?? declared.toLowerCase();
  if (!ENCODINGS.has(encoding)) throw faultAtTop("encoding");
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw faultAtTop("encoding");
  }
}

/** What the first bytes alone say; a declaration cannot be read before it is known. */
function encodingOfBytes(start: string): string | null {
  if (start.startsWith("\xEF\xBB\xBF")) return "utf-8";
  if (start.startsWith("\xFF\xFE") || start.startsWith("<\0")) return "utf-16le";
  if (start.startsWith("\xFE\xFF") || start.startsWith("\0<")) return "utf-16be";
  return null;
}
