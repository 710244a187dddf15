import { type Kysely, sql } from "kysely";

/** A group has its owner's money model; earlier groups keep theirs (docs/decisions/102). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table grouplists
      add column money_model text not null default 'HELD',
      add constraint grouplists_money_model_known check (money_model in ('HELD', 'DIRECT')) not valid`.execute(
    db,
  );
}
