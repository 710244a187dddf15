import { tmpdir } from "node:os";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { expect } from "vitest";
import { createMetrics } from "../../app/server/metrics.server.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { type MovableClock, movableClock } from "../support/money/sandbox-world.ts";
import { beginTip, createCreator, createTipWorld, type TipWorld, tell } from "../support/money/tip-world.ts";

const openMetrics = (world: TipWorld) =>
  createMetrics({ db: world.db, cache: null, replica: null, filesIn: tmpdir() });

/** The metrics measure by the database's clock. */
const now = (): MovableClock => movableClock(new Date());

async function measured(world: TipWorld, series: string): Promise<number | null> {
  const text = await openMetrics(world).text();
  const line = text.split("\n").find((each) => each.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length));
}

it("faults of the last short and full check are counted, and their age", async ({ database }) => {
  const world = createTipWorld(database.db, now());
  expect(await measured(world, "tribute_books_faults")).toBe(0);
  expect(await measured(world, "tribute_books_check_age_seconds")).toBeNull();
  const check = async (extent: "DELTA" | "FULL", ago: string, faults: unknown[]) =>
    await sql`insert into ledger_check_runs
      (id, extent, started_at, finished_at, after_transaction, upto_transaction, transactions_count, checks_count, faults)
      values (${uuidv7()}, ${extent}, now(), now() - ${ago}::interval, 0, 0, 0, 3, ${JSON.stringify(faults)})`.execute(
      world.db,
    );
  await check("FULL", "3 hours", [{ name: "balances", count: 1, rows: [] }]);
  await check("DELTA", "2 hours", [{ name: "causes", count: 1, rows: [] }]);
  await check("DELTA", "1 hour", []);
  expect(await measured(world, "tribute_books_faults")).toBe(1);
  expect(await measured(world, "tribute_books_check_age_seconds")).toBeCloseTo(3600, -2);
});

it("a job that is due and not taken is late, one of later is not", async ({ database }) => {
  const world = createTipWorld(database.db, now());
  const add = async (queue: string, inSeconds: number) =>
    await sql`insert into pgboss.job (name, start_after)
      values (${queue}, now() + ${inSeconds} * interval '1 second')`.execute(world.db);
  await add("mail.send", -900);
  await add("mail.send", -60);
  await add("payments.refund", 900);
  expect(await measured(world, 'tribute_job_late_seconds{queue="mail.send"}')).toBeCloseTo(900, -2);
  expect(await measured(world, 'tribute_job_late_seconds{queue="payments.refund"}')).toBeNull();
});

it("payments without an event of their provider are seen beside it", async ({ database }) => {
  const world = createTipWorld(database.db, now());
  const creator = await createCreator(world);
  const payment = await beginTip(world, creator);
  await beginTip(world, creator);
  const provider = payment.provider;
  const begun = `tribute_provider_payments{provider="${provider}"}`;
  const events = `tribute_provider_events{provider="${provider}"}`;
  expect([await measured(world, begun), await measured(world, events)]).toEqual([2, 0]);
  await sql`insert into provider_webhook_events (id, event_id, provider, provider_ref, payment_id, kind, received_at)
    values (${uuidv7()}, 'one', ${provider}, 'ref', ${payment.id}, 'payment', now())`.execute(world.db);
  expect([await measured(world, begun), await measured(world, events)]).toEqual([2, 1]);
  await tell(world, payment, { state: "PAID" });
});

it("a mail that is sent again is counted apart from a new one", async ({ database }) => {
  const world = createTipWorld(database.db, now());
  const add = async (status: string, attempts: number) =>
    await sql`insert into mail_outbox (id, dedupe_key, template, locale, recipient, params, created_at, tried_since, status, attempts)
      values (${uuidv7()}, ${uuidv7()}, 'receipt', 'en', 'fan@example.org', '{}', now(), now(), ${status}, ${attempts})`.execute(
      world.db,
    );
  await add("QUEUED", 0);
  await add("QUEUED", 4);
  await add("FAILED", 300);
  const counts = await Promise.all(
    ["mail", "mail_again", "mail_failed"].map((kind) => measured(world, `tribute_open{kind="${kind}"}`)),
  );
  expect(counts).toEqual([2, 1, 1]);
});

it("the disk of the files has free bytes, and no payout waits at first", async ({ database }) => {
  const world = createTipWorld(database.db, now());
  const [all, free] = [
    await measured(world, 'tribute_disk_bytes{kind="all"}'),
    await measured(world, 'tribute_disk_bytes{kind="free"}'),
  ];
  expect(free).toBeGreaterThan(0);
  expect(all).toBeGreaterThan(free ?? 0);
  expect(await measured(world, "tribute_payout_age_seconds")).toBeNull();
});
