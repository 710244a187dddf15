// Kills the process that settles payments, and the PostgreSQL that it settles them in, at seeded random moments, until
// all are settled; then looks whether anything was lost or doubled. Prints what it did, and one line of JSON at the end.
//   node tests/faults/kills.ts --settlements 2000 --process-kills 20 --database-kills 20 --seed 1 --hits 5
// A kill counts as a hit when a transaction that was open just before it, with changes of its own, never came to its end.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { startEmbedded } from "../../db/embedded.ts";
import { migrateToLatest } from "../../db/migrate.ts";
import { createRandom } from "../../db/seeds/demo-random.ts";
import { killTree } from "../support/database/process-tree.ts";
import {
  abortedOf,
  faultsAfterKills,
  missingOf,
  openTransactions,
  openWork,
} from "../support/database/settled-books.ts";
import { startSettling } from "../support/database/settling-process.ts";
import { prepareSettlements } from "../support/money/prepared-settlements.ts";

const { values } = parseArgs({
  options: {
    settlements: { type: "string", default: "2000" },
    "process-kills": { type: "string", default: "20" },
    "database-kills": { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    hits: { type: "string", default: "5" },
    workers: { type: "string", default: "8" },
  },
});
const settlements = Number(values.settlements);
const random = createRandom(`kills ${values.seed}`);
const startedAt = performance.now();
const say = (text: string) =>
  process.stdout.write(`${((performance.now() - startedAt) / 1000).toFixed(1)} s  ${text}\n`);

const dataDir = await mkdtemp(path.join(tmpdir(), "tribute-kills-"));
let database = await startEmbedded({ dataDir });
try {
  await migrateToLatest(database.url);
  const prepared = await prepareSettlements(database.url, settlements);
  say(`${settlements} payments wait to be settled (seed ${values.seed})`);

  const plan = shuffled([
    ...Array.from({ length: Number(values["process-kills"]) }, () => "process" as const),
    ...Array.from({ length: Number(values["database-kills"]) }, () => "database" as const),
  ]);
  const acknowledged = new Set<string>();
  const hits = { process: 0, database: 0 };
  let lost = 0;

  for (const [index, victim] of plan.entries()) {
    // So much of what is left that, on the average, the kills are spread over all of it; and a moment more.
    const left = settlements - acknowledged.size;
    const share = random.below(Math.max(1, Math.floor((1.6 * left) / (plan.length - index + 1))));
    const until = acknowledged.size + share;
    const settling = startSettling(database.url, values.workers, acknowledged);
    await settling.reach(until, random.below(12));
    const open = await openTransactions(database.url);
    if (victim === "process") {
      await settling.kill();
    } else {
      killTree(database.pid);
      await database.exited;
      await settling.kill();
      await database.stop();
      database = await startEmbedded({ dataDir });
    }
    const aborted = await abortedOf(database.url, open);
    if (aborted > 0) hits[victim] += 1;
    const missing = await missingOf(database.url, acknowledged);
    lost += missing.length;
    say(
      `${index + 1}. ${victim} killed after ${acknowledged.size} settlements; open transactions lost: ${aborted} of ${open.length}; acknowledged but lost: ${missing.length}`,
    );
  }

  say("no more kills: the rest is settled");
  await startSettling(database.url, values.workers, acknowledged).ends();
  const faults = await faultsAfterKills(database.url, prepared);
  const unfinished = await openWork(database.url);
  const result = {
    settlements,
    seed: values.seed,
    kills: plan.length,
    hits_process: hits.process,
    hits_database: hits.database,
    lost,
    unfinished,
    faults,
    seconds: Math.trunc((performance.now() - startedAt) / 1000),
  };
  const isFine =
    lost === 0 &&
    unfinished === 0 &&
    faults.length === 0 &&
    hits.process + hits.database >= Number(values.hits);
  process.stdout.write(`${JSON.stringify(result)}\n`);
  process.exitCode = isFine ? 0 : 1;
} finally {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

function shuffled<Member>(members: Member[]): Member[] {
  const rest = [...members];
  return members.flatMap(() => rest.splice(random.below(rest.length), 1));
}
