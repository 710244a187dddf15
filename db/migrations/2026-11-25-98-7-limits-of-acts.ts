import { type Kysely, sql } from "kysely";

/**
 * The limit that was in force is kept with each act (docs/product.md, 6.12; docs/decisions/078): null where none was, since
 * one operator worked alone; -1 of an act of before this column. The chain says it, too. What was decided has its index.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table operator_acts add column limit_eur_minor bigint default -1 check (limit_eur_minor >= -1)`.execute(
    db,
  );
  await sql`alter table operator_acts alter column limit_eur_minor drop default`.execute(db);
  await sql`
    create or replace function chain_digest(r operator_acts) returns bytea language sql stable parallel safe as $$
      select sha256(convert_to((jsonb_build_array(r.id, r.kind, r.subject, r.params, r.worth_eur_minor, r.made_by,
        extract(epoch from r.made_at), r.business_day, r.status, extract(epoch from r.decided_at), r.decided_by,
        r.decline_reason) || case when r.limit_eur_minor = -1 then '[]' else jsonb_build_array(r.limit_eur_minor) end)::text, 'UTF8'))
    $$`.execute(db);
  await sql`
    create index operator_acts_decided_idx on operator_acts (decided_at desc, id desc) where status <> 'WAITING'`.execute(
    db,
  );
}
