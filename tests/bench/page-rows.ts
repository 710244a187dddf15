import type { Peer } from "./bench-options.ts";
import type { BenchWorld } from "./bench-world.ts";
import { CONNECTIONS, measurePage, type PageRate } from "./page-rate.ts";
import type { Server } from "./processes.ts";
import { number } from "./report.ts";
import { RENDERED } from "./same-page.ts";

interface PeerRounds extends Peer {
  cached: number[];
  rendered: number[];
  p99: number[];
  seen: PageRate | null;
}

/**
 * Guest pages: from the cache beside node:http's best, rendered beside bare React Router and bare React that send the
 * same bytes from the same query, and both beside each peer.
 */
export async function measurePages(world: BenchWorld, product: Server): Promise<void> {
  const { options, report } = world;
  const const10k = await world.startBaseline("const10k");
  const fair = { PRODUCT_URL: product.url };
  const router = await world.startBaseline("router", fair);
  const react = await world.startBaseline("react", fair);
  const measure = (server: Peer | Server, path = "") => measurePage(server, path, options);
  const cachedShares: number[] = [];
  const ofRouter: number[] = [];
  const ofReact: number[] = [];
  const cachedP99: number[] = [];
  const renderedP99: number[] = [];
  const peers = options.peers
    .filter(({ row }) => row === "profile")
    .map((peer): PeerRounds => ({ ...peer, cached: [], rendered: [], p99: [], seen: null }));
  if (!options.isSmall) {
    await measure(product, "/joerdis?warm=1");
    await measure(router, RENDERED);
    await measure(react, RENDERED);
  }
  let seen = { const10k: 0, cached: 0, router: 0, react: 0, rendered: 0 };
  for (let round = 0; round < options.rounds; round += 1) {
    const least = await measure(const10k, "/");
    const cached = await measure(product, "/joerdis");
    const bare = { router: await measure(router, RENDERED), react: await measure(react, RENDERED) };
    const rendered = await measure(product, RENDERED);
    cachedShares.push(cached.rate / least.rate);
    ofRouter.push(rendered.rate / bare.router.rate);
    ofReact.push(rendered.rate / bare.react.rate);
    cachedP99.push(cached.p99_ms / least.p99_ms);
    renderedP99.push(rendered.p99_ms / rendered.p50_ms);
    seen = {
      ...{ const10k: least.rate, cached: cached.rate, rendered: rendered.rate },
      ...{ router: bare.router.rate, react: bare.react.rate },
    };
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
    "guest page rendered / bare React Router",
    ofRouter,
    { atLeast: 0.6 },
    beside(seen.rendered, seen.router),
  );
  report.share(
    "guest page rendered / bare React",
    ofReact,
    { atLeast: 0.27 },
    beside(seen.rendered, seen.react),
  );
  report.atMost("p99 cached / p99 of const10k", cachedP99, { limit: 3 }, at);
  report.atMost("p99 rendered / its own median", renderedP99, { limit: 3 }, at);
  for (const { name, seen: last, ...peer } of peers) {
    report.toKnow(`guest page cached / ${name}`, peer.cached, beside(seen.cached, last?.rate ?? 0));
    report.toKnow(`guest page rendered / ${name}`, peer.rendered, beside(seen.rendered, last?.rate ?? 0));
    report.toKnow(`p99 cached / p99 of ${name}`, peer.p99, `${number(last?.p99_ms ?? 0)} ms ${at}`);
  }
  await const10k.stop();
  await router.stop();
  await react.stop();
}
