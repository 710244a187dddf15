import { spawn } from "node:child_process";
import { parseArgs } from "node:util";

// npm run ledger:corruptions -- --count 1000 --seed 1,2,3: what notices random changes of the money tables, for each table
// and column, printed and written to docs/corruptions.md.

const { values } = parseArgs({
  options: { count: { type: "string", default: "1000" }, seed: { type: "string", default: "1" } },
});
if (!/^[1-9]\d*$/.test(values.count) || !/^\d+(?:,\d+)*$/.test(values.seed)) {
  process.stderr.write("--count takes a number, --seed one or more of them with commas between\n");
  process.exit(2);
}
const vitest = spawn(
  "npx",
  [
    ...["vitest", "run", "--project", "domain", "tests/domain/corruption.test.ts", "--update"],
    ...["-t", "random corruptions of money tables", "--testTimeout", "0"],
  ],
  {
    env: { ...process.env, CORRUPTIONS: values.count, CORRUPTION_SEEDS: values.seed },
    stdio: "inherit",
  },
);
vitest.once("exit", (code) => {
  process.exitCode = code ?? 1;
});
