import { once } from "node:events";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";

/** One answer as it came over the wire. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Every header in its order, names and values in turn, for headers that come more than once. */
  rawHeaders: string[];
  /** The body, decompressed. */
  body: Buffer;
  text: string;
  /** Bytes of head and body as they were sent. */
  wireBytes: number;
}

const DECODERS: Record<string, (sent: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** One request on a connection of its own, nothing followed, nothing added but Host. */
export async function ask(url: string, { method = "GET", headers = {}, body }: Asked = {}): Promise<Answer> {
  const length: Record<string, string> = body ? { "Content-Length": String(Buffer.byteLength(body)) } : {};
  const request = httpRequest(url, { method, agent: false, headers: { ...length, ...headers } });
  request.end(body);
  const [response] = await once(request, "response");
  // Who is answered before all of the body is sent cannot send the rest of it.
  request.on("error", () => undefined);
  const { socket } = response;
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const sent = Buffer.concat(chunks);
  // An answer to HEAD tells the encoding of a body that does not come.
  const encoding = sent.byteLength > 0 ? response.headers["content-encoding"] : undefined;
  const decoded = DECODERS[encoding ?? ""]?.(sent) ?? sent;
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    rawHeaders: response.rawHeaders,
    body: decoded,
    text: decoded.toString("utf8"),
    wireBytes: socket.bytesRead,
  };
}

/** A posted form. A field may stand in it several times. */
export function formBody(fields: Record<string, string | readonly string[]>): {
  headers: Record<string, string>;
  body: string;
} {
  const body = new URLSearchParams();
  for (const [name, values] of Object.entries(fields)) {
    for (const value of [values].flat()) body.append(name, value);
  }
  return { headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: body.toString() };
}

/** The Accept-Language of a browser set to the language. */
export function acceptLanguage(locale: "de" | "en"): { "Accept-Language": string } {
  return { "Accept-Language": locale === "de" ? "de-DE,de;q=0.9,en;q=0.5" : "en-GB,en;q=0.9" };
}
