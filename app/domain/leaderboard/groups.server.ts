import { type Kysely, sql } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import type { Range } from "./leaderboard.schema.ts";
import { type Movement, movementOf } from "./movement.ts";
import { periodOf, rowsOfPage } from "./periods.ts";

/** A group where it stands. */
export interface GroupPlace {
  id: string;
  rank: number;
  /** Against the rank with which yesterday ended; null while that is not known. */
  movement: Movement | null;
  slug: string;
  /** Null for a group that has none. */
  name: string | null;
  avatar_id: string | null;
  /** The owner and who was let in. */
  members_count: number;
  tips_count: number;
}

/**
 * A page of the groups on the leaderboard in a range: APPROVED ones whose owner put them there (docs/product.md, 8.3). A
 * tip to a group counts once, as a whole. One query.
 */
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

// As creators.server.ts does for creators.
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
