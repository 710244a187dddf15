import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOperator } from "../../app/domain/auth/operators.server.ts";
import { markPaid } from "../../app/domain/payouts/batches/transitions.server.ts";
import {
  issueMonthStatements,
  listMonthStatements,
} from "../../app/domain/payouts/statements/month-statements.server.ts";
import type { DB } from "../../db/schema.ts";
import { createApplicationRole } from "../support/database/application-role.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks, REFUSED } from "../support/database/ledger-checks.ts";
import { requestPayout } from "../support/money/paid-payouts.ts";
import { acceptPayoutData, batchUp, type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import { by, refund } from "../support/money/refund-world.ts";
import {
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  mature,
  payTip,
  tellDispute,
} from "../support/money/tip-world.ts";

let database: TestDatabase;
let application: Kysely<DB>;
let world: PayoutWorld;
let role: string;
let drop: () => Promise<void>;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ db: application, role, drop } = await createApplicationRole(database));
  world = withPayouts(createTipWorld(application));
});
afterAll(() => drop());

/** What the application may not do with which table or column of the product, "table" or "table.column". */
async function withheld(): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ right: string; name: string }>`
    with tables as (
      select oid, relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    ), whole as (
      select r as right, t.name from tables t, unnest(array['select', 'delete']) as r
      where not has_table_privilege(${role}, t.oid, r)
    ), columns as (
      select r as right, t.name, a.attname as part, may, bool_or(may) over (partition by r, t.oid) as may_some
      from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped,
        unnest(array['insert', 'update']) as r, lateral has_column_privilege(${role}, t.oid, a.attnum, r) as may
    )
    select * from whole
    union all
    select "right", case when may_some then name || '.' || part else name end
    from columns where not may
    order by 1, 2`.execute(database.db);
  const found = Map.groupBy(rows, (row) => row.right);
  return Object.fromEntries(
    [...found].map(([right, each]) => [right, [...new Set(each.map(({ name }) => name))]]),
  );
}

const of = (table: string, columns: string) => columns.split(" ").map((column) => `${table}.${column}`);

/** What a released batch has. */
const FILE = "file_name content_type file_encrypted file_sha256 file_payouts_count file_total_minor";

describe("where the tables belong to a role of their own", () => {
  it("the application may read every table, and write all but the columns and rows that are named here", async () => {
    const writtenOnce = [
      ...[
        "account_status_events",
        "audit_log",
        "document_views",
        "issuers",
        "journal_months",
        "journal_numbers",
        "ledger_transaction",
        "ledger_transfer",
      ],
      ...["month_statements", "payment_events", "payout_statements", "settlement_rows", "settlements"],
      ...["statement_cancellations", "suspense_exits", "bank_statements", "bank_entries", "write_off_parts"],
      ...["settlement_events", "settlement_event_acts"],
      ...[
        "write_offs",
        "debt_set_offs",
        "credit_notes",
        "credit_note_cancellations",
        "give_ups",
        "refunds_beyond",
      ],
      ...["dispute_acts", "dispute_act_parts", "content_decisions", "refund_parts"],
      ...["ledger_corrections", "ledger_correction_reversals"],
    ];
    const onlyRead = [
      ...["document_series", "kysely_migration", "kysely_migration_lock"],
      ...["countries", "currencies", "vat_rates", "chain_entries"],
      ...["ledger_account_marks", "ledger_checkpoint_sums", "ledger_checkpoints"],
    ];
    expect(await withheld()).toEqual({
      delete: [
        ...writtenOnce,
        ...onlyRead,
        "ledger_account",
        "operator_acts",
        "payout_freezes",
        "payout_batches",
        "suspense_entries",
        "bank_exceptions",
        "settlement_exceptions",
        "bank_gaps",
        ...["content_cases", "content_complaints", "vouchers", "voucher_redemptions"],
        "refund_failures",
        ...["payments", "tip_allocations", "refunds", "disputes", "payouts", "payout_runs"],
        ...["reference_rates", "held_rates", "group_credits"],
      ].sort(),
      insert: [
        ...[...onlyRead, "ledger_transaction.id", "users.role"],
        ...of("payout_destinations", "confirmed_at confirmed_by decided_at decided_by decline_reason status"),
        ...of("payout_batches", `released_at released_by fetched_at ${FILE}`),
        ...of("held_rates", "decided_at decided_by decision"),
        ...of("vat_id_checks", "id state request_identifier name address checked_at attempts last_error"),
        "grouplists.credits_from_turn",
      ].sort(),
      update: [
        ...writtenOnce,
        ...onlyRead,
        ...[
          "allows_negative",
          "code",
          "currency",
          "id",
          "keeps_balance",
          "normal_side",
          "owner",
          "shard",
        ].map((column) => `ledger_account.${column}`),
        ...["frozen_at", "id", "reason"].map((column) => `payout_freezes.${column}`),
        ...["amount_minor", "created_at", "currency", "id"].map((column) => `vouchers.${column}`),
        ...["asked_at", "creator_id", "id", "voucher_id", "was_pending"].map(
          (column) => `voucher_redemptions.${column}`,
        ),
        ...of(
          "operator_acts",
          "business_day decided_at decided_by id kind limit_eur_minor made_at made_by params status subject worth_eur_minor",
        ),
        ...of(
          "payout_batches",
          "created_at created_by currency id payouts_count rail total_minor worth_eur_minor",
        ),
        ...of("payout_batches", `released_at released_by ${FILE}`),
        ...of("payout_destinations", "id user_id status encrypted bank_country has_paxum masked_account"),
        ...of("payout_destinations", "code_expires_at confirmed_at confirmed_by decided_at decided_by"),
        ...of("payout_destinations", "created_at recorded_at"),
        ...of("payouts", "id creator_id details_id currency amount_minor net_minor fee_minor fee_vat_minor"),
        ...of(
          "payouts",
          "fee_vat_bps fee_vat_country method rail payout_type period requested_at requested_by",
        ),
        ...of("tips", "id creator_id grouplist_id group_tip_id voucher_id currency amount_minor created_at"),
        ...of(
          "payments",
          "id purpose tip_id voucher_id member_ids provider type country currency amount_minor",
        ),
        ...of(
          "payments",
          "service_fee_bps service_fee_minor service_fee_minimum_minor vat_rate_bps vat_minor total_minor charged_minor",
        ),
        ...of("payments", "charged_currency rate rate_date receipt_number created_at hold_days needs_review"),
        ...of("payments", "account_ref application_fee_minor"),
        ...of("tip_allocations", "id payment_id tip_id creator_id currency amount_minor worth_eur_minor"),
        ...of("tip_allocations", "available_at pending_shard is_ranked"),
        ...of("refunds", "id payment_id asked_by requested_by requested_at currency amount_minor tip_minor"),
        ...of("refunds", "service_fee_minor vat_minor goodwill_minor application_fee_minor"),
        ...of("refund_failures", "id payment_id reference currency amount_minor failed_at"),
        ...of("disputes", "id payment_id dispute_ref currency"),
        ...of("dispute_holds", "dispute_id allocation_id"),
        ...of("reference_rates", "currency rate_date units_per_euro source recorded_at"),
        ...of("held_rates", "id currency source decision decided_by decided_at"),
        ...of("vat_id_checks", "id creator_id vat_id asked_at"),
        ...[
          "currency",
          "payment_id",
          "provider",
          "provider_ref",
          "reason",
          "received_at",
          "received_minor",
        ].map((column) => `suspense_entries.${column}`),
        ...["bank_exceptions.entry_id", "bank_exceptions.opened_at", "bank_exceptions.reason"],
        ...[
          "event_id",
          "id",
          "known_currency",
          "known_minor",
          "opened_at",
          "reason",
          "said",
          "settlement_id",
        ].map((column) => `settlement_exceptions.${column}`),
        ...["before_id", "expected_minor", "found_minor", "id", "opened_at", "statement_id"].map(
          (column) => `bank_gaps.${column}`,
        ),
        ...["id", "locale", "number", "reason", "received_at"].map((column) => `content_cases.${column}`),
        ...["case_id", "id", "made_at", "side"].map((column) => `content_complaints.${column}`),
        ...of("grouplists", "created_at credits_from_turn currency id slug"),
        ...of("group_credits", "creator_id grouplist_id"),
        ...["asked_at", "creator_id", "grouplist_id", "id"].map((column) => `grouplist_users.${column}`),
        ...["users.id", "users.role"],
      ].sort(),
    });
    const { rows } = await sql`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and (has_table_privilege(${role}, oid, 'truncate') or has_table_privilege(${role}, oid, 'trigger'))`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
  });

  it("a whole life of money goes through with the application's rights: tips, refund, dispute, payout and statements", async () => {
    const made = await createOperator(world, {
      ...{ email: "operator@example.org", password: "four cups of tea", role: "ADMIN" as const },
    });
    if (made.outcome !== "created") throw new Error(made.outcome);
    const operator = made.user_id;
    const creator = await createCreator(world);
    await acceptPayoutData(world, creator, { operator });
    await payTip(world, creator, { amount: 100_00 });
    await refund(world, await payTip(world, creator, { amount: 20_00 }), by(creator), 5_00);
    const disputed = await payTip(world, creator, { amount: 30_00 });
    await tellDispute(world, disputed, "OPEN");
    await tellDispute(world, disputed, "LOST");
    await mature(world, 8);
    const payout = await requestPayout(world, creator, 50_00);
    await batchUp(world, operator);
    await markPaid(world, { payout_id: payout, operator_id: operator });
    world.time.passSeconds(31 * DAY_SECONDS);
    expect(await issueMonthStatements(world, "2026-11")).toBe(1);
    expect(await listMonthStatements(world.db, creator.id)).toHaveLength(1);
    const series = await application.selectFrom("document_series").selectAll().orderBy("name").execute();
    expect(series).toEqual([
      { name: "month", last_number: 1 },
      { name: "payout", last_number: 1 },
    ]);
    await expectCleanBooks(world.db, world.clock());
  });

  it("the application cannot move a series of documents on without the documents, nor make an operator of an account that is there", async () => {
    for (const number of [-1, 9])
      await expect(
        sql`select advance_document_series('payout', ${number}::bigint)`.execute(application),
      ).rejects.toThrow(/do not follow/);
    await expect(sql`select lock_document_series('mine')`.execute(application)).rejects.toThrow(/no series/);
    const creator = await createCreator(world);
    await expect(
      sql`select make_operator(${creator.id}::uuid, 'ADMIN', now())`.execute(application),
    ).rejects.toThrow(/only a new account/);
    const id = randomUUID();
    await expect(
      application.transaction().execute(async (trx) => {
        await sql`insert into users (id, email, created_at, updated_at) values (${id}, 'new@example.org', now(), now())`.execute(
          trx,
        );
        await sql`select make_operator(${id}::uuid, 'ADMIN', now())`.execute(trx);
      }),
    ).rejects.toThrow(/only a new account with a second factor/);
    for (const statement of [
      sql`update users set role = 'ADMIN'`,
      sql`insert into users (id, email, role, created_at, updated_at) values (${id}, 'new@example.org', 'ADMIN', now(), now())`,
      sql`update ledger_account set allows_negative = true`,
      sql`update payout_batches set created_by = ${creator.id}`,
      sql`update document_series set last_number = 0`,
      sql`update payout_statements set facts = '{}'`,
      sql`update month_statements set facts = '{}'`,
      sql`delete from settlements`,
    ])
      await expect(statement.execute(application)).rejects.toThrow(REFUSED.forbidden);
  });
});

/** Tables that are only added to: their rows stay as they were written, whoever asks. */
const ONLY_ADDED_TO = [
  "account_status_events",
  "audit_log",
  "bank_entries",
  "bank_statements",
  "chain_entries",
  "content_decisions",
  "credit_note_cancellations",
  "credit_notes",
  "debt_set_offs",
  "dispute_act_parts",
  "dispute_acts",
  "document_views",
  "give_ups",
  "journal_months",
  "journal_numbers",
  "ledger_checkpoint_sums",
  "ledger_checkpoints",
  "ledger_correction_reversals",
  "ledger_corrections",
  "ledger_transaction",
  "ledger_transfer",
  "legal_texts",
  "payment_events",
  "refunds_beyond",
  "settings",
  "settlement_event_acts",
  "settlement_events",
  "settlement_rows",
  "suspense_exits",
  // Once they are answered.
  "vat_id_checks",
  "write_off_parts",
  "write_offs",
];

describe("tables that are only added to", () => {
  it("every table that refuses changes of its rows is listed here, and refuses to be emptied too", async () => {
    const { rows } = await sql<{ name: string; guards: string }>`
      select c.relname as name, string_agg(distinct e.what, ' ' order by e.what) as guards
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc f on f.oid = t.tgfoid,
        lateral (values ('delete', 8), ('update', 16), ('truncate', 32)) as e (what, bit)
      where f.proname like 'refuse_change%' and t.tgenabled = 'O' and (t.tgtype & 2) > 0 and (t.tgtype & e.bit) > 0
      group by c.relname order by c.relname`.execute(database.db);
    const written = ONLY_ADDED_TO.map((name) => ({ name, guards: "delete truncate update" }));
    // Notes go with their user.
    const unchanged = { name: "support_notes", guards: "update" };
    expect(rows).toEqual([...written, unchanged].sort((a, b) => (a.name < b.name ? -1 : 1)));
  });

  it.each(ONLY_ADDED_TO)("the table %s cannot be emptied at once, not even by its owner", async (table) => {
    await expect(sql`truncate ${sql.table(table)} cascade`.execute(database.db)).rejects.toThrow(
      REFUSED.appendOnly,
    );
  });
});
