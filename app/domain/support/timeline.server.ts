import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";

export interface TimelineEntry {
  kind: "act" | "mail" | "payment" | "payout" | "sign_in" | "status" | "tip";
  id: string;
  /** The page of a payment or payout. */
  leads_to: string | null;
  /** By kind: action, template, browser or status. */
  what: string;
  detail: string | null;
  amount_minor: number | null;
  currency: string | null;
  at: Date;
}

interface Place {
  at: string;
  kind: string;
  key: string;
}

const placeSchema = z.tuple([z.string().regex(/^\d{1,19}$/), z.string().regex(/^[a-z_]{3,8}$/), z.uuid()]);
const ROWS = productRules.support.timeline_rows;

/** "1764270000000000.tip.0198…": microseconds, kind, row. Null if malformed. */
export function readTimelinePlace(text: string | null): Place | null {
  const parsed = placeSchema.safeParse(text?.split("."));
  if (!parsed.success) return null;
  const [at, kind, key] = parsed.data;
  return { at, kind, key };
}

/** Numbers as ids of equal length give all rows one order. */
const numbered = (column: string) => sql`lpad(to_hex(${sql.ref(column)}), 32, '0')::uuid`;

/**
 * A user's sessions, mails, tips, payments by email, payouts, states and operators' acts, newest first, after
 * `place`. Each kind reads one page by its index.
 */
export async function listTimeline(
  db: Kysely<DB>,
  user: { id: string; email: string },
  place: Place | null,
): Promise<{ entries: TimelineEntry[]; next: string | null }> {
  const branches = kinds(user).map(({ kind, at, key, from, columns }) => {
    const time = sql.ref(at);
    const isAfter =
      place === null
        ? sql`true`
        : sql`${time} <= ${micros(place.at)} and (${time}, ${kind}::text, ${key}) < (${micros(place.at)}, ${place.kind}::text, ${place.key}::uuid)`;
    return sql`(
      select ${kind}::text as kind, ${key} as key, ${time} as at, ${columns}
      from ${from} and ${isAfter}
      order by ${time} desc, ${key} desc limit ${sql.lit(ROWS + 1)})`;
  });
  const { rows } = await sql<TimelineEntry & { key: string; micros: string }>`
    select *, (extract(epoch from at) * 1000000)::bigint::text as micros
    from (${sql.join(branches, sql` union all `)}) each
    order by at desc, kind desc, key desc limit ${sql.lit(ROWS + 1)}`.execute(db);
  const shown = rows.slice(0, ROWS);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    entries: shown.map(({ key: _, micros: __, ...entry }) => entry),
    next: last ? `${last.micros}.${last.kind}.${last.key}` : null,
  };
}

const micros = (text: string) => sql`('epoch'::timestamptz + ${text}::bigint * interval '1 microsecond')`;

interface Kind {
  kind: TimelineEntry["kind"];
  at: string;
  key: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  columns: RawBuilder<unknown>;
}

function kinds({ id, email }: { id: string; email: string }): Kind[] {
  const none = sql`null::text`;
  const noMoney = sql`null::bigint as amount_minor, null::text as currency`;
  const money = (table: string, amount: string, currency = "currency") =>
    sql`${sql.ref(`${table}.${amount}`)} as amount_minor, ${sql.ref(`${table}.${currency}`)}::text as currency`;
  const facts = (given: Record<"id" | "leads_to" | "what" | "detail", RawBuilder<unknown>>) =>
    sql`${given.id} as id, ${given.leads_to} as leads_to, ${given.what} as what, ${given.detail} as detail`;
  return [
    {
      ...{
        kind: "sign_in",
        at: "s.created_at",
        key: sql`s.id`,
        from: sql`sessions s where s.user_id = ${id}::uuid`,
      },
      columns: sql`${facts({ id: sql`s.id::text`, leads_to: none, what: sql`s.user_agent`, detail: none })}, ${noMoney}`,
    },
    {
      ...{ kind: "mail", at: "m.created_at", key: sql`m.id` },
      from: sql`mail_outbox m where m.user_id = ${id}::uuid`,
      columns: sql`${facts({ id: sql`m.id::text`, leads_to: none, what: sql`m.template`, detail: sql`m.status` })}, ${noMoney}`,
    },
    {
      ...{ kind: "tip", at: "t.paid_at", key: sql`t.id` },
      from: sql`tips t where t.creator_id = ${id}::uuid and t.paid_at is not null`,
      columns: sql`${facts({ id: sql`t.id::text`, leads_to: PAYMENT_OF_TIP, what: sql`t.status`, detail: none })}, ${money("t", "amount_minor")}`,
    },
    {
      ...{ kind: "payment", at: "p.created_at", key: sql`p.id` },
      from: sql`payments p where p.id = any(array(${paidBy(email)}))`,
      columns: sql`${facts({ id: sql`p.id::text`, leads_to: sql`p.id::text`, what: sql`p.status`, detail: none })}, ${money("p", "charged_minor", "charged_currency")}`,
    },
    {
      ...{ kind: "payout", at: "o.requested_at", key: sql`o.id` },
      from: sql`payouts o where o.creator_id = ${id}::uuid`,
      columns: sql`${facts({ id: sql`o.id::text`, leads_to: sql`o.id::text`, what: sql`o.status`, detail: none })}, ${money("o", "amount_minor")}`,
    },
    {
      ...{ kind: "status", at: "e.at", key: numbered("e.id") },
      from: sql`account_status_events e where e.user_id = ${id}::uuid`,
      columns: sql`${facts({ id: sql`e.id::text`, leads_to: none, what: sql`e.to_status`, detail: none })}, ${noMoney}`,
    },
    {
      ...{ kind: "act", at: "a.at", key: numbered("a.id") },
      from: sql`audit_log a left join users by on by.id = a.actor_id where a.subject = ${`user:${id}`}`,
      columns: sql`${facts({ id: sql`a.id::text`, leads_to: none, what: sql`a.action`, detail: sql`by.email` })}, ${noMoney}`,
    },
  ];
}

/** A share's payment is its group tip's. */
const PAYMENT_OF_TIP = sql`(
  select p.id::text from payments p where p.tip_id = coalesce(t.group_tip_id, t.id)
  order by p.settled_at desc nulls last limit 1)`;

function paidBy(email: string): RawBuilder<unknown> {
  const bound = sql.lit(productRules.support.read_rows);
  return sql`
    (select p.id from tips t join payments p on p.tip_id = t.id
      where t.sender_email is not null and lower(t.sender_email) = lower(${email})
      order by p.created_at desc limit ${bound})
    union all
    (select p.id from vouchers v join payments p on p.voucher_id = v.id
      where v.email is not null and lower(v.email) = lower(${email})
      order by p.created_at desc limit ${bound})`;
}
