import { type RawBuilder, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../../jobs/jobs.server.ts";

const DAY_MS = 86_400_000;

type Key = string | Buffer;

/** One step of the job: which rows are due, and how they end. */
export interface Ending {
  /** Its name in the log and in the retention table. */
  step: string;
  table: string;
  /** The primary key. */
  key: string;
  /** What the time is counted from; `(at, key)` under `where` is an index of the table. */
  at: string;
  before: (now: Date) => Date | number;
  /** What is older than this is left to another step. */
  since?: (now: Date) => Date;
  where: RawBuilder<unknown>;
  /** Ends these rows, if they are still due; returns how many. */
  end: (
    trx: Transaction<DB>,
    keys: readonly Key[],
    run: { before: Date | number; now: Date; jobs: Jobs },
  ) => Promise<number>;
}

export const daysAgo = (days: number) => (now: Date) => new Date(now.getTime() - days * DAY_MS);

export type Removal = Omit<Ending, "end">;

/** Rows that go; the condition is asked again, so that a row that was renewed at this moment stays. */
export function removal(given: Removal): Ending {
  const { table, key, at, where } = given;
  return {
    ...given,
    end: async (trx, keys, { before }) => {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)}
        where ${sql.ref(key)} = any(${keys}) and ${sql.ref(at)} < ${before} and ${where}`.execute(trx);
      return Number(numAffectedRows ?? 0);
    },
  };
}
