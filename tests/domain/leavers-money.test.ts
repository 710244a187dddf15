import { sql } from "kysely";
import { afterEach, expect } from "vitest";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { deleteAccount, requestDeletion } from "../../app/domain/auth/deletion.server.ts";
import { readQueue } from "../../app/domain/desk/desk.server.ts";
import { writeOff } from "../../app/domain/earnings/debts.server.ts";
import { listWaitingPayouts } from "../../app/domain/payouts/batches/admin-queries.server.ts";
import { fetchBatchFile, makeBatch } from "../../app/domain/payouts/batches/batches.server.ts";
import { markBounced, markFailed, markPaid } from "../../app/domain/payouts/batches/transitions.server.ts";
import {
  findRemainingMoney,
  giveUpLeft,
  listDeletedWithMoney,
  payOutLocked,
} from "../../app/domain/payouts/requests/withdrawals.server.ts";
import { readStatementAsOperator } from "../../app/domain/payouts/statements/statements.server.ts";
import { sweepRetention } from "../../app/domain/retention/sweep.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { emailOf, mailedLink } from "../support/money/email-changes.ts";
import {
  acceptPayoutData,
  approveAbout,
  batchUp,
  earn,
  GERMAN_BANK,
  makeOperator,
  OUR_ACCOUNT,
  type PayoutWorld,
  payoutsOf,
  waitingForMoney,
  withPayouts,
} from "../support/money/payout-world.ts";
import {
  balancesOf,
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  mature,
  payOut,
  payTip,
  tellDispute,
} from "../support/money/tip-world.ts";

// Money that comes when its owner has left: operators see it and bring it to an end, and nobody else waits for it.

let world: PayoutWorld;
let maker: string;
let checker: string;

it.beforeEach(async ({ database }) => {
  world = withPayouts({ ...createTipWorld(database.db), second_operator_from_minor: 50_00 });
  await earnBefore(world, "EUR", 10_000_00);
  [maker, checker] = [await makeOperator(world), await makeOperator(world)];
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

const log = { error: (fields: object) => expect(fields).toEqual({}) };

async function leave(creator: Creator): Promise<void> {
  expect(await requestDeletion(world, creator.id)).toBe("sent");
  const token = await mailedLink(world, "deletion", await emailOf(world, creator));
  expect(await deleteAccount(world, { user_id: creator.id, token })).toBe("deleted");
}

async function newestPayout(creator: Creator) {
  const payout = (await payoutsOf(world, creator)).at(-1);
  if (!payout) throw new Error("no payout");
  return payout;
}

/** The bank says that it has paid the creator, and later that the money came back. */
async function paid(creator: Creator): Promise<string> {
  await batchUp(world, maker, { releaser: checker });
  const { id } = await newestPayout(creator);
  expect(await markPaid(world, { payout_id: id, operator_id: checker })).toEqual({
    outcome: "done",
    payouts: 1,
  });
  return id;
}

async function bounce(payoutId: string, approver = checker): Promise<void> {
  const given = { payout_id: payoutId, operator_id: maker, reason: "Account closed" };
  expect(await markBounced(world, given)).toEqual({ outcome: "waiting" });
  expect(await approveAbout(world, `payout:${payoutId}`, approver)).toBe("approved");
  world.time.passSeconds(3600);
}

/** A creator who was paid, left, and whose payout came back after that. */
async function bouncedAfterLeaving(amount: number): Promise<Creator> {
  const creator = await waitingForMoney(world, amount);
  const payoutId = await paid(creator);
  await leave(creator);
  await bounce(payoutId);
  return creator;
}

const giveUp = (creator: Creator) =>
  giveUpLeft(world, { user_id: creator.id, operator_id: maker, currency: "EUR", reason: "Nobody there" });

const leaversQueue = () => readQueue(world.db, world.clock(), "leavers");

it("a payout that comes back after its owner left stands before the operators and is paid to the account that is kept", async () => {
  const creator = await bouncedAfterLeaving(200_00);
  expect(await listDeletedWithMoney(world.db)).toMatchObject([
    { user_id: creator.id, available_minor: 200_00 },
  ]);
  expect(await findRemainingMoney(world, creator.id)).toMatchObject([
    { available_minor: 200_00, is_payable: true, is_lost: false },
  ]);
  const anHourAgo = new Date(world.clock().getTime() - 3_600_000);
  expect(await leaversQueue()).toMatchObject({ count: 1, oldest: anHourAgo });
  expect(await giveUp(creator)).toBe("refused");
  const order = { user_id: creator.id, operator_id: maker, currency: "EUR" } as const;
  expect(await payOutLocked(world, order)).toMatchObject({ outcome: "requested" });
  const batch_id = await batchUp(world, checker, { releaser: await makeOperator(world) });
  const file = await fetchBatchFile(world, { batch_id, operator_id: checker });
  expect(file?.bytes.toString()).toContain(GERMAN_BANK.bank_iban);
  const { id } = await newestPayout(creator);
  expect(await markPaid(world, { payout_id: id, operator_id: maker })).toEqual({
    outcome: "done",
    payouts: 1,
  });
  expect([await balancesOf(world, creator), await listDeletedWithMoney(world.db)]).toEqual([{}, []]);
  expect(await leaversQueue()).toMatchObject({ count: 0, oldest: null });
});

it("the kept account of somebody who left, which one operator accepted, is confirmed by another, and the money goes out", async () => {
  const creator = await waitingForMoney(world, 200_00);
  await world.db
    .updateTable("payout_destinations")
    .set({ decided_by: checker })
    .where("user_id", "=", creator.id)
    .execute();
  await batchUp(world, maker, { releaser: await makeOperator(world) });
  const { id } = await newestPayout(creator);
  await markPaid(world, { payout_id: id, operator_id: checker });
  await leave(creator);
  // Not by who accepted the account.
  await bounce(id, await makeOperator(world));
  await payOutLocked(world, { user_id: creator.id, operator_id: maker, currency: "EUR" });
  const batch = { rail: "SEPA", currency: "EUR", operator_id: maker, account: OUR_ACCOUNT } as const;
  const made = await makeBatch(world, batch);
  if (made.outcome !== "made") throw new Error(made.outcome);
  const release = () => approveAbout(world, `payout_batch:${made.batch_id}`, checker);
  expect(await release()).toBe("accounts_wait");
  const { details_id } = await newestPayout(creator);
  expect(await approveAbout(world, `payout_destination:${details_id}`, maker)).toBe("approved");
  expect(await release()).toBe("approved");
});

it("the statement of a payout to somebody who left names them as their last document did", async () => {
  const creator = await waitingForMoney(world, 200_00);
  const first = await paid(creator);
  await leave(creator);
  await bounce(first);
  await payOutLocked(world, { user_id: creator.id, operator_id: maker, currency: "EUR" });
  const second = await paid(creator);
  const [before, after] = await Promise.all(
    [first, second].map((payout_id) => readStatementAsOperator(world.db, { operator_id: maker, payout_id })),
  );
  expect(before?.creator.name).not.toBe("");
  expect(after?.creator).toEqual(before?.creator);
});

it("what is below the minimum of somebody who left is given up for a reason, once", async () => {
  const creator = await waitingForMoney(world, 200_00);
  await paid(creator);
  const tip = await payTip(world, creator, { amount: 3_00, type: "INETCASH_OB" });
  await tellDispute(world, tip, "LOST");
  await leave(creator);
  await tellDispute(world, tip, "WON");
  expect(await balancesOf(world, creator)).toEqual({ creator_available: 3_00 });
  expect(await findRemainingMoney(world, creator.id)).toMatchObject([{ is_payable: false, is_lost: true }]);
  expect([await giveUp(creator), await giveUp(creator)]).toEqual(["given_up", "refused"]);
  expect(
    (await listAudit(world.db, { subject: `user:${creator.id}`, actor_id: maker })).entries,
  ).toContainEqual(expect.objectContaining({ action: "balance.given_up" }));
  expect(await balancesOf(world, creator)).toEqual({});
});

it("the kept account goes when the legal time is over, and what is left of its owner's money may be given up then", async () => {
  const creator = await bouncedAfterLeaving(200_00);
  const kept = async () =>
    (await world.db.selectFrom("payout_destinations").select("encrypted").execute()).map(
      ({ encrypted }) => encrypted.length > 0,
    );
  const sweep = () => sweepRetention({ ...world, log });
  world.time.passSeconds(9 * 365 * DAY_SECONDS);
  await sweep();
  expect([await kept(), await giveUp(creator)]).toEqual([[true], "refused"]);
  world.time.passSeconds(2 * 365 * DAY_SECONDS);
  await sweep();
  expect(await kept()).toEqual([false]);
  const order = { user_id: creator.id, operator_id: maker, currency: "EUR" } as const;
  expect(await payOutLocked(world, order)).toEqual({ outcome: "refused", reason: "no_payout_data" });
  expect(await giveUp(creator)).toBe("given_up");
  expect(await balancesOf(world, creator)).toEqual({});
});

it.each(["emptied", "unreadable"])(
  "a payout whose account is %s leaves its batch, and everybody else is paid",
  async (fault) => {
    const [creator, other] = [await waitingForMoney(world, 200_00), await waitingForMoney(world, 300_00)];
    const made = await makeBatch(world, {
      ...{ rail: "SEPA", currency: "EUR", operator_id: maker, account: OUR_ACCOUNT },
    });
    if (made.outcome !== "made") throw new Error(made.outcome);
    const { id, details_id } = await newestPayout(creator);
    await world.db
      .updateTable("payout_destinations")
      .set({ encrypted: Buffer.from(fault === "emptied" ? "" : "no seal of ours") })
      .where("id", "=", details_id)
      .execute();
    expect(await approveAbout(world, `payout_batch:${made.batch_id}`, checker)).toBe("approved");
    expect(await newestPayout(creator)).toMatchObject({ status: "REQUESTED", batch_id: null });
    expect(await newestPayout(other)).toMatchObject({ status: "PROCESSING", batch_id: made.batch_id });
    if (fault === "emptied") expect(await listWaitingPayouts(world.db)).toEqual([]);
    const given = { payout_id: id, operator_id: maker, reason: "No account" };
    expect(await markFailed(world, given)).toEqual({ outcome: "done", payouts: 1 });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 200_00 });
  },
);

it("a debt of somebody who left is given up as any other, and stops nothing", async () => {
  const creator = await waitingForMoney(world, 200_00);
  const tip = await payTip(world, creator, { amount: 30_00 });
  await paid(creator);
  await mature(world, 8);
  const rest = { user_id: creator.id, operator_id: maker, currency: "EUR" } as const;
  await world.db.updateTable("users").set({ status: "LOCKED" }).where("id", "=", creator.id).execute();
  expect(await payOutLocked(world, rest)).toMatchObject({ outcome: "requested" });
  await batchUp(world, checker, { releaser: await makeOperator(world) });
  const { id } = await newestPayout(creator);
  await markPaid(world, { payout_id: id, operator_id: maker });
  await leave(creator);
  await tellDispute(world, tip, "LOST");
  expect(await balancesOf(world, creator)).toEqual({ creator_receivable: 30_00 });
  const order = { creator_id: creator.id, currency: "EUR", operator_id: maker, reason: "Left" };
  expect(await writeOff(world, order)).toBe("written_off");
  expect(await balancesOf(world, creator)).toEqual({});
});

it("a debt in another currency holds back the money of its owner who left", async () => {
  await earnBefore(world, "USD", 10_000_00);
  const creator = await createCreator(world, { currency: "USD" });
  await acceptPayoutData(world, creator);
  const lost = await payTip(world, creator, { amount: 300_00 });
  await mature(world, 30);
  await payOut(world, creator);
  await world.db.updateTable("users").set({ currency: "EUR" }).where("id", "=", creator.id).execute();
  await earn(world, creator, 200_00, "EUR");
  await payOut(world, { ...creator, currency: "EUR" });
  const [{ id } = { id: "" }] = (await payoutsOf(world, creator)).filter(
    ({ currency }) => currency === "EUR",
  );
  await leave(creator);
  await tellDispute(world, lost, "LOST");
  await bounce(id);
  const inEuros = { ...creator, currency: "EUR" };
  expect(await balancesOf(world, inEuros)).toEqual({ creator_available: 200_00 });
  const order = { user_id: creator.id, operator_id: maker, currency: "EUR" } as const;
  expect(await payOutLocked(world, order)).toEqual({ outcome: "refused", reason: "debt_without_rate" });
  await sql`
    insert into reference_rates (currency, rate_date, units_per_euro, source)
    select distinct on (currency) currency, ${world.clock()}::date, units_per_euro, 'test' from reference_rates
    order by currency, rate_date desc on conflict do nothing`.execute(world.db);
  expect(await payOutLocked(world, order)).toEqual({ outcome: "refused", reason: "held_for_debt" });
});
