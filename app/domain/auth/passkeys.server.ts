import { type Kysely, sql, type Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import { newSecretToken, type Tokens, tokenHash } from "../../crypto/crypto.server.ts";
import type { Jobs } from "../../jobs/jobs.server.ts";
import { queueMail } from "../../mail/mail.server.ts";
import { productRules } from "../../product-rules.ts";
import { isKeptAsItCame, parseOutsideJson } from "../outside-json/outside-json.server.ts";
import { hasFreshCode } from "./second-factor.server.ts";
import { type Asker, endOldRights, lockAsker } from "./sessions.server.ts";

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
function newChallenge({ tokens, clock }: ChallengeServices, use: ChallengeUse): string {
  const nonce = newSecretToken();
  const until = new Date(clock().getTime() + productRules.passkey.challenge_minutes * 60_000);
  return `${nonce}.${tokens.signLink(linkOf(use, nonce), until)}`;
}

/** Checks the challenge of an answer while the answer is verified; `found` is that challenge then. */
function challengeCheck({ tokens, clock }: ChallengeServices, use: ChallengeUse) {
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
async function spendChallenge(
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

/** EdDSA, ES256 and RS256, in COSE's numbers. */
const ALGORITHMS = [-8, -7, -257];
const TRANSPORTS_MAXIMUM = 8;
const KEY_BYTES_MAXIMUM = 2000;

/** Loaded by the first passkey: it takes a fifth of a second and 26 MB. */
const loadWebauthn = () => import("@simplewebauthn/server");

interface PasskeyServices {
  db: Kysely<DB>;
  tokens: Tokens;
  clock: () => Date;
  /** Its origin and host are those that an authenticator signs for. */
  publicUrl: string;
}

type MailingServices = Omit<PasskeyServices, "tokens" | "publicUrl"> & { jobs: Jobs; newId: () => string };

/** A passkey as its owner sees it. */
interface Passkey {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

const registration = z.object({
  /** A credential's id has 1,023 bytes at most (WebAuthn, 4). */
  id: z.string().max(1364),
  rawId: z.string(),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,32}$/))
      .max(TRANSPORTS_MAXIMUM)
      .optional(),
  }),
});

/** The passkeys of an account, the oldest first. */
export async function listPasskeys(db: Kysely<DB>, userId: string): Promise<Passkey[]> {
  return await db
    .selectFrom("passkeys")
    .select(["id", "name", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** What a browser needs to make a passkey for this session's account. */
export async function offerPasskey(
  services: PasskeyServices,
  user: { id: string; email: string; session_id: string },
) {
  const { generateRegistrationOptions } = await loadWebauthn();
  const known = await listCredentials(services.db, user.id);
  return await generateRegistrationOptions({
    rpName: "Tribute",
    rpID: new URL(services.publicUrl).hostname,
    userName: user.email,
    userID: new TextEncoder().encode(user.id),
    challenge: newChallenge(services, { purpose: "add", holder: user.session_id }),
    excludeCredentials: known,
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** The credentials of an account as the browser is told of them. */
async function listCredentials(db: Kysely<DB>, userId: string) {
  return await db
    .selectFrom("passkeys")
    .select(["credential_id as id", "transports"])
    .where("user_id", "=", userId)
    .execute();
}

/**
 * Adds a passkey that a browser made, and ends all old rights but the asker's session; its owner hears of it by mail.
 * "no_code": the second factor is off, or the session's last code is too old. Throws StaleAsker.
 */
export async function addPasskey(
  services: PasskeyServices & MailingServices,
  given: { user_id: string; asker: Asker; name: string; passkey: string },
): Promise<"added" | "no_code" | "refused" | "too_many"> {
  const { user_id, asker, name } = given;
  const use = { purpose: "add" as const, holder: asker.session_id };
  const made = await verifyNew(services, use, given.passkey);
  if (!made) return "refused";
  return await services.db.transaction().execute(async (trx) => {
    await lockAsker(trx, user_id, asker);
    const now = services.clock();
    if (!(await mayChange(trx, user_id, asker, now))) return "no_code";
    const known = await listCredentials(trx, user_id);
    if (known.length >= productRules.passkey.per_account) return "too_many";
    if (!(await spendChallenge(trx, services, use, made.challenge))) return "refused";
    const { id: credential_id, publicKey, counter, transports = [] } = made.credential;
    const kept = await trx
      .insertInto("passkeys")
      .values({
        ...{ id: services.newId(), user_id, name, credential_id, counter, created_at: now },
        public_key: Buffer.from(publicKey),
        transports: sql<string[]>`${transports}::text[]`,
      })
      .onConflict((conflict) => conflict.column("credential_id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!kept) return "refused";
    await endOldRights(trx, user_id, asker.session_id);
    await tellChange(trx, services, { user_id, name, is_added: true });
    return "added";
  });
}

/** Takes a passkey away, with the same rights and the same mail. "gone": it is not this account's. Throws StaleAsker. */
export async function removePasskey(
  services: MailingServices,
  given: { user_id: string; asker: Asker; id: string },
): Promise<"removed" | "no_code" | "gone"> {
  const { user_id, asker, id } = given;
  return await services.db.transaction().execute(async (trx) => {
    await lockAsker(trx, user_id, asker);
    if (!(await mayChange(trx, user_id, asker, services.clock()))) return "no_code";
    const removed = await trx
      .deleteFrom("passkeys")
      .where("id", "=", id)
      .where("user_id", "=", user_id)
      .returning("name")
      .executeTakeFirst();
    if (!removed) return "gone";
    await endOldRights(trx, user_id, asker.session_id);
    await tellChange(trx, services, { user_id, name: removed.name, is_added: false });
    return "removed";
  });
}

async function mayChange(trx: Transaction<DB>, userId: string, asker: Asker, now: Date): Promise<boolean> {
  const session = await trx
    .selectFrom("sessions as s")
    .innerJoin("second_factors as f", "f.user_id", "s.user_id")
    .select("s.code_at")
    .where("s.id", "=", asker.session_id)
    .where("s.user_id", "=", userId)
    .where("f.confirmed_at", "is not", null)
    .executeTakeFirst();
  return session !== undefined && hasFreshCode(session, now);
}

/** What was made, and by which challenge; null for what no authenticator made for us. */
async function verifyNew(
  services: PasskeyServices,
  use: { purpose: "add"; holder: string },
  passkey: string,
) {
  const parsed = registration.safeParse(parseOutsideJson(passkey, isKeptAsItCame));
  if (!parsed.success) return null;
  const response = { ...parsed.data, clientExtensionResults: {} };
  const check = challengeCheck(services, use);
  const { verifyRegistrationResponse } = await loadWebauthn();
  try {
    if (!(await isWithoutCertificates(response.response.attestationObject))) return null;
    const { origin, hostname } = new URL(services.publicUrl);
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: check.expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!registrationInfo || registrationInfo.credential.publicKey.byteLength > KEY_BYTES_MAXIMUM)
      return null;
    return { credential: registrationInfo.credential, challenge: check.found() };
  } catch {
    // The library throws for whatever is wrong with an answer.
    return null;
  }
}

/** No maker is asked for, and certificates would have the library ask their issuers, at addresses that they name. */
async function isWithoutCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url")));
  if (decoded.get("fmt") === "packed") return decoded.get("attStmt").get("x5c") === undefined;
  return decoded.get("fmt") === "none";
}

async function tellChange(
  trx: Transaction<DB>,
  services: MailingServices,
  change: { user_id: string; name: string; is_added: boolean },
): Promise<void> {
  const { user_id, name, is_added } = change;
  const now = services.clock();
  const user = await trx
    .selectFrom("users")
    .select(["email", "locale"])
    .where("id", "=", user_id)
    .executeTakeFirstOrThrow();
  await queueMail(trx, services, {
    dedupe_key: `passkey:${services.newId()}`,
    template: "passkey_changed",
    locale: user.locale,
    recipient: user.email,
    user_id,
    params: { is_added, name, changed_at: now.toISOString() },
    now,
  });
}

const assertion = z.object({
  id: z.string().max(1400),
  rawId: z.string(),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string().optional(),
  }),
});

/** What a browser needs to ask for one of an account's passkeys; null for an account that has none. */
export async function askForPasskey(services: PasskeyServices, userId: string, use: ChallengeUse) {
  const allowCredentials = await listCredentials(services.db, userId);
  if (allowCredentials.length === 0) return null;
  const { generateAuthenticationOptions } = await loadWebauthn();
  return await generateAuthenticationOptions({
    rpID: new URL(services.publicUrl).hostname,
    challenge: newChallenge(services, use),
    allowCredentials,
    userVerification: "required",
  });
}

/**
 * Whether one of the account's passkeys answered a challenge that was made for this use; each challenge is good once. A
 * counter that does not go on is a copied authenticator's, and refused.
 */
export async function checkPasskey(
  services: PasskeyServices,
  userId: string,
  use: ChallengeUse,
  passkey: string,
): Promise<boolean> {
  const parsed = assertion.safeParse(parseOutsideJson(passkey, isKeptAsItCame));
  if (!parsed.success) return false;
  // Before the transaction, which is to be short.
  const webauthn = await loadWebauthn();
  return await services.db
    .transaction()
    .execute((trx) => takeAnswer(trx, services, webauthn, { userId, use, response: parsed.data }));
}

async function takeAnswer(
  trx: Transaction<DB>,
  services: PasskeyServices,
  { verifyAuthenticationResponse }: Awaited<ReturnType<typeof loadWebauthn>>,
  given: { userId: string; use: ChallengeUse; response: z.infer<typeof assertion> },
): Promise<boolean> {
  const row = await trx
    .selectFrom("passkeys")
    .select(["id", "credential_id", "public_key", "counter"])
    .where("credential_id", "=", given.response.id)
    .where("user_id", "=", given.userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  const check = challengeCheck(services, given.use);
  const { origin, hostname } = new URL(services.publicUrl);
  const verified = await verifyAuthenticationResponse({
    response: { ...given.response, clientExtensionResults: {} },
    expectedChallenge: check.expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: hostname,
    credential: {
      id: row.credential_id,
      publicKey: new Uint8Array(row.public_key),
      counter: row.counter,
    },
    requireUserVerification: true,
    // The library throws for whatever is wrong with an answer.
  }).catch(() => null);
  if (!verified?.verified) return false;
  if (!(await spendChallenge(trx, services, given.use, check.found()))) return false;
  await trx
    .updateTable("passkeys")
    .set({ counter: verified.authenticationInfo.newCounter, last_used_at: services.clock() })
    .where("id", "=", row.id)
    .execute();
  return true;
}
