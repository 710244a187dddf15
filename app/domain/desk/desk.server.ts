import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar.ts";
import { isUnsent } from "../mails/outbox.server.ts";
import { approvedKinds, mayOpen } from "../operator-rights.server.ts";
import { unhandledEvents } from "../payments/provider-events.server.ts";
import { isOverdue, UNCLAIMED } from "../refunds/refund-requests.server.ts";
import type { Viewer } from "../users/viewer.ts";

type Reader = Pick<Viewer, "id" | "role"> | null;

/** `id`, `since`, `subject`, `amount_minor`, `currency`; approvals that the reader may decide. */
type Cases = (now: Date, reader: Reader) => RawBuilder<unknown>;

interface QueuePlace {
  area: "reviews" | "exceptions" | "reports" | "payoutData" | "payouts" | "approvals" | "mails" | null;
  page: string;
  path: string | null;
  /** Its pages lead to the next case. */
  isWalked: boolean;
  isMoney: boolean;
}

const queue = <const Name extends string, const Place extends QueuePlace>(
  name: Name,
  place: Place,
  cases: Cases,
) => ({
  ...place,
  ...{ name, cases },
});

const review = <const Name extends string>(name: Name, cases: Cases) =>
  queue(
    name,
    {
      ...{ area: "reviews", page: `/admin/reviews?kind=${name}`, path: `/admin/reviews/${name}` },
      ...{ isWalked: true, isMoney: false },
    },
    cases,
  );

const exception = <const Name extends string>(name: Name, cases: Cases, path?: string) =>
  queue(
    name,
    {
      ...{ area: "exceptions", page: `/admin/exceptions?kind=${name}` },
      ...{ path: path ?? `/admin/exceptions/${name}`, isWalked: path === undefined, isMoney: true },
    },
    cases,
  );

const NO_AMOUNT = sql`null::bigint, null::text`;

const QUEUES = [
  review(
    "verifications",
    () => sql`select u.id::text, c.submitted_at, coalesce(u.name, '@' || u.username), ${NO_AMOUNT}
      from verification_cases c join users u on u.id = c.user_id
      where c.decision is null and u.status = 'PENDING'`,
  ),
  review(
    "tips",
    () => sql`select t.id::text, coalesce(t.words_added_at, t.paid_at), '@' || u.username, t.amount_minor, t.currency::text
      from tips t left join users u on u.id = t.creator_id
      where t.review_reason is not null and t.status = 'PENDING'`,
  ),
  review(
    "items",
    () => sql`select i.id::text, i.created_at, i.name, i.amount_minor, i.currency::text
      from tribute_items i where i.review_reason is not null and i.status = 'PENDING'`,
  ),
  review(
    "words",
    () => sql`select w.id::text, w.created_at, '@' || u.username, ${NO_AMOUNT}
      from profile_words w left join users u on u.id = w.user_id
      where w.review_reason is not null and w.status = 'PENDING'`,
  ),
  review(
    "groups",
    () => sql`select g.id::text, g.review_since, '/gl/' || g.slug, ${NO_AMOUNT}
      from grouplists g where g.review_since is not null and g.archived_at is null`,
  ),
  queue(
    "reports",
    { area: "reports", page: "/admin/reports", path: "/admin/reports", isWalked: true, isMoney: false },
    () => sql`select c.id::text, c.waiting_since, c.target, ${NO_AMOUNT}
      from content_cases c where c.waiting_since is not null`,
  ),
  queue(
    "payoutData",
    {
      ...{ area: "payoutData", page: "/admin/payout-data", path: "/admin/payout-data" },
      ...{ isWalked: true, isMoney: false },
    },
    () => sql`select d.id::text, d.confirmed_at, '@' || u.username, ${NO_AMOUNT}
      from payout_destinations d left join users u on u.id = d.user_id where d.status = 'PENDING'`,
  ),
  queue(
    "payouts",
    {
      ...{ area: "payouts", page: "/admin/payouts?status=REQUESTED", path: "/admin/payouts" },
      ...{ isWalked: false, isMoney: true },
    },
    () => sql`select p.id::text, p.requested_at, '@' || u.username, p.amount_minor, p.currency::text
      from payouts p left join users u on u.id = p.creator_id where p.status = 'REQUESTED'`,
  ),
  queue(
    "freeze",
    { area: null, page: "/admin/payouts", path: null, isWalked: false, isMoney: true },
    () =>
      sql`select f.id::text, f.frozen_at, null::text, ${NO_AMOUNT} from payout_freezes f where f.lifted_at is null`,
  ),
  queue(
    "leavers",
    { area: null, page: "/admin/payouts", path: "/admin/users", isWalked: false, isMoney: true },
    () => sql`select u.id::text, coalesce(f.came_at, u.deleted_at), null::text, a.credits - a.debits, a.currency::text
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
    { area: "approvals", page: "/admin/approvals", path: "/admin/approvals", isWalked: true, isMoney: true },
    (_, reader) => sql`select a.id::text, a.made_at, null::text, a.worth_eur_minor, 'EUR'
      from operator_acts a
      where a.status = 'WAITING' ${
        reader === null
          ? sql``
          : sql`and a.made_by <> ${reader.id}::uuid and a.kind = any(${[...approvedKinds(reader.role)]}::text[])`
      }`,
  ),
  exception(
    "suspense",
    () => sql`select s.payment_id::text, s.received_at, s.provider_ref, s.left_minor, s.currency::text
      from suspense_entries s where s.left_minor > 0 and s.refund_status is distinct from 'REQUESTED'`,
  ),
  exception(
    "by-hand",
    () => sql`select r.payment_id::text, r.left_to_operator_at, null::text, r.amount_minor, r.currency::text
      from refunds r where r.status = 'REQUESTED' and r.left_to_operator_at is not null`,
    "/admin/payments",
  ),
  exception(
    "failed-refunds",
    () => sql`select f.id::text, f.failed_at, f.reference, f.amount_minor, f.currency::text
      from refund_failures f where f.seen_at is null`,
  ),
  exception(
    "refund-requests",
    (now) => sql`select r.id::text, r.asked_at, '@' || u.username, t.amount_minor, t.currency::text
      from refund_requests r join payments p on p.id = r.payment_id join tips t on t.id = r.tip_id
      left join users u on u.id = t.creator_id
      where r.status = 'OPEN' and ${UNCLAIMED} and ${isOverdue(now)}`,
  ),
  exception(
    "shares",
    () => sql`select s.id::text, s.since, '@' || u.username, s.amount_minor, a.currency::text
      from (
        select t.id, t.allocation_id, t.created_at as since, t.amount_minor
        from direct_transfers t where t.state in ('OPEN', 'ASKED', 'REFUSED') and t.problem is not null
        union all
        select v.id, t.allocation_id, v.created_at, v.amount_minor
        from direct_reversals v join direct_transfers t on t.id = v.transfer_id
        where v.state in ('OPEN', 'ASKED') and v.problem is not null
      ) s join tip_allocations a on a.id = s.allocation_id left join users u on u.id = a.creator_id`,
  ),
  exception(
    "unhandled",
    () => sql`select e.id::text, e.since, e.provider, ${NO_AMOUNT} from (${unhandledEvents()}) as e`,
  ),
  exception(
    "bookings",
    () => sql`select b.entry_id::text, b.opened_at, null::text, e.amount_minor, e.currency::text
      from bank_exceptions b left join bank_entries e on e.id = b.entry_id where b.settled_at is null`,
  ),
  exception(
    "gaps",
    () => sql`select g.id::text, g.opened_at, null::text, ${NO_AMOUNT}
      from bank_gaps g where g.settled_at is null and g.closed_at is null`,
  ),
  exception(
    "settlements",
    (now) => sql`select s.id::text, s.opened_at, null::text, s.known_minor, s.known_currency::text
      from settlement_exceptions s where s.settled_at is null and s.opened_at <= ${now}`,
  ),
  exception(
    "rates",
    () => sql`select h.id::text, h.held_at, h.currency::text, ${NO_AMOUNT}
      from held_rates h where h.decision is null`,
  ),
  queue(
    "mails",
    { area: "mails", page: "/admin/mails", path: null, isWalked: false, isMoney: false },
    (now) => sql`select m.id::text, m.created_at, m.template, ${NO_AMOUNT}
      from mail_outbox m where ${isUnsent(now)}`,
  ),
] as const;

type Queue = (typeof QUEUES)[number];
export type QueueName = Queue["name"];
export type ReviewName = Extract<Queue, { area: "reviews" }>["name"];
export type ExceptionName = Extract<Queue, { area: "exceptions" }>["name"];

export const REVIEW_NAMES = QUEUES.flatMap((each) => (each.area === "reviews" ? [each.name] : []));
export const EXCEPTION_NAMES = QUEUES.flatMap((each) => (each.area === "exceptions" ? [each.name] : []));

const isOpenTo = (reader: Reader, { page }: QueuePlace) =>
  reader === null || mayOpen(reader.role, page.split("?")[0] ?? page);

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
  reader: Reader = null,
): Promise<WaitingQueue[]> {
  const wanted = QUEUES.filter((queue) => isWanted(queue) && isOpenTo(reader, queue));
  if (wanted.length === 0) return [];
  const each = wanted.map(
    ({ name, cases }) =>
      sql`select ${name}::text, count(*)::int, min(since) from (${cases(now, reader)}) as c(id, since)`,
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

export interface WaitingCase {
  queue: QueueName;
  href: string;
  since: Date;
  subject: string | null;
  amount_minor: number | null;
  currency: string | null;
}

export async function listWaitingCases(
  db: Kysely<DB>,
  { now, reader, limit }: { now: Date; reader: NonNullable<Reader>; limit: number },
  isWanted: (queue: Queue) => boolean = () => true,
): Promise<WaitingCase[]> {
  const wanted = QUEUES.filter((queue) => isWanted(queue) && isOpenTo(reader, queue));
  if (wanted.length === 0) return [];
  const each = wanted.map(
    ({ name, cases }) => sql`(select ${name}::text, c.*
      from (${cases(now, reader)}) as c(id, since, subject, amount_minor, currency)
      order by c.since, c.id limit ${limit})`,
  );
  const { rows } = await sql<Omit<WaitingCase, "href"> & { id: string }>`
    select * from (${sql.join(each, sql` union all `)})
      as found(queue, id, since, subject, amount_minor, currency)
    order by since, id limit ${limit}`.execute(db);
  return rows.flatMap(({ id, ...row }) =>
    wanted
      .filter(({ name }) => name === row.queue)
      .map(({ path, page }) => ({ ...row, href: path === null ? page : `${path}/${id}` })),
  );
}

export async function listWalkedCases(
  db: Kysely<DB>,
  now: Date,
  reader: NonNullable<Reader>,
): Promise<string[]> {
  const asked = { now, reader, limit: productRules.walked_cases };
  const cases = await listWaitingCases(db, asked, ({ isWalked }) => isWalked);
  return cases.map(({ href }) => href);
}

export async function readMenuWork(
  db: Kysely<DB>,
  now: Date,
  reader: NonNullable<Reader>,
): Promise<Partial<Record<NonNullable<Queue["area"]>, number>>> {
  const queues = await readQueues(db, now, ({ area }) => area !== null, reader);
  const work: Partial<Record<NonNullable<Queue["area"]>, number>> = {};
  for (const { area, count } of queues) if (area !== null) work[area] = (work[area] ?? 0) + count;
  return work;
}

const rules = productRules.overview;

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
