import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import packageJson from "../../../package.json" with { type: "json" };
import { eventually } from "../eventually.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const READY = /Tribute is ready: (\S+)/;
/** The flags of `npm start`. */
const START_FLAGS = packageJson.scripts.start.match(/--\S+/g) ?? [];

/** The secrets of a product under test, so that tests can speak as its payment provider, or as its forger. */
export const TEST_SECRETS = {
  APP_SECRET: "a-secret-of-the-tests-that-is-long-enough",
  SANDBOX_API_KEY: "a-key-of-the-tests",
  SANDBOX_NOTICE_SECRET: "a-notice-secret-of-the-tests",
};

/** The built product, serving in a process of its own. */
export interface Product {
  /** Where this machine reaches it, such as http://localhost:41234; no slash at the end. */
  url: string;
  pid: number;
  /** Where its files lie, for as long as it serves. */
  dataDir: string;
  /** What it has printed so far; it logs errors alone unless LOG_LEVEL says otherwise. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Starts what is built on a free port, in demo mode on the given database: the demo world is made at the first start,
 * which takes some seconds. `settings` add to the environment, or change it. The files of `dataFrom`, such as those of
 * a demo database, are copied into its data folder first. What is built is the checkout's own, unless another is given.
 */
export async function startProduct(
  databaseUrl: string,
  settings: Record<string, string> = {},
  { dataFrom, checkout = root }: { dataFrom?: string; checkout?: string } = {},
): Promise<Product> {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const dataDir = await mkdtemp(path.join(tmpdir(), "tribute-product-"));
  if (dataFrom) await cp(dataFrom, dataDir, { recursive: true });
  const server = pathToFileURL(path.join(checkout, "build/server/index.js")).href;
  const child = spawn(
    process.execPath,
    [...START_FLAGS, "--input-type=module", "--eval", `await (await import("${server}")).run([]);`],
    {
      cwd: checkout,
      env: {
        PATH,
        HOME,
        TMPDIR,
        NODE_COMPILE_CACHE,
        NODE_ENV: "production",
        // As scripts/start.mjs has it.
        MALLOC_ARENA_MAX: "2",
        MALLOC_TRIM_THRESHOLD_: "131072",
        APP_MODE: "demo",
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        HOST: "127.0.0.1",
        PORT: "0",
        // Long enough to be seen waiting, short enough to wait for.
        SANDBOX_SETTLE_SECONDS: "2",
        // All visitors of the tests come from one address.
        POSTS_PER_MINUTE: "1000000",
        CROWD_FACTOR: "1000000",
        LOG_LEVEL: "error",
        ...TEST_SECRETS,
        ...settings,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      printed += chunk;
    });
  }
  await eventually("the product serves", () => READY.test(printed) || hasEnded(child));
  const url = settings.PORT ? `http://localhost:${settings.PORT}` : READY.exec(printed)?.[1];
  if (!READY.test(printed) || !url) throw new Error(`The product did not start:\n${printed}`);
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    output: () => printed,
    stop: async () => {
      if (!hasEnded(child)) {
        // Not "exit": what it printed last may still be on its way then.
        const ended = once(child, "close");
        child.kill("SIGTERM");
        await ended;
      }
      await rm(dataDir, { recursive: true, force: true });
      if (child.exitCode !== 0) throw new Error(`The product ended with ${child.exitCode}:\n${printed}`);
    },
  };
}

/** A port that is free now, for a product whose public address is another. */
export async function freePort(): Promise<string> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return String(address.port);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
