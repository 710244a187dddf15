import { type Kysely, sql } from "kysely";

const TABLES = {
  tip_days: "daily_tip_totals",
  rank_totals: "leaderboard_totals",
  platform_marks: "completed_seeds",
  earlier_usernames: "username_history",
  pending_sign_ins: "second_factor_challenges",
  provider_notices: "provider_webhook_events",
  payout_details: "payout_destinations",
} as const;

const COLUMNS = [
  ["ledger_account", "may_invert", "allows_negative"],
  ["ledger_account", "is_cached", "keeps_balance"],
  ["ledger_account", "slot", "shard"],
  ["tip_allocations", "matures_at", "available_at"],
  ["tip_allocations", "pending_slot", "pending_shard"],
  ["verification_cases", "handed_in_at", "submitted_at"],
  ["payout_destinations", "hint", "masked_account"],
  ["payout_destinations", "sealed", "encrypted"],
  ["payout_batches", "file_sealed", "file_encrypted"],
  ["second_factors", "secret_sealed", "secret_encrypted"],
  ["audit_log", "act", "action"],
] as const;

/** Tables and columns get the names that the glossary gives them (docs/glossary.md), indexes and constraints with them. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [from, to] of Object.entries(TABLES)) {
    await sql`alter table ${sql.id(from)} rename to ${sql.id(to)}`.execute(db);
    await sql`
      do $$
      declare each record;
      begin
        for each in select conname as name from pg_constraint
          where conrelid = ${sql.lit(to)}::regclass and starts_with(conname, ${sql.lit(from)})
        loop
          execute format('alter table %I rename constraint %I to %I', ${sql.lit(to)}, each.name,
            replace(each.name, ${sql.lit(from)}, ${sql.lit(to)}));
        end loop;
        for each in select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
          where i.indrelid = ${sql.lit(to)}::regclass and starts_with(c.relname, ${sql.lit(from)})
        loop
          execute format('alter index %I rename to %I', each.name,
            replace(each.name, ${sql.lit(from)}, ${sql.lit(to)}));
        end loop;
      end $$`.execute(db);
  }
  for (const [table, from, to] of COLUMNS)
    await sql`alter table ${sql.id(table)} rename column ${sql.id(from)} to ${sql.id(to)}`.execute(db);
  // Mails that wait tell of an account by its new name, too.
  await sql`
    update mail_outbox set params = (params - 'hint') || jsonb_build_object('masked_account', params -> 'hint')
    where params ? 'hint'`.execute(db);
}
