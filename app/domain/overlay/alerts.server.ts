import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { OVERLAY_NEWS, tellOverlay } from "./overlays.server.ts";

interface AlertServices {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
}

interface ReceivedTip {
  creator_id: string;
  subject_id: string;
}

/** Of creators with an overlay, once for each tip; those below their minimum are left out. */
export async function queueAlerts(
  trx: Transaction<DB>,
  { newId }: Pick<AlertServices, "newId">,
  tips: readonly ReceivedTip[],
  now: Date,
): Promise<void> {
  const alerts = tips.map(({ creator_id, subject_id }) => ({ id: newId(), creator_id, tip_id: subject_id }));
  await sql`
    with queued as (
      insert into overlay_alerts (id, user_id, tip_id, queued_at)
      select a.id, o.user_id, t.id, ${now}
      from jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb) as a (id uuid, creator_id uuid, tip_id uuid)
      join overlays o on o.user_id = a.creator_id join tips t on t.id = a.tip_id
      where o.minimum_minor is null or o.minimum_currency <> t.currency or t.amount_minor >= o.minimum_minor
      on conflict (tip_id) do nothing
      returning user_id)
    select pg_notify(${OVERLAY_NEWS}, user_id::text) from (select distinct user_id from queued) as each`.execute(
    trx,
  );
}

/** Without a tip: it is a test. */
export async function queueTestAlert({ db, clock, newId }: AlertServices, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("overlay_alerts")
      .values({ id: newId(), user_id: userId, queued_at: clock() })
      .execute();
    await tellOverlay(trx, userId);
  });
}

export interface AlertTurn {
  id: string;
  turn: number;
}

/** "not_leading": another source decides. A repetition is "shown", too. */
export async function endShownAlert(
  { db, clock }: Pick<AlertServices, "db" | "clock">,
  { user_id, source_id, id, turn }: AlertTurn & { user_id: string; source_id: string },
): Promise<"shown" | "not_leading" | "unknown"> {
  return await db.transaction().execute(async (trx) => {
    const overlay = await trx
      .selectFrom("overlays")
      .select("lead_id")
      .where("user_id", "=", user_id)
      .forKeyShare()
      .executeTakeFirst();
    if (overlay?.lead_id !== source_id) return "not_leading";
    const ended = await endAlert(trx, { user_id, id, turn, status: "SHOWN", now: clock() });
    if (ended) return "shown";
    const known = await trx
      .selectFrom("overlay_alerts")
      .select("id")
      .where("id", "=", id)
      .where("user_id", "=", user_id)
      .executeTakeFirst();
    return known ? "shown" : "unknown";
  });
}

export async function skipAlert(
  { db, clock }: Pick<AlertServices, "db" | "clock">,
  given: AlertTurn & { user_id: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await endAlert(trx, { ...given, status: "SKIPPED", now: clock() });
  });
}

async function endAlert(
  trx: Transaction<DB>,
  { user_id, id, turn, status, now }: AlertTurn & { user_id: string; status: "SHOWN" | "SKIPPED"; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("overlay_alerts")
    .set({ status, ended_at: now })
    .where("id", "=", id)
    .where("user_id", "=", user_id)
    .where("turn", "=", turn)
    .where("status", "=", "WAITING")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tellOverlay(trx, user_id);
  return true;
}
