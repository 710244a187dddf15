import type { Kysely } from "kysely";
import { checkLedger } from "../../app/domain/ledger/ledger-checks.server.ts";
import { createDatabase } from "../../db/index.ts";
import type { DB } from "../../db/schema.ts";
import { eventually } from "../support/eventually.ts";
import { benchCreators, openAccounts } from "./bench-database.ts";
import type { BenchWorld } from "./bench-world.ts";
import { PROFILES } from "./hold-load.ts";
import { measurePage } from "./page-rate.ts";
import { cpuSeconds, type Server } from "./processes.ts";
import { number } from "./report.ts";
import { RENDERED } from "./same-page.ts";
import { prepareTip1, runTip1 } from "./tip1.ts";
import { type FanAtTheEnd, PAGES_OF_A_TIP, seeThanks, walkTips } from "./whole-tips.ts";

const CLIENTS = 8;
const TIP1_CLIENTS = 10;
const TIP1_SECONDS = 1;
const CREATORS = 200;
/** A tip is begun, and it is settled. */
const STATEMENTS_OF_A_TIP = 2;

/** Processor seconds of one of many. */
interface Cost {
  server: number;
  postgres: number;
}

/** Milliseconds of the processor for a whole tip (docs/bench.md). */
const SERVER_LIMIT_MS = 13;
const POSTGRES_LIMIT_MS = 8.5;

/**
 * A fan's whole tip without script, in processor time of the server and PostgreSQL, beside the least that it could cost:
 * bare React Router for each page that the fan sees, and tip1 for its beginning and its settling. The fan's browser and
 * the provider are in neither.
 */
export async function measureWholeTips(world: BenchWorld, product: Server): Promise<void> {
  const { options, report } = world;
  const { rounds, seconds } = options;
  const router = await world.startBaseline("router", { PRODUCT_URL: product.url });
  const db = createDatabase(world.databaseUrl, { max: 2 });
  const creators = await benchCreators(db, CREATORS);
  await openAccounts(db, creators);
  await prepareTip1(db, rounds * TIP1_SECONDS, creators);
  const peers = options.peers
    .filter(({ row }) => row === "tip")
    .map((peer) => ({ ...peer, shares: [] as number[], rate: 0 }));

  const walk = async (time: number): Promise<number> => {
    let fans = await walkTips(product.url, PROFILES, { clients: CLIENTS, seconds: time });
    // A busy machine may finish none in a moment.
    while (fans.length === 0)
      fans = await walkTips(product.url, PROFILES, { clients: CLIENTS, seconds: time });
    await waitUntilSettled(db, fans);
    for (const fan of fans) await seeThanks(fan);
    return fans.length;
  };
  const cost = async (pid: number | null, work: () => Promise<number>): Promise<Cost> => {
    const used = () => [pid === null ? 0 : cpuSeconds(pid), cpuSeconds(world.postgresPid)] as const;
    const before = used();
    const count = await work();
    const after = used();
    return { server: (after[0] - before[0]) / count, postgres: (after[1] - before[1]) / count };
  };

  if (!options.isSmall) await walk(seconds);
  const shares: number[] = [];
  const costs: Cost[] = [];
  const none: Cost = { server: 0, postgres: 0 };
  const seen = { tip: none, page: none, tip1: none, bare: 0 };
  for (let round = 0; round < rounds; round += 1) {
    seen.page = await cost(router.pid, async () => (await measurePage(router, RENDERED, options)).requests);
    seen.tip1 = await cost(
      null,
      async () => TIP1_SECONDS * (await runTip1(world.databaseUrl, world.folder, TIP1_CLIENTS, TIP1_SECONDS)),
    );
    seen.tip = await cost(product.pid, () => walk(seconds));
    costs.push(seen.tip);
    seen.bare = PAGES_OF_A_TIP * sum(seen.page) + STATEMENTS_OF_A_TIP * seen.tip1.postgres;
    shares.push(seen.bare / sum(seen.tip));
    for (const peer of peers) {
      peer.rate = (await measurePage(peer, "", options)).rate;
      peer.shares.push(1 / seen.tip.server / peer.rate);
    }
  }
  report.toKnow(
    `whole tip / ${PAGES_OF_A_TIP} × bare React Router and ${STATEMENTS_OF_A_TIP} × tip1`,
    shares,
    `${number(1 / sum(seen.tip))} of ${number(1 / seen.bare)} tips per CPU second, PostgreSQL's included`,
  );
  const took = (part: keyof Cost) => costs.map((each) => each[part] * 1000);
  report.atMost(
    "whole tip, server",
    took("server"),
    { limit: SERVER_LIMIT_MS, unit: "ms" },
    "six pages, event",
  );
  report.atMost(
    "whole tip, PostgreSQL",
    took("postgres"),
    { limit: POSTGRES_LIMIT_MS, unit: "ms" },
    "the same",
  );
  for (const { name, shares: beside, rate } of peers)
    report.toKnow(
      `whole tip / a page of ${name}`,
      beside,
      `${number(1 / seen.tip.server)} tips of ${number(rate)} pages per CPU second`,
    );
  const faults = (await checkLedger(db, new Date())).filter((check) => check.rows.length > 0);
  if (faults.length > 0) throw new Error(`the books do not add up: ${faults.map(({ name }) => name)}`);
  await db.destroy();
  await router.stop();
}

export async function waitUntilSettled(
  db: Kysely<DB>,
  fans: readonly Pick<FanAtTheEnd, "payment_id">[],
): Promise<void> {
  const ids = fans.map(({ payment_id }) => payment_id);
  await eventually("every paid tip has settled", async () => {
    const { count } = await db
      .selectFrom("payments")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("id", "in", ids)
      .where("status", "=", "SUCCESS")
      .executeTakeFirstOrThrow();
    return count === ids.length;
  });
}

function sum({ server, postgres }: Cost): number {
  return server + postgres;
}
