import { type Kysely, sql, type Transaction } from "kysely";
import { likePrefix } from "../../../db/like-prefix.ts";
import type { DB } from "../../../db/schema.ts";
import { DEFAULT_LOCALE, type Locale } from "../../../locales/index.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { requireOperator } from "./user.server.ts";
import { type AccountStatus, RECEIVING_STATUSES } from "./viewer.ts";

export interface CreatorSummary {
  username: string;
  name: string;
  currency: string;
  avatar_id: string | null;
  header_id: string | null;
}

interface OfferingCreator extends CreatorSummary {
  /** The creator's own amounts, in minor units; null for the platform's. */
  presets_minor: number[] | null;
  only_items: boolean;
}

/** Then the month's top. A branch per index: one condition would read all creators (docs/product.md, 9.9). */
export async function listFeatured(
  db: Kysely<DB>,
  monthStart: string,
  limit: number,
): Promise<OfferingCreator[]> {
  const { rows } = await sql<OfferingCreator>`
    with featured as (
      select u.username, u.name, u.currency, u.avatar_id, u.header_id, u.featured_at, u.only_items,
        u.tip_amounts_minor, u.tip_amounts_currency, (
          select r.amount_eur_minor from leaderboard_totals r
          where r.period = 'MONTH' and r.period_start = ${monthStart}::date and r.creator_id = u.id and r.is_listed
        ) as amount_eur_minor
      from users u
      where u.featured_at is not null and u.username is not null and u.status in ('ACTIVE', 'CHARGEBACK')
        and u.paused_at is null
    ), top as (
      select u.username, u.name, u.currency, u.avatar_id, u.header_id, u.featured_at, u.only_items,
        u.tip_amounts_minor, u.tip_amounts_currency, r.amount_eur_minor
      from leaderboard_totals r join users u on u.id = r.creator_id
      where r.period = 'MONTH' and r.period_start = ${monthStart}::date and r.is_listed and r.amount_eur_minor > 0
        and u.featured_at is null and u.paused_at is null
      order by r.amount_eur_minor desc, r.creator_id
      limit ${limit}
    )
    select username, coalesce(name, username) as name, currency, avatar_id, header_id,
      case when tip_amounts_currency = currency then tip_amounts_minor end as presets_minor, only_items
    from (select * from featured union all select * from top) as shown
    order by (featured_at is null), featured_at desc, amount_eur_minor desc nulls last, username
    limit ${limit}`.execute(db);
  return rows;
}

export async function listNewCreators(db: Kysely<DB>, limit: number): Promise<CreatorSummary[]> {
  const { rows } = await sql<CreatorSummary>`
    select u.username, coalesce(u.name, u.username) as name, u.currency, u.avatar_id, u.header_id
    from account_status_events e join users u on u.id = e.user_id
    where e.from_status = 'PENDING' and e.to_status = 'ACTIVE'
      and u.username is not null and u.status in ('ACTIVE', 'CHARGEBACK') and u.paused_at is null
      and not exists (
        select from account_status_events later
        where later.user_id = e.user_id and later.id > e.id and later.from_status = 'PENDING' and later.to_status = 'ACTIVE'
      )
    order by e.id desc
    limit ${limit}`.execute(db);
  return rows;
}

export interface Testimonial {
  role: "creator" | "fan";
  text: string;
  username: string;
  name: string;
  avatar_id: string | null;
}

/** With public pages; English where a language is missing. */
export async function listTestimonials(db: Kysely<DB>, locale: Locale): Promise<Testimonial[]> {
  const rows = await db
    .selectFrom("testimonials as t")
    .innerJoin("users as u", "u.id", "t.creator_id")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("testimonial_texts as said")
          .select("said.text")
          .whereRef("said.testimonial_id", "=", "t.id")
          .where("said.locale", "in", [locale, DEFAULT_LOCALE])
          .orderBy((order) => order("said.locale", "=", locale), "desc")
          .limit(1)
          .as("said"),
      (join) => join.onTrue(),
    )
    .select(["t.role", "said.text", "u.username", "u.name", "u.avatar_id"])
    .where("u.status", "in", ["ACTIVE", "CHARGEBACK"])
    .orderBy("t.position")
    .execute();
  return rows.flatMap(({ username, name, role, ...rest }) =>
    username
      ? [{ ...rest, username, name: name ?? username, role: role === "fan" ? "fan" : "creator" } as const]
      : [],
  );
}

export async function addTestimonial(
  db: Kysely<DB>,
  voice: {
    id: string;
    username: string;
    role: "creator" | "fan";
    texts: Readonly<Partial<Record<Locale, string>>>;
    position: number;
  },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const creator = await trx
      .selectFrom("users")
      .select("id as creator_id")
      .where(sql`lower(username)`, "=", voice.username.toLowerCase())
      .executeTakeFirst();
    if (!creator) return;
    const { id, role, position } = voice;
    await trx
      .insertInto("testimonials")
      .values({ id, role, position, ...creator })
      .execute();
    const texts = Object.entries(voice.texts).map(([locale, text]) => ({ testimonial_id: id, locale, text }));
    await trx.insertInto("testimonial_texts").values(texts).execute();
  });
}

interface FeaturedCreator {
  id: string;
  username: string;
  name: string;
  status: AccountStatus;
  featured_at: Date | null;
}

export async function listFlagged(db: Kysely<DB>): Promise<FeaturedCreator[]> {
  const rows = await flagColumns(db)
    .where("featured_at", "is not", null)
    .orderBy("featured_at", "desc")
    .orderBy("username")
    .execute();
  return rows.flatMap(toCreator);
}

export async function searchPublicCreators(db: Kysely<DB>, words: string): Promise<FeaturedCreator[]> {
  const begin = words.trim().replace(/^@/, "").toLowerCase();
  if (begin === "") return [];
  const pattern = likePrefix(begin);
  const rows = await flagColumns(db)
    .where("status", "in", [...RECEIVING_STATUSES])
    .where((eb) =>
      eb.or([
        eb(eb.fn("lower", ["username"]), "like", pattern),
        eb(eb.fn("lower", ["name"]), "like", pattern),
      ]),
    )
    .orderBy("username")
    .limit(productRules.admin_rows)
    .execute();
  return rows.flatMap(toCreator);
}

interface FeaturedServices {
  db: Kysely<DB>;
  clock: () => Date;
}

interface FeaturedAct {
  user_id: string;
  operator_id: string;
}

export async function featureCreator(
  services: FeaturedServices,
  given: FeaturedAct,
): Promise<"featured" | "gone"> {
  const now = services.clock();
  return (await setFlag(services, given, now)) ? "featured" : "gone";
}

export async function unfeatureCreator(
  services: FeaturedServices,
  given: FeaturedAct,
): Promise<"removed" | "gone"> {
  return (await setFlag(services, given, null)) ? "removed" : "gone";
}

async function setFlag(
  { db, clock }: FeaturedServices,
  given: FeaturedAct,
  featuredAt: Date | null,
): Promise<boolean> {
  return await db.transaction().execute(async (trx: Transaction<DB>) => {
    await requireOperator(trx, given.operator_id, "content");
    let change = trx
      .updateTable("users")
      .set({ featured_at: featuredAt })
      .where("id", "=", given.user_id)
      .where("featured_at", featuredAt === null ? "is not" : "is", null);
    if (featuredAt !== null) change = change.where("status", "in", [...RECEIVING_STATUSES]);
    const result = await change.executeTakeFirst();
    if (result.numUpdatedRows === 0n) return false;
    await writeAudit(trx, {
      actor_id: given.operator_id,
      action: featuredAt === null ? "creator.unfeatured" : "creator.featured",
      subject: `user:${given.user_id}`,
      before: { featured: featuredAt === null },
      after: { featured: featuredAt !== null },
      now: clock(),
    });
    return true;
  });
}

function flagColumns(db: Kysely<DB>) {
  return db
    .selectFrom("users")
    .select(["id", "username", "name", "status", "featured_at"])
    .where("username", "is not", null);
}

function toCreator(row: {
  id: string;
  username: string | null;
  name: string | null;
  status: AccountStatus;
  featured_at: Date | null;
}): FeaturedCreator[] {
  const { username } = row;
  if (username === null) return [];
  return [{ ...row, username, name: row.name ?? username }];
}
