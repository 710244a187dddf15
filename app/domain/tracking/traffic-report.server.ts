import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";

const rules = productRules.traffic;

/** A thing and how often it was seen. */
interface Seen {
  name: string;
  views: number;
}

/** The traffic of the last days, up to that one: by day, and what was seen most, from where and in which language. */
export async function readTraffic(db: Kysely<DB>, today: string) {
  const from = sql`(${today}::date - ${sql.lit(rules.days - 1)})`;
  const most = async (column: "pattern" | "referrer_host" | "locale") => {
    const name = sql.ref(column);
    const { rows } = await sql<Seen>`
      select ${name} as name, sum(views_count)::int as views from traffic_views
      where day between ${from} and ${today}::date and ${name} <> ''
      group by ${name} order by views desc, name limit ${rules.rows}`.execute(db);
    return rows;
  };
  const { rows: days } = await sql<{ day: string; views: number; visitors: number }>`
    select d.day::text as day, coalesce(v.views, 0)::int as views,
      (coalesce(t.visitors_count, 0) + coalesce(k.visitors, 0))::int as visitors
    from (select generate_series(${from}, ${today}::date, interval '1 day')::date as day) d
    left join traffic_days t on t.day = d.day
    left join (select day, sum(views_count) as views from traffic_views
      where day between ${from} and ${today}::date group by day) v on v.day = d.day
    left join (select day, count(*) as visitors from traffic_visitors
      where day between ${from} and ${today}::date group by day) k on k.day = d.day
    order by d.day`.execute(db);
  const { rows: creators } = await sql<{ id: string; username: string; views: number }>`
    select u.id, u.username, sum(e.events_count)::int as views
    from traffic_entities e join users u on u.id = e.entity_id
    where e.day between ${from} and ${today}::date and e.entity_type = 'user' and e.event = 'view'
      and u.username is not null
    group by u.id, u.username order by views desc, u.username limit ${rules.rows}`.execute(db);
  return {
    days,
    creators,
    pages: await most("pattern"),
    referrers: await most("referrer_host"),
    locales: await most("locale"),
  };
}
