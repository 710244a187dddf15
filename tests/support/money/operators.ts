import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { createAccount } from "../../../app/domain/users/user.server.ts";
import type { DB } from "../../../db/schema.ts";

/** An operator in a test's own database; returns the id. */
export async function createOperatorRow(db: Kysely<DB>, now: Date): Promise<{ id: string; email: string }> {
  const id = randomUUID();
  const email = `operator-${id}@tribute.example`;
  const nobody = { name: null, username: null, currency: "EUR", locale: null };
  await createAccount(db, { ...nobody, id, email, role: "ADMIN", now });
  return { id, email };
}
