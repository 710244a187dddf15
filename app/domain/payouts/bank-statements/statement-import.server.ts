import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { productRules } from "../../../product-rules.ts";
import { writeAudit } from "../../audit/audit.server.ts";
import { type FileFault, FileFaultError } from "../bank-files/iso-20022.ts";
import { type OutcomeServices, type PayoutTransition, settleStep } from "../batches/transitions.server.ts";
import { bookedValue, type ReadRow, type ReadStatement, readStatements } from "./camt.ts";
import { lockKnown } from "./known-to-us.server.ts";
import { endWaiting } from "./known-transfers.server.ts";
import { type Known, type Match, matchRow } from "./match-rows.ts";
import { noteGaps } from "./statement-gaps.server.ts";

export type StatementsTaken =
  | { outcome: "taken"; new_statements: number; exceptions: number }
  | { outcome: "repeated" | "no_account" | "too_big" | "second_operator_needed" }
  | { outcome: "no_statement"; fault: FileFault };

/** Thrown to take everything back: somebody else has to hand the file in. */
class SecondOperatorNeeded extends Error {}

/**
 * Takes in what our bank says of our account (docs/money.md, 5): payouts are paid and come back by it, what fits nothing
 * waits for an operator and posts nothing. All of a file or nothing of it; the same booking again, in whichever file,
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
    const statements = readStatements(bytes, account.iban);
    return await services.db.transaction().execute(async (trx): Promise<StatementsTaken> => {
      // One file after the other: two of them may tell of the same booking.
      await sql`select pg_advisory_xact_lock(hashtext('bank-statements'))`.execute(trx);
      const added = await addStatements(trx, services, statements, operator_id, account.iban);
      if (added.length === 0) return { outcome: "repeated" };
      const known = await lockKnown(
        trx,
        added.flatMap(({ statement }) => statement.rows),
      );
      let exceptions = 0;
      const moves: (Match["moves"][number] & { reason: string | null })[] = [];
      for (const { id, statement } of added) {
        const matched = matchStatement(statement, known);
        const opened = await writeEntries(trx, services, { id, kind: statement.kind, matched });
        moves.push(
          ...matched.flatMap(({ row, match }) =>
            match.moves.map((move) => ({ ...move, reason: row.return_reason })),
          ),
        );
        exceptions += opened;
        await auditStatement(trx, services, { id, operator_id, bytes, matched, opened });
      }
      await noteGaps(
        trx,
        services,
        added.map(({ id }) => id),
      );
      await moveAll(trx, services, operator_id, moves);
      return { outcome: "taken", new_statements: added.length, exceptions };
    });
  } catch (error) {
    if (error instanceof FileFaultError) return { outcome: "no_statement", fault: error.fault };
    if (error instanceof SecondOperatorNeeded) return { outcome: "second_operator_needed" };
    throw error;
  }
}

interface AddedStatement {
  id: string;
  statement: ReadStatement;
}

interface MatchedRow {
  position: number;
  row: ReadRow;
  match: Match;
}

/** Those that were not there yet. One of the same name that says something else is refused, with all of the file. */
async function addStatements(
  trx: Transaction<DB>,
  services: OutcomeServices,
  statements: readonly ReadStatement[],
  operatorId: string,
  iban: string,
): Promise<AddedStatement[]> {
  const added: AddedStatement[] = [];
  for (const statement of statements) {
    const { kind, statement_ref, sequence, currency, balances, rows } = statement;
    // The day was not read at first: what a statement says must not differ from what it said then.
    const { opening_minor, closing_minor, closing_on = null } = balances ?? {};
    const said = JSON.stringify([sequence, currency, balances && { opening_minor, closing_minor }, rows]);
    const content_sha256 = createHash("sha256").update(said).digest();
    const sum = (direction: ReadRow["direction"]) =>
      rows.filter((row) => row.direction === direction).reduce((total, row) => total + row.amount_minor, 0);
    const written = await trx
      .insertInto("bank_statements")
      .values({
        ...{
          id: services.newId(),
          kind,
          account_iban: iban,
          statement_ref,
          sequence,
          currency,
          content_sha256,
        },
        ...{ opening_minor: opening_minor ?? null, closing_minor: closing_minor ?? null, closing_on },
        ...{ debits_minor: sum("DEBIT"), credits_minor: sum("CREDIT") },
        ...{ imported_by: operatorId, imported_at: services.clock() },
      })
      .onConflict((conflict) => conflict.columns(["account_iban", "kind", "statement_ref"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (written) {
      added.push({ id: written.id, statement });
      continue;
    }
    const before = await trx
      .selectFrom("bank_statements")
      .select("content_sha256")
      .where("account_iban", "=", iban)
      .where("kind", "=", kind)
      .where("statement_ref", "=", statement_ref)
      .executeTakeFirstOrThrow();
    if (!before.content_sha256.equals(content_sha256)) throw statement.named_by.fault("changed");
  }
  return added;
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
        masked_account: row.counterparty_iban && masked(row.counterparty_iban),
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

/** The same booking in a file of the other kind, one for one; in one of this kind by the bank's own name of it alone. */
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
  if (given.row.bank_ref !== null && own.some(({ statement_id }) => statement_id !== given.id)) return true;
  return others > own.length;
}

function fingerprintOf(row: ReadRow): Buffer {
  const { direction, amount_minor, currency, booked_on, end_to_end_ref, bank_ref, words } = row;
  const said = [direction, amount_minor, currency, booked_on, end_to_end_ref, bank_ref ?? words];
  return createHash("sha256").update(JSON.stringify(said)).digest();
}

function masked(iban: string): string {
  return `${iban.slice(0, 2)}•• •••• ${iban.slice(-4)}`;
}

/** Moves the payouts, all of them or none: what was paid first, for some of it may have come back. */
async function moveAll(
  trx: Transaction<DB>,
  services: OutcomeServices,
  operatorId: string,
  moves: readonly (Match["moves"][number] & { reason: string | null })[],
): Promise<void> {
  const order: readonly PayoutTransition[] = ["paid", "failed", "bounced"];
  for (const verdict of order) {
    const own = moves.filter((move) => move.verdict === verdict);
    const reasons = new Map(own.map(({ payout_id, reason }) => [payout_id, reason]));
    const ids = [...reasons.keys()].sort();
    while (ids.length > 0) {
      const step = ids.splice(0, productRules.payout.outcome_batch);
      const transition = { operatorId, verdict, reasons, evidence: "file" } as const;
      const settled = await settleStep(trx, services, transition, step);
      if (settled && settled.held.size > 0) throw new SecondOperatorNeeded();
      if (settled?.done.size !== step.length)
        throw new Error("payouts that were locked could not be settled");
    }
  }
}

/** Which file said so stays in the log. */
async function auditStatement(
  trx: Transaction<DB>,
  services: OutcomeServices,
  given: {
    id: string;
    operator_id: string;
    bytes: Uint8Array;
    matched: readonly MatchedRow[];
    opened: number;
  },
): Promise<void> {
  const sha256 = createHash("sha256").update(given.bytes).digest("hex");
  const booked_minor = given.matched.reduce((sum, { row }) => sum + bookedValue(row), 0);
  await writeAudit(trx, {
    ...{ actor_id: given.operator_id, action: "bank.statement_imported", now: services.clock() },
    ...{ subject: `bank_statement:${given.id}`, before: null },
    after: { sha256, entries: given.matched.length, booked_minor, exceptions: given.opened },
  });
}
