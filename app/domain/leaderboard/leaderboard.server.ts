import { type Kysely, sql } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate, daysBefore } from "../calendar.ts";
import { THIRTY_DAYS_KEY } from "../rollups/thirty-days.server.ts";
import type { Interval, Range } from "./leaderboard.schema.ts";

export type Movement = { kind: "up" | "down"; places: number } | { kind: "same" } | { kind: "new" };

function movementOf(rank: number, before: number | null, hasYesterdaysRanks: boolean): Movement | null {
  if (!hasYesterdaysRanks) return null;
  if (before === null) return { kind: "new" };
  if (before === rank) return { kind: "same" };
  return { kind: rank < before ? "up" : "down", places: Math.abs(before - rank) };
}

interface PeriodKey {
  range: Range;
  period: string;
  period_start: string;
  yesterday: string;
}

function periodOf(range: Range, now: Date): PeriodKey {
  const today = businessDate(now);
  const rows = {
    month: { period: "MONTH", period_start: `${today.slice(0, 7)}-01` },
    "30days": { period: "30DAYS", period_start: THIRTY_DAYS_KEY },
    day: { period: "DAY", period_start: today },
  };
  return { range, ...rows[range], yesterday: daysBefore(today, 1) };
}

function rowsOfPage(page: number): { first: number; count: number } {
  const { page_rows } = productRules.leaderboard;
  return { first: (page - 1) * page_rows, count: page_rows + 1 };
}

function isOnline(seen: { show_online_status: boolean; last_seen_at: Date | null }, now: Date): boolean {
  const since = now.getTime() - productRules.online_minutes * 60_000;
  return seen.show_online_status && seen.last_seen_at !== null && seen.last_seen_at.getTime() >= since;
}

export interface CreatorPlace {
  id: string;
  rank: number;
  movement: Movement | null;
  username: string;
  name: string;
  avatar_id: string | null;
  country: string | null;
  tips_count: number;
  is_online: boolean;
}

type OwnPlace = Pick<CreatorPlace, "rank" | "movement" | "tips_count">;

/** One query along an index (docs/product.md, 8.3). */
export async function listCreators(
  db: Kysely<DB>,
  asked: { range: Range; page: number },
  now: Date,
): Promise<{ places: CreatorPlace[]; hasMore: boolean }> {
  const key = periodOf(asked.range, now);
  const rows = await pageOfCreators(db, { ...key, ...rowsOfPage(asked.page) });
  const places = rows.map(
    (row): CreatorPlace => ({
      id: row.id,
      rank: row.rank,
      movement: movementOf(row.rank, row.before, row.is_yesterday_kept),
      username: row.username,
      name: row.name,
      avatar_id: row.avatar_id,
      country: row.country,
      tips_count: row.tips_count,
      is_online: isOnline(row, now),
    }),
  );
  const { page_rows } = productRules.leaderboard;
  return { places: places.slice(0, page_rows), hasMore: places.length > page_rows };
}

interface CreatorRow {
  id: string;
  rank: number;
  before: number | null;
  is_yesterday_kept: boolean;
  username: string;
  name: string;
  avatar_id: string | null;
  country: string | null;
  tips_count: number;
  show_online_status: boolean;
  last_seen_at: Date | null;
}

const KEY = {
  range: parameter<string>(),
  period: parameter<string>(),
  period_start: parameter<string>(),
  yesterday: parameter<string>(),
};

// Only rows equal to the page's first can tie with the previous page.
const pageOfCreators = hotQuery(
  "leaderboard-creators",
  { ...KEY, first: parameter<number>(), count: parameter<number>() },
  (_db, given) => sql<CreatorRow>`
    with page as materialized (
      select creator_id, amount_eur_minor, tips_count from leaderboard_totals
      where period = ${given("period")} and period_start = ${given("period_start")}::date and is_listed
        and amount_eur_minor > 0
      order by amount_eur_minor desc, creator_id limit ${given("count")}::int offset ${given("first")}::int
    ), top as materialized (
      select max(amount_eur_minor) as most from page
    ), ahead as materialized (
      select count(*) as count from leaderboard_totals
      where period = ${given("period")} and period_start = ${given("period_start")}::date and is_listed
        and amount_eur_minor > (select most from top)
    )
    select u.id, coalesce(u.username, '') as username, coalesce(u.name, u.username, '') as name, u.avatar_id,
      u.show_online_status, u.last_seen_at, page.tips_count, y.rank as before, c.iso_3166_1 as country,
      (case when page.amount_eur_minor = top.most then ahead.count + 1
        else ${given("first")}::int + rank() over (order by page.amount_eur_minor desc) end)::int as rank,
      coalesce((select max(day) from leaderboard_ranks where range = ${given("range")}) = ${given("yesterday")}::date, false)
        as is_yesterday_kept
    from page cross join top cross join ahead join users u on u.id = page.creator_id
      left join countries c on c.id = u.country_id
      left join leaderboard_ranks y on y.range = ${given("range")} and y.creator_id = u.id
        and y.day = ${given("yesterday")}::date
    order by page.amount_eur_minor desc, page.creator_id`,
);

export async function findOwnPlace(
  db: Kysely<DB>,
  creatorId: string,
  range: Range,
  now: Date,
): Promise<OwnPlace | null> {
  const [row] = await placeOfCreator(db, { ...periodOf(range, now), creator_id: creatorId });
  if (!row) return null;
  const { rank, tips_count } = row;
  return { rank, tips_count, movement: movementOf(rank, row.before, row.is_yesterday_kept) };
}

const placeOfCreator = hotQuery(
  "leaderboard-own-place",
  { ...KEY, creator_id: parameter<string>() },
  (_db, given) => sql<Pick<CreatorRow, "rank" | "before" | "is_yesterday_kept" | "tips_count">>`
    select own.tips_count, y.rank as before,
      (select count(*) + 1 from leaderboard_totals o
        where o.period = own.period and o.period_start = own.period_start and o.is_listed
          and o.amount_eur_minor > own.amount_eur_minor)::int as rank,
      coalesce((select max(day) from leaderboard_ranks where range = ${given("range")}) = ${given("yesterday")}::date, false)
        as is_yesterday_kept
    from leaderboard_totals own
      left join leaderboard_ranks y on y.range = ${given("range")} and y.creator_id = own.creator_id
        and y.day = ${given("yesterday")}::date
    where own.period = ${given("period")} and own.period_start = ${given("period_start")}::date
      and own.creator_id = ${given("creator_id")}::uuid and own.is_listed and own.amount_eur_minor > 0`,
);

export interface GroupPlace {
  id: string;
  rank: number;
  movement: Movement | null;
  slug: string;
  name: string | null;
  avatar_id: string | null;
  members_count: number;
  tips_count: number;
}

/** A tip counts once (docs/product.md, 8.3). */
export async function listGroups(
  db: Kysely<DB>,
  asked: { range: Range; page: number },
  now: Date,
): Promise<{ places: GroupPlace[]; hasMore: boolean }> {
  const rows = await pageOfGroups(db, { ...periodOf(asked.range, now), ...rowsOfPage(asked.page) });
  const places = rows.map(
    ({ before, is_yesterday_kept, ...group }): GroupPlace => ({
      ...group,
      movement: movementOf(group.rank, before, is_yesterday_kept),
    }),
  );
  const { page_rows } = productRules.leaderboard;
  return { places: places.slice(0, page_rows), hasMore: places.length > page_rows };
}

interface GroupRow extends Omit<GroupPlace, "movement"> {
  before: number | null;
  is_yesterday_kept: boolean;
}

const pageOfGroups = hotQuery(
  "leaderboard-groups",
  {
    range: parameter<string>(),
    period: parameter<string>(),
    period_start: parameter<string>(),
    yesterday: parameter<string>(),
    first: parameter<number>(),
    count: parameter<number>(),
  },
  (_db, given) => sql<GroupRow>`
    with page as materialized (
      select grouplist_id, ranked_eur_minor, ranked_tips_count from grouplist_totals
      where period = ${given("period")} and period_start = ${given("period_start")}::date and is_listed
        and ranked_eur_minor > 0
      order by ranked_eur_minor desc, grouplist_id limit ${given("count")}::int offset ${given("first")}::int
    ), top as materialized (
      select max(ranked_eur_minor) as most from page
    ), ahead as materialized (
      select count(*) as count from grouplist_totals
      where period = ${given("period")} and period_start = ${given("period_start")}::date and is_listed
        and ranked_eur_minor > (select most from top)
    )
    select g.id, g.slug, g.name, g.avatar_id, page.ranked_tips_count as tips_count, y.rank as before,
      (select count(*) from grouplist_users m where m.grouplist_id = g.id and m.status <> 'PENDING')::int as members_count,
      (case when page.ranked_eur_minor = top.most then ahead.count + 1
        else ${given("first")}::int + rank() over (order by page.ranked_eur_minor desc) end)::int as rank,
      coalesce((select max(day) from grouplist_ranks where range = ${given("range")}) = ${given("yesterday")}::date, false)
        as is_yesterday_kept
    from page cross join top cross join ahead join grouplists g on g.id = page.grouplist_id
      left join grouplist_ranks y on y.range = ${given("range")} and y.grouplist_id = g.id
        and y.day = ${given("yesterday")}::date
    order by page.ranked_eur_minor desc, page.grouplist_id`,
);

type PastPlace = Omit<CreatorPlace, "movement" | "is_online" | "country">;

interface PastPeriod {
  /** "2026-11-01"; weeks begin on Monday. */
  first_day: string;
  places: PastPlace[];
}

export async function listHistory(db: Kysely<DB>, interval: Interval, now: Date): Promise<PastPeriod[]> {
  const { periods, shown } = productRules.leaderboard.history;
  const today = businessDate(now);
  const { rows } = await sql<PastPlace & { first_day: string }>`
    select past.first_day::text as first_day, top.rank::int as rank, top.tips_count, u.id,
      coalesce(u.username, '') as username, coalesce(u.name, u.username, '') as name, u.avatar_id
    from generate_series(1, ${periods}::int) as n
      cross join lateral (select (date_trunc(${interval}::text, ${today}::timestamp)
        - n * ('1 ' || ${interval}::text)::interval)::date as first_day) as past
      cross join lateral (
        select creator_id, tips_count, amount_eur_minor, rank() over (order by amount_eur_minor desc) as rank
        from (
          select creator_id, tips_count, amount_eur_minor from leaderboard_totals
          where period = ${interval.toUpperCase()} and period_start = past.first_day and is_listed and amount_eur_minor > 0
          order by amount_eur_minor desc, creator_id limit ${shown}::int
        ) as best
      ) as top
      join users u on u.id = top.creator_id
    order by past.first_day desc, top.amount_eur_minor desc, top.creator_id`.execute(db);
  const found = new Map<string, PastPlace[]>();
  for (const { first_day, ...place } of rows) found.set(first_day, [...(found.get(first_day) ?? []), place]);
  return [...found].map(([first_day, places]) => ({ first_day, places }));
}
