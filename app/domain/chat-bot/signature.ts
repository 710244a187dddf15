import { createPublicKey, verify } from "node:crypto";

/** How old what Discord signed may be: what somebody has kept of it says nothing later. */
const SECONDS_MAXIMUM = 300;

interface SignedBytes {
  body: Uint8Array;
  /** As the headers have them: hexadecimal, and seconds of Unix time. */
  signature: string | null;
  timestamp: string | null;
  now: Date;
}

/**
 * Whether Discord has signed these bytes just now, by Ed25519. The key is the application's, hexadecimal as the developer
 * portal shows it. Discord itself sends wrong signatures to see that they are refused.
 */
export function isSignedByDiscord(
  publicKey: string,
  { body, signature, timestamp, now }: SignedBytes,
): boolean {
  if (!signature || !/^[0-9a-f]{128}$/i.test(signature)) return false;
  if (!timestamp || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > SECONDS_MAXIMUM) return false;
  const x = Buffer.from(publicKey, "hex").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, "hex"));
}
