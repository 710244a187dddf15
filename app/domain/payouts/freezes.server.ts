import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { businessDate } from "../calendar.ts";
import { euroValue } from "../exchange-rates/rates.server.ts";
import { type Minor, minor } from "../money/minor.ts";
import {
  needsSecondOperator,
  recordActAlone,
  requestSecondOperator,
  type SecondOperatorRule,
} from "../operator-acts/operator-acts.server.ts";

interface PayoutFreeze {
  reason: string;
  frozen_at: Date;
}

export async function findPayoutFreeze(db: Kysely<DB>): Promise<PayoutFreeze | null> {
  const row = await db
    .selectFrom("payout_freezes")
    .select(["reason", "frozen_at"])
    .where("lifted_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

export async function findFreezeById(db: Kysely<DB>, id: string): Promise<PayoutFreeze | null> {
  const row = await db
    .selectFrom("payout_freezes")
    .select(["reason", "frozen_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The next check may freeze again. "waiting" for a second operator, by the sum held back (docs/product.md,
 * 6.12).
 */
export async function liftPayoutFreeze(
  services: SecondOperatorRule & { db: Kysely<DB>; clock: () => Date; newId: () => string },
  given: { operator_id: string; reason: string },
): Promise<"lifted" | "gone" | "waiting"> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    const freeze = await lockFreeze(trx);
    if (!freeze) return "gone";
    const { operator_id, reason } = given;
    const worth_eur_minor = await worthHeldBack(trx, now);
    const act = { kind: "FREEZE_LIFTED", operator_id, worth_eur_minor, now } as const;
    const subject = `payout_freeze:${freeze.id}`;
    if (await needsSecondOperator(trx, services, act)) {
      await requestSecondOperator(trx, services, {
        ...act,
        subject,
        params: { reason, freeze_id: freeze.id },
      });
      return "waiting";
    }
    await recordActAlone(trx, services, { ...act, subject });
    return await liftFreeze(trx, freeze, { ...given, now });
  });
}

export async function liftApprovedFreeze(
  trx: Transaction<DB>,
  given: { freeze_id: string; operator_id: string; reason: string; now: Date },
): Promise<"lifted" | "gone"> {
  const freeze = await lockFreeze(trx);
  return freeze?.id === given.freeze_id ? await liftFreeze(trx, freeze, given) : "gone";
}

async function lockFreeze(trx: Transaction<DB>) {
  return await trx
    .selectFrom("payout_freezes")
    .select(["id", "reason"])
    .where("lifted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

async function liftFreeze(
  trx: Transaction<DB>,
  freeze: { id: string; reason: string },
  given: { operator_id: string; reason: string; now: Date },
): Promise<"lifted"> {
  const { operator_id, reason, now } = given;
  await trx
    .updateTable("payout_freezes")
    .set({ lifted_at: now, lifted_by: operator_id })
    .where("id", "=", freeze.id)
    .execute();
  await writeAudit(trx, {
    ...{ actor_id: operator_id, action: "payouts.unfrozen", subject: `payout_freeze:${freeze.id}`, now },
    before: { frozen_for: freeze.reason },
    after: { reason },
  });
  return "lifted";
}

async function worthHeldBack(trx: Transaction<DB>, now: Date): Promise<Minor> {
  const { rows } = await sql<{ currency: string; sum: number }>`
    select currency, sum(minor)::bigint as sum from (
      select currency, net_minor as minor from payouts where status in ('REQUESTED', 'PROCESSING')
      union all
      select currency, credits - debits from ledger_account where code = 'creator_available'
    ) as held group by currency`.execute(trx);
  let worth = 0;
  for (const { currency, sum } of rows)
    worth += await euroValue(trx, minor(sum), currency, businessDate(now));
  return minor(worth);
}
