import { type Kysely, sql } from "kysely";
import { checkLedger } from "../../../app/domain/ledger/ledger-checks.server.ts";
import { createDatabase } from "../../../db/index.ts";
import type { DB } from "../../../db/schema.ts";
import type { Prepared } from "../money/prepared-settlements.ts";

/** What is asked of a database that processes are killed on: one question, on the two connections that the books are checked on. */
async function ask<Answer>(url: string, question: (db: Kysely<DB>) => Promise<Answer>): Promise<Answer> {
  const db = createDatabase(url, { max: 2, applicationName: "tribute-kills-asking" });
  try {
    return await question(db);
  } finally {
    await db.destroy();
  }
}

/** The ids of the transactions that the settling process has open and has changed something in. */
export async function openTransactions(url: string): Promise<string[]> {
  return await ask(url, async (db) => {
    const { rows } = await sql<{ xid: string }>`
      select backend_xid::text as xid from pg_stat_activity
      where backend_xid is not null and application_name = 'tribute-kills' and datname = current_database()`.execute(
      db,
    );
    return rows.map((row) => row.xid);
  });
}

/** How many of these transactions were cut off: they are over, and were never committed. */
export async function abortedOf(url: string, xids: readonly string[]): Promise<number> {
  return await ask(url, async (db) => {
    const deadline = Date.now() + 30_000;
    for (;;) {
      // After a crash the server may not even know that a transaction of that number had begun.
      const { rows } = await sql<{ status: string | null }>`
        select case when xid::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) then 'aborted'
          else pg_xact_status(xid::xid8) end as status
        from unnest(${xids}::text[]) as xid`.execute(db);
      // The server needs a moment to notice that a client is gone.
      if (!rows.some((row) => row.status === "in progress"))
        return rows.filter((row) => row.status === "aborted").length;
      if (Date.now() > deadline) throw new Error("a killed process's transaction is still open");
    }
  });
}

/** Settlements that were acknowledged to the process, and are not in the books. */
export async function missingOf(url: string, acknowledged: ReadonlySet<string>): Promise<string[]> {
  return await ask(url, async (db) => {
    const { rows } = await sql<{ id: string }>`
      select told.id from unnest(${[...acknowledged]}::text[]) as told (id)
      where not exists (select from ledger_transaction t where t.idempotency_key = 'pay:' || told.id || ':paid')
        or not exists (select from payments p where p.id = told.id::uuid and p.status = 'SUCCESS')`.execute(
      db,
    );
    return rows.map((row) => row.id);
  });
}

/** How many notices nobody has handled. */
export async function openWork(url: string): Promise<number> {
  return await ask(url, async (db) => {
    const { n } = await db
      .selectFrom("provider_webhook_events")
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .where("handled_at", "is", null)
      .executeTakeFirstOrThrow();
    return n;
  });
}

/** Everything that is not as it must be once all is settled: each payment posted, counted and announced exactly once. */
export async function faultsAfterKills(url: string, prepared: Prepared): Promise<string[]> {
  return await ask(url, async (db) => {
    const faults: string[] = [];
    const expectSame = (what: string, found: unknown, wanted: unknown) => {
      if (found !== wanted) faults.push(`${what}: ${found} instead of ${wanted}`);
    };
    const count = prepared.payments.length;
    const sum = prepared.payments.reduce((total, payment) => total + payment.amount_minor, 0);
    const { rows } = await sql<Record<string, number>>`select
      (select count(*) from ledger_transaction where idempotency_key like 'pay:%:paid') as postings,
      (select count(*) from payments where status = 'SUCCESS') as settled,
      (select count(*) from tips where status = 'ACTIVE') as tips,
      (select count(*) from tip_allocations) as allocations,
      (select sum(credits - debits)::bigint from ledger_account where code in ('creator_pending', 'creator_available')) as credited,
      (select sum(tips_count)::bigint from daily_tip_totals) as counted,
      (select sum(tips_count)::bigint from leaderboard_totals where period = '30DAYS') as ranked,
      (select count(*) from mail_outbox) as receipts,
      (select count(*) from tips where sender_email is not null) as addresses,
      (select count(*) from pgboss.job where name = 'mail.send') as mail_jobs,
      (select count(*) from payment_events where kind = 'settled') as told`.execute(db);
    const [found = {}] = rows;
    for (const each of ["postings", "settled", "tips", "allocations", "counted", "ranked", "told"])
      expectSame(each, found[each], count);
    expectSame("credited", found.credited, sum);
    expectSame("receipts", found.receipts, found.addresses);
    expectSame("mail jobs", found.mail_jobs, found.addresses);
    for (const { name, rows: bad } of await checkLedger(db, new Date()))
      if (bad.length > 0) faults.push(`${name}: ${bad.length} rows`);
    return faults;
  });
}
