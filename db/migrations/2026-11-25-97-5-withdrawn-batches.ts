import type { Kysely } from "kysely";
import { allow } from "./2026-11-25-96-1-settlement-bounds.ts";

/** Two operators take back a batch whose file the bank has not got. */
export async function up(db: Kysely<never>): Promise<void> {
  await allow(db, "operator_acts", "kind", ["BATCH_WITHDRAWN"]);
}
