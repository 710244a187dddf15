import { type Kysely, sql } from "kysely";

/**
 * What a provider's file says beyond what it may post by itself waits as an exception, until two operators take it in
 * (docs/decisions/064). A transfer or collection that they took in then waits for our bank as any other does.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await allow(db, "settlement_exceptions", "reason", [
    "fee_bound",
    "fee_not_kept",
    "conversion_rate",
    "not_held",
  ]);
  await allow(db, "operator_acts", "kind", ["SETTLEMENT_TAKEN"]);
  await sql`drop index settlement_exceptions_event_key`.execute(db);
  await sql`
    create unique index settlement_exceptions_event_key on settlement_exceptions (event_id, (reason = 'not_at_bank'))
    where said is null`.execute(db);
  // Taken in by operators it has their reason; our books alone have none.
  await sql`alter table settlement_event_acts drop constraint settlement_event_acts_check`.execute(db);
  await sql`
    alter table settlement_event_acts add constraint settlement_event_acts_check check (
      (act = 'TAKEN' or reason is not null) and (reason is null or operator_id is not null))`.execute(db);
  await sql`
    create index settlement_events_fee_idx on settlement_events (provider, reference)
    where kind in ('FEE', 'FEE_RETURNED', 'CHARGEBACK_FEE', 'CHARGEBACK_FEE_RETURNED')`.execute(db);
}

/** Adds words to those that a column allows, whatever they are by now. */
export async function allow(
  db: Kysely<never>,
  table: string,
  column: string,
  words: readonly string[],
): Promise<void> {
  const name = `${table}_${column}_check`;
  const { rows } = await sql<{ words: string[] }>`
    select array(select m[1] from regexp_matches(pg_get_constraintdef(c.oid), '''([A-Za-z_]+)''', 'g') as m) as words
    from pg_constraint c where c.conrelid = ${table}::regclass and c.conname = ${name}`.execute(db);
  const allowed = [...new Set([...(rows[0]?.words ?? []), ...words])];
  await sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)}`.execute(db);
  await sql`
    alter table ${sql.id(table)} add constraint ${sql.id(name)}
    check (${sql.id(column)} in (${sql.join(allowed.map((word) => sql.lit(word)))}))`.execute(db);
}
