import { sql } from "kysely";
import { afterAll, beforeAll, inject } from "vitest";
import { createDatabase } from "../../../db/index.ts";

const REVIEW_QUEUE = 7_205_759_402;

/**
 * For a test file whose tips wait for an operator, or which works off the whole queue: one such file at a time, since
 * they share one product.
 */
export function holdReviewQueue(): void {
  let held: ReturnType<typeof createDatabase> | undefined;
  beforeAll(async () => {
    held = createDatabase(inject("product").databaseUrl, { max: 1 });
    await sql`select pg_advisory_lock(${REVIEW_QUEUE})`.execute(held);
  });
  afterAll(() => held?.destroy());
}
