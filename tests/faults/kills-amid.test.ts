import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { deleteAccount, requestDeletion } from "../../app/domain/auth/deletion.server.ts";
import { findBatch } from "../../app/domain/payouts/batches/admin-queries.server.ts";
import { fetchBatchFile, makeBatch } from "../../app/domain/payouts/batches/batches.server.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks, somebodyWaits } from "../support/database/ledger-checks.ts";
import { eventually } from "../support/eventually.ts";
import { emailOf, mailedLink } from "../support/money/email-changes.ts";
import {
  approveAbout,
  earn,
  makeOperator,
  OUR_ACCOUNT,
  type PayoutWorld,
  waitingForMoney,
  withPayouts,
} from "../support/money/payout-world.ts";
import { balancesOf, createCreator, createTipWorld, earnBefore } from "../support/money/tip-world.ts";

// The process is killed when an act has done all but its last line: nothing of it is left, the books are clean, and the act
// can be done as if it had never begun.

const worker = path.resolve(import.meta.dirname, "kills-amid-worker.ts");

let database: TestDatabase;
let world: PayoutWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = withPayouts({ ...createTipWorld(database.db), second_operator_from_minor: 50_00 });
  await earnBefore(world, "EUR", 1_000_00);
});
afterEach(() => database.drop());

/** Lets another process do the act until it waits to write into a table, and kills it there. */
async function killAmid(table: string, act: Record<string, string>): Promise<void> {
  const { db } = database;
  await db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(table)} in share mode`.execute(trx);
    const told = JSON.stringify({ ...act, now: world.clock().toISOString() });
    const child = spawn(process.execPath, [worker, database.url, told], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    const exited = once(child, "exit");
    await eventually("it waits for its last line, or has failed", async () => {
      return child.exitCode !== null || (await somebodyWaits(db));
    });
    expect(child.exitCode, "the process still runs").toBeNull();
    child.kill("SIGKILL");
    await exited;
  });
  await eventually("the database has noticed", async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(
      db,
    );
    return rows.length === 0;
  });
  await expectCleanBooks(db, world.clock());
}

/** A batch of one payout that waits for its release. */
async function batchToRelease(): Promise<{ batch_id: string; maker: string; checker: string }> {
  const [maker, checker] = [await makeOperator(world), await makeOperator(world)];
  await waitingForMoney(world, 200_00);
  const made = await makeBatch(world, {
    ...{ rail: "SEPA", currency: "EUR", operator_id: maker, account: OUR_ACCOUNT },
  });
  if (made.outcome !== "made") throw new Error(made.outcome);
  return { batch_id: made.batch_id, maker, checker };
}

it("a release that is killed on its way leaves the batch waiting, and is made once more", async () => {
  const { batch_id, checker } = await batchToRelease();
  const { id } = await world.db
    .selectFrom("operator_acts")
    .select("id")
    .where("subject", "=", `payout_batch:${batch_id}`)
    .executeTakeFirstOrThrow();
  await killAmid("audit_log", { act: "approve", id, operator_id: checker });
  expect(await findBatch(world.db, batch_id)).toMatchObject({ state: "WAITING", sha256: null });
  expect(await approveAbout(world, `payout_batch:${batch_id}`, checker)).toBe("approved");
  expect(await findBatch(world.db, batch_id)).toMatchObject({ state: "RELEASED", file_payouts_count: 1 });
});

it("a bank file whose handing out is killed counts as not handed out, and is the same file the next time", async () => {
  const { batch_id, maker, checker } = await batchToRelease();
  expect(await approveAbout(world, `payout_batch:${batch_id}`, checker)).toBe("approved");
  await killAmid("audit_log", { act: "fetch", batch_id, operator_id: maker });
  const fetched = async () =>
    await world.db
      .selectFrom("payout_batches")
      .select(["fetched_at", "file_sha256"])
      .executeTakeFirstOrThrow();
  const before = await fetched();
  expect(before.fetched_at).toBeNull();
  expect(await fetchBatchFile(world, { batch_id, operator_id: maker })).not.toBeNull();
  expect(await fetched()).toEqual({ ...before, fetched_at: world.clock() });
});

it("a deletion that is killed on its way leaves the whole account with its money, and its link is still good", async () => {
  const creator = await createCreator(world);
  // A remainder below every minimum, which they give up: that is booked before the account goes.
  await earn(world, creator, 1_00);
  expect(await requestDeletion(world, creator.id)).toBe("sent");
  const email = await emailOf(world, creator);
  const link = { user_id: creator.id, token: await mailedLink(world, "deletion", email) };
  await killAmid("pgboss.job", { act: "delete", ...link });
  expect([await emailOf(world, creator), await balancesOf(world, creator)]).toEqual([
    email,
    { creator_available: 1_00 },
  ]);
  expect(await deleteAccount(world, { ...link, forfeits: true })).toBe("deleted");
  expect(await balancesOf(world, creator)).toEqual({});
  await expectCleanBooks(database.db, world.clock());
});
