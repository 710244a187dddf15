import type { Kysely } from "kysely";
import type { Encryption } from "../../app/crypto/crypto.server.ts";
import { hashPassword } from "../../app/domain/auth/passwords.server.ts";
import {
  giveSecondFactor,
  removeSecondFactor,
  revealSecret,
} from "../../app/domain/auth/second-factor.server.ts";
import type { Jobs } from "../../app/domain/jobs.ts";
import { createAccount, findOperator } from "../../app/domain/users/user.server.ts";
import type { DB } from "../schema.ts";
import { demoCreators } from "./world/creators.ts";

export const DEMO_PASSWORD = "thank-you-note";
export const DEMO_OPERATOR = "operator@tribute.example";
/** Money needs two operators. */
export const DEMO_SECOND_OPERATOR = "second-operator@tribute.example";
const OPERATORS = [DEMO_OPERATOR, DEMO_SECOND_OPERATOR];

interface LoginServices {
  db: Kysely<DB>;
  encryption: Encryption;
  clock: () => Date;
  newId: () => string;
  jobs: Jobs;
}

export interface DemoLogin {
  email: string;
  role: string;
  password: string;
  secret: string | null;
}

/** A creator in each status and two operators. Existing logins stay. */
export async function openDemoLogins(services: LoginServices): Promise<DemoLogin[]> {
  const { db } = services;
  const emails = demoCreators.map((creator) => creator.email);
  const locked = await db
    .selectFrom("users")
    .select("id")
    .where("email", "in", emails)
    .where("password_hash", "is", null)
    .execute();
  const missing: string[] = [];
  for (const email of OPERATORS) if (!(await findOperator(db, email))) missing.push(email);
  if (locked.length > 0 || missing.length > 0) {
    const password_hash = await hashPassword(DEMO_PASSWORD);
    await db
      .updateTable("users")
      .set({ password_hash })
      .where("email", "in", emails)
      .where("password_hash", "is", null)
      .execute();
    for (const email of missing) await openOperator(services, email, password_hash);
  }
  const statuses = [...new Set(demoCreators.map((creator) => creator.status))];
  const creators = statuses.map((status) => ({
    email: demoCreators.find((creator) => creator.status === status)?.email ?? "",
    role: status,
    password: DEMO_PASSWORD,
    secret: null,
  }));
  const operators: DemoLogin[] = [];
  for (const email of OPERATORS) {
    const secret = await operatorSecret(services, email);
    operators.push({ email, role: "operator", password: DEMO_PASSWORD, secret });
  }
  return [...creators, ...operators];
}

async function operatorSecret(services: LoginServices, email: string): Promise<string | null> {
  const operator = await findOperator(services.db, email);
  if (!operator) return null;
  const kept = await revealSecret(services, operator.id).catch(() => null);
  if (kept !== null) return kept;
  await removeSecondFactor(services, operator.id);
  return (await giveSecondFactor(services, { ...operator, email })).secret;
}

async function openOperator(services: LoginServices, email: string, password_hash: string): Promise<void> {
  const now = services.clock();
  const user = { id: services.newId(), email };
  await createAccount(services.db, {
    ...user,
    now,
    name: "Tribute",
    username: null,
    currency: "EUR",
    locale: null,
    role: "ADMIN",
    password_hash,
    email_verified_at: now,
  });
  await giveSecondFactor(services, user);
}
