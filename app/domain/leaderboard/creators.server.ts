import { type Kysely, sql } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import type { Range } from "./leaderboard.schema.ts";
import { type Movement, movementOf } from "./movement.ts";
import { isOnline, periodOf, rowsOfPage } from "./periods.ts";

/** A creator where they stand. Nothing says how much they got. */
export interface CreatorPlace {
  id: string;
  /** Who got the same shares a rank: 1, 1, 3. */
  rank: number;
  /** Against the rank with which yesterday ended; null while that is not known. */
  movement: Movement | null;
  username: string;
  name: string;
  avatar_id: string | null;
  /** ISO 3166-1. */
  country: string | null;
  tips_count: number;
  is_online: boolean;
}

/** A creator's own place, wherever it is. */
export type OwnPlace = Pick<CreatorPlace, "rank" | "movement" | "tips_count">;

/**
 * A page of those who stand on the leaderboard in a range, by what came in: creators who want to and are ACTIVE
 * (docs/product.md, 8.3). One query, which reads the page's rows along an index, whoever else got tips.
 */
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

// Only those who got as much as the page's first may share their rank with somebody on the page before.
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

/** Where a creator stands in a range; null for who got nothing in it, and who is not on the leaderboard. */
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
