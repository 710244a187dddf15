import type { Peer } from "./bench-options.ts";
import type { BenchWorld } from "./bench-world.ts";
import { CONNECTIONS, measurePage, type PageRate } from "./page-rate.ts";
import type { Server } from "./processes.ts";
import { number } from "./report.ts";

interface PeerRounds extends Peer {
  cached: number[];
  rendered: number[];
  p99: number[];
  seen: PageRate | null;
}

/**
 * Guest pages: from the cache beside node:http's best, rendered beside the least that a page costs, and both beside
 * each peer.
 */
export async function measurePages(world: BenchWorld, product: Server): Promise<void> {
  const { options, report } = world;
  const const10k = await world.startBaseline("const10k");
  const ssrdb = await world.startBaseline("ssrdb");
  const measure = (server: Peer | Server, path = "") => measurePage(server, path, options);
  const cachedShares: number[] = [];
  const renderedShares: number[] = [];
  const cachedP99: number[] = [];
  const renderedP99: number[] = [];
  const peers = options.peers
    .filter(({ row }) => row === "profile")
    .map((peer): PeerRounds => ({ ...peer, cached: [], rendered: [], p99: [], seen: null }));
  if (!options.isSmall) {
    await measure(product, "/joerdis?warm=1");
    await measure(ssrdb, "/");
  }
  let seen = { const10k: 0, cached: 0, ssrdb: 0, rendered: 0 };
  for (let round = 0; round < options.rounds; round += 1) {
    const least = await measure(const10k, "/");
    const cached = await measure(product, "/joerdis");
    const plain = await measure(ssrdb, "/");
    const rendered = await measure(product, "/joerdis?fresh=1");
    cachedShares.push(cached.rate / least.rate);
    renderedShares.push(rendered.rate / plain.rate);
    cachedP99.push(cached.p99_ms / least.p99_ms);
    renderedP99.push(rendered.p99_ms / plain.p50_ms);
    seen = { const10k: least.rate, cached: cached.rate, ssrdb: plain.rate, rendered: rendered.rate };
    for (const peer of peers) {
      peer.seen = await measure(peer);
      peer.cached.push(cached.rate / peer.seen.rate);
      peer.rendered.push(rendered.rate / peer.seen.rate);
      peer.p99.push(cached.p99_ms / peer.seen.p99_ms);
    }
  }
  const beside = (one: number, other: number) => `${number(one)} of ${number(other)} requests per CPU second`;
  const at = `at ${CONNECTIONS} connections`;
  report.share(
    "guest page cached / const10k",
    cachedShares,
    { atLeast: 0.6, stretch: 0.75 },
    beside(seen.cached, seen.const10k),
  );
  report.share(
    "guest page rendered / ssrdb",
    renderedShares,
    { atLeast: 0.1, stretch: 0.17 },
    beside(seen.rendered, seen.ssrdb),
  );
  report.atMost("p99 cached / p99 of const10k", cachedP99, { limit: 3 }, at);
  report.atMost("p99 rendered / median of ssrdb", renderedP99, { limit: 15 }, at);
  for (const { name, seen: last, ...peer } of peers) {
    report.toKnow(`guest page cached / ${name}`, peer.cached, beside(seen.cached, last?.rate ?? 0));
    report.toKnow(`guest page rendered / ${name}`, peer.rendered, beside(seen.rendered, last?.rate ?? 0));
    report.toKnow(`p99 cached / p99 of ${name}`, peer.p99, `${number(last?.p99_ms ?? 0)} ms ${at}`);
  }
  await const10k.stop();
  await ssrdb.stop();
}
