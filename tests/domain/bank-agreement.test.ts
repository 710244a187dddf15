import { describe, expect } from "vitest";
import { correct } from "../../app/domain/corrections/corrections.server.ts";
import { checkAndFreeze, payoutsAreFrozen } from "../../app/domain/ledger/ledger-checks.server.ts";
import { trialBalance } from "../../app/domain/ledger/ledger-reports.server.ts";
import { findCorrectionKind } from "../../app/domain/ledger/rules/correction-posting-rules.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { importSettlement } from "../../app/domain/payments/settlements/settlement-import.server.ts";
import { payoutReference } from "../../app/domain/payouts/bank-files/payout-files.ts";
import {
  findReturnStatement,
  listBankBalances,
  listBankExceptions,
  listBankStatements,
  settleBankException,
} from "../../app/domain/payouts/bank-statements/bank-queries.server.ts";
import { takeStatements } from "../../app/domain/payouts/bank-statements/statement-import.server.ts";
import { makeBatch } from "../../app/domain/payouts/batches/batches.server.ts";
import { markBounced, markPaid } from "../../app/domain/payouts/batches/transitions.server.ts";
import { findPayoutFreeze, liftPayoutFreeze } from "../../app/domain/payouts/freezes.server.ts";
import { expectCleanBooks, faultsIn } from "../support/database/ledger-checks.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { type CamtRow, camt } from "../support/money/camt.ts";
import {
  approveAbout,
  batchUp,
  makeOperator,
  OUR_ACCOUNT,
  type PayoutWorld,
  payoutsOf,
  waitingForMoney,
  withPayouts,
} from "../support/money/payout-world.ts";
import { decimal, settlementFile } from "../support/money/settlement-files.ts";
import { createTipWorld, DAY_SECONDS, earnBefore } from "../support/money/tip-world.ts";

// docs/money.md, 5: the bank's last word and the books agree, but for what is under way.

let world: PayoutWorld;
let maker: string;
let checker: string;
/** What our bank has, by its own statements, and the number of the next one. */
let bank: { holds: number; next: number };

it.beforeEach(async ({ database }) => {
  world = { ...withPayouts(createTipWorld(database.db)), second_operator_from_minor: 1_000_00 };
  await earnBefore(world, "EUR", 20_000_00);
  [maker, checker] = [await makeOperator(world), await makeOperator(world)];
  bank = { holds: await booked(), next: 1 };
});

async function booked(): Promise<number> {
  const rows = await trialBalance(world.db);
  return rows.find(({ code, currency }) => code === "bank" && currency === "EUR")?.balance_minor ?? 0;
}

const passDays = (count: number) => world.time.passSeconds(count * DAY_SECONDS);

/** Imports what the bank booked until today; what is skipped it has booked and says in no statement of ours. */
async function statement(rows: readonly CamtRow[], skipped = 0): Promise<void> {
  const day = world.clock().toISOString().slice(0, 10);
  const opening = bank.holds + skipped;
  const id = `s-${bank.next}`;
  const bytes = camt({ id, opening, sequence: bank.next, day, rows });
  const taken = await takeStatements(world, { operator_id: maker, account: OUR_ACCOUNT, bytes });
  expect(taken).toMatchObject({ outcome: "taken" });
  bank.next += 1;
  bank.holds = opening + rows.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
}

/** How far the two are apart, and may be; in minor units. */
async function apart(): Promise<readonly [number, number, number, boolean]> {
  const [found] = await listBankBalances(world.db);
  if (!found) throw new Error("no statement was imported");
  return [found.apart_minor, found.least_minor, found.most_minor, found.is_agreed];
}

const faults = async () => Object.keys(await faultsIn(world.db, world.clock()));

/** Two operators post a correcting entry. */
async function correctBy(debit: string, credit: string, amount: number): Promise<void> {
  const kind = findCorrectionKind({ debit, credit });
  if (!kind) throw new Error(`no correcting entry goes from ${debit} to ${credit}`);
  const correction_id = world.newId();
  const entry = { correction_id, kind, owner: "", currency: "EUR", amount_minor: minor(amount) };
  await correct(world, { ...entry, reference: "GLS", reason: "by the statement", operator_id: maker });
  await approveAbout(world, `correction:${correction_id}`, checker);
}

/** A payout of 58.50 at the bank, as an operator was told that it was paid. */
async function paidByHand() {
  const creator = await waitingForMoney(world, 60_00);
  const batch_id = await batchUp(world, maker, { releaser: checker });
  const [payout] = await payoutsOf(world, creator);
  if (!payout) throw new Error("there is no payout");
  await markPaid(world, { batch_id, operator_id: maker });
  const { id, net_minor: net } = payout;
  return { batch_id, creator, id, reference: payoutReference(id), net };
}

describe("the balance of our bank", () => {
  it("is compared with nothing while no statement was ever imported", async () => {
    await paidByHand();
    passDays(30);
    expect(await listBankBalances(world.db)).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it("freezes payouts with its reason where the account had money before the books, until own funds put it right", async () => {
    await waitingForMoney(world, 60_00);
    bank.holds += 10_000_00;
    await statement([]);
    expect(await apart()).toEqual([10_000_00, 0, 0, false]);
    expect((await checkAndFreeze(world)).faults).toEqual(["61-bank-agrees"]);
    const freeze = await findPayoutFreeze(world.db);
    expect(freeze?.reason).toBe("ledger check: 61-bank-agrees");
    const order = { rail: "SEPA", currency: "EUR", operator_id: maker, account: OUR_ACCOUNT } as const;
    expect(await makeBatch(world, order)).toMatchObject({ outcome: "frozen" });
    await correctBy("bank", "own_funds", 10_000_00);
    expect((await checkAndFreeze(world)).faults).toEqual([]);
    expect(await apart()).toEqual([0, 0, 0, true]);
    const lifted = await liftPayoutFreeze(world, { operator_id: maker, reason: "own funds are booked" });
    expect(lifted).toBe("lifted");
    expect(await payoutsAreFrozen(world.db)).toBe(false);
    expect(await makeBatch(world, order)).toMatchObject({ outcome: "made" });
  });

  it("may lack a payout that was paid by hand for ten days, and not for eleven", async () => {
    const payout = await paidByHand();
    await statement([]);
    expect(await apart()).toEqual([payout.net, 0, payout.net, true]);
    passDays(10);
    await statement([]);
    expect(await faults()).toEqual([]);
    passDays(1);
    await statement([]);
    expect(await apart()).toEqual([payout.net, 0, 0, false]);
    await statement([{ amount: `-${decimal(payout.net)}`, end_to_end: payout.reference }]);
    expect(await apart()).toEqual([0, 0, 0, true]);
    await expectCleanBooks(world.db, world.clock());
  });

  it("a batch that the bank books as one is all of its payouts", async () => {
    await waitingForMoney(world, 60_00);
    const payout = await paidByHand();
    await statement([{ amount: `-${decimal(2 * payout.net)}`, batch: payoutReference(payout.batch_id) }]);
    expect(await apart()).toEqual([0, 0, 0, true]);
  });

  it("a made-up notice of a return changes nothing; booked by two operators it is found when no statement tells of it", async () => {
    const payout = await paidByHand();
    await statement([{ amount: `-${decimal(payout.net)}`, end_to_end: payout.reference }]);
    const rows = [{ amount: decimal(payout.net), end_to_end: payout.reference, returned: "AC04" }];
    const bytes = camt({ id: "forged", kind: "054", rows });
    await takeStatements(world, { operator_id: maker, account: OUR_ACCOUNT, bytes });
    expect(await apart()).toEqual([0, 0, 0, true]);
    expect(await findReturnStatement(world.db, payout.id)).toBeNull();
    await markBounced(world, { payout_id: payout.id, operator_id: maker, reason: "it came back" });
    expect(await approveAbout(world, `payout:${payout.id}`, await makeOperator(world))).toBe("approved");
    expect(await apart()).toEqual([-payout.net, -payout.net, 0, true]);
    passDays(11);
    await statement([]);
    expect(await apart()).toEqual([-payout.net, 0, 0, false]);
    expect(await faults()).toEqual(["61-bank-agrees"]);
  });

  it("a return in a statement waits for another operator, and keeps bank and books apart for ten days at most", async () => {
    const payout = await paidByHand();
    await statement([{ amount: `-${decimal(payout.net)}`, end_to_end: payout.reference }]);
    // The other booking makes the balance what the bank really has, so that no balance gives the file away.
    await statement([
      { amount: decimal(payout.net), end_to_end: payout.reference, returned: "AC04" },
      { amount: `-${decimal(payout.net)}`, words: "Rent" },
    ]);
    const state = async () => (await payoutsOf(world, payout.creator)).map(({ status }) => status);
    expect(await state()).toEqual(["PAID"]);
    const { statements } = await listBankStatements(world.db, null);
    expect(statements.map(({ id }) => id)).toContain(await findReturnStatement(world.db, payout.id));
    const moves = await trialBalance(world.db);
    expect(await approveAbout(world, `payout:${payout.id}`, maker)).toBe("own");
    expect(await trialBalance(world.db)).toEqual(moves);
    expect(await apart()).toEqual([0, -payout.net, payout.net, true]);
    const { decided_by } = await world.db
      .selectFrom("payout_destinations")
      .select("decided_by")
      .where("user_id", "=", payout.creator.id)
      .executeTakeFirstOrThrow();
    expect(await approveAbout(world, `payout:${payout.id}`, decided_by ?? "")).toBe("own");
    expect(await approveAbout(world, `payout:${payout.id}`, checker)).toBe("approved");
    expect(await state()).toEqual(["FAILED"]);
    expect(await apart()).toEqual([-payout.net, -payout.net, 0, true]);
    passDays(11);
    await statement([]);
    expect(await faults()).toEqual(["61-bank-agrees"]);
  });

  it("with two operators, the one that accepted the account approves a return that the other imported", async () => {
    const payout = await paidByHand();
    await world.db.updateTable("payout_destinations").set({ decided_by: checker }).execute();
    await world.db
      .updateTable("users")
      .set({ role: "CREATOR" })
      .where("role", "=", "ADMIN")
      .where("id", "not in", [maker, checker])
      .execute();
    const reference = { end_to_end: payout.reference };
    await statement([{ amount: `-${decimal(payout.net)}`, ...reference }]);
    await statement([{ amount: decimal(payout.net), ...reference, returned: "AC04" }]);
    expect(await approveAbout(world, `payout:${payout.id}`, checker)).toBe("approved");
  });

  it("a return that another operator does not approve freezes payouts after ten days", async () => {
    const payout = await paidByHand();
    const reference = { end_to_end: payout.reference };
    await statement([{ amount: `-${decimal(payout.net)}`, ...reference }]);
    await statement([{ amount: decimal(payout.net), ...reference, returned: "AC04" }]);
    expect(await apart()).toEqual([payout.net, 0, payout.net, true]);
    passDays(11);
    await statement([]);
    expect(await faults()).toEqual(["61-bank-agrees"]);
  });

  it("a made-up statement of the true one's name and day does not keep the true one out", async () => {
    const payout = await paidByHand();
    const day = world.clock().toISOString().slice(0, 10);
    const common = { id: "2026/231", opening: bank.holds, sequence: 231, day };
    const rows = [{ amount: `-${decimal(payout.net)}`, end_to_end: payout.reference }];
    const taken = async (operator_id: string, booked: readonly CamtRow[]) =>
      await takeStatements(world, {
        ...{ operator_id, account: OUR_ACCOUNT },
        bytes: camt({ ...common, rows: booked }),
      });
    expect(await taken(maker, [])).toMatchObject({ outcome: "taken" });
    expect(await taken(maker, rows)).toMatchObject({ outcome: "no_statement", fault: { fault: "changed" } });
    world.time.passSeconds(60);
    expect(await taken(checker, rows)).toMatchObject({ outcome: "taken", exceptions: 0 });
    expect(await apart()).toEqual([0, 0, 0, true]);
  });

  it("a statement of a day to come is the last word on the day of its import alone", async () => {
    await statement([]);
    const holds = bank.holds;
    const day = new Date(world.clock().getTime() + 400 * 86_400_000).toISOString().slice(0, 10);
    const forged = camt({ id: "to-come", opening: holds + 500_00, sequence: 2, day, rows: [] });
    await takeStatements(world, { operator_id: maker, account: OUR_ACCOUNT, bytes: forged });
    expect(await apart()).toEqual([500_00, 0, 500_00, true]);
    passDays(1);
    await statement([]);
    expect(await apart()).toEqual([0, 0, 500_00, true]);
    passDays(11);
    await statement([]);
    expect(await apart()).toEqual([0, 0, 0, true]);
  });

  it("freezes payouts once no statement has come for forty days while the account moved", async () => {
    await statement([]);
    passDays(60);
    expect(await faults()).toEqual([]);
    await paidByHand();
    expect(await faults()).toEqual(["68-bank-is-heard"]);
    expect((await checkAndFreeze(world)).faults).toEqual(["68-bank-is-heard"]);
    await statement([]);
    expect(await faults()).toEqual([]);
  });

  it("may lack a provider's transfer for ten days, has it as soon as a statement does, and not what was made up", async () => {
    const told = async (event: string, gross: string) => {
      const date = world.clock().toISOString().slice(0, 10);
      const bytes = settlementFile({ event, kind: "TRANSFER", gross, reference: `TR-${event}`, date });
      const order = { provider: "scripted", operator_id: maker, bytes };
      expect(await importSettlement(world, order)).toMatchObject({ outcome: "imported" });
    };
    await told("one", "70.00");
    await told("two", "30.00");
    await statement([{ amount: "70.00", words: "TR-one" }]);
    expect(await apart()).toEqual([-30_00, -30_00, 0, true]);
    passDays(11);
    await statement([]);
    expect(await apart()).toEqual([-30_00, 0, 0, false]);
    await statement([{ amount: "30.00", words: "TR-two" }]);
    expect(await apart()).toEqual([0, 0, 0, true]);
  });

  it("is apart by a booking that waits for an operator, and no longer once it is settled and nothing was booked", async () => {
    await statement([{ amount: "-4.90", words: "Account fee" }]);
    expect(await apart()).toEqual([-4_90, -4_90, 0, true]);
    const [exception] = await listBankExceptions(world.db);
    if (!exception) throw new Error("nothing waits");
    const settled = { entry_id: exception.id, operator_id: maker, reason: "account fee" };
    expect(await settleBankException(world, settled)).toBe("second_operator_needed");
    expect(await settleBankException(world, { ...settled, operator_id: checker })).toBe("settled");
    expect(await faults()).toEqual(["61-bank-agrees"]);
    await correctBy("bank_fee", "bank", 4_90);
    expect(await faults()).toEqual([]);
  });

  it("may lack what was corrected since its last word, until its next one", async () => {
    await statement([]);
    passDays(1);
    await correctBy("bank_fee", "bank", 4_90);
    expect(await apart()).toEqual([4_90, 0, 4_90, true]);
    await statement([]);
    expect(await apart()).toEqual([4_90, 0, 0, false]);
  });

  it("is apart by what a missing statement has, until it is settled", async () => {
    await statement([]);
    passDays(1);
    await statement([], -25_00);
    expect(await apart()).toEqual([-25_00, -25_00, 0, true]);
    passDays(1);
    await statement([{ amount: "0.01", words: "more" }], 0);
    expect(await apart()).toEqual([-24_99, -25_00, 1, true]);
  });
});
