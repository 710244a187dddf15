import { sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { endChargebackWhenRepaid } from "../earnings/maturing.server.ts";
import { owedVat } from "../ledger/ledger-reports.server.ts";
import { findTransactions, lockBalances, type Posting } from "../ledger/post.server.ts";
import type { Correction, CorrectionKind } from "../ledger/rules/correction-posting-rules.ts";
import { type Minor, minor, PROFILE_CURRENCIES } from "../money/minor.ts";
import { lockCreators, lockStatus, setStatus } from "../users/status-changes.server.ts";

/** Whose account is meant by what an operator typed: as the ledger names owners; null where there is none such. */
export async function findCorrectedOwner(
  trx: Transaction<DB>,
  providers: { find(name: string): unknown },
  kind: CorrectionKind,
  { owner: typed, currency }: { owner: string; currency: string },
): Promise<string | null> {
  if (kind.owner === null) return typed === "" ? "" : null;
  if (kind.owner === "country") {
    const country = await trx
      .selectFrom("countries")
      .select("iso_3166_1")
      .where("iso_3166_1", "=", typed.toUpperCase())
      .executeTakeFirst();
    return country?.iso_3166_1 ?? null;
  }
  if (kind.owner === "provider") {
    if (providers.find(typed)) return typed;
    // One that is not switched on any more may still have an account.
    const account = await trx
      .selectFrom("ledger_account")
      .select("owner")
      .where("code", "=", "psp_clearing")
      .where("owner", "=", typed)
      .where("owner", "<>", "")
      .executeTakeFirst();
    return account?.owner ?? null;
  }
  if (!PROFILE_CURRENCIES.some((each) => each === currency)) return null;
  const creator = await trx
    .selectFrom("users")
    .select("id")
    .where((eb) => eb(eb.fn("lower", ["username"]), "=", typed.replace(/^@/, "").toLowerCase()))
    .where("role", "=", "CREATOR")
    .where("status", "in", ["ACTIVE", "CHARGEBACK", "LOCKED"])
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return creator?.id ?? null;
}

/**
 * Locks what a posting of this correction is judged by, and returns how much it may move at most, in minor units: what a
 * creator has available (and `restorable_minor`), or owes, the VAT that is owed, and what corrections brought to suspense.
 * No other account has a limit.
 */
export async function lockRoom(
  trx: Transaction<DB>,
  correction: Correction,
  posting: Posting,
  restorable_minor = 0,
): Promise<number> {
  const { owner, currency } = correction;
  const isOfCreator = posting.transfers.some(({ from, to }) => isCreators(from.code) || isCreators(to.code));
  if (isOfCreator) await lockCreators(trx, [owner]);
  const own = isOfCreator ? (await lockBalances(trx, [owner], currency)).get(owner) : undefined;
  // Entries about the same row or the same money wait for each other, and come after all balances.
  await sql`select pg_advisory_xact_lock(hashtextextended('corrections', 0))`.execute(trx);
  const limits = await Promise.all(
    posting.transfers.map(async ({ from, to }) => {
      if (from.code === "creator_available") return (own?.creator_available ?? 0) + restorable_minor;
      if (to.code === "creator_receivable") return own?.creator_receivable ?? 0;
      if (from.code === "vat_output") return await owedVat(trx, from.owner, currency);
      return from.code === "suspense" ? await broughtToSuspense(trx, currency) : Number.MAX_SAFE_INTEGER;
    }),
  );
  return Math.min(...limits);
}

/** Whether the creator whose account it is has left since it was asked for. */
export async function hasOwnerLeft(trx: Transaction<DB>, correction: Correction): Promise<boolean> {
  if (!isCreators(correction.debit_code) && !isCreators(correction.credit_code)) return false;
  const user = await trx
    .selectFrom("users")
    .select("deleted_at")
    .where("id", "=", correction.owner)
    .executeTakeFirst();
  return user === undefined || user.deleted_at !== null;
}

const isCreators = (code: string) => code === "creator_available" || code === "creator_receivable";

/** What corrections brought to suspense and did not take away again; all else in there belongs to payments. */
async function broughtToSuspense(trx: Transaction<DB>, currency: string): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(case when c.credit_code = 'suspense' then c.amount_minor else -c.amount_minor end), 0)::bigint as amount
    from ledger_corrections c
    where c.currency = ${currency} and 'suspense' in (c.debit_code, c.credit_code)
      and not exists (select from ledger_correction_reversals r where r.correction_id = c.id)`.execute(trx);
  return rows[0]?.amount ?? 0;
}

/** What was repaid from what a correcting entry credited: where that is taken back, it may be owed again. */
export async function findRepayment(
  trx: Transaction<DB>,
  { id }: { id: string },
): Promise<{ transaction: number; amount_minor: Minor } | null> {
  const key = `alloc:correction:${id}:repay`;
  const transaction = (await findTransactions(trx, [key])).get(key);
  if (transaction === undefined) return null;
  const { amount_minor } = await trx
    .selectFrom("ledger_transfer")
    .select("amount_minor")
    .where("transaction_id", "=", transaction)
    .executeTakeFirstOrThrow();
  return { transaction, amount_minor: minor(amount_minor) };
}

/** A creator's status goes by whether they owe: a debt that was paid, or whose payment was taken back. */
export async function followDebt(trx: Transaction<DB>, correction: Correction, now: Date): Promise<void> {
  const { id, debit_code, credit_code, owner, currency } = correction;
  if (!isCreators(debit_code) && !isCreators(credit_code)) return;
  await endChargebackWhenRepaid(trx, owner, now);
  const owed = (await lockBalances(trx, [owner], currency)).get(owner)?.creator_receivable ?? 0;
  if (owed > 0 && (await lockStatus(trx, owner)) === "ACTIVE")
    await setStatus(trx, owner, "CHARGEBACK", `correction ${id} reversed`, now);
}
