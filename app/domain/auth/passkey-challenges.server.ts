import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { newSecretToken, type Tokens, tokenHash } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";

/** What a challenge is for: a new passkey, the second step of signing in, or a fresh proof in an open session. */
type PasskeyPurpose = "add" | "sign-in" | "confirm";

/** A challenge is good for one purpose and one holder: a session's id, or the token of a half sign-in. */
export interface ChallengeUse {
  purpose: PasskeyPurpose;
  holder: string;
}

interface ChallengeServices {
  tokens: Tokens;
  clock: () => Date;
}

/** Nothing is kept of a challenge before it is answered: its signature tells what it is for, and until when. */
export function newChallenge({ tokens, clock }: ChallengeServices, use: ChallengeUse): string {
  const nonce = newSecretToken();
  const until = new Date(clock().getTime() + productRules.passkey.challenge_minutes * 60_000);
  return `${nonce}.${tokens.signLink(linkOf(use, nonce), until)}`;
}

/** Checks the challenge of an answer while the answer is verified; `found` is that challenge then. */
export function challengeCheck({ tokens, clock }: ChallengeServices, use: ChallengeUse) {
  let challenge = "";
  return {
    /** Whether it was made here for this use and has not ended; answers repeat it in base64url. */
    expectedChallenge(encoded: string): boolean {
      challenge = Buffer.from(encoded, "base64url").toString();
      const [nonce, signature] = partsOf(challenge);
      return tokens.isSigned(linkOf(use, nonce), signature, clock());
    },
    found: () => challenge,
  };
}

/** Uses a challenge up. False for one that was used before. */
export async function spendChallenge(
  trx: Transaction<DB>,
  { tokens }: ChallengeServices,
  use: ChallengeUse,
  challenge: string,
): Promise<boolean> {
  const [nonce, signature] = partsOf(challenge);
  const expires_at = tokens.signedUntil(linkOf(use, nonce), signature);
  if (expires_at === null) return false;
  const spent = await trx
    .insertInto("spent_passkey_challenges")
    .values({ challenge_hash: tokenHash(challenge), expires_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("expires_at")
    .executeTakeFirst();
  return spent !== undefined;
}

function partsOf(challenge: string): [nonce: string, signature: string] {
  const dot = challenge.indexOf(".");
  return [challenge.slice(0, Math.max(dot, 0)), challenge.slice(dot + 1)];
}

function linkOf({ purpose, holder }: ChallengeUse, nonce: string) {
  return { path: `passkey:${purpose}`, file: nonce, holder };
}
