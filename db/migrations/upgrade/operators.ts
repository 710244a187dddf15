import { type Kysely, sql } from "kysely";
import { runSqlFile } from "../sql-files.ts";
import { allow } from "./allow.ts";

/**
 * The application changes payout data, batches, acts and held rates by functions of the owner (db/roles.ts).
 */
export async function ownersFunctions(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payout_destinations alter column status set default 'CODE_SENT'`.execute(db);
  await runSqlFile(db, "06-operator-functions.sql");
  await runSqlFile(db, "15-payout-functions.sql");
}

/** A held rate that leaps far takes two operators. */
export async function rateLeaps(db: Kysely<unknown>): Promise<void> {
  await allow(db, "operator_acts", "kind", ["RATE_LEAP"]);
}

/** docs/decisions/078. Earlier rates keep their digest. */
export async function recordedRates(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reference_rates add column recorded_at timestamptz`.execute(db);
  await sql`
    create or replace function chain_digest(r reference_rates) returns bytea language sql stable parallel safe as $$
      select sha256(convert_to((jsonb_build_array(r.rate_date, r.currency, r.units_per_euro, r.source)
        || case when r.recorded_at is null then '[]' else jsonb_build_array(extract(epoch from r.recorded_at)) end
        )::text, 'UTF8'))
    $$`.execute(db);
}

/** Each act keeps its limit (docs/decisions/078). Earlier acts have -1 and keep their digest. */
export async function limitsOfActs(db: Kysely<unknown>): Promise<void> {
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
