import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { v4 } from "uuid";
import type { Encryption } from "../../crypto/crypto.server.ts";

const SECRET_BYTES = 32;

/** As Standard Webhooks writes it. */
export const newWebhookSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;

export const newKoFiToken = () => v4({ random: randomBytes(16) });

export function encryptWebhookSecret(encryption: Encryption, endpointId: string, secret: string): Buffer {
  return encryption.encrypt("webhook-secret", endpointId, Buffer.from(secret));
}

export function decryptWebhookSecret(
  encryption: Encryption,
  { id, secret_encrypted }: Pick<SecretsOfEndpoint, "id" | "secret_encrypted">,
): string {
  return encryption.decrypt("webhook-secret", id, secret_encrypted).toString("utf8");
}

interface SecretsOfEndpoint {
  id: string;
  secret_encrypted: Uint8Array;
  earlier_secret_encrypted: Uint8Array | null;
  earlier_until: Date | null;
}

/** Standard Webhooks 1.0.0, signed by each valid secret. */
export function signedHeaders(
  encryption: Encryption,
  endpoint: SecretsOfEndpoint,
  message: { id: string; body: string; now: Date },
): Record<string, string> {
  const { id, secret_encrypted, earlier_secret_encrypted: earlier, earlier_until } = endpoint;
  const { body, now } = message;
  const counts = earlier !== null && earlier_until !== null && earlier_until > now;
  const signatures = [secret_encrypted, ...(counts ? [earlier] : [])].map((encrypted) => {
    const secret = decryptWebhookSecret(encryption, { id, secret_encrypted: encrypted });
    return new Webhook(secret).sign(message.id, now, body);
  });
  return {
    "content-type": "application/json; charset=utf-8",
    "webhook-id": message.id,
    "webhook-timestamp": String(Math.trunc(now.getTime() / 1000)),
    "webhook-signature": signatures.join(" "),
  };
}
