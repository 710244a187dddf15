import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** What an authenticator is asked, of all that a page says. */
interface Asked {
  challenge: string;
}

/** What an authenticator, or who imitates one, says differently. */
interface Odd {
  origin?: string;
  host?: string;
  counter?: number;
  /** Its owner proved nothing to it. */
  isUnverified?: boolean;
  /** Certificates of its maker. */
  x5c?: Buffer[];
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

/** A passkey of test code: a key pair that answers as a browser's authenticator does, in the JSON that the script sends. */
export interface SoftwareAuthenticator {
  id: string;
  make(asked: Asked, odd?: Odd): string;
  answer(asked: Asked, odd?: Odd): string;
}

export function softwareAuthenticator(publicUrl: string): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credentialId = randomBytes(16);
  const id = credentialId.toString("base64url");
  let counter = 0;

  const clientData = (type: string, { challenge }: Asked, { origin = new URL(publicUrl).origin }: Odd) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const authenticatorData = (odd: Odd, key?: Buffer) => {
    const host = createHash("sha256").update(odd.host ?? new URL(publicUrl).hostname);
    const flags = PRESENT | (odd.isUnverified ? 0 : VERIFIED) | (key ? WITH_KEY : 0);
    const head = Buffer.alloc(5, flags);
    head.writeUInt32BE(odd.counter ?? ++counter, 1);
    return Buffer.concat([host.digest(), head, key ?? Buffer.alloc(0)]);
  };

  const whole = (response: Record<string, Buffer>) => {
    const texts = Object.entries(response).map(([name, bytes]) => [name, bytes.toString("base64url")]);
    const answer = { id, rawId: id, type: "public-key", response: Object.fromEntries(texts) };
    return JSON.stringify({ ...answer, clientExtensionResults: {} });
  };

  return {
    id,
    make(asked, odd = {}) {
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]);
      const length = Buffer.from([0, credentialId.length]);
      const key = Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(cose)]);
      const statement = odd.x5c ? { x5c: odd.x5c, alg: -7, sig: Buffer.alloc(64) } : {};
      const attestation = new Map<string, Parameters<typeof isoCBOR.encode>[0]>([
        ["fmt", odd.x5c ? "packed" : "none"],
        ["attStmt", new Map(Object.entries(statement))],
        ["authData", new Uint8Array(authenticatorData(odd, key))],
      ]);
      return whole({
        clientDataJSON: clientData("webauthn.create", asked, odd),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)),
      });
    },
    answer(asked, odd = {}) {
      const clientDataJSON = clientData("webauthn.get", asked, odd);
      const authenticatorDataBytes = authenticatorData(odd);
      const hash = createHash("sha256").update(clientDataJSON).digest();
      return whole({
        clientDataJSON,
        authenticatorData: authenticatorDataBytes,
        signature: sign("sha256", Buffer.concat([authenticatorDataBytes, hash]), privateKey),
      });
    },
  };
}
