import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";

/** Paid months, the latest first. */
export async function listPaidMonths(db: Kysely<DB>, seriesId: string) {
  return await db
    .selectFrom("tips as t")
    .innerJoin("payments as p", "p.tip_id", "t.id")
    .select(["p.id", "p.total_minor", "p.status", "p.settled_at", "t.series_month"])
    .where("t.series_id", "=", seriesId)
    .where("p.settled_at", "is not", null)
    .orderBy("p.settled_at", "desc")
    .orderBy("p.id")
    .limit(productRules.series.months_shown)
    .execute();
}
