import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { Secret, TOTP } from "otpauth";
import { inject } from "vitest";
import { createEncryption, createTokens } from "../../../app/crypto/crypto.server.ts";
import { createOperator } from "../../../app/domain/auth/operators.server.ts";
import { hashPassword } from "../../../app/domain/auth/passwords.server.ts";
import { openSession } from "../../../app/domain/auth/sessions.server.ts";
import type { OperatorRole } from "../../../app/domain/operator-roles.schema.ts";
import { createAccount, findOperator, setStatus } from "../../../app/domain/users/user.server.ts";
import type { AccountStatus } from "../../../app/domain/users/viewer.ts";
import { createJobs } from "../../../app/jobs/jobs.server.ts";
import type { DB } from "../../../db/schema.ts";
import { records } from "../database/records.ts";
import { type WireFan, wireFan } from "./http-client.ts";
import { sentCookie } from "./own-cookies.ts";
import { TEST_SECRETS } from "./product.ts";
import { cookieOf } from "./users.ts";

/** A user of the shared product, and the way to speak to it as them. */
export interface SignedIn {
  id: string;
  email: string;
  username: string | null;
  /** Of their session, as a browser sends it. */
  cookie: string;
  wire: WireFan;
}

const PATHS: Partial<Record<AccountStatus, AccountStatus[]>> = {
  PENDING: ["PENDING"],
  ACTIVE: ["PENDING", "ACTIVE"],
  DECLINED: ["PENDING", "DECLINED"],
  LOCKED: ["PENDING", "LOCKED"],
};

const OPERATOR = "operator@tribute.example";
export const PASSWORD = "four cups of tea";
/** Of all creators of a worker: a hash costs 26 ms of processor time. */
let passwordHash: Promise<string> | null = null;

/** A new creator, to whom nothing is missing but the documents and the photo; signed in with a session of their own. */
export async function signInCreator(
  status: AccountStatus = "CREATED",
  locale: "de" | "en" = "de",
  at: { db: Kysely<DB>; url: string } = { db: records(), url: inject("product").url },
): Promise<SignedIn> {
  const { db } = at;
  const [id, now] = [randomUUID(), new Date()];
  const username = `neu-${id.slice(0, 13)}`;
  const email = `${username}@creators.example`;
  passwordHash ??= hashPassword(PASSWORD);
  const country = await db.selectFrom("countries").select("id").executeTakeFirstOrThrow();
  await createAccount(db, {
    id,
    now,
    email,
    username,
    name: "Neu Hier",
    currency: "EUR",
    locale,
    password_hash: await passwordHash,
    firstname: "Nele",
    lastname: "Unterwegs",
    address: "Gasse 7",
    zipcode: "04229",
    city: "Leipzig",
    country_id: country.id,
    date_of_birth: "1991-03-29",
    email_verified_at: now,
    verification_terms_accepted_at: now,
  });
  await db.insertInto("social_links").values({ user_id: id, network: "twitter", handle: "neu" }).execute();
  await db.transaction().execute(async (trx) => {
    for (const step of PATHS[status] ?? []) await setStatus(trx, id, step, "test", now);
  });
  return { id, email, username, ...(await sessionOf(at, id, locale, false)) };
}

/** The demo's operator, signed in with both factors. */
export async function signInOperator(locale: "de" | "en" = "de"): Promise<SignedIn> {
  const operator = await demoOperator();
  const at = { db: records(), url: inject("product").url };
  return { ...operator, username: null, ...(await sessionOf(at, operator.id, locale, true)) };
}

/** A new session of a user of the demo world, as a browser sends it. */
export async function demoSession(email: string): Promise<{ id: string; cookie: string }> {
  const { id } = await records()
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return { id, cookie: await cookieOf({ id }, email === OPERATOR) };
}

/** A new operator as the command line makes one, and the code that their app shows now. */
export async function makeOperator(
  role: OperatorRole = "ADMIN",
): Promise<{ id: string; email: string; code(): string }> {
  const email = `operator-${randomUUID()}@tribute.example`;
  const db = records();
  const services = {
    db,
    jobs: createJobs(db),
    clock: () => new Date(),
    newId: randomUUID,
    encryption: createEncryption(TEST_SECRETS.APP_SECRET),
    tokens: createTokens(TEST_SECRETS.APP_SECRET),
  };
  const made = await createOperator(services, { email, password: PASSWORD, role });
  if (made.outcome !== "created") throw new Error(`no operator: ${made.outcome}`);
  const totp = new TOTP({ secret: Secret.fromBase32(made.second_factor.secret) });
  return { id: made.user_id, email, code: () => totp.generate() };
}

async function demoOperator(): Promise<{ id: string; email: string }> {
  const email = OPERATOR;
  const operator = await findOperator(records(), email);
  if (!operator) throw new Error(`${inject("product").url} has no operator`);
  return { id: operator.id, email };
}

async function sessionOf(
  at: { db: Kysely<DB>; url: string },
  userId: string,
  locale: "de" | "en",
  hasSecondFactor: boolean,
): Promise<{ cookie: string; wire: WireFan }> {
  const token = await openSession(at.db, {
    id: randomUUID(),
    user_id: userId,
    user_agent: "test",
    has_second_factor: hasSecondFactor,
    now: new Date(),
  });
  const cookie = await sentCookie("session", token);
  return { cookie, wire: wireFan(locale, { Cookie: cookie }, at.url) };
}
