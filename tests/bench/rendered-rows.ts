import { DEMO_GROUP } from "../../db/seeds/demo-group.ts";
import type { Peer } from "./bench-options.ts";
import type { BenchWorld } from "./bench-world.ts";
import { measurePage } from "./page-rate.ts";
import { cpuSeconds, type Server } from "./processes.ts";
import { number } from "./report.ts";
import { logIn } from "./sign-in-rows.ts";

/** Pages that are made for each request: those of the demo's first creator, who is signed in, and those of guests. */
const PAGES = [
  { row: "dashboard", name: "dashboard", path: "/dashboard", isOwn: true },
  { row: "statistics", name: "statistics", path: "/statistics", isOwn: true },
  // What the cache keeps are addresses without a query.
  { row: "leaderboard", name: "leaderboard", path: "/leaderboard/creators?fresh=1", isOwn: false },
  { row: "group", name: "group page", path: `/gl/${DEMO_GROUP.slug}?fresh=1`, isOwn: false },
] as const;

/** Larger pages than a creator's, beside the least that a page costs, and beside the peers that were named for them. */
export async function measureRendered(world: BenchWorld, product: Server): Promise<void> {
  const { options, report } = world;
  const ssrdb = await world.startBaseline("ssrdb");
  const cookie = await logIn(product.url, 0);
  const measure = (path: string, isOwn: boolean) =>
    measurePage(product, path, { ...options, cookie: isOwn ? cookie : undefined });
  const rows = PAGES.map((page) => ({
    ...page,
    ...{ shares: [] as number[], rate: 0, database_ms: 0 },
    peers: options.peers
      .filter(({ row }) => row === page.row)
      .map((peer: Peer) => ({ ...peer, shares: [] as number[], rate: 0 })),
  }));
  if (!options.isSmall) {
    await measurePage(ssrdb, "/", options);
    for (const { path, isOwn } of rows) await measure(path, isOwn);
  }
  let plain = 0;
  for (let round = 0; round < options.rounds; round += 1) {
    plain = (await measurePage(ssrdb, "/", options)).rate;
    for (const row of rows) {
      const before = cpuSeconds(world.postgresPid);
      const { rate, requests } = await measure(row.path, row.isOwn);
      row.rate = rate;
      row.database_ms = ((cpuSeconds(world.postgresPid) - before) * 1000) / requests;
      row.shares.push(rate / plain);
      for (const peer of row.peers) {
        peer.rate = (await measurePage(peer, "", options)).rate;
        peer.shares.push(rate / peer.rate);
      }
    }
  }
  for (const { name, shares, rate, database_ms, peers } of rows) {
    const postgres = `PostgreSQL ${number(database_ms)} ms a page`;
    report.toKnow(`${name} rendered / ssrdb`, shares, `${beside(rate, plain)}, ${postgres}`);
    for (const peer of peers)
      report.toKnow(`${name} rendered / ${peer.name}`, peer.shares, beside(rate, peer.rate));
  }
  await ssrdb.stop();
}

function beside(one: number, other: number): string {
  return `${number(one)} of ${number(other)} requests per CPU second`;
}
