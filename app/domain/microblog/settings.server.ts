import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { MicroblogSettings } from "./microblog.schema.ts";

/** Nothing is posted before a creator has said so. */
const NOTHING: MicroblogSettings = {
  on_new_tip: false,
  show_amount: false,
  tip_frequency: "HOURLY",
  advert_frequency: "OFF",
  on_achievement: false,
};

/** What is posted for a creator. */
export async function findSettings(db: Kysely<DB>, userId: string): Promise<MicroblogSettings> {
  const settings = await db
    .selectFrom("microblog_settings")
    .select(["on_new_tip", "show_amount", "tip_frequency", "advert_frequency", "on_achievement"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return settings ?? NOTHING;
}

/** A new link begins to count its achievements anew: what was reached before is no news. */
export async function ensureSettings(trx: Transaction<DB>, userId: string, now: Date): Promise<void> {
  await trx
    .insertInto("microblog_settings")
    .values({ user_id: userId, ...NOTHING, changed_at: now })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ ...UNCOUNTED, changed_at: now }))
    .execute();
}

const UNCOUNTED = { reached_currency: null, reached_minor: null, reached_count: null };

/**
 * Changes some of the five settings. Tips and achievements of before are not posted: they count from the moment when they
 * were switched on, or when tips are told at another pace.
 */
export async function changeSettings(
  db: Kysely<DB>,
  userId: string,
  change: Partial<MicroblogSettings>,
  now: Date,
): Promise<MicroblogSettings> {
  return await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("microblog_settings")
      .values({ user_id: userId, ...NOTHING, changed_at: now })
      .onConflict((conflict) => conflict.column("user_id").doNothing())
      .execute();
    const before = await trx
      .selectFrom("microblog_settings")
      .selectAll()
      .where("user_id", "=", userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const after = { ...before, ...change };
    const isOtherPace =
      before.on_new_tip !== after.on_new_tip || before.tip_frequency !== after.tip_frequency;
    const values = {
      ...change,
      ...(isOtherPace && { changed_at: now }),
      ...(before.on_achievement !== after.on_achievement && UNCOUNTED),
    };
    if (Object.keys(values).length > 0)
      await trx.updateTable("microblog_settings").set(values).where("user_id", "=", userId).execute();
    return await findSettings(trx, userId);
  });
}
