import { type Kysely, sql, type Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import { newSecretToken, type Tokens, tokenHash } from "../../crypto/crypto.server.ts";
import { ORIGIN } from "../../product-name.ts";
import { productRules } from "../../product-rules.ts";
import type { Jobs } from "../jobs.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { isStoredUnchanged, parseOutsideJson } from "../outside-json.server.ts";
import { hasFreshCode } from "./second-factor.server.ts";
import { type ActingUser, endOldRights, lockActingUser } from "./sessions.server.ts";

type PasskeyPurpose = "add" | "sign-in" | "confirm";

export interface ChallengeUse {
  purpose: PasskeyPurpose;
  holder: string;
}

interface ChallengeServices {
  tokens: Tokens;
  clock: () => Date;
}

/** Signed, so nothing is stored before the answer. */
function newChallenge({ tokens, clock }: ChallengeServices, use: ChallengeUse): string {
  const nonce = newSecretToken();
  const until = new Date(clock().getTime() + productRules.passkey.challenge_minutes * 60_000);
  return `${nonce}.${tokens.signLink(linkOf(use, nonce), until)}`;
}

function challengeCheck({ tokens, clock }: ChallengeServices, use: ChallengeUse) {
  let challenge = "";
  return {
    expectedChallenge(encoded: string): boolean {
      challenge = Buffer.from(encoded, "base64url").toString();
      const [nonce, signature] = partsOf(challenge);
      return tokens.isSigned(linkOf(use, nonce), signature, clock());
    },
    found: () => challenge,
  };
}

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

const ALGORITHMS = [-8, -7, -257];
const TRANSPORTS_MAXIMUM = 8;
const KEY_BYTES_MAXIMUM = 2000;

/** On first use: 200 ms and 26 MB. */
const loadWebauthn = () => import("@simplewebauthn/server");

interface PasskeyServices {
  db: Kysely<DB>;
  tokens: Tokens;
  clock: () => Date;
  publicUrl: string;
}

type MailingServices = Omit<PasskeyServices, "tokens" | "publicUrl"> & { jobs: Jobs; newId: () => string };

interface Passkey {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

const registration = z.object({
  /** At most 1,023 bytes (WebAuthn, 4). */
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

export async function listPasskeys(db: Kysely<DB>, userId: string): Promise<Passkey[]> {
  return await db
    .selectFrom("passkeys")
    .select(["id", "name", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export async function offerPasskey(
  services: PasskeyServices,
  user: { id: string; email: string; session_id: string; product?: string },
) {
  const { generateRegistrationOptions } = await loadWebauthn();
  const known = await listCredentials(services.db, user.id);
  return await generateRegistrationOptions({
    rpName: user.product ?? ORIGIN,
    rpID: new URL(services.publicUrl).hostname,
    userName: user.email,
    userID: new TextEncoder().encode(user.id),
    challenge: newChallenge(services, { purpose: "add", holder: user.session_id }),
    excludeCredentials: known,
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

async function listCredentials(db: Kysely<DB>, userId: string) {
  return await db
    .selectFrom("passkeys")
    .select(["credential_id as id", "transports"])
    .where("user_id", "=", userId)
    .execute();
}

/**
 * Ends other rights; mails the owner. "no_code": no second factor, or no recent code. Throws StaleSession.
 */
export async function addPasskey(
  services: PasskeyServices & MailingServices,
  given: { user_id: string; asker: ActingUser; name: string; passkey: string },
): Promise<"added" | "no_code" | "refused" | "too_many"> {
  const { user_id, asker, name } = given;
  const use = { purpose: "add" as const, holder: asker.session_id };
  const made = await verifyNew(services, use, given.passkey);
  if (!made) return "refused";
  return await services.db.transaction().execute(async (trx) => {
    await lockActingUser(trx, user_id, asker);
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

/** As addPasskey. "gone": not this account's. */
export async function removePasskey(
  services: MailingServices,
  given: { user_id: string; asker: ActingUser; id: string },
): Promise<"removed" | "no_code" | "gone"> {
  const { user_id, asker, id } = given;
  return await services.db.transaction().execute(async (trx) => {
    await lockActingUser(trx, user_id, asker);
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

async function mayChange(
  trx: Transaction<DB>,
  userId: string,
  asker: ActingUser,
  now: Date,
): Promise<boolean> {
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

async function verifyNew(
  services: PasskeyServices,
  use: { purpose: "add"; holder: string },
  passkey: string,
) {
  const parsed = registration.safeParse(parseOutsideJson(passkey, isStoredUnchanged));
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
    return null;
  }
}

/** Certificates would make the library call addresses that they name. */
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

/** Once per challenge. A counter that does not rise is a copied authenticator. */
export async function checkPasskey(
  services: PasskeyServices,
  userId: string,
  use: ChallengeUse,
  passkey: string,
): Promise<boolean> {
  const parsed = assertion.safeParse(parseOutsideJson(passkey, isStoredUnchanged));
  if (!parsed.success) return false;
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
