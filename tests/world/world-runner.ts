import { rm } from "node:fs/promises";
import path from "node:path";
import { startEmbedded } from "../../db/embedded.ts";
import { makeQuickFolder } from "../../scripts/quick-folder.ts";
import { removeNextBuild } from "./next-build.ts";
import { StatementGate } from "./statement-gate.ts";
import { installVirtualBuiltins } from "./virtual-builtins.ts";
import { runWorld, type WorldReport, type WorldRun } from "./world.ts";
import { prepareTemplate } from "./world-database.ts";

/** Runs worlds, one after the other, on a PostgreSQL of their own. */
export interface WorldRunner {
  run(world: WorldRun): Promise<WorldReport>;
  stop(): Promise<void>;
}

/** Changes the built-ins of this process for good: time, randomness, waits and sockets. */
export async function openWorldRunner(): Promise<WorldRunner> {
  const folder = makeQuickFolder();
  const database = await startEmbedded({
    dataDir: path.join(folder, "postgres"),
    transport: "tcp",
    // What a background process does at its own time, a seed would not decide.
    settings: { fsync: "off", autovacuum: "off", max_connections: "300", jit: "off" },
  });
  await prepareTemplate(database.adminUrl);
  const port = Number(new URL(database.url).port);
  const gate = new StatementGate(([given]) => Number(given) === port);
  installVirtualBuiltins();
  return {
    run: (world) => runWorld(world, { adminUrl: database.adminUrl, gate }),
    stop: async () => {
      await database.stop();
      removeNextBuild();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
