import { randomBytes } from "node:crypto";
import { type Kysely, type Selectable, sql, type Transaction, type Updateable } from "kysely";
import type { DB } from "../../db/schema.ts";
import type { Locale } from "../../locales/index.ts";

interface CheckedColumns {
  locale: Locale;
}

export type AccountRow = Omit<Selectable<DB["sandbox.accounts"]>, keyof CheckedColumns> & CheckedColumns;

type AccountNoticeKind = "account.updated" | "account.disconnected" | "payout.paid" | "payout.failed";

export function selectAccounts(db: Kysely<DB>) {
  return db.selectFrom("sandbox.accounts").selectAll().$narrowType<CheckedColumns>();
}

export async function findAccount(db: Kysely<DB>, ref: string): Promise<AccountRow | null> {
  if (!/^acct_[0-9a-f]{32}$/.test(ref)) return null;
  return (await selectAccounts(db).where("ref", "=", ref).executeTakeFirst()) ?? null;
}

export async function findLinkedAccount(db: Kysely<DB>, token: string): Promise<AccountRow | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  return (await selectAccounts(db).where("link_token", "=", token).executeTakeFirst()) ?? null;
}

export async function changeAccount(
  trx: Transaction<DB>,
  ref: string,
  change: Updateable<DB["sandbox.accounts"]>,
  notice: { kind: AccountNoticeKind; now: Date } | null,
): Promise<void> {
  await trx.updateTable("sandbox.accounts").set(change).where("ref", "=", ref).execute();
  if (notice) await insertAccountNotice(trx, ref, notice.kind, notice.now);
}

export async function insertAccountNotice(
  trx: Transaction<DB>,
  ref: string,
  kind: AccountNoticeKind,
  now: Date,
): Promise<void> {
  const event_id = `evt_${randomBytes(16).toString("hex")}`;
  const body = JSON.stringify({ event_id, kind, account_ref: ref, created_at: now.toISOString() });
  await trx
    .insertInto("sandbox.notices")
    .values({ event_id, account_ref: ref, kind, body, created_at: now, due_at: now })
    .execute();
}

/**
 * Paid and passed on, less fees, refunds, disputes, reversals and payouts. Minor units of the account's
 * currency.
 */
export async function balanceOf(db: Kysely<DB>, account: Pick<AccountRow, "ref" | "currency">) {
  const { ref, currency } = account;
  const { rows } = await sql<{ balance_minor: number }>`
    select (coalesce((
      select sum(p.amount_minor - p.application_fee_minor + p.fee_returned_minor
        - coalesce((select sum(r.amount_minor) from sandbox.refunds r
            where r.payment_ref = p.ref and r.state <> 'FAILED'), 0)
        - coalesce((select sum(d.amount_minor) from sandbox.disputes d
            where d.payment_ref = p.ref and d.state in ('OPEN', 'LOST')), 0))
      from sandbox.payments p where p.account_ref = ${ref} and p.currency = ${currency} and p.state = 'PAID'), 0)
    + coalesce((
      select sum(t.amount_minor - coalesce((select sum(v.amount_minor) from sandbox.transfer_reversals v
        where v.transfer_ref = t.ref), 0))
      from sandbox.transfers t where t.account_ref = ${ref} and t.currency = ${currency}), 0)
    - coalesce((select sum(o.amount_minor) from sandbox.payouts o
      where o.account_ref = ${ref} and o.state <> 'FAILED'), 0))::bigint as balance_minor`.execute(db);
  return rows[0]?.balance_minor ?? 0;
}
