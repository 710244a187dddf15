import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { productRules } from "../../../product-rules.ts";
import { type SettleServices, settleException } from "../../operator-acts/settle-exception.server.ts";

const PLACE = (name: string) => sql`(${sql.ref(`${name}.closing_on`)},
  case when ${sql.ref(`${name}.sequence`)} ~ '^[0-9]{1,18}$' then ${sql.ref(`${name}.sequence`)}::bigint else 0 end,
  coalesce(${sql.ref(`${name}.page`)}, 0), ${sql.ref(`${name}.imported_at`)}, ${sql.ref(`${name}.id`)})`;

/** A gap between statements waits for an operator until filled. The caller locks the bank's files. */
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
