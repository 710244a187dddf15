import { type Kysely, sql } from "kysely";

/**
 * A creator's paid tips are found by every two letters in a row of who gave them: a search that finds nothing read all of
 * the creator's tips. Each key is made of the creator too, so that what others got costs nothing; it is a number, since
 * the id and the letters themselves would make the index three times as large. The list of what is not sorted in yet
 * stays short, since every search reads it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create function fan_search_keys(creator uuid, words text) returns bigint[]
    language plpgsql immutable strict parallel safe as $$
    declare
      keys bigint[] := '{}';
      small text := lower(words);
      seed bigint := uuid_hash_extended(creator, 0);
    begin
      for n in 1 .. char_length(small) - 1 loop
        keys[n] := hashtextextended(substr(small, n, 2), seed);
      end loop;
      return keys;
    end $$`.execute(db);
  await sql`
    create index tips_fan_search_idx on tips using gin (
      fan_search_keys(creator_id, coalesce(sender_name, '') || ' ' || case when share_email then coalesce(sender_email, '') else '' end)
    ) with (gin_pending_list_limit = 256) where paid_at is not null`.execute(db);
}
