import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar.ts";
import { tipIsHidden } from "../moderation/review-queue.server.ts";
import { type Minor, minor } from "../money/minor.ts";
import { readPage } from "../read-page.server.ts";
import type { BegunSeries } from "./search-series.server.ts";
import { monthOf } from "./series-dates.ts";
import { refundedOfTip } from "./series-months.server.ts";

export interface Supporter {
  id: string;
  status: BegunSeries["status"];
  name: string | null;
  email: string | null;
  group: { slug: string; name: string | null } | null;
  amount_minor: Minor;
  currency: string;
  created_at: Date;
  next_charge_on: string | null;
  /** The next charge after skipped ones. */
  paused_until: string | null;
  ended_at: Date | null;
  /** Without fees, less what was refunded. */
  received_minor: Minor;
}

const PAID = sql`t.series_id = s.id and t.paid_at is not null`;

/** Of the creator and their groups, newest first (docs/product.md, 5.13). */
export async function listSupporters(
  db: Kysely<DB>,
  creatorId: string,
  after: string | null,
  page = 1,
): Promise<{ supporters: Supporter[]; next: string | null }> {
  const order = { table: "tip_series", as: "s", time: "created_at", direction: "desc" } as const;
  const query = supportersOf(db, creatorId).offset((page - 1) * productRules.admin_rows);
  const { rows, next } = await readPage(query, order, after);
  return { supporters: rows.map(supporterOf), next };
}

/** Null for another creator's. */
export async function findSupporter(
  db: Kysely<DB>,
  { series_id, creator_id }: { series_id: string; creator_id: string },
): Promise<Supporter | null> {
  const row = await supportersOf(db, creator_id).where("s.id", "=", series_id).executeTakeFirst();
  return row ? supporterOf(row) : null;
}

function supportersOf(db: Kysely<DB>, creatorId: string) {
  return db
    .selectFrom("tip_series as s")
    .leftJoin("grouplists as g", "g.id", "s.grouplist_id")
    .select(["s.id", "s.status", "s.amount_minor", "s.currency", "s.created_at"])
    .select(["s.next_charge_on", "s.paused_until", "s.ended_at", "g.slug", "g.name as group_name"])
    .select([
      sql<string | null>`(select t.sender_name from tips t where ${PAID} and s.creator_id is not null
        and t.sender_name is not null and not ${tipIsHidden}
        order by t.series_month desc limit 1)`.as("name"),
      sql<string | null>`case when s.creator_id is not null and s.share_email and exists (
        select from tips t where ${PAID} and not ${tipIsHidden}) then s.sender_email end`.as("email"),
      sql<number>`(select coalesce(sum(greatest(0, t.amount_minor - ${refundedOfTip})), 0)::bigint from tips t
        where ${PAID} and t.status not in ('REFUNDED', 'CHARGEBACK'))`.as("received_minor"),
    ])
    .where("s.status", "<>", "BEGUN")
    .where(
      sql<boolean>`s.id in (
        select id from tip_series where creator_id = ${creatorId}::uuid
        union all select theirs.id from grouplist_users own
          join tip_series theirs on theirs.grouplist_id = own.grouplist_id
          where own.creator_id = ${creatorId}::uuid and own.status = 'OWNER')`,
    )
    .$narrowType<{ status: BegunSeries["status"] }>();
}

type Row = Awaited<ReturnType<ReturnType<typeof supportersOf>["executeTakeFirstOrThrow"]>>;

function supporterOf({ slug, group_name, ...row }: Row): Supporter {
  return {
    ...row,
    group: slug === null ? null : { slug, name: group_name },
    amount_minor: minor(row.amount_minor),
    received_minor: minor(Number(row.received_minor)),
  };
}

export interface MonthlyIncome {
  currency: string;
  active_count: number;
  active_minor: Minor;
  new_count: number;
  ended_count: number;
  /** Begun before this month, not ended. */
  kept_count: number;
}

/** The creator's own page, by currency; empty before the first. */
export async function readMonthlyIncome(
  db: Kysely<DB>,
  creatorId: string,
  now: Date,
): Promise<MonthlyIncome[]> {
  const month = sql`(${monthOf(businessDate(now))}::timestamp at time zone 'Europe/Berlin')`;
  const { rows } = await sql<Record<keyof MonthlyIncome, number> & { currency: string }>`
    select currency, count(*) filter (where status = 'ACTIVE')::int as active_count,
      coalesce(sum(amount_minor) filter (where status = 'ACTIVE'), 0)::bigint as active_minor,
      count(*) filter (where created_at >= ${month})::int as new_count,
      count(*) filter (where ended_at >= ${month})::int as ended_count,
      count(*) filter (where created_at < ${month} and status <> 'ENDED')::int as kept_count
    from tip_series where creator_id = ${creatorId}::uuid and status <> 'BEGUN'
    group by currency order by active_minor desc, currency`.execute(db);
  return rows.map((row) => ({ ...row, active_minor: minor(Number(row.active_minor)) }));
}
