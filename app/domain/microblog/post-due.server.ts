import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { mailNetworkLink } from "../auth/mailed-tokens.server.ts";
import { businessDate } from "../calendar.ts";
import type { Jobs, RowsOutcome } from "../jobs.ts";
import { dropWaiting, type MicroblogServices } from "./links.server.ts";
import {
  DuplicatePost,
  LinkRevoked,
  type Network,
  NetworkPaused,
  NetworkUnavailable,
  type PauseReason,
  PostRefused,
  RateLimited,
} from "./network-port.ts";

export const monthOf = (at: Date) => `${businessDate(at).slice(0, 7)}-01`;

async function spend(trx: Transaction<DB>, network: Network, mills: number, at: Date): Promise<boolean> {
  if (mills > network.monthlyBudgetMills) return false;
  const { rows } = await sql`
    insert into microblog_months as m (network, month, spent_mills)
    values (${network.name}, ${monthOf(at)}, ${mills})
    on conflict (network, month) do update set spent_mills = m.spent_mills + excluded.spent_mills
      where m.spent_mills + excluded.spent_mills <= ${network.monthlyBudgetMills}
    returning 1`.execute(trx);
  return rows.length > 0;
}

async function giveBack(trx: Transaction<DB>, network: Network, mills: number, at: Date): Promise<void> {
  await sql`
    update microblog_months set spent_mills = greatest(spent_mills - ${mills}, 0)
    where network = ${network.name} and month = ${monthOf(at)}`.execute(trx);
}

async function pause(
  trx: Transaction<DB>,
  network: Network,
  reason: PauseReason,
  until: Date,
  now: Date,
): Promise<void> {
  await sql`
    insert into microblog_months (network, month, spent_mills, paused_until, pause_reason)
    values (${network.name}, ${monthOf(now)}, 0, ${until}, ${reason})
    on conflict (network, month) do update set paused_until = excluded.paused_until,
      pause_reason = excluded.pause_reason`.execute(trx);
}

async function isPaused(db: Kysely<DB>, network: Network, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from microblog_months where network = ${network.name} and paused_until > ${now}`.execute(db);
  return rows.length > 0;
}

const rules = productRules.microblog;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

interface Claimed {
  id: string;
  user_id: string;
  link_id: string;
  account_id: string;
  credentials: string;
  text: string;
  tries: number;
  /** An earlier try may have posted it. */
  isUnsure: boolean;
  created_at: Date;
  sending_at: Date;
  mills: number;
}

interface Row {
  id: string;
  user_id: string;
  reason: string;
  subject: string;
  status: string;
  text: string;
  tries: number;
  created_at: Date;
  linked_at: Date;
  link_id: string;
  account_id: string;
  credentials_encrypted: Buffer;
  is_wanted: boolean;
  is_there: boolean;
}

/**
 * "settled" needs no call. Reads under the lock whether it is still wanted, unless it may exist. Locks link,
 * then post, skipping locked ones, then budget.
 */
export async function claimPost(
  trx: Transaction<DB>,
  { encryption }: Pick<MicroblogServices, "encryption">,
  network: Network,
  now: Date,
): Promise<Claimed | "none" | "settled" | "no_budget"> {
  const abandoned = new Date(now.getTime() - rules.abandoned_minutes * MINUTE_MS);
  const { rows } = await sql<Row>`
    select p.id, p.user_id, p.reason, p.subject, p.status, p.text, p.tries, p.created_at,
      l.id as link_id, l.account_id, l.credentials_encrypted, l.linked_at,
      u.status in ('ACTIVE', 'CHARGEBACK') and (s.show_amount or not p.says_amount) and case
        when p.reason in ('TIP', 'HOUR') then s.on_new_tip
        when p.reason = 'ADVERT' then s.advert_frequency <> 'OFF' and u.paused_at is null else s.on_achievement end as is_wanted,
      p.reason <> 'TIP' or exists (
        select from tips t where t.id = case p.reason when 'TIP' then p.subject::uuid end and t.status = 'ACTIVE' and t.off_page_at is null) as is_there
    from microblog_posts p
    join microblog_links l on l.user_id = p.user_id and l.network = p.network and l.failed_at is null
    join microblog_settings s on s.user_id = p.user_id and s.network = p.network
    join users u on u.id = p.user_id
    where p.network = ${network.name} and p.due_at <= ${now}
      and (p.status in ('WAITING', 'UNSURE') or (p.status = 'SENDING' and p.sending_at < ${abandoned}))
    order by p.due_at, p.id limit 1 for no key update of l, p skip locked`.execute(trx);
  const [row] = rows;
  if (!row) return "none";
  const isUnsure = row.status !== "WAITING";
  const drop = reasonToDrop(row, network, isUnsure, now) ?? (await tooMany(trx, row, network, isUnsure, now));
  if (drop) {
    await trx
      .updateTable("microblog_posts")
      .set({ status: "DROPPED", drop_reason: drop, ended_at: now })
      .where("id", "=", row.id)
      .execute();
    return "settled";
  }
  const mills = isUnsure ? network.lookUpMills : network.costMills(row.text);
  if (!(await spend(trx, network, mills, now))) {
    const due_at = new Date(now.getTime() + rules.again_minutes.budget * MINUTE_MS);
    await trx.updateTable("microblog_posts").set({ due_at }).where("id", "=", row.id).execute();
    return "no_budget";
  }
  await trx
    .updateTable("microblog_posts")
    .set({ status: "SENDING", sending_at: now, tries: row.tries + 1 })
    .where("id", "=", row.id)
    .execute();
  const { id, user_id, link_id, account_id, text, created_at } = row;
  const credentials = encryption
    .decrypt("microblog-link", link_id, row.credentials_encrypted)
    .toString("utf8");
  return {
    ...{ id, user_id, link_id, account_id, credentials, text, isUnsure, created_at, mills },
    ...{ tries: row.tries + 1, sending_at: now },
  };
}

function reasonToDrop(row: Row, network: Network, isUnsure: boolean, now: Date) {
  if (isUnsure && !network.find) return "UNKNOWN";
  if (now.getTime() - row.created_at.getTime() > rules.late_hours * 3_600_000)
    return isUnsure ? "UNKNOWN" : "LATE";
  if (row.created_at < row.linked_at) return isUnsure ? "UNKNOWN" : "OFF";
  if (isUnsure) return null;
  if (!row.is_wanted) return "OFF";
  return row.is_there ? null : "GONE";
}

async function tooMany(
  trx: Transaction<DB>,
  row: Row,
  network: Network,
  isUnsure: boolean,
  now: Date,
): Promise<"MANY" | null> {
  if (isUnsure) return null;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from microblog_posts where user_id = ${row.user_id} and network = ${network.name}
      and status <> 'DROPPED' and sending_at > ${new Date(now.getTime() - DAY_MS)} and id <> ${row.id}`.execute(
    trx,
  );
  return (rows[0]?.count ?? 0) >= network.postsADay ? "MANY" : null;
}

type Services = MicroblogServices & { jobs: Jobs };

interface PostedPosts extends RowsOutcome {
  paused: string[];
}

type Ended =
  | { how: "posted"; postId: string | null }
  | { how: "dropped"; why: "DUPLICATE" | "REFUSED" }
  | { how: "not_there" }
  | { how: "link_failed" }
  | { how: "limited"; until: Date }
  | { how: "paused"; until: Date; why: PauseReason; said: string }
  | { how: "away"; mayBeDone: boolean };

/** Processes share them. After two silences a network waits for the next run (docs/product.md, 9.16). */
export async function postDue(services: Services): Promise<PostedPosts> {
  const outcome: PostedPosts = { done: 0, failed: [], paused: [] };
  for (const network of services.networks.all) {
    if (await isPaused(services.db, network, services.clock())) continue;
    let silences = 0;
    let isSpent = false;
    for (let looked = 0; looked < rules.at_once && silences < 2; looked += 1) {
      const now = services.clock();
      const claimed = await services.db
        .transaction()
        .execute((trx) => claimPost(trx, services, network, now));
      if (claimed === "none") break;
      if (claimed === "no_budget") {
        isSpent = true;
        continue;
      }
      if (claimed === "settled") continue;
      try {
        const ended = await tryPost(network, claimed);
        await services.db.transaction().execute((trx) => settle(trx, services, network, claimed, ended));
        if (ended.how === "posted") outcome.done += 1;
        if (ended.how === "away") silences += 1;
        if (ended.how === "paused") {
          outcome.paused.push(`${network.name}: ${ended.said}`);
          break;
        }
      } catch (error) {
        outcome.failed.push({ key: claimed.id, error: String(error) });
      }
    }
    if (isSpent) outcome.paused.push(`${network.name}: the month's budget is spent`);
  }
  return outcome;
}

/** Outside of transactions. After a lost answer it only looks up. */
async function tryPost(network: Network, claimed: Claimed): Promise<Ended> {
  const { account_id: accountId, credentials, text, isUnsure, created_at: since } = claimed;
  try {
    if (!isUnsure) return { how: "posted", ...(await network.post({ accountId, credentials, text })) };
    const found = await network.find?.({ accountId, credentials, text, since });
    return found ? { how: "posted", ...found } : { how: "not_there" };
  } catch (error) {
    if (error instanceof LinkRevoked) return { how: "link_failed" };
    if (error instanceof RateLimited) return { how: "limited", until: error.until };
    if (error instanceof NetworkPaused)
      return { how: "paused", until: error.until, why: error.why, said: error.message };
    if (error instanceof NetworkUnavailable) return { how: "away", mayBeDone: isUnsure || error.mayBeDone };
    if (error instanceof DuplicatePost)
      return claimed.tries > 1 ? { how: "posted", postId: null } : { how: "dropped", why: "DUPLICATE" };
    if (error instanceof PostRefused) return { how: "dropped", why: "REFUSED" };
    throw error;
  }
}

async function settle(
  trx: Transaction<DB>,
  services: Services,
  network: Network,
  claimed: Claimed,
  ended: Ended,
): Promise<void> {
  const now = services.clock();
  const isLinked = await holdLink(trx, claimed.link_id);
  if (ended.how === "link_failed") await failLink(trx, services, network, claimed, now);
  const isLast = await trx
    .updateTable("microblog_posts")
    .set(isLinked ? stateAfter(claimed, ended, now) : stateWithoutLink(claimed, ended, now))
    .where("id", "=", claimed.id)
    .where("status", "=", "SENDING")
    .where("sending_at", "=", claimed.sending_at)
    .returning("id")
    .executeTakeFirst();
  const until = ended.how === "limited" ? ended.until : ended.how === "away" ? firstAgainAt(now) : null;
  if (until)
    await trx
      .updateTable("microblog_posts")
      .set({ due_at: until })
      .where("user_id", "=", claimed.user_id)
      .where("network", "=", network.name)
      .where("status", "=", "WAITING")
      .where("due_at", "<", until)
      .execute();
  if (ended.how === "paused") await pause(trx, network, ended.why, ended.until, now);
  // What was surely not posted is free, as is an empty look-up.
  const isFree =
    ended.how !== "posted" && ended.how !== "not_there" && (claimed.isUnsure || !mayBeDone(ended));
  if (isLast && isFree) await giveBack(trx, network, claimed.mills, claimed.sending_at);
}

async function holdLink(trx: Transaction<DB>, linkId: string): Promise<boolean> {
  const link = await trx
    .selectFrom("microblog_links")
    .select("id")
    .where("id", "=", linkId)
    .where("failed_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return link !== undefined;
}

function stateWithoutLink(claimed: Claimed, ended: Ended, now: Date) {
  const after = stateAfter(claimed, ended, now);
  if (after.status === "POSTED" || after.status === "DROPPED") return after;
  const drop_reason = after.status === "UNSURE" ? ("UNKNOWN" as const) : ("OFF" as const);
  return { status: "DROPPED" as const, drop_reason, ended_at: now };
}

const firstAgainAt = (now: Date) => new Date(now.getTime() + rules.again_minutes.first * 60_000);

const mayBeDone = (ended: Ended) => ended.how === "away" && ended.mayBeDone;

function stateAfter(claimed: Claimed, ended: Ended, now: Date) {
  const open = claimed.isUnsure || mayBeDone(ended) ? ("UNSURE" as const) : ("WAITING" as const);
  switch (ended.how) {
    case "posted":
      return { status: "POSTED" as const, post_id: ended.postId, ended_at: now };
    case "dropped":
      return { status: "DROPPED" as const, drop_reason: ended.why, ended_at: now };
    case "link_failed":
      return { status: "DROPPED" as const, drop_reason: "LINK_FAILED" as const, ended_at: now };
    case "not_there":
      return { status: "WAITING" as const, due_at: now };
    case "limited":
    case "paused":
      return { status: open, due_at: ended.until };
    case "away": {
      const { first, maximum } = rules.again_minutes;
      const minutes = Math.min(first * 2 ** (claimed.tries - 1), maximum);
      return { status: open, due_at: new Date(now.getTime() + minutes * 60_000) };
    }
  }
}

/** Mails the creator. A newer link stays. */
async function failLink(
  trx: Transaction<DB>,
  services: Services,
  network: Network,
  { link_id, user_id }: Claimed,
  now: Date,
): Promise<void> {
  const failed = await trx
    .updateTable("microblog_links")
    .set({ failed_at: now, credentials_encrypted: Buffer.alloc(0) })
    .where("id", "=", link_id)
    .where("failed_at", "is", null)
    .returning("handle")
    .executeTakeFirst();
  if (!failed) return;
  await dropWaiting(trx, { user_id, network: network.name }, "LINK_FAILED", now);
  await mailNetworkLink(trx, services, {
    ...{ user_id, key: link_id, state: "failed", way: network.voice, network: network.label },
    ...{ handle: failed.handle, now },
  });
}
