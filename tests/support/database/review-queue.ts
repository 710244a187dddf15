import { sql } from "kysely";
import { afterAll, beforeAll } from "vitest";
import { records } from "./records.ts";

const REVIEW_QUEUE = 7_205_759_402;

/**
 * For a test file whose tips wait for an operator, or which works off the whole queue: one such file at a time, since
 * they share one product. The lock belongs to a connection that is held for as long as the file runs.
 */
export function holdReviewQueue(): void {
  const held = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  let ended: Promise<void> = Promise.resolve();
  beforeAll(async () => {
    ended = records()
      .connection()
      .execute(async (connection) => {
        await sql`select pg_advisory_lock(${REVIEW_QUEUE})`.execute(connection);
        held.resolve();
        await done.promise;
        await sql`select pg_advisory_unlock(${REVIEW_QUEUE})`.execute(connection);
      });
    await Promise.race([held.promise, ended]);
  });
  afterAll(async () => {
    done.resolve();
    await ended;
  });
}
