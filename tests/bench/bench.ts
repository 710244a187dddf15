import { measureApi } from "./api-rows.ts";
import { readBenchOptions } from "./bench-options.ts";
import { createBenchWorld } from "./bench-world.ts";
import { measureBooks } from "./books-rows.ts";
import { measureMoney } from "./money-rows.ts";
import { measurePages } from "./page-rows.ts";
import { measurePayoutRun } from "./payout-run-rows.ts";
import { measureProcess } from "./process-rows.ts";
import { measureReads } from "./read-rows.ts";
import { measureSignIn } from "./sign-in-rows.ts";

// npm run bench: the product beside its baselines, in interleaved rounds on a throw-away database; docs/bench.md tells
// how to read it. --full adds a history of ten million tips, --peer NAME=URL,PID another server, --small runs every row
// for a moment.

const world = await createBenchWorld(readBenchOptions(process.argv.slice(2)));
try {
  const provider = await world.startBaseline("provider");
  const product = await world.startProduct({ SANDBOX_API_URL: provider.url });
  await measurePages(world, product);
  await measureMoney(world, product);
  await measureSignIn(world, product);
  await measureApi(world, product, provider);
  await product.stop();
  await measureProcess(world);
  await measurePayoutRun(world);
  await measureReads(world);
  if (!world.options.isSmall) await measureBooks(world);
} finally {
  await world.close();
}
world.report.print();
