import { expect } from "vitest";
import { processTransfers } from "../../app/domain/payment-updates/handle-events.server.ts";
import { faultsIn } from "../support/database/ledger-checks.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { createDirectGroup, passGroupTip } from "../support/money/direct-groups.ts";
import { createGroup, type Group, payGroupTip } from "../support/money/groups.ts";
import { askRefund, by, refund } from "../support/money/refund-world.ts";
import {
  createCreator,
  createTipWorld,
  earnBefore,
  type TipWorld,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";

async function directGroup(world: TipWorld) {
  const group = await createDirectGroup(world, ["ada", "bert", "cleo"]);
  const [member] = group.members;
  if (!member) throw new Error("three members");
  return { group, member };
}

it("a share that is to be fetched back is no fault", async ({ database }) => {
  const world = createTipWorld(database.db);
  const { group, member } = await directGroup(world);
  const refunded = await passGroupTip(world, group, { amount: 20_00 });
  await askRefund(world, refunded, by(member), 5_00);
  expect(await faultsIn(world.db, world.clock())).toEqual({});
  const disputed = await passGroupTip(world, group, { amount: 20_00 });
  await tellDispute(world, disputed, "LOST");
  expect(await faultsIn(world.db, world.clock())).toEqual({});
});

it.for(["direct", "held"] as const)(
  "a %s member's refund that fails after a lost dispute leaves the share charged back",
  async (model, { database }) => {
    const world = createTipWorld(database.db);
    await earnBefore(world, "EUR", 1000_00);
    const { group, member } = model === "direct" ? await directGroup(world) : await heldGroup(world);
    const payment = await payGroupTip(world, group, { amount: 20_00 });
    await processTransfers(world, payment.id);
    const refundId = await refund(world, payment, by(member));
    await tellDispute(world, payment, "LOST", { amount: 5_00 });
    await processTransfers(world, payment.id);
    await tell(world, payment, { refunds: [{ refundId, state: "FAILED", amountMinor: 1 }] });
    await processTransfers(world, payment.id);
    expect(await faultsIn(world.db, world.clock())).toEqual({});
  },
);

async function heldGroup(world: TipWorld): Promise<{ group: Group; member: Group["members"][number] }> {
  const member = await createCreator(world, { username: "ada" });
  const other = await createCreator(world, { username: "bert" });
  return { group: await createGroup(world, [member, other]), member };
}
