import { createHmac } from "node:crypto";

/** The app's keys, and those of the account or the request that a call is signed for. */
export interface SigningKeys {
  apiKey: string;
  apiSecret: string;
  token?: string;
  tokenSecret?: string;
}

/** A call as OAuth 1.0a signs it: a body of fields is signed, one of JSON is not. */
export interface SignedCall {
  method: "GET" | "POST";
  url: URL;
  fields?: Readonly<Record<string, string>>;
  /** Of the protocol, such as oauth_callback and oauth_verifier. */
  oauth?: Readonly<Record<string, string>>;
  nonce: string;
  at: Date;
}

/** The Authorization header of a call by OAuth 1.0a with HMAC-SHA1 (RFC 5849). */
export function authorization(call: SignedCall, keys: SigningKeys): string {
  const oauth: Record<string, string> = {
    oauth_consumer_key: keys.apiKey,
    oauth_nonce: call.nonce,
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: String(Math.trunc(call.at.getTime() / 1000)),
    oauth_version: "1.0",
    ...(keys.token !== undefined && { oauth_token: keys.token }),
    ...call.oauth,
  };
  const all = [...Object.entries(oauth), ...Object.entries(call.fields ?? {}), ...call.url.searchParams];
  const parameters = all
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .sort()
    .join("&");
  const address = `${call.url.origin}${call.url.pathname}`;
  const base = [call.method, address, parameters].map(percentEncode).join("&");
  const key = `${percentEncode(keys.apiSecret)}&${percentEncode(keys.tokenSecret ?? "")}`;
  const signature = createHmac("sha1", key).update(base).digest("base64");
  const header = Object.entries({ ...oauth, oauth_signature: signature })
    .map(([name, value]) => `${percentEncode(name)}="${percentEncode(value)}"`)
    .join(", ");
  return `OAuth ${header}`;
}

/** As RFC 3986 says it: encodeURIComponent leaves five characters that OAuth does not. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
