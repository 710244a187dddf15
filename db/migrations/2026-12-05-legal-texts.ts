import { type Kysely, sql } from "kysely";

/**
 * A row per version, with its placeholders' values. The audit log names the operator. Creators: the last
 * accepted version, 0 for the template.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table legal_texts (
      page text not null check (page in ('terms', 'privacy', 'imprint', 'faq', 'complaint-policy')),
      version integer not null check (version > 0),
      text jsonb not null check (jsonb_typeof(text) = 'object'),
      filled jsonb not null check (jsonb_typeof(filled) = 'object'),
      valid_from timestamptz not null,
      published_at timestamptz not null,
      primary key (page, version)
    )`.execute(db);
  await sql`
    create trigger legal_texts_append_only before update or delete on legal_texts
    for each row execute function refuse_change()`.execute(db);
  await sql`
    create trigger legal_texts_table_stays before truncate on legal_texts
    for each statement execute function refuse_change()`.execute(db);
  await sql`
    alter table users add column accepted_terms_version integer not null default 0
    check (accepted_terms_version >= 0)`.execute(db);
}
