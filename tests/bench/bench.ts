import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { checkLedger } from "../../app/domain/ledger/check.server.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { createDatabase } from "../../db/index.ts";
import { benchCreators, openAccounts, prepareTips } from "./bench-database.ts";
import { postSummaries } from "./form-posts.ts";
import { load } from "./load.ts";
import { settleForSeconds } from "./money-rows.ts";
import { cpuSeconds, cpuSecondsOfTree, memoryMegabytes, type Server, startServer } from "./processes.ts";
import { queueForTip1, runTip1, tip1Program } from "./tip1.ts";
import { judge, spreadOf, type Verdict } from "./verdict.ts";

// npm run bench: the product beside its baselines, in interleaved rounds on a throw-away database (performance.md).
// --small runs every row for a moment, to keep the bench itself working; its verdicts mean nothing.

const isSmall = process.argv.includes("--small");
const ROUNDS = isSmall ? 1 : 5;
const SECONDS = isSmall ? 0.5 : 4;
const SECRET = "bench-secret-bench-secret-bench-secret";

interface Row {
  name: string;
  rounds: number[];
  goal: string;
  verdict: Verdict;
  beside: string;
}

const rows: Row[] = [];
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
const number = (value: number) => value.toLocaleString("en", { maximumFractionDigits: value < 100 ? 1 : 0 });

function addRatio(
  name: string,
  ratios: number[],
  goal: number,
  stretch: number | null,
  beside: string,
): void {
  const goalText = `≥ ${percent(goal)}${stretch ? `, stretch ${percent(stretch)}` : ""}`;
  rows.push({ name, rounds: ratios, goal: goalText, verdict: judge(ratios, goal, true), beside });
}

const folder = mkdtempSync(join(tmpdir(), "tribute-bench-"));
const postgres = await startEmbedded({ dataDir: join(folder, "postgres") });
const servers: Server[] = [];
const start = async (argv: string[], environment: Record<string, string> = {}) => {
  const server = await startServer(argv, {
    NODE_ENV: "production",
    DATABASE_URL: postgres.url,
    ...environment,
  });
  servers.push(server);
  return server;
};

try {
  const provider = await start(["tests/bench/baseline-provider.ts"]);
  const product = await start(["--max-semi-space-size=8", "scripts/start.mjs"], {
    APP_MODE: "demo",
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: join(folder, "data"),
    APP_SECRET: SECRET,
    POSTS_PER_MINUTE: "1000000000",
    SANDBOX_API_URL: provider.url,
    LOG_LEVEL: "info",
  });
  const const10k = await start(["tests/bench/baseline-const10k.ts"]);
  const ssrdb = await start(["tests/bench/baseline-ssrdb.ts"]);

  await pageRows(product, const10k, ssrdb);
  await moneyRows(product);
  await processRows(product, start);
} finally {
  for (const server of servers.reverse()) await server.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
print();

/** Guest pages: from the cache beside node:http's best, and rendered beside the least that a page costs. */
async function pageRows(product: Server, const10k: Server, ssrdb: Server): Promise<void> {
  const perCpuSecond = async (server: Server, path: string, connections: number) => {
    const before = cpuSeconds(server.pid);
    const result = await load(server.url + path, { connections, seconds: Math.max(1, SECONDS) });
    if (result.failed > 0) throw new Error(`${result.failed} answers of ${path} were no pages`);
    return { ...result, rate: result.requests / Math.max(0.01, cpuSeconds(server.pid) - before) };
  };
  const cached: number[] = [];
  const rendered: number[] = [];
  const cachedP99: number[] = [];
  const renderedP99: number[] = [];
  const seen = { const10k: 0, ssrdb: 0, cached: 0, rendered: 0 };
  await perCpuSecond(product, "/joerdis?warm=1", 10);
  await perCpuSecond(ssrdb, "/", 10);
  for (let round = 0; round < ROUNDS; round += 1) {
    const a = await perCpuSecond(const10k, "/", 32);
    const b = await perCpuSecond(product, "/joerdis", 32);
    const c = await perCpuSecond(ssrdb, "/", 32);
    const d = await perCpuSecond(product, "/joerdis?fresh=1", 32);
    cached.push(b.rate / a.rate);
    rendered.push(d.rate / c.rate);
    cachedP99.push(b.p99_ms / a.p99_ms);
    renderedP99.push(d.p99_ms / c.p50_ms);
    Object.assign(seen, { const10k: a.rate, cached: b.rate, ssrdb: c.rate, rendered: d.rate });
  }
  const beside = (one: number, other: number) => `${number(one)} of ${number(other)} requests per CPU second`;
  addRatio("guest page cached / const10k", cached, 0.4, 0.6, beside(seen.cached, seen.const10k));
  addRatio("guest page rendered / ssrdb", rendered, 0.07, 0.17, beside(seen.rendered, seen.ssrdb));
  const most = (name: string, rounds: number[], goal: number) =>
    rows.push({
      name,
      rounds,
      goal: `≤ ${goal}`,
      verdict: judge(rounds, goal, false),
      beside: "at 32 connections",
    });
  most("p99 cached / p99 of const10k", cachedP99, 3);
  most("p99 rendered / median of ssrdb", renderedP99, 15);
}

/** Money: a tip settled and a payment begun, beside the same rows written by one statement. */
async function moneyRows(product: Server): Promise<void> {
  const db = createDatabase(postgres.url, { max: 12 });
  const creators = await benchCreators(db, 200);
  await openAccounts(db, creators);
  const perRow = Math.ceil(ROUNDS * SECONDS * 4500) + 2000;
  const spread = await prepareTips(db, perRow, creators);
  const hot = await prepareTips(db, perRow, creators.slice(0, 1));
  const forTip1 = await prepareTips(db, Math.ceil(ROUNDS * SECONDS * 12_000) + 2000, creators);
  await queueForTip1(
    db,
    forTip1.map((tip) => tip.payment_id),
  );
  const drafts = await prepareDrafts(db, perRow, creators);
  const [spreadNext, hotNext, draftsNext] = [spread.values(), hot.values(), drafts.values()];
  await settleForSeconds(db, spreadNext, 10, Math.min(1, SECONDS));
  const settled: number[] = [];
  const hotShare: number[] = [];
  const begun: number[] = [];
  const seen = { tip1: 0, settled: 0, hot: 0, begun: 0, cpu: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await runTip1(postgres.url, folder, 10, Math.max(1, SECONDS));
    const before = cpuSecondsOfTree(postgres.pid);
    const many = await settleForSeconds(db, spreadNext, 10, SECONDS);
    const cpu = (cpuSecondsOfTree(postgres.pid) - before) / SECONDS;
    const single = await settleForSeconds(db, hotNext, 10, SECONDS);
    const posts = await postSummaries(product.url, SECRET, draftsNext, 10, SECONDS);
    settled.push(many / one);
    hotShare.push(single / many);
    begun.push(posts / one);
    Object.assign(seen, { tip1: one, settled: many, hot: single, begun: posts, cpu });
  }
  addRatio(
    "tip settled / tip1",
    settled,
    0.3,
    0.6,
    `${number(seen.settled)} of ${number(seen.tip1)} a second (${tip1Program}), PostgreSQL ${percent(seen.cpu)} of a core`,
  );
  addRatio("payment begun by form post / tip1", begun, 0.12, 0.25, `${number(seen.begun)} a second`);
  addRatio(
    "hot creator / spread",
    hotShare,
    0.6,
    null,
    `${number(seen.hot)} of ${number(seen.settled)} a second`,
  );
  const faults = (await checkLedger(db, new Date())).filter((check) => check.rows.length > 0);
  rows.push({
    name: "books after all of it",
    rounds: [faults.length],
    goal: "no fault",
    verdict: faults.length === 0 ? "PASS" : "FAIL",
    beside: faults.map((fault) => fault.name).join(", "),
  });
  await db.destroy();
}

async function prepareDrafts(
  db: ReturnType<typeof createDatabase>,
  count: number,
  creators: readonly string[],
) {
  const tips = await prepareTips(db, count, creators);
  const ids = tips.map((tip) => tip.payment_id);
  await db
    .deleteFrom("payments")
    .where("id", "=", (eb) => eb.fn.any(eb.val(ids)))
    .execute();
  const usernames = new Map(
    (
      await db
        .selectFrom("users")
        .select(["id", "username"])
        .where("id", "in", [...creators])
        .execute()
    ).map((user) => [user.id, user.username]),
  );
  const owners = await db
    .selectFrom("tips")
    .select(["id", "creator_id"])
    .where("id", "=", (eb) => eb.fn.any(eb.val(tips.map((tip) => tip.tip_id))))
    .execute();
  return owners.map((tip) => ({ tip_id: tip.id, username: usernames.get(tip.creator_id) ?? "" }));
}

/** The process itself: its memory after all that, and how long a start takes with an existing database. */
async function processRows(product: Server, startAnother: typeof start): Promise<void> {
  const memory = memoryMegabytes(product.pid);
  rows.push({
    name: "memory after load",
    rounds: [memory],
    goal: "≤ 250 MB",
    verdict: judge([memory], 250, false),
    beside: "MB",
  });
  const began = performance.now();
  const second = await startAnother(["scripts/start.mjs"], {
    APP_MODE: "demo",
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: join(folder, "data"),
    APP_SECRET: SECRET,
  });
  await (await fetch(`${second.url}/joerdis`)).text();
  const seconds = (performance.now() - began) / 1000;
  rows.push({
    name: "start to first page",
    rounds: [seconds],
    goal: "≤ 2.5 s",
    verdict: judge([seconds], 2.5, false),
    beside: "s, existing database",
  });
}

function print(): void {
  process.stdout.write(
    `\n${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}\n\n`,
  );
  process.stdout.write("| row | median | range | goal | verdict | beside |\n|---|---|---|---|---|---|\n");
  for (const row of rows) {
    const { median, least, greatest } = spreadOf(row.rounds);
    const show = row.goal.includes("%") ? percent : number;
    process.stdout.write(
      `| ${row.name} | ${show(median)} | ${show(least)} to ${show(greatest)} | ${row.goal} | ${row.verdict} | ${row.beside} |\n`,
    );
  }
}
