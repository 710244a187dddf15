import type { Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import { isKeptAsItCame, parseOutsideJson } from "../outside-json/outside-json.server.ts";
import {
  type ChallengeUse,
  challengeCheck,
  newChallenge,
  spendChallenge,
} from "./passkey-challenges.server.ts";
import { listCredentials, loadWebauthn, type PasskeyServices } from "./passkeys.server.ts";

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
