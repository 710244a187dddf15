import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { createConcurrencyLimit } from "../concurrency/concurrency.server.ts";

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
/**
 * Each takes a thread of Node's pool, of which pictures and files need some too (scripts/start.mjs), and a processor for
 * a twentieth of a second: who waits longer than some seconds is told to come again.
 */
const passwordLimit = createConcurrencyLimit({ name: "passwords", atOnce: 2, waiting: 100 });

/** The hash to keep of a password: argon2id, in the usual notation. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await passwordLimit(() => derive(password, salt, COST));
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(tag)}`;
}

/** True when it is the password. Without a hash it takes as long and is false: who asks cannot tell the two apart. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const kept = readHash(hash ?? NOBODY);
  const tag = await passwordLimit(() => derive(password, kept.salt, kept));
  return timingSafeEqual(tag, kept.tag) && hash !== null;
}

const NOBODY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

interface Cost {
  memory: number;
  passes: number;
  parallelism: number;
}

function readHash(hash: string): Cost & { salt: Buffer; tag: Buffer } {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash);
  if (!parts) throw new Error("not a password hash of ours");
  const [, memory, passes, parallelism, salt = "", tag = ""] = parts;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}

function bare(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  const { memory, passes, parallelism } = cost;
  // The same letters typed on another keyboard may be composed otherwise.
  const message = Buffer.from(password.normalize("NFC"));
  return new Promise((resolve, reject) => {
    argon2(
      "argon2id",
      { message, nonce: salt, memory, passes, parallelism, tagLength: TAG_BYTES },
      (error, tag) => (error ? reject(error) : resolve(Buffer.from(tag))),
    );
  });
}
