import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findRunning } from "../../db/embedded.ts";
import { createDatabase } from "../../db/index.ts";
import { eventually } from "../support/eventually.ts";
import { copyPostgres, filesOf } from "../support/fixtures/demo-world.ts";
import type { BenchWorld } from "./bench-world.ts";
import { countProcesses, memoryMegabytes, PRODUCT, type Server, startServer } from "./processes.ts";
import { number } from "./report.ts";
import { spreadOf } from "./verdict.ts";

/** Each takes its time. */
const ROUNDS_MAXIMUM = 3;
const LARGER_MAXIMUM = 1.05;

/** The page of the demo's first creator, rendered for each request. */
const PAGE = "/joerdis?fresh=1";

/**
 * What somebody meets who has just installed the product: `npm start` in an empty data folder, with PostgreSQL of its own
 * and the demo world to tell. And whether the process is larger for having told it than one that found it there.
 */
export async function measureFirstStart(world: BenchWorld): Promise<void> {
  const { options, report } = world;
  const seconds: number[] = [];
  const larger: number[] = [];
  const seen = { first: 0, ordinary: 0 };
  for (let round = 0; round < Math.min(options.rounds, ROUNDS_MAXIMUM); round += 1) {
    const dataDir = join(world.folder, `first-start-${round}`);
    mkdirSync(dataDir, { mode: 0o711 });
    if (options.isSmall && options.worldFolder) await putWorld(options.worldFolder, dataDir);
    const began = performance.now();
    const first = await start(dataDir);
    seconds.push((performance.now() - began) / 1000);
    await waitUntilTold(first.server, dataDir);
    seen.first = memoryMegabytes(first.server.pid);
    await first.server.stop();
    const { server: ordinary } = await start(dataDir, first.asked);
    seen.ordinary = memoryMegabytes(ordinary.pid);
    await ordinary.stop();
    larger.push(seen.first / seen.ordinary);
    rmSync(dataDir, { recursive: true, force: true });
  }
  report.atMost(
    "first start, with the demo world, to its creator's page",
    seconds,
    { limit: 10, unit: "s" },
    "empty data folder, PostgreSQL embedded",
  );
  const { median } = spreadOf(larger);
  report.holds(
    "memory after the world was told / of an ordinary process",
    median,
    { words: `≤ ${LARGER_MAXIMUM}`, isMet: median <= LARGER_MAXIMUM },
    `${number(seen.first)} and ${number(seen.ordinary)} MB, before any load`,
  );
}

/**
 * As `npm start` does it, up to the moment in which the creator's page is there; asks for it no less than `asks` times,
 * so that both processes have done the same.
 */
async function start(dataDir: string, asks = 1): Promise<{ server: Server; asked: number }> {
  const server = await startServer(PRODUCT, { DATA_DIR: dataDir, HOST: "127.0.0.1", PORT: "0" });
  let asked = 0;
  await eventually("the demo's creator has a page", async () => {
    const page = await fetch(server.url + PAGE);
    await page.text();
    asked += 1;
    return page.status === 200 && asked >= asks;
  });
  return { server, asked };
}

/** To run the rows, and not to draw thirty creators' pictures. */
async function putWorld(worldFolder: string, dataDir: string): Promise<void> {
  await copyPostgres(worldFolder, join(dataDir, "postgres"));
  cpSync(filesOf(worldFolder), dataDir, { recursive: true });
}

async function waitUntilTold(server: Server, dataDir: string): Promise<void> {
  const running = findRunning(join(dataDir, "postgres"));
  if (!running) throw new Error(`no PostgreSQL runs in ${dataDir}`);
  const db = createDatabase(running.url, { max: 1 });
  await eventually("the demo world is told", async () => {
    const told = await db.selectFrom("completed_seeds").select("name").executeTakeFirst();
    return told !== undefined;
  });
  await db.destroy();
  await eventually("whoever told it has ended", () => countProcesses(server.pid) === 1);
}
