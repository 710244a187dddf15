import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { copyCheckout } from "../support/checkout-copy.ts";
import { eventually } from "../support/eventually.ts";
import { freePort, startServer } from "../support/http/started-server.ts";
import type { BenchWorld } from "./bench-world.ts";
import { number } from "./report.ts";

/** Each takes a minute. */
const ROUNDS_MAXIMUM = 2;
const PAGE = "/joerdis";

/** What README.md promises a newcomer: `npm ci` from the packages that npm has kept, `npm start`, and the first page. */
export async function measureClone({ options, report, folder }: BenchWorld): Promise<void> {
  const seconds: number[] = [];
  let installed = 0;
  for (let round = 0; round < Math.min(options.rounds, ROUNDS_MAXIMUM); round += 1) {
    const checkout = join(folder, `clone-${round}`);
    copyCheckout(checkout, { isInstalled: false });
    const began = performance.now();
    const install = spawn("npm", ["ci", "--prefer-offline"], { cwd: checkout, stdio: "ignore" });
    const [code] = await once(install, "exit");
    if (code !== 0) throw new Error(`npm ci ended with ${code}`);
    installed = (performance.now() - began) / 1000;
    const port = await freePort();
    const server = startServer(checkout, { PORT: String(port), LOG_LEVEL: "error" }, { by: "npm" });
    const address = await server.ready();
    await eventually("the first page is there", async () => (await fetch(address + PAGE)).status === 200);
    seconds.push((performance.now() - began) / 1000);
    await server.end("SIGTERM");
    rmSync(checkout, { recursive: true, force: true });
  }
  report.atMost(
    "a clone to its first page",
    seconds,
    { limit: 60, unit: "s" },
    `npm ci ${number(installed)} s of it, from npm's own cache`,
  );
}
