import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { DB, MicroblogSettings } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar.ts";
import { forEachRow, type RowsOutcome } from "../jobs.ts";
import { type Locale, localeOf } from "../money/minor.ts";
import type { Network, Networks } from "./network-port.ts";
import {
  advertDay,
  hourOf,
  type PostFacts,
  postText,
  roundUpTo,
  type Speaker,
  saysAmount,
} from "./post-texts.ts";

const rules = productRules.microblog;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TIPS_AT_ONCE = 1000;

interface Services {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
  publicUrl: string;
  networks: Networks;
}

interface Post {
  reason: "TIP" | "HOUR" | "SUM" | "COUNT" | "ADVERT";
  subject: string;
  facts: PostFacts;
}

interface Link {
  id: string;
  user_id: string;
  network: string;
  username: string | null;
  locale: string | null;
  currency: string;
  linked_at: Date;
  is_round: boolean;
}

const IS_PUBLIC = sql`u.status in ('ACTIVE', 'CHARGEBACK')`;

/** Words after the payment activate a tip again, without a post. */
const ACTIVE_SINCE = sql`(case when t.words_added_at is null then t.activated_at else t.paid_at end)`;

const isToTell = (now: Date) => sql`
  t.creator_id = l.user_id and t.paid_at > ${new Date(now.getTime() - 2 * rules.late_hours * HOUR_MS)}
  and t.status = 'ACTIVE' and t.off_page_at is null
  and ${ACTIVE_SINCE} >= greatest(l.linked_at, s.changed_at, ${new Date(now.getTime() - rules.late_hours * HOUR_MS)})`;

const IS_NOT_MADE = sql`not exists (
  select from microblog_posts p where p.user_id = l.user_id and p.network = l.network and p.reason = 'TIP'
    and p.subject = t.id::text)`;

/** Each once, also concurrently (docs/product.md, 9.16). */
export async function producePosts(services: Services): Promise<RowsOutcome> {
  const now = services.clock();
  const { rows } = await sql<{ id: string }>`
    select l.id from microblog_links l join users u on u.id = l.user_id
    where l.failed_at is null and ${IS_PUBLIC} and l.rounds_at <= ${now}
    union
    select l.id from microblog_links l join microblog_settings s using (user_id, network) join users u on u.id = l.user_id
    where l.failed_at is null and ${IS_PUBLIC} and s.on_new_tip and s.tip_frequency = 'ALL'
      and exists (select from tips t where ${isToTell(now)} and ${IS_NOT_MADE})
    order by id`.execute(services.db);
  return await forEachRow(
    rows,
    ({ id }) => id,
    ({ id }) => services.db.transaction().execute((trx) => produceOf(trx, services, id, now)),
  );
}

async function produceOf(
  trx: Transaction<DB>,
  { newId, publicUrl, networks }: Services,
  id: string,
  now: Date,
): Promise<number> {
  // The link's lock serialises its posts and numbers.
  const { rows } = await sql<Link>`
    select l.id, l.user_id, l.network, u.username, u.locale, u.currency, l.linked_at, l.rounds_at <= ${now} as is_round
    from microblog_links l join users u on u.id = l.user_id
    where l.id = ${id} and l.failed_at is null and ${IS_PUBLIC} for no key update of l skip locked`.execute(
    trx,
  );
  const [link] = rows;
  const network = link && networks.find(link.network);
  if (!link || !network) return 0;
  const url = `${publicUrl}/${link.username ?? ""}`;
  const settings = await trx
    .selectFrom("microblog_settings")
    .selectAll()
    .where("user_id", "=", link.user_id)
    .where("network", "=", link.network)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const posts: Post[] = [];
  if (link.is_round) {
    if (settings.on_new_tip && settings.tip_frequency === "HOURLY")
      posts.push(...(await hourPosts(trx, link, settings, now)));
    if (settings.on_achievement) posts.push(...(await achievements(trx, link, settings)));
    const day = advertDay(settings.advert_frequency, now, rules.advert);
    if (day && link.username)
      posts.push({
        ...{ reason: "ADVERT", subject: day },
        facts: { kind: "advert", day, url },
      });
    const rounds_at = new Date(now.getTime() + rules.rounds_minutes * 60_000);
    await trx.updateTable("microblog_links").set({ rounds_at }).where("id", "=", id).execute();
  }
  // Rare posts first: many tips do not displace them.
  if (settings.on_new_tip && settings.tip_frequency === "ALL")
    posts.push(...(await tipPosts(trx, link, settings, now)));
  if (posts.length === 0) return 0;
  const locale: Locale = localeOf(link.locale);
  const speaker = speakerOf(network, link, url);
  const room = await roomOf(trx, network, link, now);
  await trx
    .insertInto("microblog_posts")
    .values(
      posts.map(({ reason, subject, facts }, place) => ({
        ...{ id: newId(), user_id: link.user_id, network: link.network, reason, subject },
        ...{
          text: postText(facts, locale, speaker),
          says_amount: saysAmount(facts),
          due_at: now,
          created_at: now,
        },
        ...(place < room
          ? { status: "WAITING" as const }
          : { status: "DROPPED" as const, drop_reason: "MANY" as const, ended_at: now }),
      })),
    )
    .onConflict((conflict) => conflict.columns(["user_id", "network", "reason", "subject"]).doNothing())
    .execute();
  return posts.length;
}

function speakerOf({ voice }: Network, { username }: Link, url: string): Speaker {
  return voice === "channel" ? { voice, username: username ?? "", url } : { voice };
}

async function roomOf(trx: Transaction<DB>, network: Network, link: Link, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from microblog_posts
    where user_id = ${link.user_id} and network = ${link.network} and status <> 'DROPPED'
      and (sending_at > ${new Date(now.getTime() - DAY_MS)} or sending_at is null)`.execute(trx);
  return Math.max(0, network.postsADay - (rows[0]?.count ?? 0));
}

interface FoundTip {
  id: string;
  amount_minor: number;
  currency: string;
  active_since: Date;
}

type Settings = Selectable<MicroblogSettings>;

async function findTips(
  trx: Transaction<DB>,
  link: Link,
  now: Date,
  { only, limit = null }: { only: ReturnType<typeof sql>; limit?: number | null },
): Promise<FoundTip[]> {
  const { rows } = await sql<FoundTip>`
    select t.id, t.amount_minor, t.currency, ${ACTIVE_SINCE} as active_since
    from microblog_links l join microblog_settings s using (user_id, network) join tips t on ${isToTell(now)}
    where l.id = ${link.id} and ${only} order by active_since, t.id limit ${limit}::int`.execute(trx);
  return rows;
}

async function tipPosts(trx: Transaction<DB>, link: Link, settings: Settings, now: Date): Promise<Post[]> {
  const tips = await findTips(trx, link, now, { only: IS_NOT_MADE, limit: TIPS_AT_ONCE });
  if (tips.length === 0) return [];
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from microblog_posts
    where user_id = ${link.user_id} and network = ${link.network} and reason = 'TIP'
      and created_at >= ${businessDate(now)}::date::timestamp at time zone 'Europe/Berlin'`.execute(trx);
  const before = rows[0]?.count ?? 0;
  return tips.map((tip, at) => ({
    ...{ reason: "TIP", subject: tip.id },
    facts: { kind: "tip", at: now, number: before + at + 1, sum: settings.show_amount ? tip : null },
  }));
}

/** Ended some minutes ago, for late reviews. */
async function hourPosts(trx: Transaction<DB>, link: Link, settings: Settings, now: Date): Promise<Post[]> {
  const only = sql`${ACTIVE_SINCE} < ${hourOf(new Date(now.getTime() - 120_000))}`;
  const tips = await findTips(trx, link, now, { only });
  const byHour = Map.groupBy(tips, (tip) => hourOf(tip.active_since).toISOString());
  return [...byHour].map(([hour, own]) => {
    const byCurrency = Map.groupBy(own, (tip) => tip.currency);
    const sums = [...byCurrency].map(([currency, those]) => ({
      currency,
      amount_minor: those.reduce((sum, tip) => sum + tip.amount_minor, 0),
    }));
    return {
      ...{ reason: "HOUR", subject: hour },
      facts: {
        ...{ kind: "hour", from: new Date(hour), count: own.length },
        sums: settings.show_amount ? sums : null,
      },
    };
  });
}

/** The first look, or one after a currency change, only records. */
async function achievements(trx: Transaction<DB>, link: Link, settings: Settings): Promise<Post[]> {
  const { rows } = await sql<{ amount_minor: number; tips_count: number }>`
    select coalesce(sum(amount_minor) filter (where currency = ${link.currency}), 0)::bigint as amount_minor,
      coalesce(sum(tips_count), 0)::int as tips_count
    from daily_tip_totals where creator_id = ${link.user_id}`.execute(trx);
  const total = rows[0] ?? { amount_minor: 0, tips_count: 0 };
  const sum = roundUpTo(total.amount_minor, rules.round.sum_minor);
  const count = roundUpTo(total.tips_count, rules.round.count);
  const isKnown = settings.reached_currency === link.currency;
  const [sumBefore, countBefore] = [settings.reached_minor ?? 0, settings.reached_count ?? 0];
  if (isKnown && sum <= sumBefore && count <= countBefore) return [];
  await trx
    .updateTable("microblog_settings")
    .set({
      reached_currency: link.currency,
      reached_minor: isKnown ? Math.max(sum, sumBefore) : sum,
      reached_count: Math.max(count, countBefore),
    })
    .where("user_id", "=", link.user_id)
    .where("network", "=", link.network)
    .execute();
  if (!isKnown) return [];
  const posts: Post[] = [];
  if (sum > sumBefore && settings.show_amount)
    posts.push({
      ...{ reason: "SUM", subject: `${link.currency}:${sum}` },
      facts: { kind: "sum", sum: { amount_minor: sum, currency: link.currency } },
    });
  if (count > countBefore)
    posts.push({ ...{ reason: "COUNT", subject: String(count) }, facts: { kind: "count", count } });
  return posts;
}
