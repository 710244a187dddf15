import pg from "pg";
import { createDatabase } from "../../db/index.ts";
import { logIn } from "../bench/sign-in-rows.ts";
import { startCrowd } from "./crowd.ts";
import { lookForFaults, noticesIn } from "./look.ts";
import { type Outcome, problemsIn } from "./outcome.ts";
import type { PatroniCluster } from "./patroni-cluster.ts";
import { openStage } from "./stage.ts";
import { openWorld, type WorldOptions } from "./world.ts";

export interface ReplicaOptions extends WorldOptions {
  seconds: number;
  rate: number;
}

const DELAY_SECONDS = 10;

/**
 * Reads may go to a standby that shows everything ten seconds late. Fans go through whole tips, each page of which shows
 * what the post before it wrote, and creators sign in and open their dashboard: nobody may miss what they did themselves.
 */
export async function runReplica({ seconds, rate, ...options }: ReplicaOptions): Promise<Outcome> {
  const stage = openStage();
  try {
    const world = await openWorld(stage, {
      ...options,
      settings: ({ readerUrl }) => ({ DATABASE_READ_URL: readerUrl }),
    });
    const { cluster, balancer, instances, worker, ownerUrl } = world;
    await onStandby(cluster, async (standby) => {
      await standby.query(`alter system set recovery_min_apply_delay = '${DELAY_SECONDS}s'`);
      await standby.query("select pg_reload_conf()");
    });
    const before = await readsOf(cluster);
    const run = `r${Date.now() % 1_000_000}`;
    const crowd = startCrowd(balancer.url, rate, run);
    const missed: string[] = [];
    let visits = 0;
    const until = performance.now() + seconds * 1000;
    while (performance.now() < until) {
      const cookie = await logIn(balancer.url, visits % 8);
      visits += 1;
      const page = await fetch(`${balancer.url}/dashboard`, {
        headers: { Cookie: cookie },
        redirect: "manual",
      });
      await page.arrayBuffer();
      if (page.status !== 200) missed.push(`a dashboard right after signing in: ${page.status}`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    const reads = (await readsOf(cluster)) - before;
    await crowd.end();
    const db = createDatabase(ownerUrl, { max: 4 });
    const notices = noticesIn([...instances, worker]);
    const faults = await lookForFaults(db, { run, paid: crowd.paid, notices });
    await db.destroy();
    for (const [what, count] of crowd.lost) faults.push(`${count} × a fan was lost: ${what}`);
    faults.push(...missed);
    if (reads < 10) faults.push("the standby was hardly read from: the run shows nothing");
    const lines = [
      `${DELAY_SECONDS} s behind, ${seconds} s: ${crowd.begun()} fans came, ${crowd.paid.length} saw the thanks, ` +
        `${crowd.requests()} requests, ${crowd.failed.length} repeated; ${visits} creators signed in and ` +
        `${visits - missed.length} found their dashboard; the standby answered ${reads} transactions meanwhile`,
    ];
    return { lines, faults, logs: problemsIn([...instances, worker]) };
  } finally {
    await stage.close();
  }
}

async function onStandby<T>(cluster: PatroniCluster, act: (standby: pg.Client) => Promise<T>): Promise<T> {
  const primary = await cluster.primary();
  const node = cluster.nodes.find((each) => each !== primary) ?? primary;
  const client = new pg.Client({
    ...{ host: "127.0.0.1", port: node.port, database: "tribute" },
    ...{ user: "postgres", password: cluster.superuserPassword },
  });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

/** Transactions that the product has read on the standby so far. */
async function readsOf(cluster: PatroniCluster): Promise<number> {
  return await onStandby(cluster, async (standby) => {
    const { rows } = await standby.query<{ count: string }>(
      "select xact_commit as count from pg_stat_database where datname = 'tribute'",
    );
    return Number(rows[0]?.count ?? 0);
  });
}
