import { spawn, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { createPool } from "../../db/index.ts";
import type { DB } from "../../db/schema.ts";
import { prepareTips } from "./bench-database.ts";

/**
 * tip1: settling a tip as one SQL statement that writes the very rows that the product writes. The statement takes the
 * next prepared payment from a queue by a sequence, so that pgbench can run it without knowing any id.
 */
const STATEMENT = `
with job as (
  select payment_id, tip_id, creator_id from bench_queue where n = (select nextval('bench_next'))
), settled as (
  update payments set status = 'SUCCESS', settled_at = now() from job where payments.id = job.payment_id
), activated as (
  update tips set status = 'ACTIVE', paid_at = now(), activated_at = now(), updated_at = now(),
    fan_key = sha256(convert_to(sender_email, 'UTF8')) from job where tips.id = job.tip_id
), allocated as (
  insert into tip_allocations (id, tip_id, payment_id, creator_id, currency, amount_minor, counted_minor, worth_eur_minor,
    pending_minor, pending_shard, available_at)
  select gen_random_uuid(), tip_id, payment_id, creator_id, 'EUR', 1000, 1000, 1000, 1000, 0, now() + interval '7 days' from job
), told as (
  insert into payment_events (payment_id, kind, at) select payment_id, 'settled', now() from job
), header as (
  insert into ledger_transaction (kind, cause, cause_id, idempotency_key, body_hash, reference, effective_at, created_at)
  select 'tip_paid', 'payment', payment_id, 'pay:' || payment_id || chr(58) || 'paid', '\\x00', 'payment:' || payment_id, now(), now() from job
  returning id
), moved as (
  insert into ledger_transfer (transaction_id, seq, debit_account, credit_account, currency, amount_minor)
  select header.id, part.seq, clearing.id,
    case part.seq when 0 then pending.id when 1 then fee.id else vat.id end, 'EUR', part.amount
  from header, job, (values (0, 1000), (1, 100), (2, 19)) as part (seq, amount),
    ledger_account clearing, ledger_account pending, ledger_account fee, ledger_account vat
  where clearing.code = 'psp_clearing' and clearing.owner = 'sandbox' and clearing.currency = 'EUR' and clearing.shard = 0
    and pending.code = 'creator_pending' and pending.owner = job.creator_id::text and pending.currency = 'EUR' and pending.shard = 0
    and fee.code = 'service_fee_revenue' and fee.owner = '' and fee.currency = 'EUR' and fee.shard = 0
    and vat.code = 'vat_output' and vat.owner = 'DE' and vat.currency = 'EUR' and vat.shard = 0
), balanced as (
  update ledger_account set credits = credits + 1000 from job
  where code = 'creator_pending' and owner = job.creator_id::text and currency = 'EUR' and shard = 0
), waiting as (
  insert into waiting_totals as w (creator_id, currency, day, month, amount_minor, counted_minor)
  select creator_id, 'EUR', current_date + 7, date_trunc('month', current_date)::date, 1000, 1000 from job
  on conflict (creator_id, currency, day, month) do update set amount_minor = w.amount_minor + 1000,
    counted_minor = w.counted_minor + 1000
), day as (
  insert into daily_tip_totals as d (creator_id, day, currency, tips_count, amount_minor, amount_eur_minor)
  select creator_id, current_date, 'EUR', 1, 1000, 1000 from job
  on conflict (creator_id, day, currency) do update set tips_count = d.tips_count + 1,
    amount_minor = d.amount_minor + 1000, amount_eur_minor = d.amount_eur_minor + 1000
), month as (
  insert into monthly_tip_totals as m (creator_id, currency, month, dimension, key, tips_count, amount_minor)
  select creator_id, 'EUR', date_trunc('month', current_date)::date, dimension, key, 1, 1000
  from job, (values ('COUNTRY', 'DE'), ('ITEM', ''), ('TYPE', 'INETCASH_CC')) as k (dimension, key)
  on conflict (creator_id, currency, month, dimension, key) do update set tips_count = m.tips_count + 1,
    amount_minor = m.amount_minor + 1000
), fan as (
  insert into fan_totals as f (creator_id, fan_key, currency, tips_count, amount_minor, last_paid_at)
  select job.creator_id, coalesce(sha256(convert_to(t.sender_email, 'UTF8')), ''), 'EUR', 1, 1000,
    case when t.sender_email is null then current_date else now() end
  from job join tips t on t.id = job.tip_id
  on conflict (creator_id, fan_key, currency) do update set tips_count = f.tips_count + 1,
    amount_minor = f.amount_minor + 1000, last_paid_at = greatest(f.last_paid_at, excluded.last_paid_at)
  returning creator_id, fan_key, tips_count
), fan_sum as (
  insert into fan_counts as n (creator_id, currency, fans_count, returning_count)
  select creator_id, 'EUR', (tips_count = 1)::int, (tips_count = 2)::int from fan where fan_key <> '' and tips_count <= 2
  on conflict (creator_id, currency) do update set fans_count = n.fans_count + excluded.fans_count,
    returning_count = n.returning_count + excluded.returning_count
)
insert into leaderboard_totals as r (period, period_start, creator_id, tips_count, amount_eur_minor, is_listed)
select period, period_start, creator_id, 1, 1000, u.status = 'ACTIVE' and u.ranking_enabled_at is not null
from job join users u on u.id = job.creator_id, (values
  ('MONTH', date_trunc('month', current_date)::date), ('WEEK', date_trunc('week', current_date)::date),
  ('DAY', current_date), ('30DAYS', '2000-01-01'::date)
) as p (period, period_start)
on conflict (period, period_start, creator_id) do update set tips_count = r.tips_count + 1,
  amount_eur_minor = r.amount_eur_minor + 1000`;

/** More than any machine has managed. */
const PER_SECOND = 12_000;

/** Prepares what the statement draws from: more tips than it settles in so many seconds. */
export async function prepareTip1(
  db: Kysely<DB>,
  seconds: number,
  creators: readonly string[],
): Promise<void> {
  const tips = await prepareTips(db, Math.ceil(seconds * PER_SECOND), creators);
  const paymentIds = tips.map((tip) => tip.payment_id);
  await sql`create table if not exists bench_queue (n bigint primary key, payment_id uuid, tip_id uuid, creator_id uuid)`.execute(
    db,
  );
  await sql`create sequence if not exists bench_next`.execute(db);
  await sql`
    insert into bench_queue
    select (select coalesce(max(n), 0) from bench_queue) + row_number() over (), p.id, p.tip_id, t.creator_id
    from payments p join tips t on t.id = p.tip_id where p.id = any(${paymentIds}::uuid[])`.execute(db);
  await sql`analyze`.execute(db);
}

const pgbench =
  [
    "/usr/lib/postgresql/18/bin/pgbench",
    "/usr/lib/postgresql/17/bin/pgbench",
    "/usr/lib/postgresql/16/bin/pgbench",
    "/usr/lib/postgresql/15/bin/pgbench",
  ].find((path) => existsSync(path)) ??
  (spawnSync("pgbench", ["--version"]).error === undefined ? "pgbench" : null);

/** Which program runs the statement on this machine. */
export const tip1Program = pgbench ? "pgbench" : "node pg";

/** Runs the statement on `clients` connections for some seconds; answers transactions per second. */
export async function runTip1(
  url: string,
  folder: string,
  clients: number,
  seconds: number,
): Promise<number> {
  return pgbench
    ? await withPgbench(pgbench, url, folder, clients, seconds)
    : await withNode(url, clients, seconds);
}

async function withPgbench(
  program: string,
  url: string,
  folder: string,
  clients: number,
  seconds: number,
): Promise<number> {
  const script = join(folder, "tip1.sql");
  writeFileSync(script, `${STATEMENT.replace(/\s*\n\s*/g, " ").trim()};\n`);
  const { hostname, searchParams, username, pathname, port } = new URL(url);
  const argv = [
    "-n",
    "-M",
    "prepared",
    "-c",
    `${clients}`,
    "-j",
    "1",
    "-T",
    `${Math.max(1, Math.round(seconds))}`,
    "-f",
    script,
  ];
  const environment = {
    PGHOST: searchParams.get("host") ?? hostname,
    PGUSER: username,
    PGPORT: port || "5432",
    PGDATABASE: pathname.slice(1),
  };
  const text = await new Promise<string>((resolve, reject) => {
    const child = spawn(program, argv, {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
    child.once("error", reject);
    child.once("close", () => resolve(printed));
  });
  // A busy machine may finish none in a moment: pgbench then prints no rate.
  if (/actually processed: 0\b/.test(text)) return await withPgbench(program, url, folder, clients, seconds);
  const tps = /tps = ([\d.]+)/.exec(text)?.[1];
  if (!tps) throw new Error(`pgbench said: ${text}`);
  return Number(tps);
}

async function withNode(url: string, clients: number, seconds: number): Promise<number> {
  const pool = createPool(url, { max: clients });
  const until = Date.now() + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (Date.now() < until) {
        await pool.query({ name: "tip1", text: STATEMENT });
        done += 1;
      }
    }),
  );
  await pool.end();
  return done / seconds;
}
