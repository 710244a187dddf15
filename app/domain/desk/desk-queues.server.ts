import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { countCases } from "../content-cases/read-cases.server.ts";
import { countGroupReviews } from "../grouplists/group-reviews.server.ts";
import { countReviewQueue } from "../moderation/review-queue.server.ts";
import { listUnhandledNews } from "../payments/unhandled-news.server.ts";
import { listUnsentMails } from "../unsent-mails/retry.server.ts";
import { countQueue } from "../verification/queue.server.ts";

/** What waits for an operator, one queue each. */
export type DeskQueue =
  | "verifications"
  | "tips"
  | "items"
  | "words"
  | "groups"
  | "reports"
  | "payoutData"
  | "payouts"
  | "freeze"
  | "leavers"
  | "approvals"
  | "suspense"
  | "byHand"
  | "failedRefunds"
  | "unhandled"
  | "rates"
  | "bank"
  | "settlements"
  | "mails";

/** A queue as it is now. */
export interface WaitingQueue {
  queue: DeskQueue;
  count: number;
  oldest: Date | null;
}

/** Every queue with how much waits there and since when: what is open alone is read, each by its index. */
export async function readQueues(db: Kysely<DB>, now: Date): Promise<WaitingQueue[]> {
  const [verifications, tips, items, words, groups, reports, unhandled, mails, { rows }] = await Promise.all([
    countQueue(db),
    countReviewQueue(db, "tip"),
    countReviewQueue(db, "item"),
    countReviewQueue(db, "words"),
    countGroupReviews(db),
    countCases(db),
    listUnhandledNews(db),
    listUnsentMails(db, now),
    sql<WaitingQueue>`
      select 'payoutData' as queue, count(*)::int as count, min(confirmed_at) as oldest
      from payout_destinations where status = 'PENDING'
      union all
      select 'payouts', count(*)::int, min(requested_at) from payouts where status = 'REQUESTED'
      union all
      select 'freeze', count(*)::int, min(frozen_at) from payout_freezes where lifted_at is null
      union all
      select 'leavers', count(*)::int, min(coalesce(f.came_at, u.deleted_at))
      from users u
      join ledger_account a on a.owner = u.id::text and a.owner <> '' and a.code = 'creator_available'
        and a.credits > a.debits
      left join lateral (
        -- An account is empty when its owner leaves: what is on it came since.
        select t.created_at as came_at from ledger_transfer m join ledger_transaction t on t.id = m.transaction_id
        where m.credit_account = a.id and t.created_at >= u.deleted_at order by m.transaction_id limit 1
      ) as f on true
      where u.deleted_at is not null
      union all
      select 'approvals', count(*)::int, min(made_at) from operator_acts where status = 'WAITING'
      union all
      select 'suspense', count(*)::int, min(received_at) from suspense_entries
      where left_minor > 0 and refund_status is distinct from 'REQUESTED'
      union all
      select 'byHand', count(*)::int, min(left_to_operator_at) from refunds
      where status = 'REQUESTED' and left_to_operator_at is not null
      union all
      select 'failedRefunds', count(*)::int, min(failed_at) from refund_failures where seen_at is null
      union all
      select 'rates', count(*)::int, min(held_at) from held_rates where decision is null
      union all
      select 'bank', count(*)::int, min(opened_at) from (
        select opened_at from bank_exceptions where settled_at is null
        union all
        select opened_at from bank_gaps where settled_at is null and closed_at is null
      ) as waiting
      union all
      select 'settlements', count(*)::int, min(opened_at) from settlement_exceptions
      where settled_at is null and opened_at <= ${now}`.execute(db),
  ]);
  const found = new Map(rows.map((row) => [row.queue, row]));
  const of = (queue: DeskQueue): WaitingQueue => found.get(queue) ?? { queue, count: 0, oldest: null };
  return [
    { queue: "verifications", ...verifications },
    { queue: "tips", ...tips },
    { queue: "items", ...items },
    { queue: "words", ...words },
    { queue: "groups", ...groups },
    { queue: "reports", ...reports },
    of("payoutData"),
    of("payouts"),
    of("freeze"),
    of("leavers"),
    of("approvals"),
    of("suspense"),
    of("byHand"),
    of("failedRefunds"),
    { queue: "unhandled", ...listed(unhandled.map(({ since }) => since)) },
    of("bank"),
    of("settlements"),
    of("rates"),
    { queue: "mails", ...listed(mails.map(({ created_at }) => created_at)) },
  ];
}

/** The same of a list that has a page's length at most. */
function listed(times: readonly Date[]): { count: number; oldest: Date | null } {
  const first = Math.min(...times.map((time) => time.getTime()));
  return { count: times.length, oldest: times.length > 0 ? new Date(first) : null };
}
