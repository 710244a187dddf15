import { DEMO_GROUP } from "../../db/seeds/demo-group.ts";
import type { Peer } from "./bench-options.ts";
import type { BenchWorld } from "./bench-world.ts";
import { measurePage } from "./page-rate.ts";
import { cpuSeconds, type Server } from "./processes.ts";
import { number } from "./report.ts";
import { receiveTips } from "./settle-tips.ts";
import { EMAILS, logIn } from "./sign-in-rows.ts";

/** Milliseconds of the server for a page of a creator with many tips. */
const OWN_LIMIT_MS = 5;

/** Made for each request: pages of the demo's first creator, signed in, and pages of guests, outside of the cache. */
const PAGES = [
  { row: "dashboard", name: "dashboard", path: "/dashboard", isOwn: true },
  { row: "statistics", name: "statistics", path: "/statistics", isOwn: true },
  { row: "leaderboard", name: "leaderboard", path: "/leaderboard/creators?fresh=1", isOwn: false },
  { row: "group", name: "group page", path: `/gl/${DEMO_GROUP.slug}?fresh=1`, isOwn: false },
] as const;

/** Larger pages than a creator's, in processor time, and beside the peers that are named for them. */
export async function measureRendered(world: BenchWorld, product: Server): Promise<void> {
  const { options, report } = world;
  const tips = options.isSmall ? 10 : 1_000;
  await receiveTips(world.databaseUrl, EMAILS[0] ?? "", tips);
  const cookie = await logIn(product.url, 0);
  const measure = (path: string, isOwn: boolean) =>
    measurePage(product, path, { ...options, cookie: isOwn ? cookie : undefined });
  const rows = PAGES.map((page) => ({
    ...page,
    ...{ costs: [] as number[], database_ms: 0 },
    peers: options.peers
      .filter(({ row }) => row === page.row)
      .map((peer: Peer) => ({ ...peer, shares: [] as number[], rate: 0 })),
  }));
  if (!options.isSmall) for (const { path, isOwn } of rows) await measure(path, isOwn);
  for (let round = 0; round < options.rounds; round += 1) {
    for (const row of rows) {
      const before = cpuSeconds(world.postgresPid);
      const { rate, requests } = await measure(row.path, row.isOwn);
      row.database_ms = ((cpuSeconds(world.postgresPid) - before) * 1000) / requests;
      row.costs.push(1000 / rate);
      for (const peer of row.peers) {
        peer.rate = (await measurePage(peer, "", options)).rate;
        peer.shares.push(rate / peer.rate);
      }
    }
  }
  for (const { name, isOwn, costs, database_ms, peers } of rows) {
    const postgres = `PostgreSQL ${number(database_ms)} ms a page`;
    const beside = isOwn ? `${number(tips)} tips; ${postgres}` : postgres;
    if (isOwn) report.atMost(name, costs, { limit: OWN_LIMIT_MS, unit: "ms" }, beside);
    else report.took(name, costs, beside);
    for (const peer of peers)
      report.toKnow(`${name} / ${peer.name}`, peer.shares, `${number(peer.rate)} requests per CPU second`);
  }
}
