import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { productRules } from "../../../product-rules.ts";
import { type SettleServices, settleException } from "../../operator-acts/operator-acts.server.ts";
import { readPage } from "../../read-page.server.ts";

interface ListedStatement
  extends Pick<
    Selectable<DB["bank_statements"]>,
    | "id"
    | "kind"
    | "statement_ref"
    | "sequence"
    | "currency"
    | "opening_minor"
    | "closing_minor"
    | "debits_minor"
    | "credits_minor"
    | "imported_at"
  > {
  entries: number;
  open_exceptions: number;
}

function deskStatements(db: Kysely<DB>) {
  return db
    .selectFrom("bank_statements as s")
    .select(["s.id", "s.kind", "s.statement_ref", "s.sequence", "s.currency", "s.opening_minor"])
    .select(["s.closing_minor", "s.debits_minor", "s.credits_minor", "s.imported_at"])
    .select([
      sql<number>`(select count(*)::int from bank_entries e where e.statement_id = s.id)`.as("entries"),
      sql<number>`(select count(*)::int from bank_entries e join bank_exceptions x on x.entry_id = e.id
        where e.statement_id = s.id and x.settled_at is null)`.as("open_exceptions"),
    ]);
}

export async function listBankStatements(
  db: Kysely<DB>,
  after: string | null,
): Promise<{ statements: ListedStatement[]; next: string | null }> {
  const order = { table: "bank_statements", as: "s", time: "imported_at", direction: "desc" } as const;
  const { rows: statements, next } = await readPage(deskStatements(db), order, after);
  return { statements, next };
}

export async function findBankStatement(db: Kysely<DB>, id: string): Promise<ListedStatement | null> {
  return (await deskStatements(db).where("s.id", "=", id).executeTakeFirst()) ?? null;
}

export async function findReturnStatement(db: Kysely<DB>, payoutId: string): Promise<string | null> {
  const found = await db
    .selectFrom("bank_entries as e")
    .innerJoin("bank_statements as s", "s.id", "e.statement_id")
    .select("s.id")
    .where("e.payout_id", "=", payoutId)
    .where("e.outcome", "=", "RETURNED")
    .orderBy("s.imported_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? null;
}

interface ListedEntry
  extends Omit<Selectable<DB["bank_entries"]>, "fingerprint" | "statement_id" | "words" | "is_return"> {
  exception: Selectable<DB["bank_exceptions"]>["reason"] | null;
  settled_at: Date | null;
}

const ENTRY = [
  ...(["e.id", "e.position", "e.direction", "e.amount_minor", "e.currency", "e.booked_on"] as const),
  ...(["e.end_to_end_ref", "e.bank_ref", "e.masked_account", "e.outcome"] as const),
  ...(["e.payout_id", "e.batch_id", "e.settlement_id", "e.transfer_id"] as const),
] as const;

export async function listBankEntries(
  db: Kysely<DB>,
  statementId: string,
  after: string | null,
): Promise<{ entries: ListedEntry[]; next: string | null }> {
  const query = db
    .selectFrom("bank_entries as e")
    .leftJoin("bank_exceptions as x", "x.entry_id", "e.id")
    .select(ENTRY)
    .select(["x.reason as exception", "x.settled_at"])
    .where("e.statement_id", "=", statementId);
  const order = { table: "bank_entries", as: "e", time: "position", direction: "asc" } as const;
  const { rows: entries, next } = await readPage(query, order, after);
  return { entries, next };
}

interface QueuedException extends Omit<ListedEntry, "exception"> {
  reason: Selectable<DB["bank_exceptions"]>["reason"];
  statement_id: string;
  statement_ref: string;
  imported_by: string;
  words: string | null;
  opened_at: Date;
  settled_by: string | null;
  settled_reason: string | null;
  reported_by: string | null;
}

function deskExceptions(db: Kysely<DB>) {
  return db
    .selectFrom("bank_exceptions as x")
    .innerJoin("bank_entries as e", "e.id", "x.entry_id")
    .innerJoin("bank_statements as s", "s.id", "e.statement_id")
    .leftJoin("users as u", "u.id", "x.settled_by")
    .leftJoin("settlement_events as t", "t.id", "x.transfer_id")
    .select(ENTRY)
    .select(["e.words", "e.statement_id", "s.statement_ref", "s.imported_by"])
    .select(["x.reason", "x.opened_at", "x.settled_at"])
    .select(["x.settled_reason", "u.email as settled_by", "t.settlement_id as reported_by"]);
}

export async function listBankExceptions(db: Kysely<DB>): Promise<QueuedException[]> {
  return await deskExceptions(db)
    .where("x.settled_at", "is", null)
    .orderBy("x.opened_at")
    .orderBy("x.entry_id")
    .limit(productRules.exception_rows)
    .execute();
}

export async function findBankException(db: Kysely<DB>, entryId: string): Promise<QueuedException | null> {
  return (await deskExceptions(db).where("x.entry_id", "=", entryId).executeTakeFirst()) ?? null;
}

export async function settleBankException(
  services: SettleServices,
  given: { entry_id: string; operator_id: string; reason: string },
): Promise<"settled" | "gone" | "second_operator_needed"> {
  const { entry_id } = given;
  return await settleException(services, given, {
    action: "bank.exception_settled",
    lock: async (trx) => {
      const found = await trx
        .selectFrom("bank_exceptions as x")
        .innerJoin("bank_entries as e", "e.id", "x.entry_id")
        .innerJoin("bank_statements as s", "s.id", "e.statement_id")
        .select(["x.reason", "s.imported_by"])
        .where("x.entry_id", "=", entry_id)
        .where("x.settled_at", "is", null)
        .forUpdate("x")
        .executeTakeFirst();
      if (!found) return undefined;
      const { imported_by, reason } = found;
      return { imported_by, subject: `bank_entry:${entry_id}`, before: { reason } };
    },
    settle: (trx, columns) =>
      trx.updateTable("bank_exceptions").set(columns).where("entry_id", "=", entry_id).execute(),
  });
}

interface BankBalance {
  currency: string;
  closing_minor: number;
  closing_on: string;
  booked_minor: number;
  apart_minor: number;
  least_minor: number;
  most_minor: number;
  is_agreed: boolean;
}

/** They differ by bookings of one side: under way, or an exception (docs/money.md, 5). */
export async function listBankBalances(db: Kysely<DB>): Promise<BankBalance[]> {
  const { rows } = await sql<Omit<BankBalance, "apart_minor" | "is_agreed">>`
    select currency, closing_on::text, closing_minor, booked_minor, least_minor, most_minor
    from bank_agreement(coalesce((select upto_transaction from ledger_checkpoints order by id desc limit 1), 0))
    order by currency`.execute(db);
  return rows.map((row) => {
    const apart = row.closing_minor - row.booked_minor;
    return { ...row, apart_minor: apart, is_agreed: apart >= row.least_minor && apart <= row.most_minor };
  });
}

const PLACE = (name: string) => sql`(${sql.ref(`${name}.closing_on`)},
  case when ${sql.ref(`${name}.sequence`)} ~ '^[0-9]{1,18}$' then ${sql.ref(`${name}.sequence`)}::bigint else 0 end,
  coalesce(${sql.ref(`${name}.page`)}, 0), ${sql.ref(`${name}.imported_at`)}, ${sql.ref(`${name}.id`)})`;

/** A gap waits for an operator until filled. The caller locks the bank's files. */
export async function noteGaps(
  trx: Transaction<DB>,
  services: { clock: () => Date; newId: () => string },
  added: readonly string[],
): Promise<void> {
  const { rows } = await sql<{
    statement_id: string;
    before_id: string;
    expected_minor: number;
    found_minor: number;
  }>`
    with fresh as (
      select * from bank_statements where id = any(${[...added]}::uuid[]) and closing_on is not null
    ), touched as (
      select id from fresh
      union
      select n.id
      from fresh f
      cross join lateral (
        select s.id from bank_statements s
        where s.account_iban = f.account_iban and s.currency = f.currency and s.opening_minor is not null
          and s.closing_on >= f.closing_on and ${PLACE("s")} > ${PLACE("f")}
        order by ${PLACE("s")} limit 1
      ) n
    )
    select t.id as statement_id, b.id as before_id, b.closing_minor as expected_minor, t.opening_minor as found_minor
    from touched
    join bank_statements t on t.id = touched.id
    cross join lateral (
      select s.id, s.closing_minor from bank_statements s
      where s.account_iban = t.account_iban and s.currency = t.currency and s.opening_minor is not null
        and s.closing_on <= t.closing_on and ${PLACE("s")} < ${PLACE("t")}
      order by ${PLACE("s")} desc limit 1
    ) b`.execute(trx);
  for (const row of rows) {
    await trx
      .updateTable("bank_gaps")
      .set({ closed_at: services.clock() })
      .where("statement_id", "=", row.statement_id)
      .where("before_id", "<>", row.before_id)
      .where("closed_at", "is", null)
      .execute();
    if (row.expected_minor === row.found_minor) continue;
    await trx
      .insertInto("bank_gaps")
      .values({ ...row, id: services.newId(), opened_at: services.clock() })
      .onConflict((conflict) => conflict.columns(["statement_id", "before_id"]).doNothing())
      .execute();
  }
}

interface ListedGap {
  id: string;
  statement_id: string;
  statement_ref: string;
  imported_by: string;
  before_id: string;
  before_ref: string;
  currency: string;
  expected_minor: number;
  found_minor: number;
  before_on: string | null;
  statement_on: string | null;
  opened_at: Date;
  closed_at: Date | null;
  settled_at: Date | null;
  settled_by: string | null;
  settled_reason: string | null;
}

function deskGaps(db: Kysely<DB>) {
  return db
    .selectFrom("bank_gaps as g")
    .innerJoin("bank_statements as s", "s.id", "g.statement_id")
    .innerJoin("bank_statements as b", "b.id", "g.before_id")
    .leftJoin("users as u", "u.id", "g.settled_by")
    .select([
      "g.id",
      "g.statement_id",
      "s.statement_ref",
      "s.imported_by",
      "g.before_id",
      "b.statement_ref as before_ref",
    ])
    .select(["s.currency", "g.expected_minor", "g.found_minor", "b.closing_on as before_on"])
    .select([
      "s.closing_on as statement_on",
      "g.opened_at",
      "g.closed_at",
      "g.settled_at",
      "g.settled_reason",
    ])
    .select("u.email as settled_by");
}

export async function listBankGaps(db: Kysely<DB>): Promise<ListedGap[]> {
  return await deskGaps(db)
    .where("g.settled_at", "is", null)
    .where("g.closed_at", "is", null)
    .orderBy("g.opened_at")
    .orderBy("g.id")
    .limit(productRules.exception_rows)
    .execute();
}

export async function findBankGap(db: Kysely<DB>, id: string): Promise<ListedGap | null> {
  return (await deskGaps(db).where("g.id", "=", id).executeTakeFirst()) ?? null;
}

/** "gone" also when filled. */
export async function settleBankGap(
  services: SettleServices,
  given: { id: string; operator_id: string; reason: string },
): Promise<"settled" | "gone" | "second_operator_needed"> {
  const { id } = given;
  return await settleException(services, given, {
    action: "bank.gap_settled",
    lock: async (trx) => {
      const found = await trx
        .selectFrom("bank_gaps as g")
        .innerJoin("bank_statements as s", "s.id", "g.statement_id")
        .select(["g.statement_id", "g.expected_minor", "g.found_minor", "s.imported_by"])
        .where("g.id", "=", id)
        .where("g.settled_at", "is", null)
        .where("g.closed_at", "is", null)
        .forUpdate("g")
        .executeTakeFirst();
      if (!found) return undefined;
      const { imported_by, statement_id, expected_minor, found_minor } = found;
      return {
        imported_by,
        subject: `bank_statement:${statement_id}`,
        before: { expected_minor, found_minor },
      };
    },
    settle: (trx, columns) => trx.updateTable("bank_gaps").set(columns).where("id", "=", id).execute(),
  });
}
