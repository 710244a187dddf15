import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { MicroblogSettings } from "./microblog.schema.ts";
import type { Network } from "./network-port.ts";

/** Nothing is posted before a creator has said so. */
const NOTHING: MicroblogSettings = {
  on_new_tip: false,
  show_amount: false,
  tip_frequency: "HOURLY",
  advert_frequency: "OFF",
  on_achievement: false,
};

/** Whoever chooses a channel for new tips wants them told there. */
const IN_A_CHANNEL: MicroblogSettings = { ...NOTHING, on_new_tip: true, tip_frequency: "ALL" };

/** What is posted for a creator to a network, by its name. */
export async function findSettings(
  db: Kysely<DB>,
  userId: string,
  network: string,
): Promise<MicroblogSettings> {
  const settings = await db
    .selectFrom("microblog_settings")
    .select(["on_new_tip", "show_amount", "tip_frequency", "advert_frequency", "on_achievement"])
    .where("user_id", "=", userId)
    .where("network", "=", network)
    .executeTakeFirst();
  return settings ?? NOTHING;
}

/** A new link begins to count its achievements anew: what was reached before is no news. */
export async function ensureSettings(
  trx: Transaction<DB>,
  userId: string,
  network: Network,
  now: Date,
): Promise<void> {
  const first = network.voice === "channel" ? IN_A_CHANNEL : NOTHING;
  await trx
    .insertInto("microblog_settings")
    .values({ user_id: userId, network: network.name, ...first, changed_at: now })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "network"]).doUpdateSet({ ...UNCOUNTED, changed_at: now }),
    )
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
  network: string,
  change: Partial<MicroblogSettings>,
  now: Date,
): Promise<MicroblogSettings> {
  return await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("microblog_settings")
      .values({ user_id: userId, network, ...NOTHING, changed_at: now })
      .onConflict((conflict) => conflict.columns(["user_id", "network"]).doNothing())
      .execute();
    const before = await trx
      .selectFrom("microblog_settings")
      .selectAll()
      .where("user_id", "=", userId)
      .where("network", "=", network)
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
      await trx
        .updateTable("microblog_settings")
        .set(values)
        .where("user_id", "=", userId)
        .where("network", "=", network)
        .execute();
    return await findSettings(trx, userId, network);
  });
}
