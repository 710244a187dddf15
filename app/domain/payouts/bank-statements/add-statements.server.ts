import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import type { OutcomeServices } from "../batches/transitions.server.ts";
import { bookedSum, faultOf, type ReadStatement } from "./camt.ts";
import type { ReadRow } from "./camt-entries.ts";

export interface AddedStatement {
  id: string;
  statement: ReadStatement;
}

/**
 * Writes the statements that were not there yet, and says which. One that the bank gave a name, a day and a page that
 * another one has is refused with all of the file. The caller holds the lock of the bank's files.
 */
export async function addStatements(
  trx: Transaction<DB>,
  services: OutcomeServices,
  statements: readonly ReadStatement[],
  { operator_id, iban }: { operator_id: string; iban: string },
): Promise<AddedStatement[]> {
  const added: AddedStatement[] = [];
  for (const read of statements) {
    const statement = await withBalancesOfPages(trx, read, iban);
    const { kind, statement_ref, issue, sequence, currency, page, balances, rows } = statement;
    // The day was not read at first: what a statement says must not differ from what it said then.
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
 * Whether a statement was taken in before. Banks give one statement another name when it is fetched again, and another
 * statement the same name in another year: what it says decides, with the day that it closes on. A notice has no balances,
 * so two of the same words are one only by their name or the bank's own names of all their bookings. One that says
 * something else under the same name is refused, unless another operator imported the first: a made-up statement keeps
 * the true one out no longer than until then. `by` is null where one operator works alone.
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

/**
 * A page that names no balances of its own begins where the page before it ended, and ends where its bookings lead. The
 * last one has to name the balance of the whole, which then explains all of them.
 */
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
