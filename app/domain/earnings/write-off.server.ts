import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { businessDate } from "../calendar/business-date.ts";
import { euroValue } from "../exchange-rates/rates.server.ts";
import { lockBalances, post } from "../ledger/post.server.ts";
import { lossRecovered, writtenOff } from "../ledger/rules/refund-posting-rules.ts";
import { type Minor, minor } from "../money/minor.ts";
import {
  needsSecondOperator,
  recordActAlone,
  requestSecondOperator,
  type SecondOperatorRule,
} from "../operator-acts/operator-acts.server.ts";
import { lockCreators } from "../users/user.server.ts";
import { endChargebackWhenRepaid } from "./maturing.server.ts";

interface WriteOff {
  creator_id: string;
  currency: string;
  operator_id: string;
  reason: string;
}

/** Our loss. "waiting" for a second operator (docs/money.md, 3; docs/product.md, 6.12). */
export async function writeOff(
  services: SecondOperatorRule & { db: Kysely<DB>; clock: () => Date; newId: () => string },
  order: WriteOff,
): Promise<"written_off" | "nothing_owed" | "waiting"> {
  const now = services.clock();
  const { creator_id, currency, operator_id, reason } = order;
  return await services.db.transaction().execute(async (trx) => {
    const owed = await lockOwed(trx, order);
    if (owed === 0) return "nothing_owed";
    const worth_eur_minor = await euroValue(trx, owed, currency, businessDate(now));
    const act = { kind: "WRITE_OFF", operator_id, worth_eur_minor, now } as const;
    const subject = `user:${creator_id}:${currency}`;
    if (await needsSecondOperator(trx, services, act)) {
      const params = { creator_id, currency, reason, amount_minor: owed };
      await requestSecondOperator(trx, services, { ...act, subject, params });
      return "waiting";
    }
    await recordActAlone(trx, services, { ...act, subject });
    return await writeOffIn(trx, services, { ...order, owed, now });
  });
}

/** "changed" when the debt is another. */
export async function writeOffApproved(
  trx: Transaction<DB>,
  services: { newId: () => string },
  order: WriteOff & { amount_minor: number; now: Date },
): Promise<"written_off" | "changed"> {
  const owed = await lockOwed(trx, order);
  return owed === order.amount_minor ? await writeOffIn(trx, services, { ...order, owed }) : "changed";
}

async function lockOwed(trx: Transaction<DB>, { creator_id, currency }: WriteOff): Promise<Minor> {
  await lockCreators(trx, [creator_id]);
  const own = (await lockBalances(trx, [creator_id], currency)).get(creator_id);
  return own?.creator_receivable ?? minor(0);
}

async function writeOffIn(
  trx: Transaction<DB>,
  services: { newId: () => string },
  { creator_id, currency, operator_id, reason, owed, now }: WriteOff & { owed: Minor; now: Date },
): Promise<"written_off"> {
  const id = services.newId();
  await trx
    .insertInto("write_offs")
    .values({ id, creator_id, currency, amount_minor: owed, written_off_at: now })
    .execute();
  await noteParts(trx, id, { creator_id, currency, owed });
  await post(trx, [writtenOff(id, creator_id, currency, owed, now)], now);
  await endChargebackWhenRepaid(trx, creator_id, now);
  await writeAudit(trx, {
    actor_id: operator_id,
    action: "receivable.written_off",
    subject: `user:${creator_id}`,
    before: { currency, owed_minor: owed },
    after: { owed_minor: 0, writeoff_id: id, reason },
    now,
  });
  return "written_off";
}

/**
 * To the newest disputes, since repayments go to the oldest debt. A won dispute counts last. The caller holds
 * the balances and posts afterwards.
 */
async function noteParts(
  trx: Transaction<DB>,
  writeOffId: string,
  { creator_id, currency, owed }: { creator_id: string; currency: string; owed: Minor },
): Promise<void> {
  await sql`
    with debts as (
      select t.id, d.id as dispute_id, t.cause_part::integer as turn,
        d.status = 'LOST' and d.turn::text = t.cause_part as is_lost, sum(m.amount_minor) - coalesce((
          select sum(p.amount_minor) from write_off_parts p
          where p.dispute_id = d.id and p.turn::text = t.cause_part and p.creator_id = ${creator_id}::uuid
        ), 0) as debt
      from ledger_account a
      join ledger_transfer m on m.debit_account = a.id
      join ledger_transaction t on t.id = m.transaction_id and t.kind = 'dispute_lost'
      join disputes d on d.id = t.cause_id
      where a.code = 'creator_receivable' and a.owner = ${creator_id} and a.currency = ${currency}
      group by t.id, d.id, t.cause_part
    ), parts as (
      select dispute_id, turn,
        least(debt, ${owed}::bigint - coalesce(sum(debt) over (order by is_lost desc, id desc rows between unbounded preceding and 1 preceding), 0)) as part
      from debts
    )
    insert into write_off_parts (write_off_id, dispute_id, turn, creator_id, amount_minor)
    select ${writeOffId}::uuid, dispute_id, turn, ${creator_id}::uuid, part from parts where part > 0`.execute(
    trx,
  );
}

/** Money of a won dispute first offsets its own debt's write-off. Returns the amount. */
export async function recoverWrittenOff(
  trx: Transaction<DB>,
  dispute: { id: string; turn: number; payment_id: string },
  creator: { creator_id: string; currency: string },
  now: Date,
): Promise<Minor> {
  const { creator_id, currency } = creator;
  const { lost } = await trx
    .selectFrom("write_off_parts")
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("amount_minor"), sql<number>`0`).as("lost"))
    .where("dispute_id", "=", dispute.id)
    .where("turn", "=", dispute.turn)
    .where("creator_id", "=", creator_id)
    .executeTakeFirstOrThrow();
  const recovered = minor(Number(lost));
  await post(trx, [lossRecovered(dispute, creator_id, currency, recovered, now)], now);
  return recovered;
}
