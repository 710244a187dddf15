import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import { describe, expect } from "vitest";
import { cause, platform } from "../../app/domain/ledger/chart.ts";
import {
  lastCheckpoint,
  lastSettledTransaction,
  takeCheckpoints,
} from "../../app/domain/ledger/journal.server.ts";
import { checkAndFreeze, checkLedger, lastCheckRuns } from "../../app/domain/ledger/ledger-checks.server.ts";
import { owedAndHeld, trialBalance } from "../../app/domain/ledger/ledger-reports.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { productRules } from "../../app/product-rules.ts";
import { all, many } from "../support/database/at-once.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks, faultsIn, postAlone } from "../support/database/ledger-checks.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { eventually } from "../support/eventually.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  mature,
  payTip,
  type TipWorld,
} from "../support/money/tip-world.ts";

let database: TestDatabase;
let world: TipWorld;
let creator: Creator;

it.beforeEach(async ({ database: own }) => {
  database = own;
  world = createTipWorld(database.db);
  creator = await createCreator(world);
});

const services = () => ({ db: world.db, clock: world.clock, newId: world.newId });

/** Takes a checkpoint of all that there is. */
async function take() {
  return await takeCheckpoints(world.db, {
    upto: (await lastSettledTransaction(world.db)) ?? 0,
    least: 1,
    now: world.clock(),
  });
}

async function tips(count: number): Promise<void> {
  for (let tip = 0; tip < count; tip += 1) await payTip(world, creator, { amount: 5_00 + tip });
}

/** Changes rows that nobody may change, as the owner of the tables could. */
async function corrupt(statement: RawBuilder<unknown>): Promise<void> {
  const guarded = ["ledger_transaction", "ledger_transfer", "ledger_checkpoints", "ledger_checkpoint_sums"];
  await world.db.transaction().execute(async (trx) => {
    for (const table of guarded) await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx);
    await statement.execute(trx);
    for (const table of guarded) await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx);
  });
}

describe("checkpoints", () => {
  it("each begins where the one before ended, and the nightly check takes one however little was posted", async () => {
    expect(await take()).toBeNull();
    await tips(2);
    const { checkpoint: none } = await checkAndFreeze(services());
    expect(none).toBeNull();
    const { checkpoint: first } = await checkAndFreeze(services(), "FULL");
    expect(first).toMatchObject({ id: 1 });
    await tips(1);
    await mature(world, 7);
    const { checkpoint: second } = await checkAndFreeze(services(), "FULL");
    expect(second).toMatchObject({ id: 2 });
    expect(second?.hash).not.toBe(first?.hash);
    const { checkpoint: same } = await checkAndFreeze(services(), "FULL");
    expect(same).toEqual(second);
    await expectCleanBooks(world.db, world.clock());
  });

  it("the trial balance and what is owed are the same with a checkpoint as without", async () => {
    await tips(2);
    const [balances, sums] = [await trialBalance(world.db), await owedAndHeld(world.db)];
    await take();
    expect(await trialBalance(world.db)).toEqual(balances);
    expect(await owedAndHeld(world.db)).toEqual(sums);
    await tips(1);
    await take();
    await tips(1);
    const summed = await sql<{ code: string; minor: number }>`
      select a.code, abs(sum(case when a.id = m.debit_account then m.amount_minor else -m.amount_minor end))::bigint as minor
      from ledger_transfer m join ledger_account a on a.id in (m.debit_account, m.credit_account)
      group by a.code order by a.code`.execute(world.db);
    const told = (await trialBalance(world.db)).map(({ code, balance_minor }) => ({
      code,
      minor: balance_minor,
    }));
    expect(told.sort((a, b) => (a.code < b.code ? -1 : 1))).toEqual(summed.rows);
  });

  it("what was posted is covered in stretches, and taking checkpoints at once makes one chain", async () => {
    const rules = productRules.ledger_checks;
    await sql`
      insert into ledger_transaction (kind, idempotency_key, body_hash, reference, cause, cause_id, effective_at, created_at)
      select 'many', 'many:' || n, '', 'many', 'payment', gen_random_uuid(), now(), now() from generate_series(1, ${rules.checkpoint_maximum * 2 + 5}::int) as n`.execute(
      world.db,
    );
    await all(many(4), () => take());
    const rows = await world.db
      .selectFrom("ledger_checkpoints")
      .select(["id", "previous", "transactions_count"])
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { id: 1, previous: null, transactions_count: rules.checkpoint_maximum },
      { id: 2, previous: 1, transactions_count: rules.checkpoint_maximum },
      { id: 3, previous: 2, transactions_count: 5 },
    ]);
    const { "41-checkpoints-hold": chain, "42-checkpoint-sums": sums } = await faultsIn(
      world.db,
      world.clock(),
    );
    expect([chain, sums]).toEqual([undefined, undefined]);
  });

  it("a posting that is still being written is waited for, so that none is ever passed over", async () => {
    await tips(1);
    const writer = new pg.Client({ connectionString: database.url });
    await writer.connect();
    await writer.query("begin");
    await writer.query(
      `insert into ledger_transaction (kind, idempotency_key, body_hash, reference, cause, cause_id, effective_at, created_at)
       values ('late', 'late', '', 'late', 'payment', gen_random_uuid(), now(), now())`,
    );
    await tips(1);
    let settled: number | null | undefined;
    const asked = lastSettledTransaction(world.db).then((id) => {
      settled = id;
    });
    await eventually("the writers were asked for", async () => {
      const { rows } = await sql`
        select from pg_stat_activity where query like '%virtualtransaction as writer%' and pid <> pg_backend_pid()
          and datname = current_database()`.execute(world.db);
      return rows.length > 0;
    });
    expect(settled).toBeUndefined();
    await writer.query("commit");
    await asked;
    const { rows } = await sql<{ id: number }>`select max(id) as id from ledger_transaction`.execute(
      world.db,
    );
    expect(settled).toBe(rows[0]?.id);
    await writer.end();
  });
});

describe("the check every ten minutes", () => {
  it("it tells what it covered and found, and a fault is found again until it is mended", async () => {
    await tips(2);
    await checkAndFreeze(services(), "FULL");
    await tips(1);
    expect((await checkAndFreeze(services())).faults).toEqual([]);
    const clean = await lastCheckRuns(world.db);
    expect(clean.DELTA).toMatchObject({ extent: "DELTA", transactions_count: 1, faults: [] });
    expect(clean.FULL).toMatchObject({ extent: "FULL", after_transaction: 0, transactions_count: 2 });
    const account = sql`code = 'creator_pending' and owner = ${creator.id} and credits > 0`;
    await corrupt(sql`update ledger_account set credits = credits + 1 where ${account}`);
    for (const _run of [1, 2])
      expect((await checkAndFreeze(services())).faults).toContain("40-moved-balances-equal-sums");
    const { DELTA: faulty } = await lastCheckRuns(world.db);
    expect(faulty?.faults).toContainEqual(
      expect.objectContaining({ name: "40-moved-balances-equal-sums", count: 1 }),
    );
    const before = await lastCheckpoint(world.db);
    await corrupt(sql`update ledger_account set credits = credits - 1 where ${account}`);
    expect((await checkAndFreeze(services())).faults).toEqual([]);
    expect((await lastCheckpoint(world.db))?.id).toBe(before?.id);
  });

  it("money that is owed and not there is found by the sums of the checkpoint and what was posted since", async () => {
    await tips(2);
    await take();
    const spent = {
      key: "spent",
      kind: "provider_settled",
      cause: cause("settlement", world.newId()),
      reference: "settlement:sandbox:spent",
      effective_at: world.clock(),
      transfers: [
        { from: platform("goodwill", "EUR"), to: platform("bank", "EUR"), amount_minor: minor(9_000_00) },
      ],
    };
    await postAlone(world.db, [spent], world.clock());
    expect((await checkAndFreeze(services())).faults).toContain("12-owed-is-held");
  });
});

describe("what stands before a checkpoint", () => {
  const changes = {
    "an amount": sql`update ledger_transfer set amount_minor = amount_minor + 1 where (transaction_id, seq) =
      (select transaction_id, seq from ledger_transfer order by 1, 2 limit 1)`,
    "an account": sql`update ledger_transfer set credit_account = (select max(id) from ledger_account) where
      (transaction_id, seq) = (select transaction_id, seq from ledger_transfer order by 1, 2 limit 1)`,
    "a transfer that is gone": sql`delete from ledger_transfer where (transaction_id, seq) =
      (select transaction_id, seq from ledger_transfer order by 1 desc, 2 desc limit 1)`,
    "a time": sql`update ledger_transaction set effective_at = effective_at - interval '1 day'
      where id = (select min(id) from ledger_transaction)`,
    "a key": sql`update ledger_transaction set idempotency_key = 'other' where id = (select min(id) from ledger_transaction)`,
    "a number of the checkpoint": sql`update ledger_checkpoints set transfers_count = transfers_count + 1`,
    "a sum of the checkpoint": sql`update ledger_checkpoint_sums set debits = debits + 1`,
    "a mark of an account": sql`update ledger_account_marks set credits = credits + 1`,
    "where a checkpoint begins": sql`update ledger_checkpoints set after_transaction = 0`,
  };
  it.each(Object.entries(changes))(
    "%s that was changed is found by the nightly check",
    async (_what, change) => {
      await tips(1);
      await take();
      await tips(1);
      await take();
      expect(await faultsIn(world.db, world.clock())).toEqual({});
      await corrupt(change);
      const found = (await checkLedger(world.db, world.clock())).filter(({ rows }) => rows.length > 0);
      expect(found.map(({ name }) => name).join(" ")).toMatch(/4[12]-/);
    },
  );
});
