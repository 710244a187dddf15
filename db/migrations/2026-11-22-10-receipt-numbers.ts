import { type Kysely, sql } from "kysely";

/**
 * The number on a receipt is its own: 12 characters (Crockford's alphabet, 60 random bits) that open nothing, where
 * the payment's id used to be printed. The bytes of a random UUID that hold its version and variant are left out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function new_receipt_number() returns text language sql volatile set search_path = pg_catalog as $$
      select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(bytes, place) & 31), 1), '')
      from uuid_send(gen_random_uuid()) as bytes, unnest(array[0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14]) as place
    $$`.execute(db);
  await sql`alter table payments add column receipt_number text not null default new_receipt_number()`.execute(
    db,
  );
  await sql`create unique index payments_by_receipt_number on payments (receipt_number)`.execute(db);
}
