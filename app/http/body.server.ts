import { MaxFileSizeExceededError, parseMultipart } from "@remix-run/multipart-parser";
import { productRules } from "../domain/money/product-rules.ts";

const FORM_BYTES_MAXIMUM = 64 * 1024;
/** The file, and room for the other fields. */
const UPLOAD_BYTES_MAXIMUM = productRules.upload.bytes_maximum + 256 * 1024;
/** So much of a file that is too big is read and thrown away, so that the browser gets to read our answer. */
const DISCARDED_BYTES_MAXIMUM = 64 * 1024 * 1024;

/** The fields of a form, and the file that came with it: its bytes, or that it was too big. */
export interface UploadForm {
  fields: FormData;
  file: { bytes: Uint8Array } | { problem: "file_size" } | null;
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
 * take the other fields with it. An empty file field is no file.
 */
export async function readUploadForm(request: Request, fileField: string): Promise<UploadForm> {
  const type = request.headers.get("Content-Type") ?? "";
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (!boundary) return { fields: await readForm(request), file: null };
  const { bytes, isWhole } = await readBody(request, UPLOAD_BYTES_MAXIMUM, DISCARDED_BYTES_MAXIMUM);
  const fields = new FormData();
  let file: UploadForm["file"] = null;
  try {
    const limits = {
      maxFileSize: productRules.upload.bytes_maximum,
      maxParts: 40,
      maxTotalSize: UPLOAD_BYTES_MAXIMUM,
    };
    for (const part of parseMultipart(bytes, { boundary, ...limits })) {
      if (!part.name) continue;
      if (!part.isFile) fields.append(part.name, part.text);
      else if (part.name === fileField && part.size > 0) file = { bytes: part.bytes };
    }
  } catch (error) {
    if (isWhole && !(error instanceof MaxFileSizeExceededError))
      throw new Response("Bad Request", { status: 400 });
    file = { problem: "file_size" };
  }
  if (hasNullByte(fields)) throw new Response("Bad Request", { status: 400 });
  return { fields, file };
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
