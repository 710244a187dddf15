import { parseMultipart } from "@remix-run/multipart-parser";
import { productRules } from "../domain/money/product-rules.ts";

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

/** A plain form's fields. Throws a 413 Response for a body beyond all reason, 400 for one that is no form. */
export async function readForm(request: Request, maximum = FORM_BYTES_MAXIMUM): Promise<FormData> {
  const { bytes, isWhole } = await readBody(request, maximum, maximum);
  if (!isWhole) throw new Response("Payload Too Large", { status: 413 });
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(type)) {
    throw new Response("Bad Request", { status: 400 });
  }
  const form = await new Response(bytes, { headers: { "Content-Type": type } }).formData().catch(() => null);
  if (!form || hasNullByte(form)) throw new Response("Bad Request", { status: 400 });
  return form;
}

/** No browser sends one, and PostgreSQL keeps none. */
function hasNullByte(form: FormData): boolean {
  return [...form].some(([name, value]) => `${name}${value}`.includes("\0"));
}

/** The raw bytes of a body of at most `maximum` bytes; throws a 413 Response. */
export async function readBytes(request: Request, maximum: number): Promise<Uint8Array<ArrayBuffer>> {
  const { bytes, isWhole } = await readBody(request, maximum, maximum);
  if (!isWhole) throw new Response("Payload Too Large", { status: 413 });
  return bytes;
}

/**
 * A form with one file in the field `fileField`, which stands last in the form, so that a file that is too big does not
 * take the other fields with it. An empty file field is no file. Throws a 400 Response for a second file, and for one in
 * another field: no form of ours sends that.
 */
export async function readUploadForm(request: Request, fileField: string): Promise<UploadForm> {
  const { fields, files } = await readUploads(request, [fileField]);
  if ([...fields.values()].some((value) => value instanceof File))
    throw new Response("Bad Request", { status: 400 });
  return { fields, file: files.get(fileField) ?? null };
}

/**
 * The same with several files, each in a field of its own, which come only once. A file in any other field stays among
 * the fields, empty, where no rule takes it. Of a body beyond all of them, the first file that is not there was too big.
 */
export async function readUploads(
  request: Request,
  fileFields: readonly string[],
): Promise<{ fields: FormData; files: Map<string, UploadedFile> }> {
  const files = new Map<string, UploadedFile>();
  const type = request.headers.get("Content-Type") ?? "";
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (!boundary) return { fields: await readForm(request), files };
  const { bytes_maximum } = productRules.upload;
  const maximum = fileFields.length * bytes_maximum + FIELD_BYTES_MAXIMUM;
  const { bytes, isWhole } = await readBody(request, maximum, DISCARDED_BYTES_MAXIMUM);
  const fields = new FormData();
  try {
    for (const part of parseMultipart(bytes, {
      boundary,
      maxFileSize: maximum,
      maxParts: 40,
      maxTotalSize: maximum,
    })) {
      if (!part.name) continue;
      if (!part.isFile) fields.append(part.name, part.text);
      else if (part.size === 0) continue;
      else if (!fileFields.includes(part.name)) fields.append(part.name, new File([], part.filename ?? ""));
      else if (files.has(part.name)) throw new Error("a file that comes twice");
      else if (part.size > bytes_maximum) files.set(part.name, { problem: "file_size" });
      else files.set(part.name, { bytes: part.bytes });
    }
  } catch {
    if (isWhole) throw new Response("Bad Request", { status: 400 });
    const absent = fileFields.find((name) => !files.has(name));
    if (absent !== undefined) files.set(absent, { problem: "file_size" });
  }
  if (hasNullByte(fields)) throw new Response("Bad Request", { status: 400 });
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
