import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { countApprovals } from "../approvals/approvals.server.ts";
import { businessDate } from "../calendar.ts";
import { isUnsent } from "../mails/outbox.server.ts";
import { unhandledEvents } from "../payments/provider-events.server.ts";
import { isOverdue, UNCLAIMED } from "../refunds/refund-requests.server.ts";

type Waiting = (now: Date) => RawBuilder<unknown>;

interface QueuePlace {
  area: "reports" | "payoutData" | "payouts" | "approvals" | null;
  page: string;
  isMoney: boolean;
}

const queue = <const Name extends string>(name: Name, place: QueuePlace, waiting: Waiting) => ({
  ...place,
  ...{ name, waiting },
});

const review = <const Name extends string>(name: Name, waiting: Waiting) => {
  const place = { area: "reviews", page: `/admin/reviews?kind=${name}`, isMoney: false } as const;
  return { ...place, name, waiting };
};

const exception = <const Name extends string>(name: Name, waiting: Waiting) => {
  const place = { area: "exceptions", page: `/admin/exceptions?kind=${name}`, isMoney: true } as const;
  return { ...place, name, waiting };
};

const QUEUES = [
  review(
    "verifications",
    () => sql`select count(*)::int, min(c.submitted_at)
      from verification_cases c join users u on u.id = c.user_id
      where c.decision is null and u.status = 'PENDING'`,
  ),
  review(
    "tips",
    () => sql`select count(*)::int, min(coalesce(words_added_at, paid_at)) from tips
      where review_reason is not null and status = 'PENDING'`,
  ),
  review(
    "items",
    () => sql`select count(*)::int, min(created_at) from tribute_items
      where review_reason is not null and status = 'PENDING'`,
  ),
  review(
    "words",
    () => sql`select count(*)::int, min(created_at) from profile_words
      where review_reason is not null and status = 'PENDING'`,
  ),
  review(
    "groups",
    () => sql`select count(*)::int, min(review_since) from grouplists
      where review_since is not null and archived_at is null`,
  ),
  queue(
    "reports",
    { area: "reports", page: "/admin/reports", isMoney: false },
    () => sql`select count(*)::int, min(waiting_since) from content_cases where waiting_since is not null`,
  ),
  queue(
    "payoutData",
    { area: "payoutData", page: "/admin/payout-data", isMoney: false },
    () => sql`select count(*)::int, min(confirmed_at) from payout_destinations where status = 'PENDING'`,
  ),
  queue(
    "payouts",
    { area: "payouts", page: "/admin/payouts?status=REQUESTED", isMoney: true },
    () => sql`select count(*)::int, min(requested_at) from payouts where status = 'REQUESTED'`,
  ),
  queue(
    "freeze",
    { area: null, page: "/admin/payouts", isMoney: true },
    () => sql`select count(*)::int, min(frozen_at) from payout_freezes where lifted_at is null`,
  ),
  queue(
    "leavers",
    { area: null, page: "/admin/payouts", isMoney: true },
    () => sql`select count(*)::int, min(coalesce(f.came_at, u.deleted_at))
      from users u
      join ledger_account a on a.owner = u.id::text and a.owner <> '' and a.code = 'creator_available'
        and a.credits > a.debits
      left join lateral (
        -- An account is empty when its owner leaves: what is on it came since.
        select t.created_at as came_at from ledger_transfer m join ledger_transaction t on t.id = m.transaction_id
        where m.credit_account = a.id and t.created_at >= u.deleted_at order by m.transaction_id limit 1
      ) as f on true
      where u.deleted_at is not null`,
  ),
  queue(
    "approvals",
    { area: "approvals", page: "/admin/approvals", isMoney: true },
    () => sql`select count(*)::int, min(made_at) from operator_acts where status = 'WAITING'`,
  ),
  exception(
    "suspense",
    () => sql`select count(*)::int, min(received_at) from suspense_entries
      where left_minor > 0 and refund_status is distinct from 'REQUESTED'`,
  ),
  exception(
    "by-hand",
    () => sql`select count(*)::int, min(left_to_operator_at) from refunds
      where status = 'REQUESTED' and left_to_operator_at is not null`,
  ),
  exception(
    "failed-refunds",
    () => sql`select count(*)::int, min(failed_at) from refund_failures where seen_at is null`,
  ),
  exception(
    "refund-requests",
    (now) => sql`select count(*)::int, min(r.asked_at)
      from refund_requests r join payments p on p.id = r.payment_id join tips t on t.id = r.tip_id
      where r.status = 'OPEN' and ${UNCLAIMED} and ${isOverdue(now)}`,
  ),
  exception("unhandled", () => sql`select count(*)::int, min(since) from (${unhandledEvents()}) as e`),
  exception(
    "bookings",
    () => sql`select count(*)::int, min(opened_at) from bank_exceptions where settled_at is null`,
  ),
  exception(
    "gaps",
    () => sql`select count(*)::int, min(opened_at) from bank_gaps
      where settled_at is null and closed_at is null`,
  ),
  exception(
    "settlements",
    (now) => sql`select count(*)::int, min(opened_at) from settlement_exceptions
      where settled_at is null and opened_at <= ${now}`,
  ),
  exception("rates", () => sql`select count(*)::int, min(held_at) from held_rates where decision is null`),
  queue(
    "mails",
    { area: null, page: "/admin/mails", isMoney: false },
    (now) => sql`select count(*)::int, min(created_at) from mail_outbox where ${isUnsent(now)}`,
  ),
] as const;

type Queue = (typeof QUEUES)[number];
export type QueueName = Queue["name"];
export type ReviewName = Extract<Queue, { area: "reviews" }>["name"];
export type ExceptionName = Extract<Queue, { area: "exceptions" }>["name"];

export const REVIEW_NAMES = QUEUES.flatMap((each) => (each.area === "reviews" ? [each.name] : []));
export const EXCEPTION_NAMES = QUEUES.flatMap((each) => (each.area === "exceptions" ? [each.name] : []));

export interface WaitingQueue {
  queue: QueueName;
  area: Queue["area"];
  page: string;
  isMoney: boolean;
  count: number;
  oldest: Date | null;
}

export async function readQueues(
  db: Kysely<DB>,
  now: Date,
  isWanted: (queue: Queue) => boolean = () => true,
): Promise<WaitingQueue[]> {
  const wanted = QUEUES.filter(isWanted);
  const each = wanted.map(
    ({ name, waiting }) => sql`select ${name}::text, w.* from (${waiting(now)}) as w(count, oldest)`,
  );
  const { rows } = await sql<{ queue: string; count: number; oldest: Date | null }>`
    select * from (${sql.join(each, sql` union all `)}) as found(queue, count, oldest)`.execute(db);
  const found = new Map(rows.map((row) => [row.queue, row]));
  return wanted.map(({ name, area, page, isMoney }) => {
    const { count = 0, oldest = null } = found.get(name) ?? {};
    return { queue: name, ...{ area, page, isMoney, count, oldest } };
  });
}

export async function readQueue(
  db: Kysely<DB>,
  now: Date,
  name: QueueName,
): Promise<{ count: number; oldest: Date | null }> {
  const [found] = await readQueues(db, now, (queue) => queue.name === name);
  return { count: found?.count ?? 0, oldest: found?.oldest ?? null };
}

export async function readMenuWork(
  db: Kysely<DB>,
  now: Date,
  operatorId: string,
): Promise<Partial<Record<NonNullable<Queue["area"]>, number>>> {
  const [queues, approvals] = await Promise.all([
    readQueues(db, now, ({ area }) => area !== null && area !== "approvals"),
    countApprovals(db, { not_by: operatorId }),
  ]);
  const work: Partial<Record<NonNullable<Queue["area"]>, number>> = { approvals };
  for (const { area, count } of queues) if (area !== null) work[area] = (work[area] ?? 0) + count;
  return work;
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
