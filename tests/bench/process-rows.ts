import type { BenchWorld } from "./bench-world.ts";
import { load } from "./load.ts";
import { memoryMegabytes, type Server } from "./processes.ts";

/** What people look at on a busy evening: kept pages, rendered ones, large and small ones, and one that is not there. */
const PAGES = [
  "/",
  "/joerdis",
  "/joerdis?visit=1",
  "/maximiliane.von.buelow?visit=2",
  "/otis.on.the.porch/7?visit=3",
  "/faq",
  "/?visit=4",
];

/** The collector lets the heap swing by so much. */
const FLAT = 1.1;

/**
 * The process itself, on a database that is there already: how long it takes to its first page, and its memory under
 * load.
 */
export async function measureProcess(world: BenchWorld): Promise<void> {
  const { options, report } = world;
  const starts: number[] = [];
  // The first one makes the demo world.
  let server: Server | null = await world.startProduct();
  for (let round = 0; round < options.rounds; round += 1) {
    await server?.stop();
    const began = performance.now();
    server = await world.startProduct();
    const page = await fetch(`${server.url}/joerdis`);
    await page.text();
    if (page.status !== 200) throw new Error(`the first page was answered with ${page.status}`);
    starts.push((performance.now() - began) / 1000);
  }
  if (!server) return;
  report.atMost("start to first page", starts, { limit: 1.5, unit: "s" }, "existing database");

  const atStart = memoryMegabytes(server.pid);
  const pages = options.isSmall ? PAGES.slice(0, 2) : PAGES;
  await visitAll(server, pages, options.seconds);
  const afterHalf = memoryMegabytes(server.pid);
  await visitAll(server, pages, options.seconds);
  const afterAll = memoryMegabytes(server.pid);
  await server.stop();
  report.atMost(
    "memory after load",
    [afterAll],
    { limit: 250, unit: "MB" },
    `${atStart.toFixed(0)} MB at the start`,
  );
  report.holds(
    "memory after all / after half of the load",
    afterAll / afterHalf,
    { words: `flat: ≤ ${FLAT}`, isMet: afterAll <= afterHalf * FLAT },
    `${afterHalf.toFixed(0)} MB after half`,
  );
}

async function visitAll(server: Server, pages: readonly string[], seconds: number): Promise<void> {
  for (const path of pages) {
    const { failed } = await load(server.url + path, { connections: 32, seconds });
    if (failed > 0) throw new Error(`${failed} answers of ${path} were no pages`);
  }
}
