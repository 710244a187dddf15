import type { QueueName } from "../../../db/queues.ts";
import { createRandom } from "../../../db/seeds/demo-random.ts";
import { worldClock } from "../flow.ts";
import { workOnce } from "../instance.ts";
import type { Act } from "../world-mix.ts";
import { beginOnAll, beginRoutine, someInstance, type World } from "../world-state.ts";
import { creatorLeaves } from "./account-acts.ts";
import { creatorLooks, creatorRefunds, creatorSigns } from "./creator-acts.ts";
import { fanTips } from "./fan-tips.ts";
import { groupTips, groupTurns } from "./group-acts.ts";
import { chargeMonths, fanTipsMonthly, fanTurnsMonthly } from "./monthly-acts.ts";
import { operatorLocks } from "./operator-acts.ts";
import { fanLooks } from "./page-acts.ts";
import { creatorWithdraws, monthlyRun, payoutOffice } from "./payout-acts.ts";
import { creatorShows } from "./picture-acts.ts";
import { beginProviderNews, contradict, loseNews, repeatNews } from "./provider-acts.ts";
import { strangerTries } from "./stranger-acts.ts";
import { buyVoucher, redeemVoucher } from "./voucher-acts.ts";

const DOORS: Record<Act, (world: World) => void | Promise<void>> = {
  "fan tips": fanTips,
  "creator refunds": creatorRefunds,
  "creator looks": creatorLooks,
  "creator signs": creatorSigns,
  "creator withdraws": creatorWithdraws,
  "monthly run": monthlyRun,
  "payout office": payoutOffice,
  "creator leaves": creatorLeaves,
  "operator locks": operatorLocks,
  "stranger tries": strangerTries,
  "provider contradicts": contradict,
  "group tips": groupTips,
  "group turns": groupTurns,
  "buy voucher": buyVoucher,
  "redeem voucher": redeemVoucher,
  "fan looks": fanLooks,
  "fan tips monthly": fanTipsMonthly,
  "fan turns monthly": fanTurnsMonthly,
  "charge months": chargeMonths,
  "due job": beginDueJob,
  routine,
  "provider sends": beginProviderNews,
  "provider repeats": repeatNews,
  "provider loses": loseNews,
  "mail server turns": ({ mails, count }) => {
    mails.isDown = !mails.isDown;
    count("mail server", mails.isDown ? "goes down" : "comes back");
  },
  "creator shows": creatorShows,
  "store turns": ({ store, count }) => {
    store.isAway = !store.isAway;
    store.turns += 1;
    count("store", store.isAway ? "goes away" : "comes back");
  },
  "days pass": daysPass,
  deploy: (world) => {
    const begins = world.fleet.drain(world.pick(world.served));
    world.count("deploy", begins ? "begins" : "is under way");
  },
};

const ROUTINE: QueueName[] = [
  ...(["payments.sweep", "payments.reconcile", "tips.mature", "tips.expire", "tips.announce"] as const),
  ...([
    "ledger.journal",
    "ledger.check",
    "refunds.credit-notes",
    "rollups.slide",
    "retention.sweep",
    "series.charge",
  ] as const),
];

/** On one instance, or on all at once. */
function routine(world: World): void {
  // Mails that are judged after months would be gone.
  const queues = world.mix.leap_days > 0 ? ROUTINE.filter((queue) => queue !== "retention.sweep") : ROUTINE;
  const queue = world.pick(queues);
  if (world.scheduler.random.below(2) === 0) beginOnAll(world, queue);
  else beginRoutine(world, queue);
}

/** Time passes until a bank claims something, or, while it does, until all that waits would be available. */
async function daysPass(world: World): Promise<void> {
  const { rows } = await world.control.query<{ state: string; opens_at: Date }>(
    "select state, opens_at from sandbox.disputes where state in ('SCHEDULED', 'OPEN') order by state, opens_at limit 1",
  );
  const [claim] = rows;
  const days = Math.max(1, world.mix.hold_days);
  world.count("time", claim ? `passes, claim ${claim.state}` : "passes");
  if (claim?.state === "SCHEDULED") {
    await world.scheduler.moveTo(Math.max(worldClock.now_ms, claim.opens_at.getTime()));
    beginProviderNews(world);
  } else if (claim || world.scheduler.random.below(6) === 0) {
    await world.scheduler.moveTo(worldClock.now_ms + days * 86_400_000);
    beginOnAll(world, "tips.mature");
  }
}

/** Begins an act of the world's mix. */
export async function beginAct(world: World): Promise<void> {
  world.acts += 1;
  world.scheduler.random = createRandom(`${world.seed} act ${world.acts}`);
  const act = world.scheduler.random.weighted(world.mix.weights);
  if (!world.omit.has(world.acts)) await DOORS[act](world);
}

/** An instance takes a job that is due, if there is one. */
export async function beginDueJob(world: World): Promise<void> {
  const { rows } = await world.control.query<{ name: QueueName }>(
    `select name from pgboss.job where state in ('created', 'retry') and start_after <= world.now()
     group by name order by name`,
  );
  if (rows.length === 0) return;
  const { name } = world.pick(rows);
  const served = someInstance(world);
  world.begin(name, served.process, () => workOnce(served, name));
}
