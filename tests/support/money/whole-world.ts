import type { Kysely } from "kysely";
import { giveUp } from "../../../app/domain/auth/deletion.server.ts";
import { correct, reverseCorrection } from "../../../app/domain/corrections/corrections.server.ts";
import { findDebts, setOffDebt, writeOff } from "../../../app/domain/earnings/debts.server.ts";
import { findCorrectionKind } from "../../../app/domain/ledger/rules/correction-posting-rules.ts";
import { minor } from "../../../app/domain/money/minor.ts";
import { processRefund } from "../../../app/domain/payment-updates/handle-events.server.ts";
import { markBounced, markFailed, markPaid } from "../../../app/domain/payouts/batches/transitions.server.ts";
import { requestWithdrawal } from "../../../app/domain/payouts/requests/withdrawals.server.ts";
import { issueMonthStatements } from "../../../app/domain/payouts/statements/month-statements.server.ts";
import type { DB } from "../../../db/schema.ts";
import { insertSettled } from "../../../db/seeds/paid-out.ts";
import type { Creator } from "./creators.ts";
import { payDirectly } from "./direct-creators.ts";
import { tellDirectGroups } from "./direct-groups.ts";
import { tellGroups } from "./group-story.ts";
import {
  approveAbout,
  batchUp,
  earn,
  makeOperator,
  type PayoutWorld,
  payoutsOf,
  waitingForMoney,
  withPayouts,
} from "./payout-world.ts";
import { askRefund, by, byOperator, refund } from "./refund-world.ts";
import { movableClock } from "./sandbox-world.ts";
import { refundElsewhere, stuckMoney, suspenseActs } from "./suspense-world.ts";
import {
  beginTip,
  createCreator,
  createTipWorld,
  earnBefore,
  mature,
  payOut,
  payTip,
  tell,
  tellDispute,
} from "./tip-world.ts";
import { tellVouchers } from "./voucher-story.ts";

/**
 * A world in which everything has happened that moves money, in two currencies, and much of it is open.
 */
export async function tellEverything(db: Kysely<DB>): Promise<PayoutWorld> {
  const world = withPayouts(createTipWorld(db, movableClock(new Date("2026-09-30T08:00:00Z"))));
  for (const currency of ["EUR", "USD"]) await earnBefore(world, currency, 20_000_00);
  const operator = await makeOperator(world);
  const settled = { provider: "scripted", gross_minor: minor(4_000_00), fee_minor: minor(40_00) };
  await db.transaction().execute(async (trx) => {
    for (const currency of ["EUR", "USD"])
      await insertSettled(trx, world, { ...settled, currency, operator_id: operator, at: world.clock() });
  });
  for (const currency of ["EUR", "USD"] as const)
    await tellTips(world, await createCreator(world, { currency }));
  await tellDirect(world);
  await tellDirectGroups(world, operator);
  await tellDebts(world, operator);
  await tellSetOff(world);
  await tellGroups(world, operator);
  await tellVouchers(world, operator);
  await tellSuspense(world, operator);
  await tellPayouts(world, operator);
  await tellCorrections(world, operator);
  await issueMonthStatements({ ...world, issuer: ["Tribute GmbH"] }, "2026-09");
  return world;
}

/** A creator that fans pay directly: tips as of others, and surplus money of which only our fee is here. */
async function tellDirect(world: PayoutWorld): Promise<void> {
  const creator = await createCreator(world);
  await payDirectly(world, creator);
  await tellTips(world, creator);
  const surplus = await beginTip(world, creator, { amount: 13_00 });
  await tell(world, surplus, { amountMinor: 20_00 });
  const { id } = await world.db
    .selectFrom("refunds")
    .select("id")
    .where("payment_id", "=", surplus.id)
    .executeTakeFirstOrThrow();
  await processRefund(world, id);
}

/** A debt in one currency that is settled in part with another. */
async function tellSetOff(world: PayoutWorld): Promise<void> {
  const settling = await createCreator(world, { currency: "USD" });
  const lost = await payTip(world, settling, { amount: 50_51 });
  await days(world, 8);
  await payOut(world, settling);
  await earn(world, settling, 30_00, "EUR");
  await tellDispute(world, lost, "LOST");
  const asked = { creator_id: settling.id, needs_fresh_rate: false };
  for (const { offers } of (await findDebts(world, asked)).debts)
    for (const offer of offers) await setOffDebt(world, { ...asked, ...offer });
}

async function days(world: PayoutWorld, count: number): Promise<void> {
  await mature(world, count);
}

/** Tips, refunds and disputes that take what is there. */
async function tellTips(world: PayoutWorld, creator: Creator): Promise<void> {
  const first = await payTip(world, creator, { amount: 20_00, email: "fan@example.org" });
  const foreign = await payTip(world, creator, { amount: 30_00, payIn: "GBP" });
  const whole = await payTip(world, creator, { amount: 12_00 });
  if (creator.currency === "EUR") await payTip(world, creator, { amount: 40_00, type: "INETCASH_OB" });
  await refund(world, first, by(creator), 5_00);
  await refund(world, whole, by(creator));
  const refused = await askRefund(world, foreign, by(creator), 10_00);
  await days(world, 8);
  world.provider.refundsBecome("FAILED");
  await processRefund(world, refused);
  world.provider.refundsBecome("DONE");
  await refund(world, foreign, by(creator), 4_00);
  const won = await payTip(world, creator, { amount: 25_00 });
  await tellDispute(world, won, "OPEN");
  await tellDispute(world, won, "WON");
  await tellDispute(world, won, "OPEN");
  const partly = await payTip(world, creator, { amount: 18_00, payIn: "GBP" });
  await tellDispute(world, partly, "LOST", { amount: Math.floor(partly.charged_minor / 3) });
  const returned = await payTip(world, creator, { amount: 16_00 });
  await tellDispute(world, returned, "LOST");
  await tellDispute(world, returned, "WON");
  const twice = await payTip(world, creator, { amount: 14_00 });
  await tellDispute(world, twice, "OPEN", { ref: "a" });
  await tell(world, twice, {
    disputes: [
      { disputeRef: "a", state: "OPEN", amountMinor: twice.charged_minor },
      { disputeRef: "b", state: "LOST", amountMinor: Math.floor(twice.charged_minor / 2) },
    ],
  });
  const elsewhere = await payTip(world, creator, { amount: 11_00 });
  await refundElsewhere(world, elsewhere, ["re-1", elsewhere.charged_minor], ["re-2", 3_00]);
  await payTip(world, creator, { amount: 9_00 });
  await askRefund(world, await payTip(world, creator, { amount: 8_00 }), by(creator), 3_00);
}

/** Disputes that are lost after the money was paid out: repaid, written off, won after all. */
async function tellDebts(world: PayoutWorld, operator: string): Promise<void> {
  const { db } = world;
  for (const end of ["repaid", "written off", "won after all", "owing"] as const) {
    const creator = await createCreator(world);
    const lost = await payTip(world, creator, { amount: 50_00, type: "INETCASH_OB" });
    await payOut(world, creator);
    await tellDispute(world, lost, "LOST");
    if (end === "repaid") {
      await payTip(world, creator, { amount: 20_00, type: "INETCASH_OB" });
      await payTip(world, creator, { amount: 60_00 });
      await days(world, 8);
    } else if (end !== "owing") {
      const order = { creator_id: creator.id, currency: "EUR", operator_id: operator, reason: "gone" };
      await writeOff(world, order);
      if (end === "won after all") await tellDispute(world, lost, "WON");
    }
  }
  const left = await createCreator(world);
  await payTip(world, left, { amount: 3_00, type: "INETCASH_OB" });
  const rest = { creator_id: left.id, currency: "EUR", amount_minor: minor(3_00) };
  await db.transaction().execute((trx) => giveUp(trx, world, rest, "later", world.clock()));
  const generous = await createCreator(world);
  const gone = await payTip(world, generous, { amount: 22_00, type: "INETCASH_OB" });
  await payOut(world, generous);
  await refund(world, gone, byOperator(operator, true));
}

/** Money that fits nothing, by each way out, and some that lies there. */
async function tellSuspense(world: PayoutWorld, operator: string): Promise<void> {
  const acts = suspenseActs(
    () => world,
    () => operator,
  );
  await acts.keep(await stuckMoney(world));
  await acts.returned(await stuckMoney(world), "BANK");
  await acts.returned(await stuckMoney(world), "PROVIDER");
  const again = await stuckMoney(world);
  await acts.retry(again);
  const stuck = await world.db
    .selectFrom("suspense_entries")
    .select("refund_id")
    .where("payment_id", "=", again.id)
    .executeTakeFirstOrThrow();
  await processRefund(world, stuck.refund_id ?? "");
  await refundElsewhere(world, again, ["more", 2_00]);
  const contested = await stuckMoney(world);
  await tellDispute(world, contested, "LOST");
  await stuckMoney(world);
}

/** Correcting entries: of our own money, of a creator's, and one that was taken back; another one waits. */
async function tellCorrections(world: PayoutWorld, operator_id: string): Promise<void> {
  const two = { ...world, second_operator_from_minor: 0 };
  const checker = await makeOperator(world);
  const creator = await createCreator(world);
  const order = { currency: "EUR", reference: "GLS 26/11", reason: "found", operator_id };
  const ask = async (debit: string, credit: string, amount: number, owner = "") => {
    const kind = findCorrectionKind({ debit, credit });
    if (!kind) throw new Error(`no correcting entry goes from ${debit} to ${credit}`);
    const correction_id = world.newId();
    await correct(two, { ...order, kind, owner, amount_minor: minor(amount), correction_id });
    return correction_id;
  };
  const own = await ask("bank", "own_funds", 500_00);
  const fee = await ask("bank_fee", "bank", 4_90);
  const goodwill = await ask("goodwill", "creator_available", 12_00, creator.username);
  for (const id of [own, fee, goodwill]) await approveAbout(two, `correction:${id}`, checker);
  await reverseCorrection(two, { correction_id: fee, operator_id, reason: "of another account" });
  await approveAbout(two, `correction:${fee}`, checker);
  await ask("bank_fee", "bank", 4_90);
}

/** Payouts that wait, are at the bank, were paid, failed and came back. */
async function tellPayouts(world: PayoutWorld, operator_id: string): Promise<void> {
  const failed = await waitingForMoney(world, 90_00);
  const [refusedPayout] = await payoutsOf(world, failed);
  await markFailed(world, { payout_id: refusedPayout?.id ?? "", operator_id, reason: "wrong" });
  const bounced = await waitingForMoney(world, 170_00);
  await waitingForMoney(world, 60_00);
  const batch_id = await batchUp(world, operator_id);
  await markPaid({ ...world, issuer: ["Tribute GmbH"] }, { batch_id, operator_id });
  const [back] = await payoutsOf(world, bounced);
  await markBounced(world, { payout_id: back?.id ?? "", operator_id, reason: "closed" });
  await requestWithdrawal(world, { user_id: bounced.id, currency: "EUR", amount_minor: null });
  await batchUp(world, operator_id);
  await waitingForMoney(world, 75_00, "USD");
  await beginTip(world, bounced, { amount: 7_00 });
}
