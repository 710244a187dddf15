import { type Kysely, sql } from "kysely";

/** A group has its owner's money model; groups of before keep what they were shown as (docs/decisions/102). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table grouplists
      add column money_model text not null default 'HELD',
      add constraint grouplists_money_model_known check (money_model in ('HELD', 'DIRECT')) not valid`.execute(
    db,
  );
}
