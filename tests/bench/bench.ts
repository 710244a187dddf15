import { TEST_SECRETS } from "../support/http/product.ts";
import { measureApi } from "./api-rows.ts";
import { type Group, readBenchOptions } from "./bench-options.ts";
import { type BenchWorld, createBenchWorld } from "./bench-world.ts";
import { measureBooks } from "./books-rows.ts";
import { measureClone } from "./clone-rows.ts";
import { measureFirstStart } from "./first-start-rows.ts";
import { measureInteractions } from "./interaction-rows.ts";
import { measureMoney } from "./money-rows.ts";
import { measureOverlays } from "./overlay-rows.ts";
import { measurePages } from "./page-rows.ts";
import { measurePayoutRun } from "./payout-run-rows.ts";
import { measureProcess } from "./process-rows.ts";
import type { Server } from "./processes.ts";
import { measureReads } from "./read-rows.ts";
import { measureRefusals } from "./refusal-rows.ts";
import { measureRendered } from "./rendered-rows.ts";
import { measureSettled } from "./settled-rows.ts";
import { measureSignIn } from "./sign-in-rows.ts";
import { measureSlowWays } from "./slow-rows.ts";
import { measureWholeTips } from "./whole-tip-rows.ts";

// npm run bench: the product beside its baselines, in interleaved rounds on a throw-away database; docs/bench.md tells
// how to read it. --full adds a history of ten million tips, --peer NAME=URL,PID another server, --only GROUP measures a
// part, --small runs every row for a moment.

type Measure = (world: BenchWorld) => Promise<void>;
type MeasureServed = (world: BenchWorld, product: Server, provider: Server) => Promise<void>;

/** On one process of the product, which asks the baseline of a provider. */
const ON_ONE_PRODUCT: Partial<Record<Group, MeasureServed>> = {
  pages: measurePages,
  rendered: measureRendered,
  tip: measureWholeTips,
  settled: measureSettled,
  overlays: measureOverlays,
  money: measureMoney,
  poll: measureSignIn,
  api: measureApi,
  interaction: measureInteractions,
  slow: measureSlowWays,
};
/** Before anything else, on the demo world as it is: what the other rows leave behind would be worked on meanwhile. */
const FIRST: Partial<Record<Group, Measure>> = { process: measureProcess };
/** Each on processes and databases of its own. */
const ON_ITS_OWN: Partial<Record<Group, Measure>> = {
  "first-start": measureFirstStart,
  clone: measureClone,
  refusals: measureRefusals,
  payouts: measurePayoutRun,
  reads: measureReads,
  books: measureBooks,
};

const world = await createBenchWorld(readBenchOptions(process.argv.slice(2)));
const chosen = <Each>(groups: Partial<Record<Group, Each>>): Each[] =>
  world.options.groups.flatMap((group) => groups[group] ?? []);
try {
  for (const measure of chosen(FIRST)) await measure(world);
  const served = chosen(ON_ONE_PRODUCT);
  if (served.length > 0) {
    const { SANDBOX_NOTICE_SECRET } = TEST_SECRETS;
    const provider = await world.startBaseline("provider", { SANDBOX_NOTICE_SECRET });
    const product = await world.startProduct({ SANDBOX_API_URL: provider.url, SANDBOX_NOTICE_SECRET });
    for (const measure of served) await measure(world, product, provider);
    await product.stop();
  }
  for (const measure of chosen(ON_ITS_OWN)) await measure(world);
} finally {
  await world.close();
}
world.report.print();
