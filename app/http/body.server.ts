import { parseMultipart } from "@remix-run/multipart-parser";
import { productRules } from "../product-rules.ts";

const FORM_BYTES_MAXIMUM = 64 * 1024;
/** The room for the other fields beside files. */
const FIELD_BYTES_MAXIMUM = 256 * 1024;
/** So much of a file that is too big is read and thrown away, so that the browser gets to read our answer. */
const DISCARDED_BYTES_MAXIMUM = 64 * 1024 * 1024;

/** A file that came with a form: its bytes, or that it was too big. */
export type UploadedFile = { bytes: Uint8Array } | { problem: "file_size" };

/** The fields of a form, and the file that came with it. */
export interface UploadForm {
  fields: FormData;
  file: UploadedFile | null;
}

/** The header by which the guest script asks for the errors of a form that is still being filled in. */
export const CHECK_HEADER = "Tribute-Check";

/** No form of ours has more fields, or names of another kind: nested names would build lists and objects. */
const FIELDS_MAXIMUM = 60;
const FIELD_NAME = /^[a-z][a-z0-9_]{0,59}$/;

/**
 * The fields of a form that is acted on. Throws a 400 Response for a check by the script, which must change nothing; otherwise
 * as `readCheckableForm`.
 */
export async function readForm(request: Request): Promise<FormData> {
  refuseCheck(request);
  return await readCheckableForm(request);
}

/**
 * The fields of a form for `parseForm`, which ends a check by the script there. Names that no form of ours has are left out.
 * Throws a 413 Response for a body that is too long, 400 for one that is no form or has too many fields.
 */
export async function readCheckableForm(request: Request): Promise<FormData> {
  const bytes = await readBytes(request, FORM_BYTES_MAXIMUM);
  const type = request.headers.get("Content-Type") ?? "";
  const boundary = boundaryOf(type);
  if (boundary !== null) return readParts(bytes, boundary, [], FORM_BYTES_MAXIMUM).fields;
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) throw badRequest();
  return readPairs(bytes);
}

function refuseCheck(request: Request): void {
  if (request.headers.has(CHECK_HEADER)) throw badRequest();
}

function badRequest(): Response {
  return new Response("Bad Request", { status: 400 });
}

const AMPERSAND = 0x26;

/** The fields are counted before any is built, so that many small ones cost no more than one long one. */
function readPairs(bytes: Uint8Array): FormData {
  let pairs = 1;
  for (const byte of bytes) if (byte === AMPERSAND) pairs += 1;
  if (pairs > FIELDS_MAXIMUM) throw badRequest();
  const fields = new FormData();
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(bytes)))
    addField(fields, name, value);
  return fields;
}

/** PostgreSQL keeps no null byte, and no browser sends one. */
function addField(fields: FormData, name: string, value: string | File): void {
  if (name.includes("\0") || (typeof value === "string" && value.includes("\0"))) throw badRequest();
  if (FIELD_NAME.test(name)) fields.append(name, value);
}

/** The boundary of a form of parts, as RFC 2046 allows it: a longer one would be slow to look for. */
function boundaryOf(type: string): string | null {
  if (!/^multipart\/form-data\s*;/i.test(type)) return null;
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type);
  const text = boundary?.[1] ?? boundary?.[2] ?? "";
  if (!/^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(text)) throw badRequest();
  return text;
}

/** The raw bytes of a body of at most `maximum` bytes; throws a 413 Response. */
export async function readBytes(request: Request, maximum: number): Promise<Uint8Array<ArrayBuffer>> {
  const { bytes, isWhole } = await readBody(request, maximum, maximum);
  if (!isWhole) throw new Response("Payload Too Large", { status: 413 });
  return bytes;
}

/**
 * A form with one file in the field `fileField`, which stands last in the form, so that a file that is too big does not
 * take the other fields with it. An empty file field is no file. Throws a 400 Response for a second file, for one in
 * another field, and for a check by the script: no form of ours sends that here.
 */
export async function readUploadForm(request: Request, fileField: string): Promise<UploadForm> {
  refuseCheck(request);
  return await readCheckableUploadForm(request, fileField);
}

/** The same for `parseForm`, which ends a check by the script there; the file of a check is left out. */
export async function readCheckableUploadForm(request: Request, fileField: string): Promise<UploadForm> {
  const { fields, files } = await readUploads(request, [fileField]);
  if ([...fields.values()].some((value) => value instanceof File)) throw badRequest();
  const isCheck = request.headers.has(CHECK_HEADER);
  return { fields, file: isCheck ? null : (files.get(fileField) ?? null) };
}

/**
 * The same with several files, each in a field of its own, which come only once. A file in any other field stays among
 * the fields, empty, where no rule takes it. Of a body beyond all of them, the first file that is not there was too big.
 */
export async function readUploads(request: Request, fileFields: readonly string[]): Promise<Uploads> {
  const boundary = boundaryOf(request.headers.get("Content-Type") ?? "");
  if (boundary === null) return { fields: await readCheckableForm(request), files: new Map() };
  const maximum = fileFields.length * productRules.upload.bytes_maximum + FIELD_BYTES_MAXIMUM;
  const { bytes, isWhole } = await readBody(request, maximum, DISCARDED_BYTES_MAXIMUM);
  const { fields, files } = readParts(bytes, boundary, fileFields, maximum, isWhole);
  const absent = isWhole ? undefined : fileFields.find((name) => !files.has(name));
  if (absent !== undefined) files.set(absent, { problem: "file_size" });
  return { fields, files };
}

interface Uploads {
  fields: FormData;
  files: Map<string, UploadedFile>;
}

/** The head of a part: its field's name and its file's, which some devices make very long. */
const PART_HEAD_BYTES_MAXIMUM = 8 * 1024;

/** The parts of a form. What is no form is a 400 Response; of a body that was cut off, what came before the cut counts. */
function readParts(
  bytes: Uint8Array,
  boundary: string,
  fileFields: readonly string[],
  maximum: number,
  isWhole = true,
): Uploads {
  const fields = new FormData();
  const files = new Map<string, UploadedFile>();
  try {
    for (const part of parseMultipart(bytes, {
      boundary,
      maxHeaderSize: PART_HEAD_BYTES_MAXIMUM,
      maxFileSize: maximum,
      maxParts: FIELDS_MAXIMUM,
      maxTotalSize: maximum,
    })) {
      if (!part.name) continue;
      if (!part.isFile) addField(fields, part.name, part.text);
      else if (part.size === 0) continue;
      else if (!fileFields.includes(part.name)) addField(fields, part.name, new File([], ""));
      else if (files.has(part.name)) throw new Error("a file that comes twice");
      else if (part.size > productRules.upload.bytes_maximum) files.set(part.name, { problem: "file_size" });
      else files.set(part.name, { bytes: part.bytes });
    }
  } catch {
    if (isWhole) throw badRequest();
  }
  return { fields, files };
}

async function readBody(
  request: Request,
  keep: number,
  discard: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let kept = 0;
  let read = 0;
  if (request.body) {
    for await (const chunk of request.body) {
      read += chunk.byteLength;
      if (read > discard) throw new Response("Payload Too Large", { status: 413 });
      if (read > keep) continue;
      chunks.push(chunk);
      kept += chunk.byteLength;
    }
  }
  const bytes = new Uint8Array(kept);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return { bytes, isWhole: read === kept };
}
