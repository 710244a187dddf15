import { readFileSync } from "node:fs";
import { PRODUCT } from "../bench/processes.ts";
import { eventually } from "../support/eventually.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import type { InstancePorts } from "./haproxy.ts";
import { statusOf } from "./http-look.ts";
import { type Program, startProgram } from "./program.ts";
import type { Stage } from "./stage.ts";

/** One process of the product, at a place that stays its own however often it is started anew. */
export interface Instance extends InstancePorts {
  name: string;
  url: string;
  /** The process that runs now. */
  program(): Program;
  /** Resolves once it is ready; a `folder` is another checkout, which is what runs then. */
  start(folder?: string): Promise<void>;
  /** Everything that it has logged, each line an event. */
  log(): string;
}

/** Web processes serve and work; a worker works. */
export function createInstance(
  stage: Stage,
  name: string,
  { port, opsPort }: InstancePorts,
  settings: Record<string, string>,
  role: "web" | "worker" = "web",
): Instance {
  let running: Program | null = null;
  return {
    name,
    port,
    opsPort,
    url: `http://127.0.0.1:${port}`,
    program() {
      if (!running) throw new Error(`${name} does not run`);
      return running;
    },
    async start(folder) {
      const started = startProgram(stage, {
        name,
        ...(folder && { folder }),
        patienceMs: 40_000,
        argv: [process.execPath, ...PRODUCT, ...(role === "worker" ? ["worker"] : [])],
        environment: {
          NODE_ENV: "production",
          APP_MODE: "demo",
          HOST: "127.0.0.1",
          PORT: String(port),
          OPS_PORT: String(opsPort),
          TRUSTED_PROXIES: "127.0.0.1",
          DRAIN_SECONDS: "3",
          CROWD_FACTOR: "1000000",
          POSTS_PER_MINUTE: "1000000",
          // Each notice that was acknowledged is a line of it.
          LOG_LEVEL: "info",
          ...TEST_SECRETS,
          ...settings,
        },
      });
      running = started;
      await eventually(`${name} is ready`, async () => {
        if (started.hasEnded()) throw new Error(`${name} has ended: ${tailOf(started)}`);
        return (await statusOf(`http://127.0.0.1:${opsPort}/readyz`)) === 200;
      });
    },
    log: () => (running ? readFileSync(running.logFile, "utf8") : ""),
  };
}

function tailOf({ logFile }: Program): string {
  return readFileSync(logFile, "utf8").slice(-2000);
}
