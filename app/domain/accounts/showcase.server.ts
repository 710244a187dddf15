import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Locale } from "../money/minor.ts";

/** A creator as lists show one. */
export interface ShownCreator {
  username: string;
  name: string;
  currency: string;
  avatar_id: string | null;
}

/**
 * The creators to show first (decisions.md, Around it): those that an operator has featured, the latest first, filled
 * up with the month's top of those who want to be ranked. One query.
 */
export async function listFeatured(
  db: Kysely<DB>,
  monthStart: string,
  limit: number,
): Promise<ShownCreator[]> {
  const { rows } = await sql<ShownCreator>`
    select u.username, coalesce(u.name, u.username) as name, u.currency, u.avatar_id
    from users u
    left join rank_totals r on r.creator_id = u.id and r.period = 'MONTH' and r.period_start = ${monthStart}::date
      and u.ranking_enabled_at is not null and u.status = 'ACTIVE'
    where u.username is not null and u.status in ('ACTIVE', 'CHARGEBACK')
      and (u.featured_at is not null or r.amount_eur_minor > 0)
    order by (u.featured_at is null), u.featured_at desc, r.amount_eur_minor desc nulls last, u.username
    limit ${limit}`.execute(db);
  return rows;
}

/** What somebody said about Tribute, and whose page it is about. */
export interface Testimonial {
  role: "creator" | "fan";
  text: string;
  username: string;
  name: string;
  avatar_id: string | null;
}

/** The voices of the home page, in order, as long as their creators' pages are public. */
export async function listTestimonials(db: Kysely<DB>, locale: Locale): Promise<Testimonial[]> {
  const text = locale === "de" ? sql<string>`t.text_de` : sql<string>`t.text_en`;
  const rows = await db
    .selectFrom("testimonials as t")
    .innerJoin("users as u", "u.id", "t.creator_id")
    .select(["t.role", text.as("text"), "u.username", "u.name", "u.avatar_id"])
    .where("u.status", "in", ["ACTIVE", "CHARGEBACK"])
    .orderBy("t.position")
    .execute();
  return rows.flatMap(({ username, name, role, ...rest }) =>
    username
      ? [{ ...rest, username, name: name ?? username, role: role === "fan" ? "fan" : "creator" } as const]
      : [],
  );
}

/** Adds a voice about a creator's page. */
export async function addTestimonial(
  db: Kysely<DB>,
  voice: { id: string; username: string; role: "creator" | "fan"; en: string; de: string; position: number },
): Promise<void> {
  await db
    .insertInto("testimonials")
    .columns(["id", "creator_id", "role", "text_en", "text_de", "position"])
    .expression((eb) =>
      eb
        .selectFrom("users")
        .where(sql`lower(username)`, "=", voice.username.toLowerCase())
        .select((of) => [
          of.val(voice.id).$castTo<string>().as("id"),
          "users.id as creator_id",
          of.val(voice.role).as("role"),
          of.val(voice.en).as("text_en"),
          of.val(voice.de).as("text_de"),
          of.val(voice.position).$castTo<number>().as("position"),
        ]),
    )
    .execute();
}
