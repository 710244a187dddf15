import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { tipIsHidden } from "../moderation/review-queue.server.ts";
import { type Minor, minor } from "../money/minor.ts";

/** Less reversals (docs/product.md, 8.2). */
export interface Fan {
  name: string | null;
  email: string | null;
  is_everybody_else: boolean;
  currency: string;
  tips_count: number;
  amount_minor: Minor;
  last_paid_at: Date;
}

/** Names no fan. */
export interface FanPlace {
  at: Date;
  skip: number;
}

/**
 * Latest tip first; hidden words give no name. Pages go by time and offset, since fan keys derive from
 * private addresses.
 */
export async function listFans(
  db: Kysely<DB>,
  creatorId: string,
  after: FanPlace | null,
): Promise<{ fans: Fan[]; next: FanPlace | null }> {
  const size = productRules.fans_page;
  const until = after === null ? sql`` : sql`and f.last_paid_at <= ${after.at}`;
  const { rows } = await sql<Omit<Fan, "amount_minor"> & { amount_minor: number }>`
    with page as (
      select f.fan_key, f.currency, f.tips_count, f.amount_minor, f.last_paid_at from fan_totals f
      where f.creator_id = ${creatorId}::uuid and f.tips_count > 0 ${until}
      order by f.last_paid_at desc, f.fan_key desc, f.currency
      limit ${size + 1} offset ${after?.skip ?? 0}
    )
    select named.sender_name as name, shared.sender_email as email, p.fan_key = '' as is_everybody_else,
      p.currency, p.tips_count, p.amount_minor, p.last_paid_at
    from page p
    left join lateral (
      select t.sender_name from tips t
      where t.creator_id = ${creatorId}::uuid and t.fan_key = p.fan_key and t.paid_at is not null
        and t.sender_name is not null and not ${tipIsHidden}
      order by t.paid_at desc, t.id desc limit 1
    ) named on true
    left join lateral (
      select t.sender_email from tips t
      where t.creator_id = ${creatorId}::uuid and t.fan_key = p.fan_key and t.paid_at is not null
        and t.share_email and not ${tipIsHidden}
      order by t.paid_at desc, t.id desc limit 1
    ) shared on true
    order by p.last_paid_at desc, p.fan_key desc, p.currency`.execute(db);
  const fans = rows.slice(0, size).map((row) => ({ ...row, amount_minor: minor(row.amount_minor) }));
  const last = fans.at(-1);
  if (rows.length <= size || !last) return { fans, next: null };
  const at = last.last_paid_at;
  const alike = fans.filter((fan) => fan.last_paid_at.getTime() === at.getTime()).length;
  const before = after !== null && after.at.getTime() === at.getTime() ? after.skip : 0;
  return { fans, next: { at, skip: before + alike } };
}
