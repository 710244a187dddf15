import { writeOff } from "../../../app/domain/earnings/debts.server.ts";
import { processRefund } from "../../../app/domain/payment-updates/handle-events.server.ts";
import { beginGroupTip, createGroup, payGroupTip, removeMember } from "./groups.ts";
import { askRefund, by, byOperator, refund } from "./refund-world.ts";
import { createCreator, mature, moveAccount, payOut, type TipWorld, tell, tellDispute } from "./tip-world.ts";

/** All that moves a group's money: every way of paying, of giving back and of contesting, and who leaves meanwhile. */
export async function tellGroups(world: TipWorld, operator: string): Promise<void> {
  const [ada, ben, cem] = [
    await createCreator(world),
    await createCreator(world),
    await createCreator(world),
  ];
  const tom = await createCreator(world, { currency: "USD" });
  const group = await createGroup(world, [ada, ben, tom, cem]);
  const trio = [ada, ben, tom];

  await payGroupTip(world, group, { amount: 50_01, email: "fan@example.org" });
  await payGroupTip(world, group, { amount: 40_02, type: "INETCASH_OB" });
  await payGroupTip(world, group, { amount: 33_33, payIn: "GBP" });
  await refund(world, await payGroupTip(world, group, { amount: 17_00 }), by(ben));
  await refund(world, await payGroupTip(world, group, { amount: 10_03, payIn: "USD" }), by(tom), 1_00);
  await refund(world, await payGroupTip(world, group, { amount: 22_00 }), byOperator(operator));
  const refused = await payGroupTip(world, group, { amount: 14_01 });
  const asked = await askRefund(world, refused, by(ada), 1_00);
  await mature(world, 8);
  world.provider.refundsBecome("FAILED");
  await processRefund(world, asked);
  world.provider.refundsBecome("DONE");

  await tellDispute(world, await payGroupTip(world, group, { amount: 19_01 }), "OPEN");
  const won = await payGroupTip(world, group, { amount: 13_00, chosen: trio });
  await tellDispute(world, won, "OPEN");
  await tellDispute(world, won, "WON");
  const partly = await payGroupTip(world, group, { amount: 21_02, payIn: "GBP" });
  await tellDispute(world, partly, "LOST", { amount: Math.floor(partly.charged_minor / 3) });
  const twice = await payGroupTip(world, group, { amount: 15_03 });
  await refund(world, twice, by(cem), 1_00);
  await tellDispute(world, twice, "OPEN", { ref: "a" });
  await tell(world, twice, {
    disputes: [
      { disputeRef: "a", state: "OPEN", amountMinor: twice.charged_minor },
      { disputeRef: "b", state: "LOST", amountMinor: Math.floor(twice.charged_minor / 2) },
    ],
  });

  // Who was paid out owes their share; who left and who is locked have theirs from before.
  const paidOut = await payGroupTip(world, group, { amount: 60_00, type: "INETCASH_OB" });
  await payOut(world, ben);
  await removeMember(world, group, cem);
  await tellDispute(world, paidOut, "LOST");
  const begun = await beginGroupTip(world, { ...group, members: trio }, { amount: 30_02 });
  await moveAccount(world, tom.id, ["LOCKED"]);
  await tell(world, begun, { state: "PAID" });
  await moveAccount(world, tom.id, ["ACTIVE"]);
  await tellGivenUp(world, operator);

  const left = await createCreator(world);
  const emptied = await createGroup(world, [left, await createCreator(world)]);
  const late = await beginGroupTip(world, emptied, { amount: 12_00 });
  for (const each of emptied.members) await moveAccount(world, each.id, ["LOCKED"]);
  await tell(world, late, { state: "PAID" });
  await payGroupTip(world, { ...group, members: trio }, { amount: 27_01, message: "Call +49 170 1234567" });
  await beginGroupTip(world, { ...group, members: trio }, { amount: 9_00 });
}

/** A member's debt is given up, and the dispute is won after all; the others were never short of it. */
async function tellGivenUp(world: TipWorld, operator_id: string): Promise<void> {
  const [owing, other] = [await createCreator(world), await createCreator(world)];
  const pair = await createGroup(world, [owing, other]);
  const lost = await payGroupTip(world, pair, { amount: 24_01, type: "INETCASH_OB" });
  await payOut(world, owing);
  await tellDispute(world, lost, "LOST");
  await writeOff(world, { creator_id: owing.id, currency: "EUR", operator_id, reason: "gone" });
  await tellDispute(world, lost, "WON");
}
