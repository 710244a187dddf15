import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { newSecretToken, tokenHash } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import { createConcurrencyLimit } from "../concurrency.server.ts";
import type { Jobs } from "../jobs.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { findMailedToken, type LinkServices, mailLink, takeMailedToken } from "./mailed-tokens.server.ts";
import { type ActingUser, endOldRights, lockActingUser } from "./sessions.server.ts";

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
/** Hashing takes threads that pictures and files need (scripts/start.mjs). */
const passwordLimit = createConcurrencyLimit({ name: "passwords", atOnce: 2, waiting: 100 });

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await passwordLimit(() => derive(password, salt, COST));
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(tag)}`;
}

/** Takes as long without a hash. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const kept = readHash(hash ?? UNKNOWN_USER_HASH);
  const tag = await passwordLimit(() => derive(password, kept.salt, kept));
  return timingSafeEqual(tag, kept.tag) && hash !== null;
}

const UNKNOWN_USER_HASH = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

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
  const message = Buffer.from(password.normalize("NFC"));
  return new Promise((resolve, reject) => {
    argon2(
      "argon2id",
      { message, nonce: salt, memory, passes, parallelism, tagLength: TAG_BYTES },
      (error, tag) => (error ? reject(error) : resolve(Buffer.from(tag))),
    );
  });
}

export type PasswordFault = "common" | "own";

const PRODUCT = "tribute";
/** The longest affix beside a word. */
const ENDS_MAXIMUM = 4;
const WORD_LETTERS = 4;
const SPELLINGS: Record<string, string> = {
  ...{ "@": "a", "4": "a", "8": "b", "3": "e", "9": "g", "1": "i", "!": "i", "|": "i", l: "i", "0": "o" },
  ...{ $: "s", "5": "s", "7": "t", "+": "t", "2": "z" },
};
const UMLAUTS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue" };

let leaked: Promise<ReadonlySet<string>> | null = null;

/**
 * `own`: words of the account. Leaked passwords are checked locally (docs/security.md; docs/product.md, 6.1).
 */
export async function findPasswordFault(
  password: string,
  own: readonly string[],
): Promise<PasswordFault | null> {
  if (isMadeOf(password, [PRODUCT, ...own])) return "own";
  leaked ??= readLeakedPasswords();
  const list = await leaked;
  if (variantsOf(password.toLowerCase()).some((each) => list.has(each))) return "common";
  return /^(.{1,4}?)\1+$/su.test(password) ? "common" : null;
}

export async function findPasswordFaultOf(
  db: Kysely<DB>,
  userId: string,
  password: string,
): Promise<PasswordFault | null> {
  const user = await db
    .selectFrom("users")
    .select(["email", "username", "name", "firstname", "lastname"])
    .where("id", "=", userId)
    .executeTakeFirst();
  const own = Object.values(user ?? {}).filter((each) => each !== null);
  return await findPasswordFault(password, own);
}

async function readLeakedPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}

function variantsOf(lower: string): string[] {
  return [lower, [...lower].reverse().join("")].flatMap((each) => {
    const core = /^[^\p{L}]*(.*?)[^\p{L}]*$/su.exec(each)?.[1] ?? "";
    const isWord = core.length >= WORD_LETTERS && each.length - core.length <= ENDS_MAXIMUM;
    return (isWord ? [each, core] : [each]).flatMap((word) => [word, ...spelledOut(word)]);
  });
}

function spelledOut(word: string): string[] {
  if (!/\p{L}/u.test(word)) return [];
  const letters = [...word].map((sign) => (sign === "l" ? sign : (SPELLINGS[sign] ?? sign))).join("");
  return [letters, [...letters].map((sign, at) => ("1!|".includes(word[at] ?? "") ? "l" : sign)).join("")];
}

function isMadeOf(password: string, own: readonly string[]): boolean {
  const plain = [...withoutMarks(password)];
  const words = own.flatMap(wordsOf).sort((one, other) => other.length - one.length);
  let folded = plain.map((sign) => (sign.length === 1 ? fold(sign) : " ")).join("");
  let longest = 0;
  for (const word of words) {
    for (const written of [word, [...word].reverse().join("")]) {
      if (!folded.includes(written)) continue;
      longest = Math.max(longest, word.length);
      folded = folded.replaceAll(written, " ".repeat(written.length));
    }
  }
  if (longest === 0) return false;
  const lettersLeft = plain.filter((sign, at) => folded[at] !== " " && /\p{L}/u.test(sign)).length;
  return lettersLeft < (longest >= WORD_LETTERS ? WORD_LETTERS : 1);
}

function wordsOf(text: string): string[] {
  const known = text.toLowerCase().replace(/\.\p{L}+$/u, (end) => (text.includes("@") ? "" : end));
  const written = [known, [...known].map((sign) => UMLAUTS[sign] ?? sign).join("")];
  return written
    .flatMap((each) => {
      const parts = withoutMarks(each).split(/[^\p{L}\p{N}]+/u);
      return [...parts, ...parts.map((part) => part.replace(/^\d+|\d+$/g, "")), parts.join("")];
    })
    .filter((word) => word.length >= 3 && /\p{L}/u.test(word))
    .map((word) => [...word].map(fold).join(""));
}

function fold(sign: string): string {
  return SPELLINGS[sign] ?? sign;
}

function withoutMarks(text: string): string {
  return text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");
}

/** A job looks the address up, so that neither answer nor time reveals it. */
export async function requestPasswordReset(
  services: Pick<LinkServices, "db" | "jobs">,
  email: string,
): Promise<void> {
  await services.db
    .transaction()
    .execute((trx) => services.jobs.enqueue(trx, "accounts.password-forgotten", { email }));
}

export async function sendPasswordReset(services: LinkServices, email: string): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom("users")
      .select(["id", "email", "locale"])
      .where((eb) => eb(eb.fn("lower", ["email"]), "=", email.toLowerCase()))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user) return;
    const { id: user_id, email: recipient, locale } = user;
    await mailLink(trx, services, { user_id, purpose: "password", recipient, locale });
  });
}

/**
 * Ends sessions, links and half sign-ins, mails the owner, proves the address. Null for an invalid link or
 * another `email`.
 */
export async function resetPassword(
  services: Omit<LinkServices, "tokens">,
  given: { token: string; password: string; email?: string },
): Promise<{ user_id: string } | null> {
  const now = services.clock();
  const password_hash = await hashPassword(given.password);
  return await services.db.transaction().execute(async (trx) => {
    const found = await findMailedToken(trx, "password", given.token, now);
    if (!found) return null;
    if (given.email !== undefined && !(await isEmailOf(trx, found.user_id, given.email))) return null;
    const taken = await takeMailedToken(trx, "password", given.token, now);
    if (!taken) return null;
    await setPassword(trx, services, { user_id: taken.user_id, password_hash, now, keep_session_id: null });
    await trx
      .updateTable("users")
      .set({ email_verified_at: now })
      .where("id", "=", taken.user_id)
      .where("email_verified_at", "is", null)
      .execute();
    return { user_id: taken.user_id };
  });
}

/** Ends other sessions and links. Throws StaleSession. */
export async function changePassword(
  services: Omit<LinkServices, "tokens">,
  given: { user_id: string; asker: Required<ActingUser>; password: string },
): Promise<void> {
  const password_hash = await hashPassword(given.password);
  const now = services.clock();
  await services.db.transaction().execute(async (trx) => {
    await lockActingUser(trx, given.user_id, given.asker);
    const keep_session_id = given.asker.session_id;
    await setPassword(trx, services, { user_id: given.user_id, password_hash, now, keep_session_id });
  });
}

export async function setPassword(
  trx: Transaction<DB>,
  services: { jobs: Jobs; newId: () => string },
  given: { user_id: string; password_hash: string; now: Date; keep_session_id: string | null },
): Promise<void> {
  const user = await trx
    .updateTable("users")
    .set({ password_hash: given.password_hash, updated_at: given.now })
    .where("id", "=", given.user_id)
    .returning(["email", "locale"])
    .executeTakeFirstOrThrow();
  await endOldRights(trx, given.user_id, given.keep_session_id);
  await queueMail(trx, services, {
    dedupe_key: `password-changed:${given.user_id}:${given.now.toISOString()}`,
    template: "password_changed",
    locale: user.locale,
    recipient: user.email,
    user_id: given.user_id,
    params: { changed_at: given.now.toISOString() },
    now: given.now,
  });
}

async function isEmailOf(trx: Transaction<DB>, userId: string, email: string): Promise<boolean> {
  const user = await trx.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirst();
  return user?.email.toLowerCase() === email.toLowerCase();
}

export type PasswordCheck =
  | { outcome: "failed" }
  | {
      outcome: "right";
      user_id: string;
      password_hash: string;
      needs_second_factor: boolean;
    };

/** Unknown addresses take as long as wrong passwords (docs/product.md, 6.4). */
export async function checkPassword(
  db: Kysely<DB>,
  given: { email: string; password: string },
): Promise<PasswordCheck> {
  const user = await db
    .selectFrom("users as u")
    .leftJoin("second_factors as f", (join) =>
      join.onRef("f.user_id", "=", "u.id").on("f.confirmed_at", "is not", null),
    )
    .select(["u.id", "u.password_hash", "f.user_id as factor"])
    .where((eb) => eb(eb.fn("lower", ["u.email"]), "=", given.email.toLowerCase()))
    .executeTakeFirst();
  const isRight = await isPassword(given.password, user?.password_hash ?? null);
  if (!isRight || !user?.password_hash) return { outcome: "failed" };
  const { id: user_id, password_hash } = user;
  return { outcome: "right", user_id, password_hash, needs_second_factor: user.factor !== null };
}

export async function checkOwnPassword(
  db: Kysely<DB>,
  userId: string,
  password: string,
): Promise<string | null> {
  const user = await db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", userId)
    .executeTakeFirst();
  const hash = user?.password_hash ?? null;
  return (await isPassword(password, hash)) ? hash : null;
}

/** Returns the token; a password change voids it. */
export async function beginSecondStep(
  db: Kysely<DB>,
  given: { user_id: string; password_hash: string; now: Date },
): Promise<string> {
  const token = newSecretToken();
  const expires_at = new Date(given.now.getTime() + productRules.second_factor_minutes * 60_000);
  await db
    .insertInto("second_factor_challenges")
    .columns(["token_hash", "user_id", "expires_at"])
    .expression(
      db
        .selectFrom("users")
        .select([
          sql<Buffer>`${tokenHash(token)}::bytea`.as("token_hash"),
          "users.id as user_id",
          sql<Date>`${expires_at}::timestamptz`.as("expires_at"),
        ])
        .where("users.id", "=", given.user_id)
        .where("users.password_hash", "=", given.password_hash)
        .forShare(),
    )
    .execute();
  return token;
}

export async function findSecondStep(db: Kysely<DB>, token: string, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom("second_factor_challenges")
    .select("user_id")
    .where("token_hash", "=", tokenHash(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

export async function endSecondStep(db: Kysely<DB>, token: string): Promise<boolean> {
  const row = await db
    .deleteFrom("second_factor_challenges")
    .where("token_hash", "=", tokenHash(token))
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}
