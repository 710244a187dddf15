import { randomUUID } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkIn } from "../../app/domain/ledger/ledger-checks.server.ts";
import { replaceKey } from "../../db/migrations/upgrade/same-owner.ts";
import type { DB } from "../../db/schema.ts";
import { type ApplicationRole, createApplicationRole } from "../support/database/application-role.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { REFUSED } from "../support/database/ledger-checks.ts";
import { makeOperator, type PayoutWorld } from "../support/money/payout-world.ts";
import { noticedAfter } from "../support/money/random-corruptions.ts";
import { createCreator } from "../support/money/tip-world.ts";
import { tellEverything } from "../support/money/whole-world.ts";

// Each two references that have to belong to the same creator: by a foreign key, or else by the nightly check.

interface Agreement {
  /** The reference first. */
  columns: readonly string[];
  to: string;
  /** The same columns there, the id first. */
  there: readonly string[];
  /** Of a table that is only added to: what makes a copy of a row a new one. */
  added?: string;
}

const AGREEMENTS: Readonly<Record<string, Agreement>> = {
  payouts_details_agrees: {
    ...{ columns: ["details_id", "creator_id"], to: "payout_destinations", there: ["id", "user_id"] },
  },
  payouts_batch_agrees: {
    ...{ columns: ["batch_id", "rail", "currency"], to: "payout_batches", there: ["id", "rail", "currency"] },
  },
  tip_allocations_tip_agrees: {
    ...{ columns: ["tip_id", "creator_id"], to: "tips", there: ["id", "creator_id"] },
  },
  voucher_redemptions_tip_agrees: {
    ...{ columns: ["tip_id", "creator_id"], to: "tips", there: ["id", "creator_id"] },
  },
  payments_tip_agrees: {
    columns: ["tip_id", "currency", "amount_minor"],
    ...{ to: "tips", there: ["id", "currency", "amount_minor"] },
  },
  payments_voucher_agrees: {
    columns: ["voucher_id", "currency", "amount_minor"],
    ...{ to: "vouchers", there: ["id", "currency", "amount_minor"] },
  },
  write_off_parts_write_off_agrees: {
    ...{ columns: ["write_off_id", "creator_id"], to: "write_offs", there: ["id", "creator_id"] },
    added: "{}",
  },
  bank_entries_transfer_agrees: {
    columns: ["transfer_id", "settlement_id"],
    ...{ to: "settlement_events", there: ["id", "settlement_id"] },
    added: `{"id": "${randomUUID()}", "position": 99}`,
  },
  content_decisions_complaint_agrees: {
    ...{ columns: ["complaint_id", "case_id"], to: "content_complaints", there: ["id", "case_id"] },
    added: `{"id": "${randomUUID()}"}`,
  },
  sessions_device_agrees: {
    ...{ columns: ["device_id", "user_id"], to: "known_devices", there: ["id", "user_id"] },
  },
  users_avatar_agrees: { columns: ["avatar_id", "id"], to: "media_files", there: ["id", "owner_id"] },
  users_header_agrees: { columns: ["header_id", "id"], to: "media_files", there: ["id", "owner_id"] },
  tribute_items_image_agrees: {
    ...{ columns: ["image_id", "user_id"], to: "media_files", there: ["id", "owner_id"] },
  },
};

let database: TestDatabase;
let application: ApplicationRole;
let world: PayoutWorld;

beforeAll(async () => {
  database = await createTestDatabase();
  application = await createApplicationRole(database);
  world = await tellEverything(database.db);
  for (const number of [1, 2]) await addRowsOfACreator(number);
});
afterAll(() => application.drop());

/** What the world has none of: a device, a session, pictures, an item, an unpaid voucher, a case with a complaint, a bank's booking. */
async function addRowsOfACreator(number: number): Promise<void> {
  const { db } = database;
  const user_id = (await createCreator(world)).id;
  const operator = await makeOperator(world);
  const [device, picture, header, image, spare, item, a_case, complaint, file, event, statement] = Array.from(
    { length: 11 },
    () => randomUUID(),
  );
  const bytes = sql`decode(md5(${String(number)}), 'hex')`;
  for (const statementText of [
    sql`insert into known_devices values (${device}, ${user_id}, ${bytes}, now(), now())`,
    sql`insert into sessions (id, user_id, user_agent, created_at, renewed_at, expires_at, device_id)
      values (gen_random_uuid(), ${user_id}, 'test', now(), now(), now(), ${device})`,
    ...[picture, header, image, spare].map(
      (id) => sql`insert into media_files (id, key, is_public, width, height, variants, owner_id, created_at)
        values (${id}, 'AVATAR', true, 1, 1, '[]', ${user_id}, now())`,
    ),
    sql`update users set avatar_id = ${picture}, header_id = ${header} where id = ${user_id}`,
    sql`insert into tribute_items (id, user_id, name, amount_minor, currency, position, status, image_id, created_at)
      values (${item}, ${user_id}, 'Tea', 500, 'EUR', 0, 'ACTIVE', ${image}, now())`,
    sql`insert into vouchers (id, amount_minor, currency, locale, created_at, updated_at)
      values (gen_random_uuid(), 700, 'EUR', 'en', now(), now())`,
    sql`insert into content_cases (id, target, reason, explanation, locale, status, received_at, changed_at)
      values (${a_case}, 'x', 'OTHER', 'x', 'en', 'DECIDED', now(), now())`,
    sql`insert into content_complaints values (${complaint}, ${a_case}, 'REPORTER', 'x', now())`,
    sql`insert into settlements (id, provider, file_sha256, rows_count, totals, unknown_references, imported_by, imported_at)
      values (${file}, 'other', ${bytes}, 1, '{}', '[]', ${operator}, now())`,
    sql`insert into settlement_events (id, settlement_id, provider, event_ref, kind, currency, gross_minor, fee_minor,
        occurred_on, reaches_bank, outcome)
      values (${event}, ${file}, 'other', ${event}, 'TRANSFER', 'EUR', 100, 0, now(), true, 'TAKEN')`,
  ])
    await statementText.execute(db);
  if (number > 1) return;
  await sql`insert into content_decisions (id, case_id, complaint_id, decision, reasons, decided_by, decided_at, complaints_until)
    values (gen_random_uuid(), ${a_case}, ${complaint}, 'NO_ACTION', 'x', ${operator}, now(), now())`.execute(
    db,
  );
  await sql`insert into bank_statements (id, account_iban, kind, currency, statement_ref, credits_minor, debits_minor,
      content_sha256, imported_by, imported_at)
    values (${statement}, 'DE02120300000000202051', 'camt.054', 'EUR', 'x', 100, 0, ${bytes}, ${operator}, now())`.execute(
    db,
  );
  await sql`insert into bank_entries (id, statement_id, position, direction, amount_minor, currency, booked_on, is_return,
      fingerprint, outcome, settlement_id, transfer_id)
    values (gen_random_uuid(), ${statement}, 0, 'CREDIT', 100, 'EUR', now(), false, ${bytes}, 'SETTLEMENT', ${file}, ${event})`.execute(
    db,
  );
}

/** Has a row of the table refer to a row of somebody else's. Throws what PostgreSQL says. */
async function misdirect(trx: Transaction<DB>, name: string): Promise<void> {
  const { columns, to, there, added } = AGREEMENTS[name] ?? { columns: [], to: "", there: [] };
  const table = name.replace(
    /_(?:details|batch|tip|voucher|write_off|transfer|complaint|device|avatar|header|image)_agrees$/,
    "",
  );
  const [column = ""] = columns;
  const of = (row: string, each: readonly string[]) => each.map((part) => `${row}.${part}`).join(", ");
  const { rows } = await sql
    .raw<{ place: string; other: string }>(`
      select r.ctid as place, o.id as other from ${table} r
      join ${to} o on o.id <> r.${column} and (${of("o", there.slice(1))}) is distinct from (${of("r", columns.slice(1))})
      order by exists (select from ${table} taken where taken.${column} = o.id), 1, 2 limit 1`)
    .execute(trx);
  const [row] = rows;
  if (!row) throw new Error(`no two rows of ${table} to try`);
  const change = added
    ? `insert into ${table} select n.* from ${table} r cross join lateral
        jsonb_populate_record(null::${table}, to_jsonb(r) || '${added}' || '{"${column}": "${row.other}"}') n
        where r.ctid = '${row.place}'`
    : `update ${table} set ${column} = '${row.other}' where ctid = '${row.place}'`;
  await sql.raw(change).execute(trx);
}

const tryAs = (db: Kysely<DB>, name: string) => db.transaction().execute((trx) => misdirect(trx, name));

describe("what belongs together belongs to the same creator", () => {
  it("every key of more than an id is listed here, and was found true of all rows", async () => {
    const { rows } = await sql<{ name: string; convalidated: boolean }>`
      select conname as name, convalidated from pg_constraint where contype = 'f' and conname like '%\_agrees'
      order by 1`.execute(database.db);
    expect(rows).toEqual(
      Object.keys(AGREEMENTS)
        .sort()
        .map((name) => ({ name, convalidated: true })),
    );
  });

  it.each(Object.keys(AGREEMENTS))(
    "PostgreSQL refuses another's row by the key %s, to the application and to its owner",
    async (name) => {
      await expect(tryAs(database.db, name)).rejects.toThrow(new RegExp(`foreign key constraint "${name}"`));
      await expect(tryAs(application.db, name)).rejects.toThrow(
        new RegExp(`${REFUSED.forbidden.source}|foreign key constraint "${name}"`),
      );
    },
  );
});

/** What no key can say, as rows may be gone, are of several kinds, or name their owner elsewhere: change and check. */
const NOTICED: Readonly<Record<string, readonly [check: string, change: string]>> = {
  "an item of another creator's": [
    "57-owners-agree",
    `update tips t set tribute_item_id = (select id from tribute_items i where i.user_id <> t.creator_id limit 1)
      where t.id = (select id from tips where creator_id is not null and paid_at is not null order by id limit 1)`,
  ],
  "a payout that another creator asked for": [
    "57-owners-agree",
    `update payouts p set requested_by = (select id from users u where u.id <> p.creator_id and u.role = 'CREATOR' limit 1)
      where p.id = (select id from payouts order by id limit 1)`,
  ],
  "a share of another payment": [
    "06-allocations-add-up",
    `update tip_allocations a set payment_id = (select p.id from payments p where p.purpose = 'TIP'
        and p.id not in (select payment_id from tip_allocations) limit 1)
      where a.id = (select a.id from tip_allocations a order by id limit 1)`,
  ],
  "a part of a refund of another's share": [
    "16-refund-parts-add-up",
    `update refund_parts r set allocation_id = (select a.id from tip_allocations a
        where a.payment_id <> (select payment_id from refunds f where f.id = r.refund_id) limit 1)
      where r.ctid = (select ctid from refund_parts order by refund_id limit 1)`,
  ],
  "a hold of another's share": [
    "29-disputes-as-acted",
    `update dispute_holds h set allocation_id = (select a.id from tip_allocations a
        where a.payment_id <> (select payment_id from disputes d where d.id = h.dispute_id) limit 1)
      where h.ctid = (select ctid from dispute_holds order by dispute_id limit 1)`,
  ],
  "a share in another group's tip": [
    "53-group-tips-are-split",
    `update tips t set group_tip_id = (select w.id from tips w where w.creator_id is null
        and w.grouplist_id is not null and w.id <> t.group_tip_id limit 1)
      where t.id = (select id from tips where group_tip_id is not null order by id limit 1)`,
  ],
  "a share of somebody who is no member": [
    "53-group-tips-are-split",
    `update payments p set member_ids = array[gen_random_uuid()]
      where p.id = (select p.id from payments p join tips t on t.group_tip_id = p.tip_id order by 1 limit 1)`,
  ],
  "a redemption of another voucher": [
    "55-vouchers-stand",
    `update tips t set voucher_id = (select v.id from vouchers v where v.id <> t.voucher_id limit 1)
      where t.id = (select id from tips where voucher_id is not null order by id limit 1)`,
  ],
  "a dispute of another payment": [
    "29-disputes-as-acted",
    `update disputes d set payment_id = (select p.id from payments p where p.id <> d.payment_id and p.status = 'SUCCESS' limit 1)
      where d.id = (select dispute_id from dispute_act_parts order by 1 limit 1)`,
  ],
  "a refund of another payment": [
    "16-refund-parts-add-up",
    `update refunds f set payment_id = (select p.id from payments p where p.id <> f.payment_id and p.status = 'SUCCESS' limit 1)
      where f.id = (select refund_id from refund_parts order by 1 limit 1)`,
  ],
};

describe("where no key can say so", () => {
  it.each(Object.entries(NOTICED))("the nightly check notices %s", async (_what, [check, change]) => {
    expect(await noticedAfter(database.db, change, world.clock())).toContain(check);
  });

  it("rows of before that disagree keep no version from starting, and the nightly check names them and their key", async () => {
    const undone = new Error("nothing of it stays");
    const tried = database.db.transaction().execute(async (trx) => {
      await sql`alter table payouts drop constraint payouts_details_agrees`.execute(trx);
      await sql`
        alter table payouts add constraint payouts_details_id_fkey
        foreign key (details_id) references payout_destinations`.execute(trx);
      await sql`
        update payouts p set details_id =
          (select id from payout_destinations d where d.user_id <> p.creator_id order by id limit 1)
        where p.id = (select id from payouts order by id limit 1)`.execute(trx);
      await replaceKey(trx as never, {
        ...{ table: "payouts", columns: ["details_id", "creator_id"] },
        ...{ to: "payout_destinations", there: ["id", "user_id"] },
      });
      const { results } = await checkIn(trx, { extent: "FULL", now: world.clock() });
      const found = results.find(({ name }) => name === "57-owners-agree")?.rows;
      expect(found?.map((row) => [row.of, row.of === "key" ? row.name : ""])).toEqual([
        ["key", "payouts_details_agrees"],
        ["destination", ""],
      ]);
      throw undone;
    });
    await expect(tried).rejects.toThrow(undone);
  });
});
