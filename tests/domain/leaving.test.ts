import { expect } from "vitest";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { requestDeletion } from "../../app/domain/auth/deletion.server.ts";
import {
  findDeletedStatements,
  issueMonthStatements,
  leaveForGood,
  listRetainedStatements,
  openRetainedStatement,
  readDeletedStatement,
  readMonthStatement,
  readOpenedStatement,
  searchDeletedUsers,
} from "../../app/domain/payouts/statements/month-statements.server.ts";
import { renderMonthStatement } from "../../app/pdf/month-statement-pdf.server.ts";
import { i18nFor } from "../../locales/i18n.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { payableCreator, withdrawAndPay } from "../support/money/payout-story.ts";
import { makeOperator, type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import { type Creator, createTipWorld, DAY_SECONDS, earnBefore, payTip } from "../support/money/tip-world.ts";

// The statement for the month in which somebody leaves: issued while it is still known whom it is for.

let world: PayoutWorld;

it.beforeAll(async ({ database }) => {
  world = withPayouts(createTipWorld(database.db));
  await earnBefore(world, "EUR", 10_000_00);
});
it.afterEach(({ database }) => expectCleanBooks(database.db, world.clock()));

async function leave(creator: Creator): Promise<void> {
  expect(await requestDeletion(world, creator.id)).toBe("sent");
  const { dedupe_key } = await world.db
    .selectFrom("mail_outbox")
    .select("dedupe_key")
    .where("template", "=", "deletion")
    .where("user_id", "=", creator.id)
    .executeTakeFirstOrThrow();
  const token = world.tokens.sign("deletion", dedupe_key.slice("deletion:".length));
  expect(await leaveForGood(world, { user_id: creator.id, token })).toBe("deleted");
}

const NOVEMBER = { month: "2026-11", currency: "EUR" };
const read = (creator: Creator) => readMonthStatement(world.db, { user_id: creator.id, ...NOVEMBER });

it("whoever leaves has a statement of that month: with name and address, up to then, in the series without gaps", async () => {
  const [creator, other] = [
    await payableCreator(world, { username: "leaver" }),
    await payableCreator(world, { username: "stays" }),
  ];
  for (const each of [creator, other]) await payTip(world, each, { amount: 60_00, type: "INETCASH_OB" });
  await withdrawAndPay(world, creator);
  await leave(creator);
  const left_at = world.clock().toISOString();
  const facts = await read(creator);
  expect(facts).toMatchObject({
    ...{ number: 1, left_at, opening_minor: 0, closing_minor: 0 },
    creator: { name: "Ada Kessler", country: "DE" },
    movements: [
      { kind: "tips", count: 1, amount_minor: 60_00 },
      { kind: "payouts", count: 1, amount_minor: -60_00 },
    ],
  });
  if (!facts) throw new Error("there is no statement");
  expect((await renderMonthStatement(facts, i18nFor("de"))).byteLength).toBeGreaterThan(1000);
  // At the month's end everybody else gets theirs, and whoever left no second one.
  world.time.passSeconds(30 * DAY_SECONDS);
  expect(await issueMonthStatements(world, "2026-11")).toBe(1);
  expect(await read(other)).toMatchObject({ number: 2, left_at: null });
  expect(await read(creator)).toEqual(facts);
});

it("whoever leaves on the first of a month, before last month's statements are made, has that one as well", async () => {
  const creator = await payableCreator(world, { username: "early" });
  await payTip(world, creator, { amount: 60_00, type: "INETCASH_OB" });
  const month = world.clock().toISOString().slice(0, 7);
  world.time.passSeconds(31 * DAY_SECONDS);
  await withdrawAndPay(world, creator);
  await leave(creator);
  const kept = await listRetainedStatements(world.db, creator.id);
  expect(kept.map((each) => each.month)).toEqual([world.clock().toISOString().slice(0, 7), month]);
});

it("whoever left reads the statements by a link for 90 days, and nobody reads those of an account that is there", async () => {
  const creator = await payableCreator(world, { username: "linked" });
  await payTip(world, creator, { amount: 60_00, type: "INETCASH_OB" });
  await withdrawAndPay(world, creator);
  expect(await findDeletedStatements(world.db, creator.id, world.clock())).toBeNull();
  expect(await listRetainedStatements(world.db, creator.id)).toEqual([]);
  await leave(creator);
  const link = await findDeletedStatements(world.db, creator.id, world.clock());
  const statement = link?.statements[0];
  if (!statement) throw new Error("there is no statement");
  const readNow = () =>
    readDeletedStatement(world.db, { user_id: creator.id, ...statement, now: world.clock() });
  world.time.passSeconds(90 * DAY_SECONDS - 1);
  expect(await readNow()).toMatchObject({ creator: { name: "Ada Kessler" } });
  world.time.passSeconds(1);
  expect(link?.until).toEqual(world.clock());
  expect(await readNow()).toBeNull();
  expect(await findDeletedStatements(world.db, creator.id, world.clock())).toBeNull();
  expect(await listRetainedStatements(world.db, creator.id)).toMatchObject([statement]);
});

it("a deleted account is found by its id or by the whole name on its statements, and one that is there is not", async () => {
  const creator = await payableCreator(world, { username: "searched" });
  await world.db
    .updateTable("users")
    .set({ firstname: "Nele", lastname: "Sucht", company: "Sucht GmbH" })
    .where("id", "=", creator.id)
    .execute();
  await payTip(world, creator, { amount: 60_00, type: "INETCASH_OB" });
  await withdrawAndPay(world, creator);
  const found = async (words: string) =>
    (await searchDeletedUsers(world.db, words)).map(({ user_id }) => user_id === creator.id);
  const ways = ["nele sucht", " Nele Sucht ", "SUCHT GmbH", creator.id, creator.id.toUpperCase()];
  for (const words of ways) expect(await found(words)).toEqual([]);
  await leave(creator);
  for (const words of ways) expect(await found(words)).toEqual([true]);
  for (const words of ["", " ", "Nele", "Nele Such_", "Nele Sucht%", "\\"])
    expect(await found(words)).toEqual([]);
});

it("an operator opens a statement of a deleted account with a reason, which is logged, and for ten minutes", async () => {
  const creator = await payableCreator(world, { username: "sealed" });
  await payTip(world, creator, { amount: 60_00, type: "INETCASH_OB" });
  await withdrawAndPay(world, creator);
  const [operator_id, other] = [await makeOperator(world), await makeOperator(world)];
  const month = world.clock().toISOString().slice(0, 7);
  const given = { user_id: creator.id, operator_id, month, currency: "EUR" };
  const open = () => openRetainedStatement(world, { ...given, reason: "The tax office asks" });
  const file = (change = {}) => readOpenedStatement(world.db, { ...given, now: world.clock(), ...change });
  expect(await open()).toBeNull();
  await leave(creator);
  expect(await file()).toBeNull();
  const facts = await open();
  expect(facts).toMatchObject({ month, creator: { name: "Ada Kessler" } });
  expect(await file()).toEqual(facts);
  expect([await file({ operator_id: other }), await file({ month: "2026-01" })]).toEqual([null, null]);
  const { entries } = await listAudit(world.db, {
    ...{ subject: `user:${creator.id}`, action: "statement.viewed" as const },
  });
  expect(entries).toMatchObject([
    { action: "statement.viewed", after: { month, currency: "EUR", reason: "The tax office asks" } },
  ]);
  world.time.passSeconds(600);
  expect(await file()).toBeNull();
});
