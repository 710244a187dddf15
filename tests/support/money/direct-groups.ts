import { processTransfers } from "../../../app/domain/payment-updates/handle-events.server.ts";
import type { Payment } from "../../../app/domain/payments/payment-record.server.ts";
import { payDirectly } from "./direct-creators.ts";
import { createGroup, type Group, type GroupTipWish, payGroupTip } from "./groups.ts";
import { by, byOperator, refund } from "./refund-world.ts";
import { type Creator, createCreator, type TipWorld, tell, tellDispute } from "./tip-world.ts";

/** A group whose members are all paid directly, and their group with them. */
export async function createDirectGroup(world: TipWorld, names: readonly string[]): Promise<Group> {
  const members: Creator[] = [];
  for (const username of names) members.push(await createCreator(world, { username }));
  for (const member of members) await payDirectly(world, member);
  const group = await createGroup(world, members);
  await world.db
    .updateTable("grouplists")
    .set({ money_model: "DIRECT" })
    .where("id", "=", group.id)
    .execute();
  return group;
}

/** Paid, and each share is with its member. */
export async function passGroupTip(
  world: TipWorld,
  group: Group,
  wish: Partial<GroupTipWish> = {},
): Promise<Payment> {
  const payment = await payGroupTip(world, group, wish);
  await processTransfers(world, payment.id);
  return payment;
}

/** All that moves a direct group's money: shares that arrive, come back or do not, and whose account is away. */
export async function tellDirectGroups(world: TipWorld, operator: string): Promise<void> {
  const group = await createDirectGroup(world, ["dora", "emil", "finn"]);
  const [dora, emil] = group.members;
  if (!dora || !emil) throw new Error("a group of three");
  await passGroupTip(world, group, { amount: 50_02, email: "fan@example.org" });
  await passGroupTip(world, group, { amount: 31_00, payIn: "GBP" });
  await refund(world, await passGroupTip(world, group, { amount: 20_00 }), by(emil));
  const cut = await payGroupTip(world, group, { amount: 21_00 });
  await refund(world, cut, by(dora), 3_00);
  await processTransfers(world, cut.id);
  world.provider.failNext("reversal", "refused");
  await refund(world, await passGroupTip(world, group, { amount: 22_00 }), by(dora), 2_00);
  world.provider.failNext("reversal", "refused");
  await refund(world, await passGroupTip(world, group, { amount: 23_01 }), byOperator(operator));
  const failed = await passGroupTip(world, group, { amount: 24_00 });
  world.provider.failNext("reversal", "refused");
  const id = await refund(world, failed, byOperator(operator));
  await tell(world, failed, {
    refunds: [{ refundId: id, state: "FAILED", amountMinor: failed.charged_minor }],
  });
  await processTransfers(world, failed.id);

  const lost = await passGroupTip(world, group, { amount: 25_00 });
  await tellDispute(world, lost, "LOST", { amount: 9_00 });
  world.provider.failNext("reversal", "refused");
  await processTransfers(world, lost.id);
  const won = await passGroupTip(world, group, { amount: 26_00 });
  await tellDispute(world, won, "LOST");
  await processTransfers(world, won.id);
  await tellDispute(world, won, "WON");
  await processTransfers(world, won.id);
  await tellDispute(world, await payGroupTip(world, group, { amount: 27_00 }), "OPEN");
  world.provider.failNext("transfer", "refused");
  await passGroupTip(world, group, { amount: 28_00 });
}
