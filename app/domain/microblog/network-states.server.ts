import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { writeAudit } from "../audit/audit.server.ts";
import type { Network, Networks } from "./network-port.ts";
import { monthOf } from "./post-due.server.ts";

const DAY_MS = 86_400_000;

interface Services {
  db: Kysely<DB>;
  clock: () => Date;
  networks: Networks;
}

export interface NetworkState {
  name: string;
  label: string;
  spent_mills: number;
  budget_mills: number;
  lacks: "POSTS" | "ADDRESSES" | null;
  paused_until: Date | null;
  pause_reason: string | null;
  waiting: number;
  unsure: number;
  put_off: number;
  oldest: Date | null;
  dropped: readonly { reason: string; count: number }[];
  failed_links: number;
  failed_lately: number;
}

/** With what stops it (docs/product.md, 9.16). */
export async function listNetworkStates(services: Services): Promise<NetworkState[]> {
  return await Promise.all(services.networks.all.map((network) => stateOf(services, network)));
}

interface Counted {
  spent_mills: number;
  paused_until: Date | null;
  pause_reason: string | null;
  waiting: number;
  unsure: number;
  put_off: number;
  oldest: Date | null;
  failed_links: number;
  failed_lately: number;
}

async function stateOf({ db, clock }: Services, network: Network): Promise<NetworkState> {
  const now = clock();
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const { rows } = await sql<Counted>`
    select coalesce(month.spent_mills, 0)::bigint as spent_mills, pause.paused_until, pause.pause_reason, open.*, failed.*
    from (
      select count(*) filter (where status <> 'UNSURE')::int as waiting,
        count(*) filter (where status = 'UNSURE')::int as unsure,
        count(*) filter (where status <> 'SENDING' and due_at > ${now})::int as put_off, min(created_at) as oldest
      from microblog_posts where network = ${network.name} and status in ('WAITING', 'SENDING', 'UNSURE')
    ) as open
    cross join (
      select count(*)::int as failed_links, count(*) filter (where failed_at > ${dayAgo})::int as failed_lately
      from microblog_links where network = ${network.name} and failed_at is not null
    ) as failed
    left join microblog_months month on month.network = ${network.name} and month.month = ${monthOf(now)}
    left join lateral (
      select paused_until, pause_reason from microblog_months
      where network = ${network.name} and paused_until > ${now} order by paused_until desc limit 1
    ) as pause on true`.execute(db);
  const { rows: dropped } = await sql<{ reason: string; count: number }>`
    select drop_reason as reason, count(*)::int as count from microblog_posts
    where network = ${network.name} and status = 'DROPPED' and ended_at > ${dayAgo}
    group by drop_reason order by drop_reason`.execute(db);
  const [counted] = rows;
  if (!counted) throw new Error("a count has a row");
  const { name, label, monthlyBudgetMills: budget_mills } = network;
  const left = budget_mills - counted.spent_mills;
  const cost = { POSTS: network.costMills(""), ADDRESSES: network.costMills("https://x.example") };
  const lacks = left < cost.POSTS ? "POSTS" : left < cost.ADDRESSES ? "ADDRESSES" : null;
  return { ...counted, name, label, budget_mills, lacks, dropped };
}

/** Makes postponed posts due. Locks posts, skipping locked ones, then the month. */
export async function tryNetworkAgain(
  services: { db: Kysely<DB>; clock: () => Date },
  { network, operator_id }: { network: Network; operator_id: string },
): Promise<boolean> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    const { rows: posts } = await sql`
      update microblog_posts set due_at = ${now} where id in (
        select id from microblog_posts
        where network = ${network.name} and status in ('WAITING', 'UNSURE') and due_at > ${now}
        order by id for no key update skip locked
      ) returning id`.execute(trx);
    const { rows: pauses } = await sql<{ pause_reason: string }>`
      with paused as (
        select network, month, pause_reason from microblog_months
        where network = ${network.name} and paused_until > ${now} for no key update
      )
      update microblog_months m set paused_until = null, pause_reason = null
      from paused where m.network = paused.network and m.month = paused.month
      returning paused.pause_reason`.execute(trx);
    const [pause] = pauses;
    if (!pause && posts.length === 0) return false;
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "network.tried_again", subject: `network:${network.name}`, now },
      ...{ before: pause ? { pause: pause.pause_reason } : null, after: { posts: posts.length } },
    });
    return true;
  });
}

const SHOWN = 50;

interface PostedText {
  id: string;
  network: string;
  text: string;
  at: Date;
  username: string | null;
}

export async function listPosted(db: Kysely<DB>): Promise<PostedText[]> {
  const { rows } = await sql<PostedText>`
    select p.id, p.network, p.text, p.ended_at as at, u.username
    from microblog_posts p join users u on u.id = p.user_id
    where p.status = 'POSTED' order by p.created_at desc, p.id desc limit ${SHOWN}`.execute(db);
  return rows;
}
