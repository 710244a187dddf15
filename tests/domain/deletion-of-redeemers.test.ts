import { expect } from "vitest";
import { deleteAccount, requestDeletion } from "../../app/domain/auth/deletion.server.ts";
import { sharedGroups } from "../../app/domain/grouplists/own-groups.server.ts";
import { settleRedemptions } from "../../app/domain/vouchers/redeem-voucher.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { emailOf, mailedLink } from "../support/money/email-changes.ts";
import { type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import { type Creator, createCreator, createTipWorld } from "../support/money/tip-world.ts";
import { redeem } from "../support/money/voucher-story.ts";
import { buyVoucher, voucherRow } from "../support/money/vouchers.ts";

let world: PayoutWorld;
it.beforeAll(async ({ database }) => {
  world = withPayouts(createTipWorld(database.db));
});

async function leave(creator: Creator): Promise<string> {
  expect(await requestDeletion(world, creator.id)).toBe("sent");
  const token = await mailedLink(world, "deletion", await emailOf(world, creator));
  const groups = sharedGroups(world, creator.id);
  return await deleteAccount({ ...world, groups }, { user_id: creator.id, token, forfeits: false });
}

it("a voucher that waits keeps nobody from leaving: it is given back, and somebody else redeems it", async () => {
  const creator = await createCreator(world, { status: "PENDING" });
  const bought = await buyVoucher(world);
  expect((await redeem(world, bought, creator)).outcome).toBe("pending");
  expect(await leave(creator)).toBe("deleted");
  await expectCleanBooks(world.db, world.clock());
  expect((await settleRedemptions(world)).done).toBe(1);
  expect((await voucherRow(world, bought.id)).status).toBe("VALID");
  const returned = await world.db
    .selectFrom("voucher_redemptions")
    .select("return_reason")
    .where("creator_id", "=", creator.id)
    .execute();
  expect(returned).toEqual([{ return_reason: "DELETED" }]);
  expect((await redeem(world, bought, await createCreator(world))).outcome).toBe("redeemed");
  await expectCleanBooks(world.db, world.clock());
});
