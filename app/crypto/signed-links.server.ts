import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

export interface SignedLink {
  path: string;
  file: string;
  holder: string;
}

/** Links to private files expire, so a leaked one soon fails. */
export interface SignedLinks {
  signLink(link: SignedLink, until: Date): string;
  isSigned(link: SignedLink, signature: string, now: Date): boolean;
  signedUntil(link: SignedLink, signature: string): Date | null;
}

const SIGNATURE = /^([0-9a-z]{1,9})\.([A-Za-z0-9_-]{22})$/;
const MAC_BYTES = 16;

export function createSignedLinks(secret: string): SignedLinks {
  const key = Buffer.from(hkdfSync("sha256", secret, "tribute", "signed-link", 32));
  const proof = (link: SignedLink, until: string) =>
    createHmac("sha256", key)
      .update(JSON.stringify([link.path, link.file, link.holder, until]))
      .digest()
      .subarray(0, MAC_BYTES);
  const signedUntil = (link: SignedLink, signature: string) => {
    const [, until = "", mac = ""] = SIGNATURE.exec(signature) ?? [];
    const given = Buffer.from(mac, "base64url");
    // Only the canonical spelling is accepted.
    if (given.byteLength !== MAC_BYTES || given.toString("base64url") !== mac) return null;
    return timingSafeEqual(proof(link, until), given) ? new Date(Number.parseInt(until, 36)) : null;
  };
  return {
    signedUntil,
    signLink(link, until) {
      const end = until.getTime().toString(36);
      return `${end}.${proof(link, end).toString("base64url")}`;
    },
    isSigned(link, signature, now) {
      const until = signedUntil(link, signature);
      return until !== null && now < until;
    },
  };
}
