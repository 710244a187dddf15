import pg from "pg";
import { logIn } from "../bench/sign-in-rows.ts";
import { eventually } from "../support/eventually.ts";
import { type CrowdOptions, runUnderCrowd } from "./crowd-run.ts";
import type { Ground } from "./ground.ts";
import type { Instance } from "./instance.ts";
import type { Outcome } from "./outcome.ts";
import type { PatroniCluster } from "./patroni-cluster.ts";

export interface ReplicaOptions extends CrowdOptions {
  seconds: number;
}

const DELAY_SECONDS = 10;

/**
 * Pages that are only read come from the standby while it keeps up, for the first half; then it shows everything ten
 * seconds late. Fans go through whole tips, each page of which shows what the post before it wrote, and creators sign in,
 * open their dashboard and the leaderboard: nobody may miss what they did themselves, in either half.
 */
export async function runReplica({ seconds, ...options }: ReplicaOptions): Promise<Outcome> {
  const settings = ({ readerUrl }: Ground) => ({ DATABASE_READ_URL: readerUrl });
  return await runUnderCrowd({ ...options, settings }, async ({ balancer, cluster, instances }) => {
    const missed: string[] = [];
    let visits = 0;
    const visitFor = async (time: number) => {
      const before = await readsOf(instances);
      const until = performance.now() + time * 1000;
      while (performance.now() < until) {
        visits += 1;
        const cookie = await logIn(balancer.url, visits % 8);
        for (const path of [
          "/dashboard",
          `/leaderboard/creators?visit=${visits}`,
          `/joerdis?visit=${visits}`,
        ]) {
          const url = balancer.url + path;
          const page = await fetch(url, { headers: { Cookie: cookie }, redirect: "manual" });
          await page.arrayBuffer();
          if (page.status !== 200) missed.push(`${path} right after signing in: ${page.status}`);
          // A page that no cache has.
          if (path.includes("?")) await (await fetch(`${url}&guest`)).arrayBuffer();
        }
      }
      const after = await readsOf(instances);
      return { replica: after.replica - before.replica, primary: after.primary - before.primary };
    };
    const inTime = await visitFor(seconds / 2);
    await delayStandby(cluster);
    const late = await visitFor(seconds / 2);
    const lines = [
      `${visits} times a creator signed in and opened 3 pages, of which ${missed.length} ` +
        `were not there; of the queries that a replica may answer, it answered ${inTime.replica} and the primary ` +
        `${inTime.primary} while it was in time, ${late.replica} and ${late.primary} while it was ${DELAY_SECONDS} s behind`,
    ];
    const shows = inTime.replica >= seconds && late.primary > 0;
    return {
      lines,
      faults: shows ? missed : [...missed, "the standby was hardly read from: the run shows nothing"],
    };
  });
}

/** From now on the standby shows everything so much later; resolves once it does. */
async function delayStandby(cluster: PatroniCluster): Promise<void> {
  // Patroni writes these settings itself, and takes away what ALTER SYSTEM says of them.
  await fetch(`http://127.0.0.1:${(await cluster.primary()).restPort}/config`, {
    method: "PATCH",
    body: JSON.stringify({
      postgresql: { recovery_conf: { recovery_min_apply_delay: `${DELAY_SECONDS}s` } },
    }),
  });
  await onStandby(cluster, (standby) =>
    eventually("the standby is late", async () => {
      const { rows } = await standby.query<{ late: boolean }>(
        `select now() - pg_last_xact_replay_timestamp() > interval '${DELAY_SECONDS - 2}s' as late`,
      );
      return rows[0]?.late === true;
    }),
  );
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

/** Queries that a replica may answer, by who answered them, as the processes count. */
async function readsOf(instances: readonly Instance[]): Promise<{ replica: number; primary: number }> {
  const sum = { replica: 0, primary: 0 };
  for (const { opsPort } of instances) {
    const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
    for (const from of ["replica", "primary"] as const)
      sum[from] += Number(
        new RegExp(`^tribute_replica_reads_total\\{from="${from}"\\} (\\d+)$`, "m").exec(text)?.[1] ?? 0,
      );
  }
  return sum;
}
