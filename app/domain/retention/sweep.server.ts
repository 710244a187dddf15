import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { type FailedRow, forRows, type Jobs, type RowsOutcome } from "../jobs/jobs.ts";
import { sweepUnusedPictures } from "../media/pictures.server.ts";
import { expireDocuments } from "../verification/decisions.server.ts";
import { ENDINGS, type Ending } from "./endings.server.ts";

interface RetentionServices {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
  log: { error(fields: object, message: string): void };
}

interface SweepOutcome {
  ended: Record<string, number>;
  failed: { step: string; key: FailedRow["key"] | null; error: string }[];
}

/** In batches. A failed one is repeated by row; failing rows are logged and skipped. */
export async function sweepRetention(services: RetentionServices): Promise<SweepOutcome> {
  const outcome: SweepOutcome = { ended: {}, failed: [] };
  const fail = (step: string, key: string | null, error: string) => {
    const failure = { step, key, error };
    outcome.failed.push(failure);
    services.log.error(failure, "something could not be removed in time");
  };
  const steps: [string, () => Promise<RowsOutcome>][] = [
    ...ENDINGS.map((ending): [string, () => Promise<RowsOutcome>] => [
      ending.step,
      () => sweepEnding(services, ending),
    ]),
    ["verification documents", () => expireDocuments(services)],
    ["pictures without use", () => sweepUnusedPictures(services)],
  ];
  for (const [step, run] of steps) {
    try {
      const { done, failed } = await run();
      outcome.ended[step] = done;
      for (const { key, error } of failed) fail(step, key, error);
    } catch (error) {
      fail(step, null, String(error));
    }
  }
  return outcome;
}

interface DueRow {
  key: string | Buffer;
  at: Date | number;
}

async function sweepEnding(services: RetentionServices, ending: Ending): Promise<RowsOutcome> {
  const { db } = services;
  const now = services.clock();
  const before = ending.before(now);
  const { batch, batches_maximum } = productRules.retention;
  return await forRows<DueRow>({
    size: batch,
    batches_maximum,
    keyOf: ({ key }) => String(key),
    find: (last) => findDue(db, ending, { now, before }, last, batch),
    act: (rows) =>
      db.transaction().execute((trx) =>
        ending.end(
          trx,
          rows.map(({ key }) => key),
          { ...services, before, now },
        ),
      ),
  });
}

/** After the last one, so that failed rows are passed. */
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
