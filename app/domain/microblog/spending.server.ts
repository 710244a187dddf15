import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { businessDate } from "../calendar/business-date.ts";
import type { Network, PauseReason } from "./network-port.ts";

/** The month in Berlin that a moment's costs are counted in, as its first day. */
export const monthOf = (at: Date) => `${businessDate(at).slice(0, 7)}-01`;

/**
 * Takes a cost off the month's budget, in thousandths of a US dollar; false where it would go beyond it. One row is asked and
 * changed at once, so that no two posts spend the same.
 */
export async function spend(
  trx: Transaction<DB>,
  network: Network,
  mills: number,
  at: Date,
): Promise<boolean> {
  if (mills > network.monthlyBudgetMills) return false;
  const { rows } = await sql`
    insert into microblog_months as m (network, month, spent_mills)
    values (${network.name}, ${monthOf(at)}, ${mills})
    on conflict (network, month) do update set spent_mills = m.spent_mills + excluded.spent_mills
      where m.spent_mills + excluded.spent_mills <= ${network.monthlyBudgetMills}
    returning 1`.execute(trx);
  return rows.length > 0;
}

/** What was taken for a post that the network did not take; `at` is when it was taken. */
export async function giveBack(
  trx: Transaction<DB>,
  network: Network,
  mills: number,
  at: Date,
): Promise<void> {
  await sql`
    update microblog_months set spent_mills = greatest(spent_mills - ${mills}, 0)
    where network = ${network.name} and month = ${monthOf(at)}`.execute(trx);
}

/** Nothing is posted there by anybody until then. */
export async function pause(
  trx: Transaction<DB>,
  network: Network,
  reason: PauseReason,
  until: Date,
  now: Date,
): Promise<void> {
  await sql`
    insert into microblog_months (network, month, spent_mills, paused_until, pause_reason)
    values (${network.name}, ${monthOf(now)}, 0, ${until}, ${reason})
    on conflict (network, month) do update set paused_until = excluded.paused_until,
      pause_reason = excluded.pause_reason`.execute(trx);
}

export async function isPaused(db: Kysely<DB>, network: Network, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from microblog_months where network = ${network.name} and paused_until > ${now}`.execute(db);
  return rows.length > 0;
}
