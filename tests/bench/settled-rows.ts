import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { createDatabase } from "../../db/index.ts";
import type { DB } from "../../db/schema.ts";
import type { BenchWorld } from "./bench-world.ts";
import { PROFILES } from "./hold-load.ts";
import type { Server } from "./processes.ts";
import { waitUntilSettled } from "./whole-tip-rows.ts";
import { type FanAtTheEnd, walkTip } from "./whole-tips.ts";

const TIPS_PER_SECOND = 5;

/** From the provider's event to the settled tip, at a steady pace; the provider here answers at once. */
export async function measureSettled(world: BenchWorld, product: Server): Promise<void> {
  const { rounds, seconds } = world.options;
  const db = createDatabase(world.databaseUrl, { max: 2 });
  const seen: { median: number; p95: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const fans = await walkAtPace(product.url, Math.ceil(TIPS_PER_SECOND * seconds));
    await waitUntilSettled(db, fans);
    seen.push(await readWaits(db, fans));
  }
  await db.destroy();
  const beside = `${TIPS_PER_SECOND} tips a second`;
  const rowsOf = (key: "median" | "p95") => seen.map((each) => each[key]);
  world.report.atMost("event to settled tip, median", rowsOf("median"), { limit: 200, unit: "ms" }, beside);
  world.report.atMost("event to settled tip, p95", rowsOf("p95"), { limit: 500, unit: "ms" }, beside);
}

async function walkAtPace(base: string, count: number): Promise<FanAtTheEnd[]> {
  const fans: Promise<FanAtTheEnd>[] = [];
  for (let begun = 0; begun < count; begun += 1) {
    if (begun > 0) await pause(1000 / TIPS_PER_SECOND);
    fans.push(walkTip(base, PROFILES[begun % PROFILES.length] ?? ""));
  }
  return await Promise.all(fans);
}

async function readWaits(
  db: Kysely<DB>,
  fans: readonly FanAtTheEnd[],
): Promise<{ median: number; p95: number }> {
  const waited = sql<number>`1000 * extract(epoch from handled_at - received_at)::float8`;
  const { rows } = await sql<{ median: number; p95: number }>`
    select percentile_cont(0.5) within group (order by ${waited}) as median,
      percentile_cont(0.95) within group (order by ${waited}) as p95
    from provider_webhook_events
    where payment_id in (${sql.join(fans.map(({ payment_id }) => payment_id))}) and handled_at is not null`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error("no event is there");
  return row;
}
