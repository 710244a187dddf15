import { type Kysely, sql } from "kysely";

/**
 * A creator's items stand at the places 0 to n-1, and a picture belongs to one item. A tip keeps the id of the item that
 * it was given for after that is gone: deleting an item touches no tip, and a tip that was begun for it goes on.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    update tribute_items i set position = o.place
    from (
      select id, row_number() over (partition by user_id order by position, created_at, id) - 1 as place
      from tribute_items
    ) o
    where o.id = i.id and i.position <> o.place`.execute(db);
  await sql`drop index tribute_items_user_idx`.execute(db);
  // At the end of the transaction: while items change places, two may stand at the same one.
  await sql`
    alter table tribute_items
      add constraint tribute_items_place unique (user_id, position) deferrable initially deferred,
      add constraint tribute_items_position check (position >= 0)`.execute(db);
  await sql`create unique index tribute_items_image_idx on tribute_items (image_id)`.execute(db);
  await sql`alter table tips drop constraint tips_tribute_item_id_fkey`.execute(db);
}
