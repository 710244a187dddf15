import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { advanceSeries, lockSeries } from "./document-series.server.ts";
import { type CancellationFacts, cancellationFactsSchema } from "./statement.schema.ts";

/**
 * Cancels the statement of a payout that came back, by a document of its own number in the same series; once, however
 * often it is asked for. What the statement listed is listed again by the creator's next one. Returns the number, or null
 * where there is no statement. The lock of the series is held until the transaction ends.
 */
export async function cancelStatement(
  trx: Transaction<DB>,
  given: { payout_id: string; reason: string | null; issuer: readonly string[]; now: Date },
): Promise<number | null> {
  const { payout_id, reason, issuer, now } = given;
  const found = await trx
    .selectFrom("payout_statements as s")
    .leftJoin("statement_cancellations as c", "c.payout_id", "s.payout_id")
    .select(["s.facts", "c.number"])
    .where("s.payout_id", "=", payout_id)
    .executeTakeFirst();
  if (!found) return null;
  if (found.number !== null) return found.number;
  const number = (await lockSeries(trx, "payout")) + 1;
  const facts = cancellationFactsSchema.parse({
    ...{ number, issuer, reason, issued_at: now.toISOString(), statement: found.facts },
  });
  await trx
    .insertInto("statement_cancellations")
    .values({ payout_id, number, facts: JSON.stringify(facts), issued_at: now })
    .execute();
  await advanceSeries(trx, "payout", number);
  return number;
}

/** The cancellation of the statement of one's own payout, or null: there is none, or it is another creator's. */
export async function readCancellation(
  db: Kysely<DB>,
  given: { user_id: string; payout_id: string },
): Promise<CancellationFacts | null> {
  const row = await cancellationOf(db, given.payout_id)
    .where("p.creator_id", "=", given.user_id)
    .executeTakeFirst();
  return row ? cancellationFactsSchema.parse(row.facts) : null;
}

/** Anybody's, for an operator; null for everybody else. */
export async function readCancellationAsOperator(
  db: Kysely<DB>,
  given: { operator_id: string; payout_id: string },
): Promise<CancellationFacts | null> {
  const row = await cancellationOf(db, given.payout_id)
    .innerJoin("users as operator", (join) =>
      join.on("operator.id", "=", given.operator_id).on("operator.role", "=", "ADMIN"),
    )
    .executeTakeFirst();
  return row ? cancellationFactsSchema.parse(row.facts) : null;
}

function cancellationOf(db: Kysely<DB>, payoutId: string) {
  return db
    .selectFrom("statement_cancellations as c")
    .innerJoin("payouts as p", "p.id", "c.payout_id")
    .select("c.facts")
    .where("c.payout_id", "=", payoutId);
}
