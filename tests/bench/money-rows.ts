import { checkLedger } from "../../app/domain/ledger/ledger-checks.server.ts";
import { createDatabase } from "../../db/index.ts";
import { benchCreators, openAccounts, prepareDrafts, prepareTips } from "./bench-database.ts";
import { BENCH_SECRET, type BenchWorld } from "./bench-world.ts";
import { postSummaries } from "./form-posts.ts";
import { cpuSeconds, type Server } from "./processes.ts";
import { number, percent } from "./report.ts";
import { settleForSeconds } from "./settle-tips.ts";
import { prepareTip1, runTip1, tip1Program } from "./tip1.ts";

const CLIENTS = 10;
const CREATORS = 200;
/** More than any round has managed, so that the prepared ones last. */
const SETTLED_PER_SECOND = 4500;

/** Money: a tip settled and a payment begun, beside the same rows written by one statement. Then the books are checked. */
export async function measureMoney(world: BenchWorld, product: Server): Promise<void> {
  const { options, report, databaseUrl, folder } = world;
  const { rounds, seconds } = options;
  const db = createDatabase(databaseUrl, { max: CLIENTS + 2 });
  const creators = await benchCreators(db, CREATORS);
  await openAccounts(db, creators);
  const perRow = Math.ceil(rounds * seconds * SETTLED_PER_SECOND) + 2000;
  const spreadTips = (await prepareTips(db, perRow, creators)).values();
  const hotTips = (await prepareTips(db, perRow, creators.slice(0, 1))).values();
  const drafts = (await prepareDrafts(db, perRow, creators)).values();
  await prepareTip1(db, rounds * Math.max(1, seconds), creators);

  await settleForSeconds(db, spreadTips, CLIENTS, Math.min(1, seconds));
  const settledShares: number[] = [];
  const begunShares: number[] = [];
  const hotShares: number[] = [];
  let seen = { tip1: 0, settled: 0, hot: 0, begun: 0, postgres: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const tip1 = await runTip1(databaseUrl, folder, CLIENTS, Math.max(1, seconds));
    const before = cpuSeconds(world.postgresPid);
    const settled = await settleForSeconds(db, spreadTips, CLIENTS, seconds);
    const postgres = (cpuSeconds(world.postgresPid) - before) / seconds;
    const hot = await settleForSeconds(db, hotTips, CLIENTS, seconds);
    const begun = await postSummaries(product.url, BENCH_SECRET, drafts, CLIENTS, seconds);
    settledShares.push(settled / tip1);
    begunShares.push(begun / tip1);
    hotShares.push(hot / settled);
    seen = { tip1, settled, hot, begun, postgres };
  }
  report.share(
    "tip settled / tip1",
    settledShares,
    { atLeast: 0.4, stretch: 0.6 },
    `${number(seen.settled)} of ${number(seen.tip1)} a second (${tip1Program}), PostgreSQL ${percent(seen.postgres)} of a core`,
  );
  report.share(
    "payment begun by form post / tip1",
    begunShares,
    { atLeast: 0.2, stretch: 0.25 },
    `${number(seen.begun)} a second`,
  );
  report.share(
    "hot creator / spread",
    hotShares,
    { atLeast: 0.6 },
    `${number(seen.hot)} of ${number(seen.settled)} a second`,
  );
  const faults = (await checkLedger(db, new Date())).filter((check) => check.rows.length > 0);
  report.atMost(
    "faults in the books after that",
    [faults.length],
    { limit: 0 },
    faults.map((fault) => fault.name).join(", "),
  );
  await db.destroy();
}
