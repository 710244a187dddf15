import { sql } from "kysely";

/** Of a creator's share `a` of a tip, what has gone back to the fan: by refunds that are through and lost disputes. */
export const GONE_BACK = sql<number>`(
  coalesce((select sum(r.amount_minor) from refund_parts r join refunds f on f.id = r.refund_id
    where r.allocation_id = a.id and f.status = 'DONE'), 0)
  + coalesce((select sum(h.claimed_minor) from dispute_holds h join disputes d on d.id = h.dispute_id
    where h.allocation_id = a.id and d.status = 'LOST'), 0))::bigint`;

/** By what a share `a` of a tip `t`, paid by a payment `p`, is counted: given for an item, or by way of a group. */
export const SHARE_FACTS = sql`a.creator_id, a.is_ranked, a.currency, (t.paid_at at time zone 'Europe/Berlin')::date as day, t.paid_at,
  coalesce(t.fan_key, '') as fan_key, p.type, p.country, coalesce(t.item_name, 'group:' || t.grouplist_id, '') as item`;

/** Of a share `a` that waits, what refunds and disputes have taken or hold. */
export const GONE_FROM_PENDING = sql<number>`(
  coalesce((select sum(r.from_pending_minor) from refund_parts r join refunds f on f.id = r.refund_id
    where r.allocation_id = a.id and f.status <> 'FAILED'), 0)
  + coalesce((select sum(h.from_pending_minor) from dispute_holds h join disputes d on d.id = h.dispute_id
    where h.allocation_id = a.id and d.status in ('OPEN', 'LOST')), 0))::bigint`;

/** Under which day and month a share `a` of a tip `t` waits. */
export const WAITING_KEY = sql`a.creator_id, a.currency, (a.available_at at time zone 'Europe/Berlin')::date as day,
  date_trunc('month', t.paid_at at time zone 'Europe/Berlin')::date as month`;

/** Whether a creator `u` stands on the leaderboard; the triggers of the database say the same. */
export const CREATOR_IS_LISTED = sql<boolean>`(u.status = 'ACTIVE' and u.ranking_enabled_at is not null)`;

/** The same of a group `g`. */
export const GROUP_IS_LISTED = sql<boolean>`(
  g.status = 'APPROVED' and g.ranking_enabled_at is not null and g.archived_at is null)`;
