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

/** All of a creator's tips are read, but the latest where there is to be a new one. */
export async function setNewTips(db: Kysely<DB>, id: string, isNew: boolean): Promise<void> {
  await db.updateTable("tips").set({ read_at: new Date() }).where("creator_id", "=", id).execute();
  if (!isNew) return;
  await db
    .updateTable("tips")
    .set({ read_at: null })
    .where("id", "=", (eb) =>
      eb
        .selectFrom("tips")
        .select("id")
        .where("creator_id", "=", id)
        .where("status", "=", "ACTIVE")
        .orderBy("activated_at", "desc")
        .limit(1),
    )
    .execute();
}
