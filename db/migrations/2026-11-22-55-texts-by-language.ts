import { type Kysely, sql } from "kysely";

const NOTICES = { table: "notice_texts", of: "notices", key: "notice_id", columns: ["text"] };
const EVENTS = {
  table: "special_event_texts",
  of: "special_events",
  key: "special_event_id",
  columns: ["title", "text"],
};
const TESTIMONIALS = {
  table: "testimonial_texts",
  of: "testimonials",
  key: "testimonial_id",
  columns: ["text"],
};

/** Where a language is chosen, and where its code is kept. */
const CHOICES = ["users", "tips", "mail_outbox", "sandbox.payments"];

/** Texts of the platform stand in a row for each language. Which languages there are is for the code to say. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table notice_texts (
      notice_id uuid not null references notices on delete cascade,
      locale char(2) not null check (locale ~ '^[a-z]{2}$'),
      text text not null,
      primary key (notice_id, locale)
    )`.execute(db);
  await sql`
    create table special_event_texts (
      special_event_id uuid not null references special_events on delete cascade,
      locale char(2) not null check (locale ~ '^[a-z]{2}$'),
      title text not null,
      text text not null,
      primary key (special_event_id, locale)
    )`.execute(db);
  await sql`
    create table testimonial_texts (
      testimonial_id uuid not null references testimonials on delete cascade,
      locale char(2) not null check (locale ~ '^[a-z]{2}$'),
      text text not null check (length(text) between 1 and 400),
      primary key (testimonial_id, locale)
    )`.execute(db);
  for (const { table, of, key, columns } of [NOTICES, EVENTS, TESTIMONIALS]) {
    for (const locale of ["en", "de"]) {
      const here = sql.join(columns.map((column) => sql.id(column)));
      const there = sql.join(columns.map((column) => sql.id(`${column}_${locale}`)));
      await sql`
        insert into ${sql.id(table)} (${sql.id(key)}, locale, ${here})
        select id, ${sql.lit(locale)}, ${there} from ${sql.id(of)}`.execute(db);
      for (const column of columns)
        await sql`alter table ${sql.id(of)} drop column ${sql.id(`${column}_${locale}`)}`.execute(db);
    }
  }
  for (const table of CHOICES) {
    const name = `${table.split(".").at(-1)}_locale_check`;
    await sql`
      alter table ${sql.table(table)} drop constraint ${sql.id(name)},
        add constraint ${sql.id(name)} check (locale ~ '^[a-z]{2}$')`.execute(db);
  }
  // The same for the networks that people have pages on.
  await sql`
    alter table social_links drop constraint social_links_network_check,
      add constraint social_links_network_check check (network ~ '^[a-z]+$')`.execute(db);
}
