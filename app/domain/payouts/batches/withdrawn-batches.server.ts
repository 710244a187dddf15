import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { writeAudit } from "../../audit/audit.server.ts";
import { businessDate } from "../../calendar/business-date.ts";
import { euroValue } from "../../exchange-rates/euro-value.server.ts";
import { minor } from "../../money/minor.ts";
import {
  askSecondOperator,
  lockActsAbout,
  needsSecondOperator,
  recordActAlone,
  type SecondOperatorRule,
  voidActs,
} from "../../operator-acts/operator-acts.server.ts";
import { requireOperator } from "../../users/operator.server.ts";

/** "at_bank": a statement of our bank has booked something of it, so the bank has the file. */
export type Withdrawal = "withdrawn" | "waiting" | "at_bank" | "gone";

interface WithdrawnBatch {
  batch_id: string;
  operator_id: string;
  reason: string;
}

/**
 * Takes the open payouts out of a released batch whose file the bank has not got: the next batch pays them (docs/product.md,
 * 7.1). A second operator approves it, whatever the sum is, since a bank that has the file after all pays twice. Without
 * it, who says that one payout has ended would keep the file of all others from being fetched for good.
 */
export async function withdrawBatch(
  services: SecondOperatorRule & { db: Kysely<DB>; clock: () => Date; newId: () => string },
  given: WithdrawnBatch,
): Promise<Withdrawal> {
  const { batch_id, operator_id, reason } = given;
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, operator_id);
    await lockActsAbout(trx, await subjectsOf(trx, batch_id));
    const found = await lockOpen(trx, batch_id);
    if (typeof found === "string") return found;
    const { currency, payouts } = found;
    const amount_minor = minor(payouts.reduce((sum, { net_minor }) => sum + net_minor, 0));
    const worth_eur_minor = await euroValue(trx, amount_minor, currency, businessDate(now));
    const subject = `payout_batch:${batch_id}`;
    const act = { kind: "BATCH_WITHDRAWN", operator_id, worth_eur_minor, now } as const;
    if (await needsSecondOperator(trx, services, act)) {
      const params = { batch_id, currency, amount_minor, reason };
      await askSecondOperator(trx, services, { ...act, subject, params });
      return "waiting";
    }
    await recordActAlone(trx, services, { ...act, subject });
    await takeOut(trx, { ...given, now });
    return "withdrawn";
  });
}

/** The same once a second operator has approved it; "gone" also when the file was fetched since it was asked for. */
export async function withdrawBatchApproved(
  trx: Transaction<DB>,
  given: WithdrawnBatch & { asked_at: Date; now: Date },
): Promise<"withdrawn" | "gone"> {
  const found = await lockOpen(trx, given.batch_id);
  if (typeof found === "string") return "gone";
  if (found.fetched_at !== null && found.fetched_at > given.asked_at) return "gone";
  await takeOut(trx, given);
  return "withdrawn";
}

/** What may wait about a batch and what is in it. */
async function subjectsOf(trx: Transaction<DB>, batchId: string): Promise<string[]> {
  const rows = await trx.selectFrom("payouts").select("id").where("batch_id", "=", batchId).execute();
  return [`payout_batch:${batchId}`, ...rows.map(({ id }) => `payout:${id}`)];
}

/** A released batch with what is open of it, both locked. */
async function lockOpen(trx: Transaction<DB>, id: string) {
  const batch = await trx
    .selectFrom("payout_batches")
    .select(["currency", "released_at", "fetched_at"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!batch || batch.released_at === null) return "gone";
  const { rows } = await sql<{ is_booked: boolean }>`
    select exists (select from bank_entries e where e.outcome <> 'EXCEPTION' and (e.batch_id = ${id}::uuid
      or e.payout_id in (select p.id from payouts p where p.batch_id = ${id}::uuid))) as is_booked`.execute(
    trx,
  );
  if (rows[0]?.is_booked) return "at_bank";
  const payouts = await trx
    .selectFrom("payouts")
    .select(["id", "net_minor"])
    .where("batch_id", "=", id)
    .where("status", "=", "PROCESSING")
    .orderBy("id")
    .forUpdate()
    .execute();
  return payouts.length === 0 ? "gone" : { ...batch, payouts };
}

async function takeOut(
  trx: Transaction<DB>,
  { batch_id, operator_id, reason, now }: WithdrawnBatch & { now: Date },
): Promise<void> {
  const subjects = await subjectsOf(trx, batch_id);
  const back = await trx
    .updateTable("payouts")
    .set({ status: "REQUESTED", batch_id: null, return_reported_at: null, return_reported_reason: null })
    .where("batch_id", "=", batch_id)
    .where("status", "=", "PROCESSING")
    .returning("id")
    .execute();
  await voidActs(trx, { kinds: ["PAYOUT_FAILED"], subjects, now });
  await writeAudit(trx, {
    ...{ actor_id: operator_id, action: "payouts.withdrawn", subject: `payout_batch:${batch_id}`, now },
    before: null,
    after: { payouts: back.length, reason },
  });
}
