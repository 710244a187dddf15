import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { PROFILES } from "../hold-load.ts";
import { cpuSeconds } from "../processes.ts";
import { waitUntilSettled } from "../whole-tip-rows.ts";
import { arrive, atTheEnd, seeThanks, TIP_STEPS } from "../whole-tips.ts";
import type { StepDemand, TipDemands } from "./demands.ts";
import { inTipWorld } from "./tip-world.ts";

const FANS = 80;
const FANS_AT_ONCE = 8;
/** The first go only warms up. */
const GOES = 3;

/**
 * Lets fans go through whole tips in step, and tells of the last go what a tip took: processor time of the product and
 * of PostgreSQL, transactions that write, and bytes.
 */
export async function measureDemands(): Promise<TipDemands> {
  return await inTipWorld(async ({ product, db, postgresPid }) => {
    const meter = async () => ({
      server: cpuSeconds(product.pid),
      postgres: cpuSeconds(postgresPid),
      ...(await readDatabase(db)),
    });
    const go = async (): Promise<TipDemands> => {
      const steps: StepDemand[] = [];
      const measured = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
        const before = await meter();
        const result = await work();
        const after = await meter();
        steps.push({
          name,
          server_ms: ((after.server - before.server) * 1000) / FANS,
          postgres_ms: ((after.postgres - before.postgres) * 1000) / FANS,
          commits: (after.writes - before.writes) / FANS,
        });
        return result;
      };
      const first = await meter();
      const fans = await measured("profile", () =>
        inTurns(FANS, (index) => arrive(product.url, PROFILES[index % PROFILES.length] ?? "")),
      );
      const step = (wanted: (name: string) => boolean) =>
        inTurns(FANS, async (index) => {
          const fan = fans[index];
          for (const { name, go: take } of TIP_STEPS) if (fan && wanted(name)) fan.page = await take(fan);
        });
      for (const { name } of TIP_STEPS.slice(0, -1))
        await measured(name, () => step((each) => each === name));
      // Who pays sees the page of thanks; meanwhile comes the notice, and the job that settles.
      const paid = await measured("paying and settling", async () => {
        await step((each) => each === "card");
        const ends = fans.map(atTheEnd);
        await waitUntilSettled(db, ends);
        return ends;
      });
      await measured("thanks", () =>
        inTurns(FANS, async (index) => {
          const fan = paid[index];
          if (fan) await seeThanks(fan);
        }),
      );
      const last = await meter();
      return {
        steps,
        stored_bytes: (last.size - first.size) / FANS,
        wal_bytes: (last.wal - first.wal) / FANS,
      };
    };
    for (let each = 1; each < GOES; each += 1) await go();
    return await go();
  });
}

/** Does something for each of so many, some at once; returns what came of it, in order. */
async function inTurns<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = Array.from({ length: count }, (_, index) => index).values();
  const take = async () => {
    for (const index of waiting) results[index] = await work(index);
  };
  await Promise.all(Array.from({ length: FANS_AT_ONCE }, take));
  return results;
}

/** How many transactions have written so far, how far the log has come, and how large the tables are with their indexes. */
async function readDatabase(db: Kysely<DB>): Promise<{ writes: number; wal: number; size: number }> {
  const { rows } = await sql<{ writes: number; wal: number; size: number }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text::float8 as writes,
      pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal,
      pg_database_size(current_database())::float8 as size`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("PostgreSQL says nothing of itself");
  return row;
}
