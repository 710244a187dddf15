import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrateToLatest } from "../../db/migrate.ts";
import type { DB } from "../../db/schema.ts";
import { migrateTo } from "../../scripts/backup/load.ts";
import { copyRows } from "../support/database/copy-rows.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { tellEverything } from "../support/money/whole-world.ts";

/** The last schema in which the books alone said what was written off, given up, given back beyond, and what a dispute did. */
const BEFORE = "2026-11-23-05-bank-statements";

let present: TestDatabase;
let earlier: TestDatabase;
let now: Date;

beforeAll(async () => {
  [present, earlier] = await Promise.all([createTestDatabase(), createEmptyDatabase()]);
  await migrateTo(earlier.url, BEFORE);
  now = (await tellEverything(present.db, { isOld: true })).clock();
  await copyRows(present.url, earlier.url);
  await nameFilesByHash(earlier.db);
  await migrateToLatest(earlier.url);
});
afterAll(() => Promise.all([present.drop(), earlier.drop()]));

it("an update from a version without write-offs, give-ups, refunds beyond and acts of disputes has clean books", async () => {
  await expectCleanBooks(earlier.db, now);
});

it("an update from a version without write-offs, give-ups and refunds beyond has for each what the product writes for a new one", async () => {
  const written = await writtenIn(present.db);
  expect(new Set(written.map(({ of }) => of))).toEqual(
    new Set(["beyond", "cause", "given up", "part", "settled", "written off"]),
  );
  expect(await writtenIn(earlier.db)).toEqual(written);
});

it("an update from a version without acts of disputes has for each turn what it moved, and of the present one what it claims", async () => {
  const acts = await actsIn(present.db);
  expect(new Set(acts.map(({ act }) => act))).toEqual(
    new Set(["OPENED", "YIELDED", "WON", "LOST", "REVERSED"]),
  );
  expect(await actsIn(earlier.db)).toEqual(acts);
});

/** Until then the key of a settlement's posting had the hash of its file. */
async function nameFilesByHash(db: Kysely<DB>): Promise<void> {
  await sql`alter table ledger_transaction disable trigger user`.execute(db);
  await sql`
    update ledger_transaction t
    set idempotency_key = replace(t.idempotency_key, s.id::text, encode(s.file_sha256, 'hex'))
    from settlements s where t.idempotency_key like 'settle:%:' || s.id || ':%'`.execute(db);
  await sql`alter table ledger_transaction enable trigger user`.execute(db);
}

/** What was written off and given up, what providers gave back beyond what was left, and what every posting was made for. */
async function writtenIn(db: Kysely<DB>): Promise<{ of: string; row: unknown }[]> {
  const { rows } = await sql<{ of: string; row: unknown }>`
    select 'written off' as of, to_jsonb(w) as row from write_offs w
    union all select 'part', to_jsonb(p) from write_off_parts p
    union all select 'given up', to_jsonb(g) - 'id' from give_ups g
    union all select 'beyond', to_jsonb(b) - 'id' from refunds_beyond b
    union all select 'settled', to_jsonb(s) from settlements s
    union all select 'cause', to_jsonb(array[case t.cause when 'settlement' then '' else t.idempotency_key end, t.kind, t.cause, t.cause_part,
      case when t.cause in ('give_up', 'refund_beyond') then t.reference else t.cause_id::text end])
    from ledger_transaction t
    order by 1, 2`.execute(db);
  return rows;
}

/** What each act of a dispute moved, and of its present turn what it claims of whom. */
async function actsIn(db: Kysely<DB>): Promise<{ act: string }[]> {
  const { rows } = await sql<{ act: string }>`
    select a.dispute_id, a.turn, a.act, a.suspense_minor, a.loss_minor,
      case when a.turn = d.turn then array[a.charged_minor, a.service_fee_minor, a.vat_minor] end as claims,
      (
        select coalesce(jsonb_agg(to_jsonb(array[
            p.pending_minor, p.available_minor, case when a.turn = d.turn then p.claimed_minor end
          ]) order by p.allocation_id), '[]')
        from dispute_act_parts p
        where (p.dispute_id, p.turn, p.act) = (a.dispute_id, a.turn, a.act) and p.pending_minor + p.available_minor > 0
      ) as parts
    from dispute_acts a join disputes d on d.id = a.dispute_id
    -- Of surplus money a dispute claims nothing, and what was not claimed may be called opened or not.
    where a.act <> 'OPENED' or d.charged_minor > 0
    order by a.dispute_id, a.turn, a.act`.execute(db);
  return rows;
}
