import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { type Minor, minor } from "../money/minor.ts";
import { notifyOverlay, OVERLAY_NEWS } from "./overlays.server.ts";
import { alertMayShow, wordsMayBeRead } from "./screens.server.ts";

interface AlertServices {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
}

interface ReceivedTip {
  creator_id: string;
  subject_id: string;
}

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
    await notifyOverlay(trx, userId);
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
  await notifyOverlay(trx, user_id);
  return true;
}

/** Once more, behind what waits. */
export async function replayAlert(
  { db, clock }: Pick<AlertServices, "db" | "clock">,
  { user_id, id }: { user_id: string; id: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await queueAgain(trx, { user_id, id }, clock())
      .where("status", "<>", "WAITING")
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await notifyOverlay(trx, user_id);
  });
}

/** Shows an alert again with words that were approved late. */
export async function decideWords(
  { db, clock }: Pick<AlertServices, "db" | "clock">,
  { user_id, id, words }: { user_id: string; id: string; words: "APPROVED" | "REFUSED" },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const decided = await trx
      .updateTable("overlay_alerts")
      .set({ words })
      .where("id", "=", id)
      .where("user_id", "=", user_id)
      .where("words", "=", "UNSEEN")
      .returning("status")
      .executeTakeFirst();
    if (!decided) return;
    if (words === "APPROVED" && decided.status === "SHOWN")
      await queueAgain(trx, { user_id, id }, clock()).execute();
    await notifyOverlay(trx, user_id);
  });
}

function queueAgain(trx: Transaction<DB>, { user_id, id }: { user_id: string; id: string }, now: Date) {
  return trx
    .updateTable("overlay_alerts")
    .set((eb) => ({ status: "WAITING", turn: eb("turn", "+", 1), queued_at: now, ended_at: null }))
    .where("id", "=", id)
    .where("user_id", "=", user_id);
}

export interface ListedAlert extends AlertTurn {
  tip_id: string | null;
  status: "WAITING" | "SHOWN" | "SKIPPED";
  at: Date;
  /** Null for a test. */
  tip: {
    currency: string;
    amount_minor: Minor;
    sender_name: string | null;
    message: string | null;
    has_image: boolean;
  } | null;
  /** The creator has to read them first. */
  has_words_to_read: boolean;
}

/** Waiting ones in order, then ended ones, newest first. Without withheld words. */
export async function listAlerts(
  db: Kysely<DB>,
  userId: string,
): Promise<{ waiting: ListedAlert[]; ended: ListedAlert[]; waiting_count: number }> {
  const [waiting, ended, { rows }] = await Promise.all([
    readAlerts(db, sql`a.user_id = ${userId}::uuid and a.status = 'WAITING'`, sql`a.queued_at, a.id`),
    readAlerts(
      db,
      sql`a.user_id = ${userId}::uuid and a.status <> 'WAITING'`,
      sql`a.ended_at desc, a.id desc`,
    ),
    sql<{ count: number }>`
      select count(*) from overlay_alerts a left join tips t on t.id = a.tip_id
      where a.user_id = ${userId}::uuid and a.status = 'WAITING' and ${alertMayShow}`.execute(db),
  ]);
  return { waiting, ended, waiting_count: Number(rows[0]?.count ?? 0) };
}

interface AlertRow extends AlertTurn {
  tip_id: string | null;
  status: ListedAlert["status"];
  at: Date;
  currency: string | null;
  amount_minor: string | number | null;
  sender_name: string | null;
  message: string | null;
  has_image: boolean;
  has_words_to_read: boolean;
}

async function readAlerts(db: Kysely<DB>, where: RawBuilder<unknown>, order: RawBuilder<unknown>) {
  const { rows } = await sql<AlertRow>`
    select a.id, a.turn, a.tip_id, a.status, coalesce(a.ended_at, a.queued_at) as at, t.currency, t.amount_minor,
      case when ${wordsMayBeRead} then t.sender_name end as sender_name,
      case when ${wordsMayBeRead} then t.message end as message,
      coalesce(${wordsMayBeRead} and t.image_id is not null, false) as has_image,
      coalesce(o.reviews_words and a.words = 'UNSEEN' and ${wordsMayBeRead}
        and coalesce(t.sender_name, t.message, t.image_id::text) is not null, false) as has_words_to_read
    from overlay_alerts a join overlays o on o.user_id = a.user_id left join tips t on t.id = a.tip_id
    where ${where} and ${alertMayShow} order by ${order} limit ${productRules.overlay.listed}`.execute(db);
  return rows.map((row): ListedAlert => {
    const { currency, amount_minor, sender_name, message, has_image, ...alert } = row;
    const hasTip = currency !== null && amount_minor !== null;
    return {
      ...alert,
      tip: hasTip
        ? { currency, amount_minor: minor(Number(amount_minor)), sender_name, message, has_image }
        : null,
    };
  });
}
