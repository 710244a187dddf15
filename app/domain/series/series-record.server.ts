import { type ExpressionBuilder, type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { recordCreatorEvents } from "../creator-events/record-event.server.ts";
import type { Jobs } from "../jobs.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { minor } from "../money/minor.ts";

export type Series = Selectable<DB["tip_series"]>;
export type SeriesProblem = NonNullable<Series["problem"]>;
export type SeriesEnd =
  | "FAN"
  | "OPERATOR"
  | "DISPUTE"
  | "UNPAID"
  | "RECEIVER_GONE"
  | "RECEIVER_UNABLE"
  | "CURRENCY";
export type SeriesChange = "AMOUNT" | "DAY" | "METHOD" | "PAUSED" | "RESUMED" | "REMINDERS_OFF";

export interface SeriesServices {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
  newId: () => string;
}

/** Locked last, after the month's tip and payment. */
export async function lockSeries(trx: Transaction<DB>, id: string): Promise<Series | null> {
  const row = await trx
    .selectFrom("tip_series")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function findSeries(db: Kysely<DB>, id: string): Promise<Series | null> {
  return (await db.selectFrom("tip_series").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** By its secret link, once the first payment is under way. */
export async function findShownSeries(db: Kysely<DB>, id: string): Promise<Series | null> {
  const series = await db
    .selectFrom("tip_series")
    .selectAll()
    .where("id", "=", id)
    .where((eb) => eb.or([eb("status", "<>", "BEGUN"), isFirstUnderWay(eb)]))
    .executeTakeFirst();
  return series ?? null;
}

/** A first debit takes days, in which the fan may stop it. */
export function isFirstUnderWay(eb: ExpressionBuilder<DB, "tip_series">) {
  return eb.exists(
    eb
      .selectFrom("tips as t")
      .innerJoin("payments as p", "p.tip_id", "t.id")
      .select("p.id")
      .whereRef("t.series_id", "=", "tip_series.id")
      .where("p.status", "=", "PROCESSING"),
  );
}

export async function updateSeries(
  trx: Transaction<DB>,
  series: Series,
  change: Partial<Omit<Series, "id">>,
  now: Date,
): Promise<Series> {
  const { next_charge_on = series.next_charge_on } = change;
  // A charge of another day waits for no press.
  const isMoved = next_charge_on !== series.next_charge_on;
  return await trx
    .updateTable("tip_series")
    .set({ ...(isMoved && { waits_from: null }), ...change, updated_at: now })
    .where("id", "=", series.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

interface Receiver {
  name: string | null;
  path: string;
  chosen: string[];
}

/** The receiving page; null for a deleted creator or group. */
export async function receiverOf(
  db: Kysely<DB>,
  series: Pick<Series, "creator_id" | "grouplist_id" | "chosen_creator_ids">,
): Promise<Receiver | null> {
  if (series.creator_id !== null) {
    const creator = await db
      .selectFrom("users")
      .select(["name", "username"])
      .where("id", "=", series.creator_id)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    return creator?.username
      ? { name: creator.name ?? creator.username, path: `/${creator.username}`, chosen: [] }
      : null;
  }
  const group = await db
    .selectFrom("grouplists")
    .select(["name", "slug"])
    .where("id", "=", series.grouplist_id)
    .where("archived_at", "is", null)
    .executeTakeFirst();
  if (!group) return null;
  const chosen = await listChosen(db, series);
  const names = chosen.map(({ name, username }) => name ?? username).join(", ");
  const name = group.name === null || names === "" ? group.name : `${group.name} (${names})`;
  return { name, path: `/gl/${group.slug}`, chosen: chosen.map(({ username }) => username) };
}

async function listChosen(
  db: Kysely<DB>,
  { grouplist_id, chosen_creator_ids }: Pick<Series, "grouplist_id" | "chosen_creator_ids">,
) {
  if (chosen_creator_ids === null) return [];
  return await db
    .selectFrom("grouplist_users as m")
    .innerJoin("users as u", "u.id", "m.creator_id")
    .select(["u.name", "u.username"])
    .where("m.grouplist_id", "=", grouplist_id)
    .where("m.status", "in", ["OWNER", "MEMBER"])
    .where("u.id", "=", sql<string>`any(${chosen_creator_ids}::uuid[])`)
    .where("u.username", "is not", null)
    .orderBy("m.joined_at")
    .orderBy("m.id")
    .$narrowType<{ username: string }>()
    .execute();
}

export type SeriesMail =
  | { kind: "STARTED" }
  | { kind: "REMINDER" }
  | { kind: "PRICE"; total_minor: number; from: string }
  | { kind: "PROBLEM"; problem: SeriesProblem; retry_on: string | null }
  | { kind: "CHANGED"; change: SeriesChange }
  | {
      kind: "ENDED";
      reason: SeriesEnd;
      ended_at: string;
      is_charging: boolean;
      asked_back: AskedBack | null;
    };

/** What a withdrawal asks back; ISO 8601. */
interface AskedBack {
  total_minor: number;
  until: string;
}

/** To the fan, with the series' link; `key` separates repeated causes. */
export async function mailSeries(
  trx: Transaction<DB>,
  services: Pick<SeriesServices, "jobs" | "newId">,
  series: Series,
  news: SeriesMail,
  { key, now }: { key: string; now: Date },
): Promise<void> {
  if (series.sender_email === null) return;
  const receiver = await receiverOf(trx, series);
  await queueMail(trx, services, {
    dedupe_key: `series:${series.id}:${key}`,
    ...{ template: "series", locale: series.locale, recipient: series.sender_email, user_id: null, now },
    params: {
      series_id: series.id,
      receiver_name: receiver?.name ?? null,
      receiver_path: receiver?.path ?? null,
      currency: series.currency,
      amount_minor: series.amount_minor,
      total_minor: series.total_minor,
      day: series.day,
      // A suspended one has only the failed day.
      next_charge_on: series.status === "SUSPENDED" ? null : series.next_charge_on,
      method_label: series.method_label,
      is_debit: series.payment_type === "INETCASH_DD",
      consent: series.consent,
      consented_at: series.consented_at.toISOString(),
      news,
    },
  });
}

/** No charge begins afterwards, even with the first payment under way. The provider deletes the method. */
export async function endSeries(
  trx: Transaction<DB>,
  services: Pick<SeriesServices, "jobs" | "newId">,
  series: Series,
  reason: SeriesEnd,
  now: Date,
  asked_back: AskedBack | null = null,
): Promise<void> {
  const ended = await updateSeries(
    trx,
    series,
    {
      status: "ENDED",
      end_reason: reason,
      ended_at: now,
      next_charge_on: null,
      charge_month: null,
      problem: null,
    },
    now,
  );
  const isFirst = series.status === "BEGUN";
  const is_charging = series.charging_payment_id !== null || isFirst;
  await mailSeries(
    trx,
    services,
    ended,
    { kind: "ENDED", reason, ended_at: now.toISOString(), is_charging, asked_back },
    { key: "ended", now },
  );
  await forgetMethod(trx, services, series);
  if (!isFirst) await tellReceiver(trx, services, series, "monthly.ended", now);
}

export async function liftGoal(
  trx: Transaction<DB>,
  services: Pick<SeriesServices, "jobs" | "newId">,
  { before, after }: { before: Series; after: Series },
  now: Date,
): Promise<void> {
  const { creator_id, currency } = after;
  const lifted = monthlyMinor(after) - monthlyMinor(before);
  if (creator_id === null || lifted <= 0) return;
  const lift = { creator_id, currency, lifted_minor: minor(lifted), is_monthly: true } as const;
  await recordCreatorEvents(trx, services, [{ type: "goal.reached", ...lift }], now);
}

const monthlyMinor = ({ status, amount_minor }: Series): number => (status === "ACTIVE" ? amount_minor : 0);

export async function tellReceiver(
  trx: Transaction<DB>,
  services: Pick<SeriesServices, "jobs" | "newId">,
  { id: subject_id, creator_id, grouplist_id }: Series,
  type: "monthly.started" | "monthly.ended",
  now: Date,
): Promise<void> {
  const owner = await trx
    .selectFrom("grouplist_users")
    .select("creator_id")
    .where("grouplist_id", "=", grouplist_id)
    .where("status", "=", "OWNER")
    .executeTakeFirst();
  const receiver = creator_id ?? owner?.creator_id;
  if (receiver === undefined) return;
  await recordCreatorEvents(trx, services, [{ type, creator_id: receiver, subject_id }], now);
}

/** Once no other series needs it, the provider deletes it. */
export async function forgetMethod(
  trx: Transaction<DB>,
  { jobs }: Pick<SeriesServices, "jobs">,
  {
    provider,
    account_ref,
    customer_ref,
    method_ref,
    id,
  }: Pick<Series, "provider" | "account_ref" | "customer_ref" | "method_ref"> & { id?: string },
): Promise<void> {
  if (provider === null || customer_ref === null || method_ref === null) return;
  const shared = await trx
    .selectFrom("tip_series")
    .select(sql<number>`1`.as("one"))
    .where("method_ref", "=", method_ref)
    .where("status", "<>", "ENDED")
    .$if(id !== undefined, (rows) => rows.where("id", "<>", id ?? ""))
    .executeTakeFirst();
  if (!shared) await jobs.enqueue(trx, "series.forget", { provider, account_ref, customer_ref, method_ref });
}
