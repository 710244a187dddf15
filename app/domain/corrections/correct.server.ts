import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { businessDate } from "../calendar/business-date.ts";
import { repayFromAvailable } from "../earnings/maturing.server.ts";
import { euroValue } from "../exchange-rates/euro-value.server.ts";
import { cause } from "../ledger/cause.ts";
import { findTransactions, lockBalances, post } from "../ledger/post.server.ts";
import {
  type Correction,
  type CorrectionKind,
  correctionPosted,
  correctionReversed,
  repaymentReversed,
} from "../ledger/rules/correction-posting-rules.ts";
import { type Minor, minor } from "../money/minor.ts";
import {
  askSecondOperator,
  needsSecondOperator,
  recordActAlone,
  type SecondOperatorRule,
} from "../operator-acts/operator-acts.server.ts";
import {
  findCorrectedOwner,
  findRepayment,
  followDebt,
  hasOwnerLeft,
  lockRoom,
} from "./corrected-accounts.server.ts";

type CorrectionServices = SecondOperatorRule & {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
  providers: { find(name: string): unknown };
};

/** A correcting entry as an operator asks for it; `owner` is as they type it. */
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

/** Who asked for an entry and who approved it; null where one operator works alone. */
interface Makers {
  made_by: string;
  approved_by: string | null;
  reason: string;
  now: Date;
}

/**
 * An operator asks for a correcting entry between two accounts (docs/product.md, 4.8). It takes a second operator, whatever
 * the sum is, and posts nothing before. The same entry once more is "repeated". "unknown_owner" where no such provider,
 * country or creator is there; "too_little" where a creator has, or owes, less, less VAT is owed, or no correction brought that to suspense.
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
    const worth_eur_minor = await euroValue(trx, amount_minor, currency, businessDate(now));
    const act = { kind: "CORRECTION", operator_id, worth_eur_minor, now } as const;
    const subject = `correction:${id}`;
    if (await needsSecondOperator(trx, services, act)) {
      const { debit: debit_code, credit: credit_code } = kind;
      const params = { correction_id: id, debit_code, credit_code, owner, currency, amount_minor };
      await askSecondOperator(trx, services, { ...act, subject, params: { ...params, reference, reason } });
      return "waiting";
    }
    await recordActAlone(trx, services, { ...act, subject });
    return await postIn(trx, { ...correction, reference }, made(given, now));
  });
}

function made({ operator_id, reason }: { operator_id: string; reason: string }, now: Date): Makers {
  return { made_by: operator_id, approved_by: null, reason, now };
}

/** The same once a second operator has approved it; "gone" when it is not possible any more. */
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

/** An operator asks that a correcting entry be taken back, whole and once; it takes a second operator, as the entry did. */
export async function reverseCorrection(
  services: Omit<CorrectionServices, "providers">,
  given: Reversal,
): Promise<"waiting" | "reversed" | "gone" | "too_little"> {
  const now = services.clock();
  const { correction_id: id, operator_id, reason } = given;
  return await services.db.transaction().execute(async (trx) => {
    const found = await lockReversible(trx, id, now);
    if (found === "gone" || found === "too_little") return found;
    const { currency, amount_minor, reference } = found;
    const worth_eur_minor = await euroValue(trx, amount_minor, currency, businessDate(now));
    const act = { kind: "CORRECTION_REVERSED", operator_id, worth_eur_minor, now } as const;
    const subject = `correction:${id}`;
    if (await needsSecondOperator(trx, services, act)) {
      // As a reader of the entry sees it: debited what was credited.
      const { debit_code: credit_code, credit_code: debit_code, owner } = found;
      const params = { correction_id: id, debit_code, credit_code, owner, currency, amount_minor };
      await askSecondOperator(trx, services, { ...act, subject, params: { ...params, reference, reason } });
      return "waiting";
    }
    await recordActAlone(trx, services, { ...act, subject });
    return await reverseIn(trx, found, made(given, now));
  });
}

/** The same once a second operator has approved it; "gone" when it is not possible any more. */
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

/**
 * Where a creator has less available than is taken back, what it repaid is owed again first. What a reversal makes them
 * owe is repaid at once from what they have.
 */
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

/** The entry with its accounts locked; why not, where it cannot be taken back. */
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
