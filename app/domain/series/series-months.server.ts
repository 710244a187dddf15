import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { minor } from "../money/minor.ts";

/** Of the tip `t`, without fees; also under way. */
export const refundedOfTip = sql<number>`(select coalesce(sum(r.tip_minor), 0) from refunds r
  join payments paid on paid.id = r.payment_id
  where paid.tip_id = t.id and r.status <> 'FAILED' and r.asked_by <> 'PRODUCT')`;

const refunded = sql<number>`(select coalesce(sum(r.tip_minor + r.service_fee_minor + r.vat_minor), 0)::bigint
  from refunds r where r.payment_id = p.id and r.status <> 'FAILED' and r.asked_by <> 'PRODUCT')`;

/** Latest first, and what remains of all; with fee and VAT. */
export async function listPaidMonths(db: Kysely<DB>, seriesId: string) {
  const rows = await db
    .selectFrom("tips as t")
    .innerJoin("payments as p", "p.tip_id", "t.id")
    .select(["p.id", "p.total_minor", "p.status", "p.settled_at", "t.series_month"])
    .select(refunded.as("refunded_minor"))
    .select(
      sql<number>`(sum(case when p.status = 'CHARGEBACK' then 0 else greatest(0, p.total_minor - ${refunded}) end)
        over ())::bigint`.as("stayed_minor"),
    )
    .where("t.series_id", "=", seriesId)
    .where("p.settled_at", "is not", null)
    .orderBy("p.settled_at", "desc")
    .orderBy("p.id")
    .limit(productRules.series.months_shown)
    .execute();
  const stayed_minor = minor(Number(rows[0]?.stayed_minor ?? 0));
  const months = rows.map((row) => ({ ...row, refunded_minor: minor(Number(row.refunded_minor)) }));
  return { months, stayed_minor };
}
