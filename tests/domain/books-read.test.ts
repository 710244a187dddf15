import type { Kysely } from "kysely";
import { expect } from "vitest";
import {
  type JournalLine,
  numberTransactions,
  streamJournal,
} from "../../app/domain/ledger/journal.server.ts";
import { checkAndFreeze } from "../../app/domain/ledger/ledger-checks.server.ts";
import {
  findPostings,
  listAccountPostings,
  listAccounts,
  type PostingPlace,
} from "../../app/domain/ledger/ledger-reports.server.ts";
import type { DB } from "../../db/schema.ts";
import { many } from "../support/database/at-once.ts";
import { test as it } from "../support/domain-test.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import { createCreator, createTipWorld, earnBefore, payTip } from "../support/money/tip-world.ts";

// Looking into the books (docs/money.md, 7): balances, references, names.

let db: Kysely<DB>;
const at = (moment: string) => createTipWorld(db, movableClock(new Date(moment)));

it.beforeAll(async ({ database }) => {
  db = database.db;
  const world = at("2026-11-10T08:00:00Z");
  await earnBefore(world, "EUR", 1_000_00);
  const creator = await createCreator(world);
  for (const _ of many(40)) await payTip(world, creator, { amount: 5_00 });
});

it("an account's postings lead from one balance to the next, page by page, from zero to what stands on it", async () => {
  // Part of it is covered by a checkpoint, the rest is not.
  await checkAndFreeze(
    { db, clock: () => new Date("2026-11-10T10:00:00Z"), newId: () => crypto.randomUUID() },
    "FULL",
  );
  const world = at("2026-11-11T10:00:00Z");
  const creator = await createCreator(world);
  for (const _ of many(4)) await payTip(world, creator, { amount: 5_00 });
  for (const code of ["psp_clearing", "service_fee_revenue", "creator_pending"]) {
    const owner = code === "psp_clearing" ? "scripted" : code === "creator_pending" ? creator.id : "";
    const row = (await listAccounts(db, { code, currency: "EUR", after: null })).accounts.find(
      (each) => each.owner === owner,
    );
    let balance = row?.balance_minor ?? 0;
    expect(balance).toBeGreaterThan(0);
    let after: PostingPlace | null = null;
    do {
      const page: Awaited<ReturnType<typeof listAccountPostings>> = await listAccountPostings(
        db,
        { code, currency: "EUR", owner },
        after,
      );
      for (const posting of page?.postings ?? []) {
        expect(posting.balance_minor).toBe(balance);
        balance -= (posting.side === row?.side ? 1 : -1) * posting.amount_minor;
      }
      expect(page?.opening_minor).toBe(balance);
      after = page?.next ?? null;
    } while (after);
    expect([code, balance]).toEqual([code, 0]);
  }
});

it("what was posted is found by the beginning of its reference, or of the id in it, so many at most", async () => {
  const world = at("2026-11-12T10:00:00Z");
  const payment = await payTip(world, await createCreator(world), { amount: 5_00 });
  const keys = async (beginning: string) => {
    const { postings, is_cut } = await findPostings(db, beginning, 3);
    return [...new Set(postings.map(({ key }) => key)), is_cut];
  };
  const own = [`pay:${payment.id}:paid`, false];
  // Ids of one moment begin the same: but for the last letters they are one another's beginning.
  expect(await keys(`payment:${payment.id}`)).toEqual(own);
  expect(await keys(`payment:${payment.id.slice(0, -1)}`)).toEqual(own);
  expect(await keys(payment.id.slice(0, -1))).toEqual(own);
  expect((await keys("payment:")).at(-1)).toBe(true);
  expect(await keys("payment:%")).toEqual([false]);
  expect(await keys(payment.id.slice(1))).toEqual([false]);
});

it("the journal names a creator as they are called today, beside the id that stays", async () => {
  const world = at("2026-11-13T10:00:00Z");
  const [stays, leaves] = [await createCreator(world), await createCreator(world)];
  for (const creator of [stays, leaves]) await payTip(world, creator, { amount: 5_00 });
  await db.updateTable("users").set({ username: "deleted-1" }).where("id", "=", leaves.id).execute();
  await numberTransactions(db, world.clock());
  const { username } = await db
    .selectFrom("users")
    .select("username")
    .where("id", "=", stays.id)
    .executeTakeFirstOrThrow();
  const lines: JournalLine[] = [];
  for await (const portion of streamJournal(db, { month: "2026-11", entries_count: 1_000 }))
    lines.push(...portion);
  const namesOf = (id: string) =>
    new Set(lines.flatMap((line) => (line.credit_owner === id ? [line.credit_name] : [])));
  expect([namesOf(stays.id), namesOf(leaves.id)]).toEqual([new Set([username]), new Set(["deleted-1"])]);
  for (const line of lines)
    if (line.debit_code === "psp_clearing")
      expect([line.debit_owner, line.debit_name]).toEqual(["scripted", null]);
});
