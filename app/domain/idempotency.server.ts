import { type Kysely, sql } from "kysely";
import type { DB } from "../../db/schema.ts";
import { productRules } from "../product-rules.ts";

/** docs/product.md, 9.14. */

type Repetition =
  | { outcome: "first" }
  | { outcome: "again"; subject_id: string }
  | { outcome: "other_call" }
  | { outcome: "under_way" };

/** One concurrent call is first; an abandoned one expires. */
export async function takeKey(
  db: Kysely<DB>,
  given: { key_hash: Buffer; body_hash: Buffer; now: Date },
): Promise<Repetition> {
  const { key_hash, body_hash, now } = given;
  const abandoned = new Date(now.getTime() - productRules.idempotency.abandoned_seconds * 1000);
  const { rows } = await sql<{ key_hash: Buffer }>`
    insert into idempotency_keys as k (key_hash, body_hash, begun_at) values (${key_hash}, ${body_hash}, ${now})
    on conflict (key_hash) do update set begun_at = ${now}
    where k.subject_id is null and k.begun_at <= ${abandoned} and k.body_hash = ${body_hash}
    returning key_hash`.execute(db);
  if (rows.length > 0) return { outcome: "first" };
  const known = await db
    .selectFrom("idempotency_keys")
    .select(["body_hash", "subject_id"])
    .where("key_hash", "=", key_hash)
    .executeTakeFirst();
  if (!known) return { outcome: "under_way" };
  if (!known.body_hash.equals(body_hash)) return { outcome: "other_call" };
  return known.subject_id === null
    ? { outcome: "under_way" }
    : { outcome: "again", subject_id: known.subject_id };
}

export async function keepSubject(db: Kysely<DB>, keyHash: Buffer, subjectId: string): Promise<void> {
  await db
    .updateTable("idempotency_keys")
    .set({ subject_id: subjectId })
    .where("key_hash", "=", keyHash)
    .where("subject_id", "is", null)
    .execute();
}

/** Unless another call took it over. */
export async function freeKey(db: Kysely<DB>, keyHash: Buffer, takenAt: Date): Promise<void> {
  await db
    .deleteFrom("idempotency_keys")
    .where("key_hash", "=", keyHash)
    .where("begun_at", "=", takenAt)
    .where("subject_id", "is", null)
    .execute();
}
