import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { DEFAULT_LOCALE, type Locale } from "../../../locales/index.ts";

/** A creator as lists show one. */
export interface CreatorSummary {
  username: string;
  name: string;
  currency: string;
  avatar_id: string | null;
  header_id: string | null;
}

/**
 * The creators to show first (docs/product.md, 9.9): those that an operator has featured, the latest first, filled
 * up with the month's top of those who want to be ranked. One query, each half of it along an index: asked for in one
 * condition, PostgreSQL would read every creator.
 */
export async function listFeatured(
  db: Kysely<DB>,
  monthStart: string,
  limit: number,
): Promise<CreatorSummary[]> {
  const { rows } = await sql<CreatorSummary>`
    with featured as (
      select u.username, u.name, u.currency, u.avatar_id, u.header_id, u.featured_at, (
          select r.amount_eur_minor from leaderboard_totals r
          where r.period = 'MONTH' and r.period_start = ${monthStart}::date and r.creator_id = u.id and r.is_listed
        ) as amount_eur_minor
      from users u
      where u.featured_at is not null and u.username is not null and u.status in ('ACTIVE', 'CHARGEBACK')
        and u.paused_at is null
    ), top as (
      select u.username, u.name, u.currency, u.avatar_id, u.header_id, u.featured_at, r.amount_eur_minor
      from leaderboard_totals r join users u on u.id = r.creator_id
      where r.period = 'MONTH' and r.period_start = ${monthStart}::date and r.is_listed and r.amount_eur_minor > 0
        and u.featured_at is null and u.paused_at is null
      order by r.amount_eur_minor desc, r.creator_id
      limit ${limit}
    )
    select username, coalesce(name, username) as name, currency, avatar_id, header_id
    from (select * from featured union all select * from top) as shown
    order by (featured_at is null), featured_at desc, amount_eur_minor desc nulls last, username
    limit ${limit}`.execute(db);
  return rows;
}

/** The creators who were accepted last, the newest first. Read along the events of accounts, from their end. */
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

/** What a fan or creator said about Tribute, and whose page it is about. */
export interface Testimonial {
  role: "creator" | "fan";
  text: string;
  username: string;
  name: string;
  avatar_id: string | null;
}

/** The voices of the home page, in order, as long as their creators' pages are public; what is not said in a language is English. */
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

/** Adds a voice about a creator's page, in the languages that it is there in; English is one of them. */
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
