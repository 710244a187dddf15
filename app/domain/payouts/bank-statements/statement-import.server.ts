import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { productRules } from "../../../product-rules.ts";
import { writeAudit } from "../../audit/audit.server.ts";
import { type FileFault, FileFaultError } from "../bank-files/file-fault.ts";
import { askAboutPayouts } from "../batches/mark-payouts.server.ts";
import { reportReturns } from "../batches/reported-returns.server.ts";
import { type OutcomeServices, type PayoutTransition, settleStep } from "../batches/transitions.server.ts";
import { addStatements } from "./add-statements.server.ts";
import { bookedSum, maskedAccount, type ReadStatement, readStatements } from "./camt.ts";
import type { ReadRow } from "./camt-entries.ts";
import { lockKnown } from "./known-to-us.server.ts";
import { endWaiting } from "./known-transfers.server.ts";
import { type Known, type Match, matchRow } from "./match-rows.ts";
import { noteGaps } from "./statement-gaps.server.ts";

/** `other_accounts` are those that a file tells of beside ours, masked: nothing of them is taken in. */
export type StatementsTaken =
  | { outcome: "taken"; new_statements: number; exceptions: number; other_accounts?: readonly string[] }
  | { outcome: "repeated"; other_accounts?: readonly string[] }
  | { outcome: "no_account" | "too_big" | "second_operator_needed" }
  | { outcome: "no_statement"; fault: FileFault };

/** Thrown to take everything back: somebody else has to hand the file in. */
class SecondOperatorNeeded extends Error {}

/**
 * Takes in what our bank says of our account (docs/money.md, 5): payouts are paid by it; what came back waits for another
 * operator, what fits nothing for any, and posts nothing. All of a file or nothing of it; the same booking again, in whichever file,
 * changes nothing.
 */
export async function takeStatements(
  services: OutcomeServices,
  given: { operator_id: string; bytes: Uint8Array; account: { iban: string } | null },
): Promise<StatementsTaken> {
  const { account, bytes, operator_id } = given;
  if (!account) return { outcome: "no_account" };
  if (bytes.byteLength > productRules.payout.results_bytes_maximum) return { outcome: "too_big" };
  try {
    const { statements, other_accounts } = readStatements(bytes, account.iban);
    const beside = other_accounts.length > 0 ? { other_accounts } : {};
    return await services.db.transaction().execute(async (trx): Promise<StatementsTaken> => {
      // One file after the other: two of them may tell of the same booking.
      await sql`select pg_advisory_xact_lock(hashtext('bank-statements'))`.execute(trx);
      const added = await addStatements(trx, services, statements, { operator_id, iban: account.iban });
      if (added.length === 0) return { outcome: "repeated", ...beside };
      const known = await lockKnown(
        trx,
        added.flatMap(({ statement }) => statement.rows),
      );
      let exceptions = 0;
      const moves: Move[] = [];
      for (const { id, statement } of added) {
        known.told.beginStatement();
        const matched = matchStatement(statement, known);
        const opened = await writeEntries(trx, services, { id, kind: statement.kind, matched });
        moves.push(
          ...matched.flatMap(({ row, match }) =>
            match.moves.map((move) => ({ ...move, reason: row.return_reason })),
          ),
        );
        exceptions += opened;
        const { currency } = statement;
        await auditStatement(trx, services, { id, currency, operator_id, bytes, matched, opened });
      }
      await noteGaps(
        trx,
        services,
        added.map(({ id }) => id),
      );
      await moveAll(trx, services, operator_id, moves);
      return { outcome: "taken", new_statements: added.length, exceptions, ...beside };
    });
  } catch (error) {
    if (error instanceof FileFaultError) return { outcome: "no_statement", fault: error.fault };
    if (error instanceof SecondOperatorNeeded) return { outcome: "second_operator_needed" };
    throw error;
  }
}

interface MatchedRow {
  position: number;
  row: ReadRow;
  match: Match;
}

/** What left the account goes first: a statement may tell of a payment and, above it, that it came back. */
function matchStatement({ kind, rows }: ReadStatement, known: Known): MatchedRow[] {
  const numbered = rows.map((row, index) => ({ row, position: index + 1 }));
  const inOrder = ["DEBIT", "CREDIT"].flatMap((each) => numbered.filter(({ row }) => row.direction === each));
  return inOrder.map(({ row, position }) => ({ position, row, match: matchRow(row, kind, known) }));
}

/** Writes a statement's rows; what fits nothing waits from now on, unless another file told of it. How many wait. */
async function writeEntries(
  trx: Transaction<DB>,
  services: OutcomeServices,
  { id, kind, matched }: { id: string; kind: ReadStatement["kind"]; matched: readonly MatchedRow[] },
): Promise<number> {
  let opened = 0;
  for (const { row, position, match } of matched) {
    const fingerprint = fingerprintOf(row);
    const { payout_id, batch_id, settlement_id, transfer_id } = match;
    const isException = match.outcome === "EXCEPTION";
    const isRepeated = isException && (await isToldElsewhere(trx, { id, kind, row, fingerprint }));
    const entryId = services.newId();
    const { direction, amount_minor, currency, booked_on, is_return, end_to_end_ref, bank_ref } = row;
    await trx
      .insertInto("bank_entries")
      .values({
        ...{ id: entryId, statement_id: id, position, direction, amount_minor, currency, booked_on },
        ...{
          is_return,
          end_to_end_ref,
          bank_ref,
          fingerprint,
          payout_id,
          batch_id,
          settlement_id,
          transfer_id,
        },
        masked_account: row.counterparty_iban && maskedAccount(row.counterparty_iban),
        words: isException && !isRepeated ? (row.return_reason ?? row.words) : null,
        outcome: isRepeated ? "REPEATED" : match.outcome,
      })
      .execute();
    if (transfer_id !== null && match.outcome === "SETTLEMENT")
      await endWaiting(trx, { transfer_id, entry_id: entryId, now: services.clock() });
    if (!isException || isRepeated) continue;
    opened += 1;
    const reason = match.reason ?? "unknown";
    await trx
      .insertInto("bank_exceptions")
      .values({ entry_id: entryId, reason, opened_at: services.clock() })
      .execute();
  }
  return opened;
}

/**
 * The same booking in a file of the other kind, or, where the bank names it, in another statement of this kind; one for
 * one, since some banks give one name to many bookings. Amount, direction, day and references have to be the same.
 */
async function isToldElsewhere(
  trx: Transaction<DB>,
  given: { id: string; kind: ReadStatement["kind"]; row: ReadRow; fingerprint: Buffer },
): Promise<boolean> {
  const rows = await trx
    .selectFrom("bank_entries as e")
    .innerJoin("bank_statements as s", "s.id", "e.statement_id")
    .select(["s.kind", "e.statement_id"])
    .where("e.fingerprint", "=", given.fingerprint)
    .execute();
  const others = rows.filter(({ kind }) => kind !== given.kind).length;
  const own = rows.filter(({ kind }) => kind === given.kind);
  if (others > own.length) return true;
  const byStatement = Map.groupBy(own, ({ statement_id }) => statement_id);
  const here = byStatement.get(given.id)?.length ?? 0;
  byStatement.delete(given.id);
  return given.row.bank_ref !== null && [...byStatement.values()].some(({ length }) => length > here);
}

function fingerprintOf(row: ReadRow): Buffer {
  const { direction, amount_minor, currency, booked_on, end_to_end_ref, bank_ref, words } = row;
  const said = [direction, amount_minor, currency, booked_on, end_to_end_ref, bank_ref ?? words];
  return createHash("sha256").update(JSON.stringify(said)).digest();
}

type Move = Match["moves"][number] & { reason: string | null };

/**
 * Moves the payouts, all of them or none: what was paid first, for some of it may have come back. Anyone can write a
 * file, so another operator agrees to what it gives back.
 */
async function moveAll(
  trx: Transaction<DB>,
  services: OutcomeServices,
  operatorId: string,
  moves: readonly Move[],
): Promise<void> {
  const reasonsOf = (verdict: Match["moves"][number]["verdict"]) =>
    new Map(
      moves.filter((move) => move.verdict === verdict).map(({ payout_id, reason }) => [payout_id, reason]),
    );
  const isAlone = services.second_operator_from_minor === null;
  const order: readonly PayoutTransition[] = isAlone ? ["paid", "failed", "bounced"] : ["paid"];
  for (const verdict of order) {
    const reasons = reasonsOf(verdict);
    const ids = [...reasons.keys()].sort();
    while (ids.length > 0) {
      const step = ids.splice(0, productRules.payout.outcome_batch);
      const transition = { operatorId, verdict, reasons };
      const settled = await settleStep(trx, services, transition, step);
      if (settled && settled.held.size > 0) throw new SecondOperatorNeeded();
      if (settled?.done.size !== step.length)
        throw new Error("payouts that were locked could not be settled");
    }
  }
  const report = { operator_id: operatorId, now: services.clock() };
  await reportReturns(trx, reasonsOf("reported"), report);
  if (isAlone) return;
  for (const verdict of ["failed", "bounced"] as const) {
    const reasons = reasonsOf(verdict);
    await reportReturns(trx, reasons, report);
    await askAboutReturns(trx, services, { verdict, reasons, operator_id: operatorId });
  }
}

/** Puts returns that a statement has before another operator, each by itself. */
async function askAboutReturns(
  trx: Transaction<DB>,
  services: OutcomeServices,
  given: { verdict: "failed" | "bounced"; reasons: ReadonlyMap<string, string | null>; operator_id: string },
): Promise<void> {
  const { verdict, reasons, operator_id } = given;
  const payouts = await trx
    .selectFrom("payouts")
    .select(["id", "currency", "net_minor"])
    .where(sql<boolean>`id = any(${[...reasons.keys()]}::uuid[])`)
    .orderBy("id")
    .execute();
  for (const payout of payouts) {
    const about = { payout_id: payout.id, operator_id, reason: reasons.get(payout.id) ?? null };
    await askAboutPayouts(trx, services, verdict, about, [payout]);
  }
}

/** Which file said so stays in the log. */
async function auditStatement(
  trx: Transaction<DB>,
  services: OutcomeServices,
  given: {
    id: string;
    currency: string;
    operator_id: string;
    bytes: Uint8Array;
    matched: readonly MatchedRow[];
    opened: number;
  },
): Promise<void> {
  const sha256 = createHash("sha256").update(given.bytes).digest("hex");
  const booked_minor = bookedSum(given.matched.map(({ row }) => row));
  await writeAudit(trx, {
    ...{ actor_id: given.operator_id, action: "bank.statement_imported", now: services.clock() },
    ...{ subject: `bank_statement:${given.id}`, before: null },
    after: {
      ...{ sha256, entries: given.matched.length, exceptions: given.opened },
      ...{ booked_minor, currency: given.currency },
    },
  });
}
