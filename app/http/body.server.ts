import { parseMultipart } from "@remix-run/multipart-parser";
import { productRules } from "../product-rules.ts";

const FORM_BYTES_MAXIMUM = 64 * 1024;
const FIELD_BYTES_MAXIMUM = 256 * 1024;
/** Read and discarded, so that the browser reads the answer. */
const DISCARDED_BYTES_MAXIMUM = 64 * 1024 * 1024;

export type UploadedFile = { bytes: Uint8Array } | { problem: "file_size" };

export interface UploadForm {
  fields: FormData;
  file: UploadedFile | null;
}

export const CHECK_HEADER = "Tribute-Check";

/** Nested names would build lists and objects; no form has them. */
const FIELDS_MAXIMUM = 60;
const FIELD_NAME = /^[a-z][a-z0-9_]{0,59}$/;

/** Without checks. */
export async function readForm(request: Request, bytesMaximum = FORM_BYTES_MAXIMUM): Promise<FormData> {
  refuseCheck(request);
  return await readCheckableForm(request, bytesMaximum);
}

/**
 * For `parseForm`, which ends a check. Drops unknown names. Throws 413, or 400 for an invalid form or too
 * many fields.
 */
export async function readCheckableForm(
  request: Request,
  bytesMaximum = FORM_BYTES_MAXIMUM,
): Promise<FormData> {
  const bytes = await readBytes(request, bytesMaximum);
  const type = request.headers.get("Content-Type") ?? "";
  const boundary = boundaryOf(type);
  if (boundary !== null) return readParts(bytes, boundary, [], bytesMaximum).fields;
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) throw badRequest();
  return readPairs(bytes);
}

/** Throws 400 for a script's check, which must change nothing. */
export function refuseCheck(request: Request): void {
  if (request.headers.has(CHECK_HEADER)) throw badRequest();
}

function badRequest(): Response {
  return new Response("Bad Request", { status: 400 });
}

const AMPERSAND = 0x26;

function readPairs(bytes: Uint8Array): FormData {
  let pairs = 1;
  for (const byte of bytes) if (byte === AMPERSAND) pairs += 1;
  if (pairs > FIELDS_MAXIMUM) throw badRequest();
  const fields = new FormData();
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(bytes)))
    addField(fields, name, value);
  return fields;
}

/** PostgreSQL stores no null byte, and no browser sends one. */
function addField(fields: FormData, name: string, value: string | File): void {
  if (name.includes("\0") || (typeof value === "string" && value.includes("\0"))) throw badRequest();
  if (FIELD_NAME.test(name)) fields.append(name, value);
}

/** RFC 2046's length; a longer boundary would be slow to search. */
function boundaryOf(type: string): string | null {
  if (!/^multipart\/form-data\s*;/i.test(type)) return null;
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type);
  const text = boundary?.[1] ?? boundary?.[2] ?? "";
  if (!/^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(text)) throw badRequest();
  return text;
}

export async function readBytes(request: Request, maximum: number): Promise<Uint8Array<ArrayBuffer>> {
  const { bytes, isWhole } = await readBody(request, maximum, maximum);
  if (!isWhole) throw new Response("Payload Too Large", { status: 413 });
  return bytes;
}

/**
 * The file comes last, so an oversized one keeps the other fields. An empty file is none. Throws 400 for a
 * second or misplaced file, and for a check.
 */
export async function readUploadForm(request: Request, fileField: string): Promise<UploadForm> {
  refuseCheck(request);
  return await readCheckableUploadForm(request, fileField);
}

export async function readTexts(
  request: Request,
  bytesMaximum: number,
): Promise<{ fields: FormData; hadFiles: boolean }> {
  const boundary = boundaryOf(request.headers.get("Content-Type") ?? "");
  if (boundary === null) return { fields: await readCheckableForm(request, bytesMaximum), hadFiles: false };
  const { bytes, isWhole } = await readBody(request, bytesMaximum, DISCARDED_BYTES_MAXIMUM);
  const fields = new FormData();
  let hadFiles = !isWhole;
  for (const [name, value] of readParts(bytes, boundary, [], bytesMaximum, isWhole).fields) {
    if (typeof value === "string") fields.append(name, value);
    else hadFiles = true;
  }
  return { fields, hadFiles };
}

export async function readCheckableUploadForm(request: Request, fileField: string): Promise<UploadForm> {
  const { fields, files } = await readUploads(request, [fileField]);
  if ([...fields.values()].some((value) => value instanceof File)) throw badRequest();
  const isCheck = request.headers.has(CHECK_HEADER);
  return { fields, file: isCheck ? null : (files.get(fileField) ?? null) };
}

/**
 * One field per file, once. A misplaced file counts as empty. In an oversized body, the first missing file
 * was too big.
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

const PART_HEAD_BYTES_MAXIMUM = 8 * 1024;

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
