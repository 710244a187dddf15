import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar/business-date.ts";

/**
 * Closes the days that are over: how many came stays, their keys and the secret that made them go (docs/product.md,
 * 9.13). Counts older than the retention table's time go, too.
 */
export async function closeTrafficDays(db: Kysely<DB>, now: Date): Promise<void> {
  const today = businessDate(now);
  const oldest = businessDate(new Date(now.getTime() - productRules.retention.traffic_days * 86_400_000));
  await sql`
    with gone as (delete from traffic_visitors where day < ${today}::date returning day)
    update traffic_days d set salt = null,
      visitors_count = d.visitors_count + (select count(*) from gone where gone.day = d.day)
    where d.day < ${today}::date and (d.salt is not null or exists (select from gone where gone.day = d.day))`.execute(
    db,
  );
  for (const table of ["traffic_days", "traffic_views", "traffic_entities"] as const)
    await sql`delete from ${sql.table(table)} where day < ${oldest}::date`.execute(db);
}
