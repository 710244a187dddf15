import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";

/** A tip that its creator can see and has not read; no money is behind it. Returns its id. */
export async function addUnreadTip(db: Kysely<DB>, creatorId: string): Promise<string> {
  const id = randomUUID();
  const now = new Date();
  await db
    .insertInto("tips")
    .values({
      id,
      creator_id: creatorId,
      status: "ACTIVE",
      amount_minor: 5_00,
      currency: "EUR",
      locale: "en",
      created_at: now,
      updated_at: now,
      paid_at: now,
      activated_at: now,
    })
    .execute();
  return id;
}
