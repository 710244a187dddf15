import { afterEach, describe, expect } from "vitest";
import { approve, declineApproval } from "../../app/domain/approvals/approvals.server.ts";
import { takeBankResults } from "../../app/domain/payouts/bank-files/bank-results.server.ts";
import { payoutReference } from "../../app/domain/payouts/bank-files/payout-files.ts";
import { takeStatements } from "../../app/domain/payouts/bank-statements/statement-import.server.ts";
import { fetchBatchFile, makeBatch, withdrawBatch } from "../../app/domain/payouts/batches/batches.server.ts";
import { markBounced, markFailed, markPaid } from "../../app/domain/payouts/batches/transitions.server.ts";
import { liftPayoutFreeze } from "../../app/domain/payouts/freezes.server.ts";
import { all, many } from "../support/database/at-once.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { camt, MADE_UP_BALANCES } from "../support/money/camt.ts";
import { moveAccount } from "../support/money/creators.ts";
import { requestPayout } from "../support/money/paid-payouts.ts";
import { pain002 } from "../support/money/pain-002.ts";
import {
  acceptPayoutData,
  approveAbout,
  batchUp,
  earn,
  makeOperator,
  OUR_ACCOUNT,
  type PayoutWorld,
  payoutsOf,
  waitingForMoney,
  withPayouts,
} from "../support/money/payout-world.ts";
import { askRefund } from "../support/money/refund-world.ts";
import { decimal } from "../support/money/settlement-files.ts";
import { type Creator, createCreator, createTipWorld, payTip } from "../support/money/tip-world.ts";

// What a dishonest operator tried against maker and checker (docs/product.md, 6.12).

let database: TestDatabase;
let world: PayoutWorld;
let maker: string;
let checker: string;

it.beforeEach(async ({ database: own }) => {
  database = own;
  world = withPayouts({ ...createTipWorld(database.db), second_operator_from_minor: 1_000_00 });
  [maker, checker] = [await makeOperator(world), await makeOperator(world)];
});
afterEach(() => expectCleanBooks(database.db, world.clock(), ...MADE_UP_BALANCES));

const config = { payoutAccount: OUR_ACCOUNT };
const batch = async () => {
  const order = { rail: "SEPA", currency: "EUR", operator_id: maker, account: OUR_ACCOUNT } as const;
  const made = await makeBatch(world, order);
  if (made.outcome !== "made") throw new Error(made.outcome);
  return made.batch_id;
};
const latest = async (creator: Creator) => {
  const payout = (await payoutsOf(world, creator)).at(-1);
  if (!payout) throw new Error("no payout");
  return payout;
};
const file = (batch_id: string) => fetchBatchFile(world, { batch_id, operator_id: maker });
const waitingIds = async () =>
  (await world.db.selectFrom("operator_acts").select("id").where("status", "=", "WAITING").execute()).map(
    ({ id }) => id,
  );

describe("a batch", () => {
  it("a creator who was locked since the batch was made is not in its file, and waits", async () => {
    const [honest, thief] = [await waitingForMoney(world, 60_00), await waitingForMoney(world, 900_00)];
    const batch_id = await batch();
    await moveAccount(world, thief.id, ["LOCKED"]);
    expect(await approveAbout(world, `payout_batch:${batch_id}`, checker)).toBe("approved");
    expect((await file(batch_id))?.bytes.toString()).toContain("<CtrlSum>58.50</CtrlSum>");
    expect(await latest(thief)).toMatchObject({ status: "REQUESTED", batch_id: null });
    expect(await latest(honest)).toMatchObject({ status: "PROCESSING" });
  });

  it("marked paid by its maker counts towards the maker's day, and the next one needs another operator", async () => {
    const marked = [];
    for (const amount of [600_00, 500_00]) {
      await waitingForMoney(world, amount);
      const batch_id = await batchUp(world, maker, { releaser: checker });
      marked.push(await markPaid(world, { batch_id, operator_id: maker }));
      if (marked.length === 2) marked.push(await markPaid(world, { batch_id, operator_id: checker }));
    }
    expect(marked).toEqual([
      { outcome: "done", payouts: 1 },
      { outcome: "second_operator_needed" },
      { outcome: "done", payouts: 1 },
    ]);
  });

  it("a batch's file is not handed out while an operator has asked to take something of it back", async () => {
    const creator = await waitingForMoney(world, 60_00);
    const batch_id = await batch();
    await approveAbout(world, `payout_batch:${batch_id}`, checker);
    const { id: payout_id } = await latest(creator);
    expect(await markFailed(world, { payout_id, operator_id: maker, reason: null })).toMatchObject({
      outcome: "waiting",
    });
    expect(await file(batch_id)).toBeNull();
  });

  it("money is not given back on an old request once the file was fetched after it", async () => {
    const creator = await waitingForMoney(world, 60_00);
    const batch_id = await batch();
    await approveAbout(world, `payout_batch:${batch_id}`, checker);
    const { id: payout_id } = await latest(creator);
    await markFailed(world, { payout_id, operator_id: maker, reason: null });
    // As if the fetch had been quicker than the request that it did not see.
    world.time.passSeconds(60);
    await world.db.updateTable("payout_batches").set({ fetched_at: world.clock() }).execute();
    expect(await approveAbout(world, `payout:${payout_id}`, checker)).toBe("gone");
    expect(await latest(creator)).toMatchObject({ status: "PROCESSING" });
  });

  it("what was asked about a payout does not follow it into its next batch", async () => {
    const creators = [await waitingForMoney(world, 60_00), await waitingForMoney(world, 70_00)];
    const batch_id = await batch();
    await approveAbout(world, `payout_batch:${batch_id}`, checker);
    const [one, two] = [await latest(creators[0] as Creator), await latest(creators[1] as Creator)];
    for (const { id } of [one, two])
      await markFailed(world, { payout_id: id, operator_id: maker, reason: null });
    await approveAbout(world, `payout:${one.id}`, checker);
    const [release] = await world.db
      .selectFrom("operator_acts")
      .select("id")
      .where("kind", "=", "BATCH_RELEASE")
      .where("status", "=", "WAITING")
      .execute();
    await declineApproval(world, { id: release?.id ?? "", operator_id: checker, reason: "again" });
    await batchUp(world, maker, { releaser: checker });
    expect(await waitingIds()).toEqual([]);
    expect(await latest(creators[1] as Creator)).toMatchObject({ id: two.id, status: "PROCESSING" });
  });

  it("the maker's limit is in EUR: a batch of 999 pounds is not marked paid by its maker", async () => {
    const creator = await createCreator(world, { currency: "GBP" });
    await acceptPayoutData(world, creator);
    await earn(world, creator, 999_00);
    await requestPayout(world, creator, null, "GBP");
    const batch_id = await batchUp(world, maker, { rail: "BANK_CSV", currency: "GBP", releaser: checker });
    expect(await markPaid(world, { batch_id, operator_id: maker })).toEqual({
      outcome: "second_operator_needed",
    });
  });
});

describe("the bank's own file", () => {
  it("gives nothing back by itself, whichever batch it answers: a second operator agrees to each rejection", async () => {
    const creator = await waitingForMoney(world, 60_00);
    const batch_id = await batchUp(world, maker, { releaser: checker });
    const { id } = await latest(creator);
    const payments: [string, string, string][] = [[payoutReference(id), "RJCT", "AC04"]];
    for (const answered of [world.newId(), batch_id]) {
      const bytes = Buffer.from(pain002({ file: payoutReference(answered), payments }));
      const taken = await takeBankResults(world, { batch_id, operator_id: checker, bytes });
      expect(taken).toMatchObject({ report: { applied: 0, waiting: 1 } });
    }
    expect(await latest(creator)).toMatchObject({ status: "PROCESSING" });
    expect(await waitingIds()).toHaveLength(1);
    const log = world.db.selectFrom("audit_log").select("after").where("action", "=", "payouts.results_read");
    expect((await log.execute()).map(({ after }) => after)).toMatchObject([{ waiting: 1 }, { waiting: 1 }]);
    expect(await approveAbout(world, `payout:${id}`, await makeOperator(world))).toBe("approved");
    expect(await latest(creator)).toMatchObject({ status: "FAILED" });
  });

  it("a report about a batch that no bank has gives nothing back either", async () => {
    const creator = await waitingForMoney(world, 900_00, "USD", true);
    const batch_id = await batchUp(world, maker, { rail: "PAXUM_CSV", currency: "USD", releaser: checker });
    const { id } = await latest(creator);
    const bytes = Buffer.from(
      pain002({ file: payoutReference(batch_id), payments: [[payoutReference(id), "RJCT", "AC04"]] }),
    );
    const thief = await makeOperator(world);
    const taken = await takeBankResults(world, { batch_id, operator_id: thief, bytes });
    expect(taken).toMatchObject({ report: { applied: 0, waiting: 1 } });
    expect(await latest(creator)).toMatchObject({ status: "PROCESSING" });
  });

  it("a batch that was rejected whole is one approval", async () => {
    const creators = [await waitingForMoney(world, 60_00), await waitingForMoney(world, 70_00)];
    const batch_id = await batchUp(world, maker, { releaser: checker });
    const bytes = Buffer.from(pain002({ file: payoutReference(batch_id), group: "RJCT" }));
    await takeBankResults(world, { batch_id, operator_id: checker, bytes });
    expect(await waitingIds()).toHaveLength(1);
    const other = await makeOperator(world);
    expect(await approveAbout(world, `payout_batch:${batch_id}`, other)).toBe("approved");
    expect(await all(creators, async (creator) => (await latest(creator)).status)).toEqual([
      ...["FAILED", "FAILED"],
    ]);
  });

  it("a batch that it booked as one waits unless it is what the books say that it paid", async () => {
    await waitingForMoney(world, 60_00);
    const rejected = await waitingForMoney(world, 300_00);
    const batch_id = await batchUp(world, maker, { releaser: checker });
    const { id } = await latest(rejected);
    await markFailed(world, { payout_id: id, operator_id: checker, reason: "rejected" });
    await approveAbout(world, `payout:${id}`, await makeOperator(world));
    const booked = (amount: string, day: string) =>
      takeStatements(world, {
        ...{ operator_id: checker, account: OUR_ACCOUNT },
        bytes: camt({ id: day, day, rows: [{ amount, batch: payoutReference(batch_id) }] }),
      });
    const [kept, gone] = [58_50, (await latest(rejected)).net_minor];
    expect(await booked(`-${decimal(kept + gone)}`, "2026-12-02")).toMatchObject({ exceptions: 1 });
    expect(await booked(`-${decimal(kept)}`, "2026-12-03")).toMatchObject({ exceptions: 0 });
  });

  it("a batch that two withdrew, and that it booked all the same, waits", async () => {
    await waitingForMoney(world, 60_00);
    const batch_id = await batchUp(world, maker, { releaser: checker });
    await withdrawBatch(world, { batch_id, operator_id: checker, reason: "lost" });
    const other = await makeOperator(world);
    expect(await approveAbout(world, `payout_batch:${batch_id}`, other)).toBe("approved");
    const rows = [{ amount: "-58.50", batch: payoutReference(batch_id) }];
    const bytes = camt({ id: "withdrawn", rows });
    const given = { operator_id: checker, account: OUR_ACCOUNT, bytes };
    expect(await takeStatements(world, given)).toMatchObject({ exceptions: 1 });
  });
});

describe("acts that were approved", () => {
  it("an approved refund pays no more goodwill than was shown when it was asked for", async () => {
    world = { ...world, second_operator_from_minor: 0 };
    const creator = await createCreator(world);
    const payment = await payTip(world, creator, { amount: 500_00, type: "INETCASH_OB" });
    const by = { role: "OPERATOR", user_id: maker, reason: "asked", pays_rest: true } as const;
    expect(await askRefund(world, payment, by)).toBe("waiting");
    await acceptPayoutData(world, creator);
    await requestPayout(world, creator);
    expect(await approveAbout(world, `payment:${payment.id}`, checker)).toBe("gone");
    const refunds = world.db.selectFrom("refunds").select("id").where("payment_id", "=", payment.id);
    expect(await refunds.execute()).toEqual([]);
  });

  it("a freeze counts what creators could ask for, not only what they asked for", async () => {
    const creator = await createCreator(world);
    await earn(world, creator, 50_000_00);
    const { id } = { id: world.newId() };
    await world.db
      .insertInto("payout_freezes")
      .values({ id, reason: "test", frozen_at: world.clock() })
      .execute();
    expect(await liftPayoutFreeze(world, { operator_id: maker, reason: "found it" })).toBe("waiting");
    expect(await approveAbout(world, `payout_freeze:${id}`, checker)).toBe("approved");
    const log = world.db.selectFrom("audit_log").select(["actor_id", "action"]).orderBy("id");
    expect(await log.execute()).toEqual([
      { actor_id: maker, action: "approval.asked" },
      { actor_id: maker, action: "payouts.unfrozen" },
      { actor_id: checker, action: "approval.approved" },
    ]);
  });
});

it("approvals, refusals, failures and bank files at once about the same payouts wait for each other, and none is a deadlock", async () => {
  for (const round of many(8)) {
    const creators = [await waitingForMoney(world, 60_00), await waitingForMoney(world, 70_00)];
    const batch_id = await batch();
    const ids = await all(creators, async (creator) => (await latest(creator)).id);
    if (round % 2 === 1) await approveAbout(world, `payout_batch:${batch_id}`, checker);
    if (round % 4 === 3) await file(batch_id);
    for (const payout_id of ids) {
      if (round % 4 === 3) await markPaid(world, { payout_id, operator_id: checker });
      const mark = round % 4 === 3 ? markBounced : markFailed;
      if (round % 2 === 1) await mark(world, { payout_id, operator_id: maker, reason: "test" });
    }
    const open = await waitingIds();
    const lines = ids.map((id) => `${id},returned`).join("\n");
    const bytes = Buffer.from(`end_to_end_id,status\n${lines}\n`);
    await all(many(24), async (index): Promise<unknown> => {
      const id = open[index % Math.max(1, open.length)] ?? "";
      const payout_id = ids[index % 2] ?? "";
      if (index % 4 === 0) return await approve({ ...world, config }, { id, operator_id: checker });
      if (index % 4 === 1) return await declineApproval(world, { id, operator_id: checker, reason: "no" });
      if (index % 4 === 2) return await markFailed(world, { payout_id, operator_id: maker, reason: "test" });
      return await takeBankResults(world, { batch_id, operator_id: checker, bytes });
    });
    for (const creator of creators)
      expect(["REQUESTED", "PROCESSING", "PAID", "FAILED"]).toContain((await latest(creator)).status);
  }
});

it("a return reported of a file that was never fetched is dropped when its batch waits again", async () => {
  const [first, second] = [await waitingForMoney(world, 60_00), await waitingForMoney(world, 70_00)];
  const batch_id = await batch();
  await approveAbout(world, `payout_batch:${batch_id}`, checker);
  const reported = (await latest(first)).id;
  const bytes = Buffer.from(`end_to_end_id,status\n${reported},returned\n`);
  await takeBankResults(world, { batch_id, operator_id: checker, bytes });
  expect((await latest(first)).return_reported_at).not.toBeNull();
  await markFailed(world, { payout_id: (await latest(second)).id, operator_id: maker, reason: "test" });
  for (const id of await waitingIds()) await approve({ ...world, config }, { id, operator_id: checker });
  expect((await latest(first)).return_reported_at).toBeNull();
  for (const id of await waitingIds())
    await declineApproval(world, { id, operator_id: checker, reason: "no" });
  expect((await latest(first)).status).toBe("REQUESTED");
});

it("a payout whose file nobody has fetched is not paid by an operator's word, and its file stays to be fetched", async () => {
  const creator = await waitingForMoney(world, 60_00);
  const batch_id = await batch();
  await approveAbout(world, `payout_batch:${batch_id}`, checker);
  const payout_id = (await latest(creator)).id;
  for (const which of [{ payout_id }, { batch_id }])
    expect(await markPaid(world, { ...which, operator_id: checker })).toEqual({ outcome: "gone" });
  const bytes = Buffer.from(`end_to_end_id,status\n${payout_id},paid\n`);
  await takeBankResults(world, { batch_id, operator_id: checker, bytes });
  expect((await latest(creator)).status).toBe("PROCESSING");
  expect(await file(batch_id)).not.toBeNull();
  expect(await markPaid(world, { payout_id, operator_id: checker })).toEqual({ outcome: "done", payouts: 1 });
});

describe("a batch whose file cannot be fetched any more", () => {
  const withdraw = (batch_id: string, operator_id: string) =>
    withdrawBatch(world, { batch_id, operator_id, reason: "The bank has not got it" });

  it("is withdrawn by two operators, and the next batch pays what was open", async () => {
    const [said, others] = [await waitingForMoney(world, 60_00), await waitingForMoney(world, 70_00)];
    const batch_id = await batch();
    await approveAbout(world, `payout_batch:${batch_id}`, checker);
    await file(batch_id);
    // One operator says that one of them was paid: nothing hands out the file of the other one.
    await markPaid(world, { payout_id: (await latest(said)).id, operator_id: checker });
    expect(await file(batch_id)).toBeNull();
    expect(await withdraw(batch_id, checker)).toBe("waiting");
    expect(await approveAbout(world, `payout_batch:${batch_id}`, checker)).toBe("own");
    const third = await makeOperator(world);
    expect(await approveAbout(world, `payout_batch:${batch_id}`, third)).toBe("approved");
    expect([(await latest(said)).status, (await latest(others)).status]).toEqual(["PAID", "REQUESTED"]);
    expect(await withdraw(batch_id, checker)).toBe("gone");
    // Neither is the old file handed out, also where nothing of it is left in it.
    expect(await file(batch_id)).toBeNull();
    const next = await batch();
    await approveAbout(world, `payout_batch:${next}`, checker);
    expect((await file(next))?.bytes.toString()).toContain(payoutReference((await latest(others)).id));
    const log = world.db.selectFrom("audit_log").select("after").where("action", "=", "payouts.withdrawn");
    expect((await log.executeTakeFirst())?.after).toEqual({ payouts: 1, reason: "The bank has not got it" });
  });

  it("hands out no file while its withdrawal waits, and a withdrawal asked for before a fetch is void", async () => {
    await waitingForMoney(world, 60_00);
    const batch_id = await batch();
    await approveAbout(world, `payout_batch:${batch_id}`, checker);
    const third = await makeOperator(world);
    expect(await withdraw(batch_id, checker)).toBe("waiting");
    expect(await file(batch_id)).toBeNull();
    const fetched_at = new Date(world.clock().getTime() + 1000);
    await world.db.updateTable("payout_batches").set({ fetched_at }).where("id", "=", batch_id).execute();
    expect(await approveAbout(world, `payout_batch:${batch_id}`, third)).toBe("gone");
  });

  it("is not withdrawn once a statement of the bank has booked something of it", async () => {
    const creators = [await waitingForMoney(world, 60_00), await waitingForMoney(world, 70_00)];
    const batch_id = await batch();
    await approveAbout(world, `payout_batch:${batch_id}`, checker);
    await file(batch_id);
    const [first] = creators;
    const payout = first && (await latest(first));
    const rows = [
      {
        amount: `-${((payout?.net_minor ?? 0) / 100).toFixed(2)}`,
        end_to_end: payoutReference(payout?.id ?? ""),
      },
    ];
    const bytes = camt({ id: "s-1", rows });
    await takeStatements(world, { operator_id: checker, account: OUR_ACCOUNT, bytes });
    expect(await withdraw(batch_id, checker)).toBe("at_bank");
  });
});
