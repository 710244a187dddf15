import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../jobs/jobs.server.ts";
import { sweepUnusedPictures } from "../media/media.server.ts";
import { productRules } from "../money/product-rules.ts";
import { expireDocuments } from "../verification/verification.server.ts";
import { ENDINGS, type Ending } from "./endings.server.ts";

export interface RetentionServices {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
  log: { error(fields: object, message: string): void };
}

/** What a run did: how much went by each step, and what could not be done and is tried again in the next run. */
export interface SweepOutcome {
  ended: Record<string, number>;
  failed: { step: string; key: string | null; error: string }[];
}

/**
 * Ends everything whose time in the retention table is over. Each step works in batches, each batch in a transaction
 * of its own. A batch that fails is taken row by row; a row that fails is logged and passed over, so that it holds up
 * neither the others nor the other steps.
 */
export async function sweepRetention(services: RetentionServices): Promise<SweepOutcome> {
  const outcome: SweepOutcome = { ended: {}, failed: [] };
  const fail = (step: string, key: string | null, error: unknown) => {
    const failure = { step, key, error: String(error) };
    outcome.failed.push(failure);
    services.log.error(failure, "something could not be removed in time");
  };
  const steps: [string, () => Promise<number>][] = [
    ...ENDINGS.map((ending): [string, () => Promise<number>] => [
      ending.step,
      () => sweepEnding(services, ending, (key, error) => fail(ending.step, key, error)),
    ]),
    ["verification documents", () => expireDocuments(services)],
    // Last: what the steps before no longer use goes as well.
    ["pictures without use", () => sweepUnusedPictures(services)],
  ];
  for (const [step, run] of steps) {
    try {
      outcome.ended[step] = await run();
    } catch (error) {
      fail(step, null, error);
    }
  }
  return outcome;
}

interface DueRow {
  key: string | Buffer;
  at: Date | number;
}

async function sweepEnding(
  services: RetentionServices,
  ending: Ending,
  fail: (key: string, error: unknown) => void,
): Promise<number> {
  const { db } = services;
  const now = services.clock();
  const before = ending.before(now);
  const { batch, batches_maximum } = productRules.retention;
  let ended = 0;
  let last: DueRow | null = null;
  for (let round = 0; round < batches_maximum; round += 1) {
    const due: DueRow[] = await findDue(db, ending, { now, before }, last, batch);
    const end = (rows: readonly DueRow[]) =>
      db.transaction().execute((trx) =>
        ending.end(
          trx,
          rows.map(({ key }) => key),
          { ...services, before, now },
        ),
      );
    try {
      if (due.length > 0) ended += await end(due);
    } catch {
      for (const row of due) {
        try {
          ended += await end([row]);
        } catch (error) {
          fail(String(row.key), error);
        }
      }
    }
    last = due.at(-1) ?? null;
    if (due.length < batch) break;
  }
  return ended;
}

/** The next rows that are due, in the order of an index; after the last one, so that a row that failed is passed. */
async function findDue(
  db: Kysely<DB>,
  { table, key, at, since, where }: Ending,
  { now, before }: { now: Date; before: Date | number },
  last: DueRow | null,
  limit: number,
): Promise<DueRow[]> {
  const after = last ? sql`and (${sql.ref(at)}, ${sql.ref(key)}) > (${last.at}, ${last.key})` : sql``;
  const later = since ? sql`and ${sql.ref(at)} >= ${since(now)}` : sql``;
  const { rows } = await sql<DueRow>`
    select ${sql.ref(key)} as key, ${sql.ref(at)} as at from ${sql.table(table)}
    where ${sql.ref(at)} < ${before} ${later} and ${where} ${after}
    order by ${sql.ref(at)}, ${sql.ref(key)} limit ${limit}`.execute(db);
  return rows;
}
