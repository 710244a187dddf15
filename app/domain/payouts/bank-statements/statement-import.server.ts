import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { productRules } from "../../../product-rules.ts";
import { writeAudit } from "../../audit/audit.server.ts";
import { type FileFault, FileFaultError } from "../bank-files/iso-20022.ts";
import {
  type OutcomeServices,
  type PayoutTransition,
  reportReturns,
  requestPayoutApproval,
  settleStep,
} from "../batches/transitions.server.ts";
import { noteGaps } from "./bank-queries.server.ts";
import {
  bookedSum,
  faultOf,
  maskedAccount,
  type ReadRow,
  type ReadStatement,
  readStatements,
} from "./camt.ts";
import { endWaiting, type Known, lockKnown, type Match, matchRow } from "./match-rows.server.ts";

interface AddedStatement {
  id: string;
  statement: ReadStatement;
}

/** Returns the new ones. Refuses another statement of the same name, day and page. */
async function addStatements(
  trx: Transaction<DB>,
  services: OutcomeServices,
  statements: readonly ReadStatement[],
  { operator_id, iban }: { operator_id: string; iban: string },
): Promise<AddedStatement[]> {
  const added: AddedStatement[] = [];
  for (const read of statements) {
    const statement = await withBalancesOfPages(trx, read, iban);
    const { kind, statement_ref, issue, sequence, currency, page, balances, rows } = statement;
    const { opening_minor, closing_minor, closing_on = null } = balances ?? {};
    const said = JSON.stringify([sequence, currency, balances && { opening_minor, closing_minor }, rows]);
    const content_sha256 = createHash("sha256").update(said).digest();
    const by = services.second_operator_from_minor === null ? null : operator_id;
    if (await isKnown(trx, { statement, content_sha256, iban, by })) continue;
    const sum = (direction: ReadRow["direction"]) =>
      Math.abs(bookedSum(rows.filter((row) => row.direction === direction)));
    const id = services.newId();
    await trx
      .insertInto("bank_statements")
      .values({
        ...{ id, kind, account_iban: iban, statement_ref, issue, sequence, currency, content_sha256 },
        ...{ page: page?.number ?? null, opening_minor, closing_minor, closing_on },
        ...{ debits_minor: sum("DEBIT"), credits_minor: sum("CREDIT") },
        ...{ imported_by: operator_id, imported_at: services.clock() },
      })
      .execute();
    added.push({ id, statement });
  }
  return added;
}

/**
 * Banks rename and reuse names: content and closing day decide. Notifications need their name, or all
 * references. Other content under one name is refused unless another operator imported the first: a forgery
 * must not block the true one.
 */
async function isKnown(
  trx: Transaction<DB>,
  given: { statement: ReadStatement; content_sha256: Buffer; iban: string; by: string | null },
): Promise<boolean> {
  const { kind, statement_ref, issue, currency, page, rows, named_by } = given.statement;
  const others = await trx
    .selectFrom("bank_statements")
    .select(["statement_ref", "issue", "content_sha256", "imported_by"])
    .where("account_iban", "=", given.iban)
    .where("kind", "=", kind)
    .where("currency", "=", currency)
    .where("page", "is not distinct from", page?.number ?? null)
    .where((eb) =>
      eb.or([eb("statement_ref", "=", statement_ref), eb("content_sha256", "=", given.content_sha256)]),
    )
    .execute();
  const isSame = others.some((other) => {
    if (!other.content_sha256.equals(given.content_sha256)) return false;
    const isNamedSo = other.statement_ref === statement_ref;
    if (kind === "camt.053") return other.issue === issue || (isNamedSo && rows.length > 0);
    return isNamedSo || rows.every(({ bank_ref }) => bank_ref !== null);
  });
  if (isSame) return true;
  const isNamesake = others.some(
    (other) =>
      other.statement_ref === statement_ref &&
      other.issue === issue &&
      (given.by === null || other.imported_by === given.by),
  );
  if (isNamesake) throw named_by.fault("changed");
  return false;
}

/** A page without balances continues the previous one; the last has the final balance. */
async function withBalancesOfPages(
  trx: Transaction<DB>,
  statement: ReadStatement,
  iban: string,
): Promise<ReadStatement> {
  const { page, balances, rows, statement_ref, currency } = statement;
  if (!page || !balances || !faultOf(balances, rows)) return statement;
  const opening_minor =
    page.number === 1
      ? balances.opening_minor
      : await closingOf(trx, { iban, statement_ref, currency, page: page.number - 1 });
  if (opening_minor === null) throw statement.named_by.fault(page.number === 1 ? "balances" : "page_before");
  const closing_minor = page.is_last ? balances.closing_minor : opening_minor + bookedSum(rows);
  const whole = { ...balances, opening_minor, closing_minor };
  const fault = faultOf(whole, rows);
  if (fault) throw fault;
  return { ...statement, balances: whole };
}

async function closingOf(
  trx: Transaction<DB>,
  of: { iban: string; statement_ref: string; currency: string; page: number },
): Promise<number | null> {
  const before = await trx
    .selectFrom("bank_statements")
    .select("closing_minor")
    .where("account_iban", "=", of.iban)
    .where("kind", "=", "camt.053")
    .where("statement_ref", "=", of.statement_ref)
    .where("currency", "=", of.currency)
    .where("page", "=", of.page)
    .orderBy("imported_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return before?.closing_minor ?? null;
}

type StatementsTaken =
  | { outcome: "taken"; new_statements: number; exceptions: number; other_accounts?: readonly string[] }
  | { outcome: "repeated"; other_accounts?: readonly string[] }
  | { outcome: "no_account" | "too_big" | "second_operator_needed" }
  | { outcome: "no_statement"; fault: FileFault };

class SecondOperatorNeeded extends Error {}

/**
 * Payments mark payouts paid; returns wait for another operator, unmatched rows for any. All or nothing;
 * repetition changes nothing (docs/money.md, 5).
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
        known.reported.beginStatement();
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

function matchStatement({ kind, rows }: ReadStatement, known: Known): MatchedRow[] {
  const numbered = rows.map((row, index) => ({ row, position: index + 1 }));
  const inOrder = ["DEBIT", "CREDIT"].flatMap((each) => numbered.filter(({ row }) => row.direction === each));
  return inOrder.map(({ row, position }) => ({ position, row, match: matchRow(row, kind, known) }));
}

/** Unmatched ones wait unless another file reported them. Returns their number. */
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
    const isRepeated = isException && (await isReportedElsewhere(trx, { id, kind, row, fingerprint }));
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
 * By the other kind of file, or by reference in another statement. One to one: some banks reuse references.
 */
async function isReportedElsewhere(
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
 * All or none, paid first, as some may have returned. Returns need another operator, since anyone can write a
 * file.
 */
async function moveAll(
  trx: Transaction<DB>,
  services: OutcomeServices,
  operatorId: string,
  moves: readonly Move[],
): Promise<void> {
  const reasonsOf = (transition: Match["moves"][number]["transition"]) =>
    new Map(
      moves
        .filter((move) => move.transition === transition)
        .map(({ payout_id, reason }) => [payout_id, reason]),
    );
  const isAlone = services.second_operator_from_minor === null;
  const order: readonly PayoutTransition[] = isAlone ? ["paid", "failed", "bounced"] : ["paid"];
  for (const transition of order) {
    const reasons = reasonsOf(transition);
    const ids = [...reasons.keys()].sort();
    while (ids.length > 0) {
      const step = ids.splice(0, productRules.payout.outcome_batch);
      const change = { operatorId, transition, reasons };
      const settled = await settleStep(trx, services, change, step);
      if (settled && settled.held.size > 0) throw new SecondOperatorNeeded();
      if (settled?.done.size !== step.length)
        throw new Error("payouts that were locked could not be settled");
    }
  }
  const report = { operator_id: operatorId, now: services.clock() };
  await reportReturns(trx, reasonsOf("reported"), report);
  if (isAlone) return;
  for (const transition of ["failed", "bounced"] as const) {
    const reasons = reasonsOf(transition);
    await reportReturns(trx, reasons, report);
    await requestReturnApprovals(trx, services, { transition, reasons, operator_id: operatorId });
  }
}

async function requestReturnApprovals(
  trx: Transaction<DB>,
  services: OutcomeServices,
  given: {
    transition: "failed" | "bounced";
    reasons: ReadonlyMap<string, string | null>;
    operator_id: string;
  },
): Promise<void> {
  const { transition, reasons, operator_id } = given;
  const payouts = await trx
    .selectFrom("payouts")
    .select(["id", "currency", "net_minor"])
    .where(sql<boolean>`id = any(${[...reasons.keys()]}::uuid[])`)
    .orderBy("id")
    .execute();
  for (const payout of payouts) {
    const about = { payout_id: payout.id, operator_id, reason: reasons.get(payout.id) ?? null };
    await requestPayoutApproval(trx, services, transition, about, [payout]);
  }
}

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
