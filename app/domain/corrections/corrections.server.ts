import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { businessDate } from "../calendar.ts";
import { endChargebackWhenRepaid, repayFromAvailable } from "../earnings/maturing.server.ts";
import { euroValue } from "../exchange-rates/rates.server.ts";
import { cause } from "../ledger/chart.ts";
import { owedVat } from "../ledger/ledger-reports.server.ts";
import { findTransactions, lockBalances, type Posting, post } from "../ledger/post.server.ts";
import {
  type Correction,
  type CorrectionKind,
  correctionPosted,
  correctionReversed,
  repaymentReversed,
} from "../ledger/rules/correction-posting-rules.ts";
import { type Minor, minor, PROFILE_CURRENCIES } from "../money/minor.ts";
import { type SecondOperatorRule, waitsForSecondOperator } from "../operator-acts/operator-acts.server.ts";
import { readPage } from "../read-page.server.ts";
import { lockCreators, lockStatus, setStatus } from "../users/user.server.ts";

type CorrectionServices = SecondOperatorRule & {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
  providers: { find(name: string): unknown };
};

interface NewCorrection {
  correction_id: string;
  kind: CorrectionKind;
  owner: string;
  currency: string;
  amount_minor: Minor;
  reference: string;
  reason: string;
  operator_id: string;
}

interface Makers {
  made_by: string;
  approved_by: string | null;
  reason: string;
  now: Date;
}

/**
 * Needs a second operator. "unknown_owner": no such provider, country or creator. "too_little": exceeds
 * balance, debt, owed VAT or corrected suspense (docs/product.md, 4.8).
 */
export async function correct(
  services: CorrectionServices,
  given: NewCorrection,
): Promise<"waiting" | "posted" | "repeated" | "unknown_owner" | "too_little"> {
  const now = services.clock();
  const { correction_id: id, kind, currency, amount_minor, operator_id, reference, reason } = given;
  return await services.db.transaction().execute(async (trx) => {
    const owner = await findCorrectedOwner(trx, services.providers, kind, given);
    if (owner === null) return "unknown_owner";
    const correction = {
      id,
      debit_code: kind.debit,
      credit_code: kind.credit,
      owner,
      currency,
      amount_minor,
    };
    const room = await lockRoom(trx, correction, correctionPosted(correction, now));
    if (await findRow(trx, id)) return "repeated";
    if (room < amount_minor) return "too_little";
    const asked = { ...correction, kind: "CORRECTION", operator_id, reference, reason, now } as const;
    if (await waitsForOther(trx, services, asked)) return "waiting";
    return await postIn(trx, { ...correction, reference }, made(given, now));
  });
}

async function waitsForOther(
  trx: Transaction<DB>,
  services: Omit<CorrectionServices, "providers">,
  asked: Correction &
    Pick<NewCorrection, "reference" | "reason" | "operator_id"> & {
      kind: "CORRECTION" | "CORRECTION_REVERSED";
      now: Date;
    },
): Promise<boolean> {
  const { id, kind, operator_id, now, debit_code, credit_code, owner } = asked;
  const { currency, amount_minor, reference, reason } = asked;
  const worth_eur_minor = await euroValue(trx, amount_minor, currency, businessDate(now));
  return await waitsForSecondOperator(trx, services, {
    ...{ kind, operator_id, worth_eur_minor, subject: `correction:${id}`, now },
    params: {
      ...{ correction_id: id, debit_code, credit_code, owner },
      ...{ currency, amount_minor, reference, reason },
    },
  });
}

function made({ operator_id, reason }: { operator_id: string; reason: string }, now: Date): Makers {
  return { made_by: operator_id, approved_by: null, reason, now };
}

export async function correctApproved(
  trx: Transaction<DB>,
  correction: Correction & { reference: string },
  makers: Makers,
): Promise<"posted" | "gone"> {
  const room = await lockRoom(trx, correction, correctionPosted(correction, makers.now));
  if (room < correction.amount_minor || (await findRow(trx, correction.id))) return "gone";
  if (await hasOwnerLeft(trx, correction)) return "gone";
  return await postIn(trx, correction, makers);
}

async function postIn(
  trx: Transaction<DB>,
  correction: Correction & { reference: string },
  { made_by, approved_by, reason, now }: Makers,
): Promise<"posted"> {
  await trx
    .insertInto("ledger_corrections")
    .values({ ...correction, reason, made_by, approved_by, posted_at: now })
    .execute();
  await post(trx, [correctionPosted(correction, now)], now);
  const { id, owner, currency, amount_minor, debit_code, credit_code } = correction;
  if (credit_code === "creator_available")
    await repayFromAvailable(
      trx,
      { name: `correction:${id}`, cause: cause("correction", id), creator_id: owner, currency },
      amount_minor,
      now,
    );
  await followDebt(trx, correction, now);
  await writeAudit(trx, {
    ...{ actor_id: made_by, action: "correction.posted", subject: `correction:${id}`, now },
    before: null,
    after: { debit_code, credit_code, currency, amount_minor, reference: correction.reference, reason },
  });
  return "posted";
}

interface Reversal {
  correction_id: string;
  operator_id: string;
  reason: string;
}

/** Whole and once; needs a second operator. */
export async function reverseCorrection(
  services: Omit<CorrectionServices, "providers">,
  given: Reversal,
): Promise<"waiting" | "reversed" | "gone" | "too_little"> {
  const now = services.clock();
  const { correction_id: id, operator_id, reason } = given;
  return await services.db.transaction().execute(async (trx) => {
    const found = await lockReversible(trx, id, now);
    if (found === "gone" || found === "too_little") return found;
    const mirrored = { ...found, debit_code: found.credit_code, credit_code: found.debit_code };
    const asked = { ...mirrored, id, kind: "CORRECTION_REVERSED", operator_id, reason, now } as const;
    if (await waitsForOther(trx, services, asked)) return "waiting";
    return await reverseIn(trx, found, made(given, now));
  });
}

export async function reverseCorrectionApproved(
  trx: Transaction<DB>,
  id: string,
  makers: Makers,
): Promise<"reversed" | "gone"> {
  const found = await lockReversible(trx, id, makers.now);
  return found === "gone" || found === "too_little" ? "gone" : await reverseIn(trx, found, makers);
}

async function reverseIn(
  trx: Transaction<DB>,
  correction: Posted,
  { made_by, approved_by, reason, now }: Makers,
): Promise<"reversed"> {
  const { id, currency, amount_minor } = correction;
  await trx
    .insertInto("ledger_correction_reversals")
    .values({ correction_id: id, reason, made_by, approved_by, reversed_at: now })
    .execute();
  await postReversal(trx, correction, now);
  await followDebt(trx, correction, now);
  await writeAudit(trx, {
    ...{ actor_id: made_by, action: "correction.reversed", subject: `correction:${id}`, now },
    before: { currency, amount_minor },
    after: { reason },
  });
  return "reversed";
}

/** Restores debts that the missing sum repaid. */
async function postReversal(trx: Transaction<DB>, correction: Posted, now: Date): Promise<void> {
  const { id, transaction, currency, amount_minor, owner, credit_code } = correction;
  const reversed = correctionReversed(correction, transaction, now);
  const isOfDebt = credit_code === "creator_receivable" || credit_code === "creator_available";
  if (!isOfDebt) {
    await post(trx, [reversed], now);
    return;
  }
  const own = (await lockBalances(trx, [owner], currency)).get(owner);
  const isShort = credit_code === "creator_available" && (own?.creator_available ?? 0) < amount_minor;
  const repayment = isShort ? await findRepayment(trx, correction) : null;
  await post(trx, [...(repayment ? [repaymentReversed(correction, repayment, now)] : []), reversed], now);
  await repayFromAvailable(
    trx,
    {
      ...{ name: `correction:${id}:reversed`, cause: cause("correction", id, "reversed") },
      ...{ creator_id: owner, currency },
    },
    amount_minor,
    now,
  );
}

type Posted = Correction & { reference: string; transaction: number };

async function lockReversible(
  trx: Transaction<DB>,
  id: string,
  now: Date,
): Promise<Posted | "gone" | "too_little"> {
  const found = await findRow(trx, id);
  const key = `correction:${id}`;
  const transaction = (await findTransactions(trx, [key])).get(key);
  if (!found || transaction === undefined) return "gone";
  const restorable = (await findRepayment(trx, found))?.amount_minor ?? 0;
  const room = await lockRoom(trx, found, correctionReversed(found, transaction, now), restorable);
  const reversal = await trx
    .selectFrom("ledger_correction_reversals")
    .select("correction_id")
    .where("correction_id", "=", id)
    .executeTakeFirst();
  if (reversal) return "gone";
  return room < found.amount_minor ? "too_little" : { ...found, transaction };
}

async function findRow(
  trx: Transaction<DB>,
  id: string,
): Promise<(Correction & { reference: string }) | null> {
  const row = await trx
    .selectFrom("ledger_corrections")
    .select(["id", "debit_code", "credit_code", "owner", "currency", "amount_minor", "reference"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? { ...row, amount_minor: minor(row.amount_minor) } : null;
}

async function findCorrectedOwner(
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

/** The most that may move; unlimited for other accounts. */
async function lockRoom(
  trx: Transaction<DB>,
  correction: Correction,
  posting: Posting,
  restorable_minor = 0,
): Promise<number> {
  const { owner, currency } = correction;
  const isOfCreator = posting.transfers.some(({ from, to }) => isCreators(from.code) || isCreators(to.code));
  if (isOfCreator) await lockCreators(trx, [owner]);
  const own = isOfCreator ? (await lockBalances(trx, [owner], currency)).get(owner) : undefined;
  // Serialises entries about the same money, after all balances.
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

async function hasOwnerLeft(trx: Transaction<DB>, correction: Correction): Promise<boolean> {
  if (!isCreators(correction.debit_code) && !isCreators(correction.credit_code)) return false;
  const user = await trx
    .selectFrom("users")
    .select("deleted_at")
    .where("id", "=", correction.owner)
    .executeTakeFirst();
  return user === undefined || user.deleted_at !== null;
}

const isCreators = (code: string) => code === "creator_available" || code === "creator_receivable";

/** The rest of suspense belongs to payments. */
async function broughtToSuspense(trx: Transaction<DB>, currency: string): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(case when c.credit_code = 'suspense' then c.amount_minor else -c.amount_minor end), 0)::bigint as amount
    from ledger_corrections c
    where c.currency = ${currency} and 'suspense' in (c.debit_code, c.credit_code)
      and not exists (select from ledger_correction_reversals r where r.correction_id = c.id)`.execute(trx);
  return rows[0]?.amount ?? 0;
}

async function findRepayment(
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

async function followDebt(trx: Transaction<DB>, correction: Correction, now: Date): Promise<void> {
  const { id, debit_code, credit_code, owner, currency } = correction;
  if (!isCreators(debit_code) && !isCreators(credit_code)) return;
  await endChargebackWhenRepaid(trx, owner, now);
  const owed = (await lockBalances(trx, [owner], currency)).get(owner)?.creator_receivable ?? 0;
  if (owed > 0 && (await lockStatus(trx, owner)) === "ACTIVE")
    await setStatus(trx, owner, "CHARGEBACK", `correction ${id} reversed`, now);
}

interface ListedCorrection {
  id: string;
  debit_code: string;
  credit_code: string;
  owner: string;
  currency: string;
  amount_minor: number;
  reference: string;
  reason: string;
  maker: string;
  checker: string | null;
  posted_at: Date;
  reversed_at: Date | null;
}

function corrections(db: Kysely<DB>) {
  return db
    .selectFrom("ledger_corrections as c")
    .innerJoin("users as m", "m.id", "c.made_by")
    .leftJoin("users as a", "a.id", "c.approved_by")
    .leftJoin("users as o", (join) =>
      join.on(sql<boolean>`o.id = case when length(c.owner) = 36 then c.owner::uuid end`),
    )
    .leftJoin("ledger_correction_reversals as r", "r.correction_id", "c.id")
    .select([
      "c.id",
      "c.debit_code",
      "c.credit_code",
      "c.currency",
      "c.amount_minor",
      "c.reference",
      "c.reason",
    ])
    .select(["m.email as maker", "a.email as checker", "c.posted_at", "r.reversed_at"])
    .select(sql<string>`coalesce(o.username, c.owner)`.as("owner"));
}

export async function listCorrections(
  db: Kysely<DB>,
  after: string | null,
): Promise<{ corrections: ListedCorrection[]; next: string | null }> {
  const order = { table: "ledger_corrections", as: "c", time: "posted_at", direction: "desc" } as const;
  const { rows, next } = await readPage(corrections(db), order, after);
  return { corrections: rows, next };
}

interface CorrectionCase extends ListedCorrection {
  transactions: number[];
  reversal: { reason: string; maker: string; checker: string | null } | null;
}

export async function findCorrection(db: Kysely<DB>, id: string): Promise<CorrectionCase | null> {
  const found = await corrections(db).where("c.id", "=", id).executeTakeFirst();
  if (!found) return null;
  const reversal = await db
    .selectFrom("ledger_correction_reversals as r")
    .innerJoin("users as m", "m.id", "r.made_by")
    .leftJoin("users as a", "a.id", "r.approved_by")
    .select(["r.reason", "m.email as maker", "a.email as checker"])
    .where("r.correction_id", "=", id)
    .executeTakeFirst();
  const transactions = await db
    .selectFrom("ledger_transaction")
    .select("id")
    .where("cause_id", "=", id)
    .where("cause", "=", "correction")
    .orderBy("id")
    .execute();
  return { ...found, transactions: transactions.map((row) => row.id), reversal: reversal ?? null };
}

export async function listCorrectionCurrencies(db: Kysely<DB>): Promise<string[]> {
  const rows = await db.selectFrom("currencies").select("code").orderBy("code").execute();
  return rows.map(({ code }) => code);
}
