import type { Kysely } from "kysely";
import { allow } from "./2026-11-25-96-1-settlement-bounds.ts";

/** A held rate that leaps far takes two operators. */
export async function up(db: Kysely<never>): Promise<void> {
  await allow(db, "operator_acts", "kind", ["RATE_LEAP"]);
}
