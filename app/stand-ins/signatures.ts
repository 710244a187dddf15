import { createHmac, timingSafeEqual } from "node:crypto";

/** Deterministic tokens in hexadecimal. */
export type Mac = (use: string, text: string) => string;

export function createMac(secret: string): Mac {
  return (use, text) => createHmac("sha256", secret).update(`stand-in/${use}/${text}`).digest("hex");
}

export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
  });
}

export interface IncomingCall {
  method: string;
  url: URL;
  authorization: string;
  form: string | null;
}

export type OAuthHeader = ReadonlyMap<string, string>;

/** OAuth 1.0a; null for any other. */
export function readOAuthHeader(authorization: string): OAuthHeader | null {
  if (!authorization.startsWith("OAuth ")) return null;
  const said = new Map<string, string>();
  for (const part of authorization.slice(6).split(",")) {
    const found = /^\s*oauth_(\w+)="([^"]*)"\s*$/.exec(part);
    if (!found) return null;
    const [, name = "", value = ""] = found;
    if (said.has(name)) return null;
    const decoded = decodedOrNull(value);
    if (decoded === null) return null;
    said.set(name, decoded);
  }
  return said;
}

/** RFC 5849, 3.4.1, on its own: sharing the product's code would hide its errors. */
export function isSigned(call: IncomingCall, header: OAuthHeader, secrets: { api: string; token: string }) {
  const pairs: [string, string][] = [...header]
    .filter(([name]) => name !== "signature")
    .map(([name, value]): [string, string] => [`oauth_${name}`, value]);
  for (const source of [call.url.search.slice(1), call.form ?? ""])
    for (const pair of source.split("&").filter(Boolean)) {
      const [name, value] = pair.split("=", 2).map((each) => decodedOrNull(each.replaceAll("+", " ")));
      if (name === null || name === undefined || value === null) return false;
      pairs.push([name, value ?? ""]);
    }
  const lines = pairs.map(([name, value]) => [encode(name), encode(value)] as const);
  lines.sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : 1));
  const parameters = lines.map((line) => line.join("=")).join("&");
  const base = `${call.method}&${encode(call.url.origin + call.url.pathname)}&${encode(parameters)}`;
  const mac = createHmac("sha1", `${encode(secrets.api)}&${encode(secrets.token)}`)
    .update(base)
    .digest();
  const given = Buffer.from(header.get("signature") ?? "", "base64");
  return given.length === mac.length && timingSafeEqual(given, mac);
}

function decodedOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function encode(text: string): string {
  let encoded = "";
  for (const byte of Buffer.from(text, "utf8")) {
    const letter = String.fromCharCode(byte);
    encoded += /[A-Za-z0-9._~-]/.test(letter)
      ? letter
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return encoded;
}
