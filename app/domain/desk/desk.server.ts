import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar/business-date.ts";
import { countCases } from "../content-cases/read-cases.server.ts";
import { countGroupReviews } from "../grouplists/group-reviews.server.ts";
import { countReviewQueue } from "../moderation/review-queue.server.ts";
import { listUnhandledEvents } from "../payments/provider-events.server.ts";
import { listUnsentMails } from "../unsent-mails/unsent-mails.server.ts";
import { countQueue } from "../verification/submission.server.ts";

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

export interface WaitingQueue {
  queue: DeskQueue;
  count: number;
  oldest: Date | null;
}

/** Counts and ages of open work, each by an index. */
export async function readQueues(db: Kysely<DB>, now: Date): Promise<WaitingQueue[]> {
  const [verifications, tips, items, words, groups, reports, unhandled, mails, { rows }] = await Promise.all([
    countQueue(db),
    countReviewQueue(db, "tip"),
    countReviewQueue(db, "item"),
    countReviewQueue(db, "words"),
    countGroupReviews(db),
    countCases(db),
    listUnhandledEvents(db),
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

function listed(times: readonly Date[]): { count: number; oldest: Date | null } {
  const first = Math.min(...times.map((time) => time.getTime()));
  return { count: times.length, oldest: times.length > 0 ? new Date(first) : null };
}

const rules = productRules.overview;

/** In euro cents at the day's rates. */
interface DayOfPayments {
  day: string;
  type: string;
  tips_count: number;
  amount_eur_minor: number;
  charged_eur_minor: number;
}

/** From the roll-up; days without tips have no row. */
export async function readPaymentDays(
  db: Kysely<DB>,
  now: Date,
): Promise<{ days: string[]; paid: DayOfPayments[] }> {
  const today = businessDate(now);
  const { rows: days } = await sql<{ day: string }>`
    select d::date::text as day
    from generate_series(${today}::date - ${rules.days - 1}::int, ${today}::date, interval '1 day') as d`.execute(
    db,
  );
  const { rows: paid } = await sql<DayOfPayments>`
    select day::text as day, type, sum(tips_count)::int as tips_count, sum(amount_eur_minor)::bigint as amount_eur_minor,
      sum(charged_eur_minor)::bigint as charged_eur_minor
    from daily_payment_totals where day > ${today}::date - ${rules.days}::int and day <= ${today}::date
    group by daily_payment_totals.day, type order by daily_payment_totals.day, type`.execute(db);
  return { days: days.map(({ day }) => day), paid };
}

interface Refusal {
  week: string;
  reason: "cancelled" | "declined" | "expired" | "error" | "disputed";
  count: number;
}

/** By index, these weeks alone. */
export async function readRefusals(
  db: Kysely<DB>,
  now: Date,
): Promise<{ weeks: string[]; refusals: Refusal[] }> {
  const monday = sql`date_trunc('week', ${businessDate(now)}::date::timestamp)::date`;
  const first = sql`(${monday} - ${7 * (rules.weeks - 1)}::int)`;
  const start = sql`(${first}::timestamp at time zone 'Europe/Berlin')`;
  const { rows: weeks } = await sql<{ week: string }>`
    select w::date::text as week from generate_series(${first}, ${monday}, interval '7 days') as w`.execute(
    db,
  );
  const { rows: refusals } = await sql<Refusal>`
    select date_trunc('week', created_at at time zone 'Europe/Berlin')::date::text as week,
      coalesce(failure_reason, 'error') as reason, count(*)::int as count
    from payments where status = 'FAILED' and created_at >= ${start} group by 1, 2
    union all
    select date_trunc('week', opened_at at time zone 'Europe/Berlin')::date::text, 'disputed', count(*)::int
    from disputes where opened_at >= ${start} group by 1`.execute(db);
  return { weeks: weeks.map(({ week }) => week), refusals };
}
