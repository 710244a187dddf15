import type { QueueName } from "../../db/queues.ts";
import { beginDueJob } from "./acts/acts.ts";
import { returnSuspense } from "./acts/operator-acts.ts";
import { beginProviderNews } from "./acts/provider-acts.ts";
import { worldClock } from "./flow.ts";
import { beginRoutine, someInstance, type World } from "./world-state.ts";

/** Of virtual time: what is paid is in the books by then. */
const BOUND_MS = 26 * 3_600_000;
const STEP_MS = 15 * 60_000;

const CATCHING_UP: QueueName[] = [
  ...(["payments.sweep", "payments.reconcile", "tips.expire", "refunds.credit-notes"] as const),
  ...(["ledger.journal", "tips.mature", "rollups.slide", "series.remind", "series.charge"] as const),
];

/** Without faults from now on, until nothing is under way. Throws when that takes longer than it may. */
export async function settleWorld(world: World): Promise<void> {
  const bound_ms = worldClock.now_ms + BOUND_MS;
  world.mails.isDown = false;
  world.store.comeBack();
  await runAll(world);
  for (;;) {
    beginProviderNews(world);
    await runAll(world);
    while ((await dueJobs(world)) > 0) {
      await beginDueJob(world);
      await runAll(world);
    }
    await requireHandled(world);
    await returnSuspense(world);
    for (const queue of CATCHING_UP) {
      beginRoutine(world, queue);
      await runAll(world);
    }
    const open = await openWork(world);
    if (open.length === 0) return;
    if (worldClock.now_ms > bound_ms)
      throw new Error(`still open after a day: ${open.slice(0, 8).join("; ")}`);
    await world.scheduler.moveTo(worldClock.now_ms + STEP_MS);
    await supervise(world);
  }
}

/** An event that was taken does not wait for the jobs that look what was missed. */
async function requireHandled({ control, faults }: World): Promise<void> {
  const { rows } = await control.query<{ kind: string; last_error: string | null }>(
    "select kind, last_error from provider_webhook_events where handled_at is null and next_try_at is null",
  );
  faults.push(
    ...rows.map(({ kind, last_error }) => `an event was taken, not handled: ${kind} ${last_error}`),
  );
}

async function runAll({ scheduler }: World): Promise<void> {
  while (scheduler.flows.size > 0) if (!(await scheduler.step())) await scheduler.settle();
}

/** The queue gives up on workers that have not answered in time. */
async function supervise(world: World): Promise<void> {
  const { boss, process } = someInstance(world);
  world.begin("queue supervises", process, async () => {
    await boss.supervise();
    return "done";
  });
  await runAll(world);
}

async function dueJobs({ control }: World): Promise<number> {
  const { rows } = await control.query<{ count: string }>(
    "select count(*) from pgboss.job where state in ('created', 'retry') and start_after <= world.now()",
  );
  return Number(rows[0]?.count ?? 0);
}

/** What a provider has decided and the product does not yet know, or has not yet acted upon. */
async function openWork({ control }: World): Promise<string[]> {
  const { rows } = await control.query<{ what: string }>(`
    select 'notice of ' || payment_ref as what from sandbox.notices
    where delivered_at is null and given_up_at is null
    union all
    select concat_ws(' ', 'job', name, state, 'tried', retry_count, 'after', start_after, output) from pgboss.job
    where state in ('created', 'retry', 'active') and name not like '\\_\\_%'
    union all
    select 'dispute ' || state from sandbox.disputes where state in ('SCHEDULED', 'OPEN')
    union all
    select 'suspense ' || payment_id from suspense_entries where left_minor > 0
    union all
    select 'month of ' || next_charge_on from tip_series
    where status = 'ACTIVE' and next_charge_on < (world.now() at time zone 'Europe/Berlin')::date
    union all
    select 'payment ' || p.status from sandbox.payments s join payments p on p.id = s.payment_id::uuid
    where s.state = 'PAID' and p.status not in ('SUCCESS', 'REFUNDED', 'CHARGEBACK')`);
  return rows.map(({ what }) => what);
}
