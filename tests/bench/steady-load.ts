import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Kysely } from "kysely";
import { checkLedger } from "../../app/domain/ledger/ledger-checks.server.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { createDatabase } from "../../db/index.ts";
import type { DB } from "../../db/schema.ts";
import { holdLoad, type LoadFacts } from "./hold-load.ts";
import { watchMemory } from "./memory-course.ts";
import { measurePressure } from "./pressure.ts";
import { PRODUCT, type Server, startServer } from "./processes.ts";

// npm run load: 200 requests a second for a minute (--seconds), on the product behind a trusted proxy. Fails on any
// error, when the p95 is 250 ms or more, when the cache does not answer what it should, when a paid tip does not settle,
// when the books do not add up, and when the memory of the server's processes grows in the second half of ten minutes
// or more. With --pressure 20 clients log in, upload pictures and fetch PDFs meanwhile. With --full 32 clients ask again as
// soon as they are answered, for as long as is said; then neither the p95 nor the cache's share is a fault.

const RATE = 200;
/** Until then the process still grows into what it needs. */
const WARM_UP_SECONDS = 600;
const P95_MS_MAXIMUM = 250;
const CACHED_SHARE = 0.7;
const PATIENCE_MS = 360_000;
const METRICS_TOKEN = "a-token-of-the-load";
const APP_SECRET = "a-secret-of-the-load-that-is-long-enough";
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    pressure: { type: "boolean" },
    full: { type: "boolean" },
  },
});
const seconds = Number(values.seconds);

const folder = mkdtempSync(join(tmpdir(), "tribute-load-"));
const postgres = await startEmbedded({ dataDir: join(folder, "postgres") });
let product: Server | null = null;
try {
  product = await startServer(PRODUCT, {
    NODE_ENV: "production",
    APP_MODE: "demo",
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, "data"),
    PORT: "0",
    HOST: "127.0.0.1",
    TRUSTED_PROXIES: "127.0.0.1",
    // So few that all the posts from one address would be refused: the proxy has to be believed.
    POSTS_PER_MINUTE: values.pressure ? "1000" : "10",
    CROWD_FACTOR: "1000000",
    METRICS_TOKEN,
    APP_SECRET,
    LOG_LEVEL: "error",
  });
  const faults = values.pressure ? await pressAndLook(product) : await loadAndLook(product);
  for (const fault of faults) process.stdout.write(`FAULT ${fault}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await product?.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Guests while 20 clients do what costs most. Returns what was not as it should be. */
async function pressAndLook(server: Server): Promise<string[]> {
  const db = createDatabase(postgres.url, { max: 2 });
  const facts = await measurePressure(server, { db, secret: APP_SECRET, seconds });
  await db.destroy();
  const { guests, clients } = facts;
  process.stdout.write(
    `${guests.count} guest pages in ${seconds} s: p50 ${guests.p50_ms.toFixed(1)} ms, p95 ${guests.p95_ms.toFixed(1)} ms, ` +
      `p99 ${guests.p99_ms.toFixed(1)} ms; meanwhile ${clients.logins} logins, ${clients.uploads} uploads, ` +
      `${clients.papers} PDFs, ${clients.busy} × come again later; at most ${facts.megabytes.toFixed(0)} MB; ` +
      `load of the machine ${loadavg()[0]?.toFixed(1)}\n`,
  );
  return [
    ...[...facts.failures].map(([answer, count]) => `${count} × ${answer}`),
    ...(guests.p95_ms < P95_MS_MAXIMUM ? [] : [`the p95 is ${P95_MS_MAXIMUM} ms or more`]),
  ];
}

/** Returns what was not as it should be. */
async function loadAndLook(server: Server): Promise<string[]> {
  const { url } = server;
  const hitsBefore = await cacheHits(url);
  const watch = watchMemory(server);
  const facts = await holdLoad(url, {
    rate: values.full ? "full" : RATE,
    isOver: (elapsed) => elapsed >= seconds,
  });
  const { quarters, highest, isFlat } = watch.stop();
  const cachedShare = ((await cacheHits(url)) - hitsBefore) / facts.requests;
  const db = createDatabase(postgres.url, { max: 2 });
  const paid = [...new Set(facts.paid)];
  const { atFirst, unsettled, seconds: settling } = await waitForSettling(db, paid);
  const books = (await checkLedger(db, new Date())).filter((check) => check.rows.length > 0);
  await db.destroy();
  process.stdout.write(
    `${facts.requests} requests in ${seconds} s: p50 ${facts.p50_ms.toFixed(1)} ms, p95 ${facts.p95_ms.toFixed(1)} ms, ` +
      `p99 ${facts.p99_ms.toFixed(1)} ms; ${(cachedShare * 100).toFixed(1)} % from the cache; ${facts.paid.length} tips paid, of which ` +
      `${atFirst} had not settled at the end, and all but ${unsettled} within ${settling.toFixed(0)} s\n` +
      `memory of the server's processes at a quarter, half, three quarters and the end: ` +
      `${quarters.map((each) => each.toFixed(0)).join(", ")} MB, at most ${highest.toFixed(0)} MB\n`,
  );
  return [
    ...[...facts.failures].map(([answer, count]) => `${count} × ${answer}`),
    ...(values.full ? [] : faultsOfPace(facts, cachedShare)),
    ...(isFlat || seconds < WARM_UP_SECONDS ? [] : ["the memory grew in the second half"]),
    ...(paid.length > 0 ? [] : ["nobody paid"]),
    ...(unsettled === 0 ? [] : [`${unsettled} of ${paid.length} paid tips did not settle`]),
    ...(paid.length === facts.paid.length ? [] : [`${facts.paid.length - paid.length} payments paid twice`]),
    ...books.map(({ name, rows }) => `${name}: ${rows.length} rows`),
  ];
}

/** What a product that keeps up at the given rate does not show. */
function faultsOfPace({ requests, p95_ms }: LoadFacts, cachedShare: number): string[] {
  return [
    ...(requests < RATE * seconds * 0.99 ? ["fewer requests than there should be"] : []),
    ...(p95_ms < P95_MS_MAXIMUM ? [] : [`the p95 is ${P95_MS_MAXIMUM} ms or more`]),
    ...(cachedShare > CACHED_SHARE - 0.05 ? [] : ["the cache answered too little"]),
  ];
}

/** How many of these payments have settled; a statement takes 65,535 values at most. */
async function countSettled(db: Kysely<DB>, payments: readonly string[]): Promise<number> {
  let settled = 0;
  for (let from = 0; from < payments.length; from += 10_000) {
    const { count } = await db
      .selectFrom("payments")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("id", "in", payments.slice(from, from + 10_000))
      .where("status", "=", "SUCCESS")
      .executeTakeFirstOrThrow();
    settled += count;
  }
  return settled;
}

/**
 * Waits until all these payments have settled, for as long as any of them does: who asks at full speed leaves a queue behind.
 * Notices that were refused come again after five minutes at the latest.
 */
async function waitForSettling(
  db: Kysely<DB>,
  payments: readonly string[],
): Promise<{ atFirst: number; unsettled: number; seconds: number }> {
  const begun = performance.now();
  const atFirst = payments.length - (await countSettled(db, payments));
  let [unsettled, changed] = [atFirst, begun];
  while (unsettled > 0 && performance.now() - changed < PATIENCE_MS) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const now = payments.length - (await countSettled(db, payments));
    if (now < unsettled) changed = performance.now();
    unsettled = now;
  }
  return { atFirst, unsettled, seconds: (changed - begun) / 1000 };
}

/** Pages that the cache has answered so far, by the product's own count. */
async function cacheHits(url: string): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
  return Number(/page_cache_answers_total\{result="hit"\} (\d+)/.exec(await response.text())?.[1] ?? 0);
}
