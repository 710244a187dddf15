import { afterEach, expect } from "vitest";
import { createGroup as createGroupOf } from "../../app/domain/grouplists/own-groups.server.ts";
import { listGroupReceivers } from "../../app/domain/grouplists/share-out.server.ts";
import type { MoneyModel } from "../../app/domain/users/money-model.schema.ts";
import { chooseMoneyModel } from "../../app/domain/users/money-model.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { payDirectly } from "../support/money/direct-creators.ts";
import {
  beginGroupTip,
  createGroup,
  draftGroupTip,
  type Group,
  payGroupTip,
  sharesOf,
} from "../support/money/groups.ts";
import { giveAccount } from "../support/money/own-account.ts";
import {
  balancesOf,
  type Creator,
  confirm,
  createCreator,
  createTipWorld,
  type TipWorld,
  tell,
} from "../support/money/tip-world.ts";

let world: TipWorld;
let ada: Creator;
let ben: Creator;
let group: Group;

it.beforeEach(async ({ database }) => {
  world = createTipWorld(database.db);
  [ada, ben] = [await createCreator(world), await createCreator(world)];
  group = await createGroup(world, [ada, ben]);
});
afterEach(async () => await expectCleanBooks(world.db, world.clock()));

const setModel = async (creator: Creator, money_model: MoneyModel) =>
  await world.db.updateTable("users").set({ money_model }).where("id", "=", creator.id).execute();

it("a member who is paid directly has no share, and the others share all of it", async () => {
  await setModel(ben, "DIRECT");
  const payment = await payGroupTip(world, group, { amount: 50_00, seen: [ada] });
  expect(payment.account_ref).toBeNull();
  expect((await sharesOf(world, payment)).map(({ creator_id }) => creator_id)).toEqual([ada.id]);
  expect(await balancesOf(world, ben)).toEqual({});
});

it("a summary of members of which one is now paid directly is shown again", async () => {
  const tip = await draftGroupTip(world, group);
  await setModel(ben, "DIRECT");
  const outcome = await confirm(world, tip, { paymentId: world.newId(), seenMembers: [ada, ben] });
  expect(outcome.outcome).toBe("members_changed");
});

it("a payment that began before a member's move is shared as it began", async () => {
  const payment = await beginGroupTip(world, group, { amount: 50_00 });
  await setModel(ben, "DIRECT");
  await tell(world, payment, { state: "PAID" });
  expect(await balancesOf(world, ben)).toEqual({ creator_pending: 25_00 });
});

const receiversOf = async (directGroups: string | null) =>
  (await listGroupReceivers(world.db, group.id, null, directGroups)).map(({ id }) => id);
const groupModel = async (id: string) =>
  (
    await world.db
      .selectFrom("grouplists")
      .select("money_model")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).money_model;
const moveOwner = async (money_model: MoneyModel) =>
  await chooseMoneyModel(world, { user_id: ada.id, money_model, new_creators: "HELD" });

it("a group follows its owner's moves; of a direct one the members with an account share", async () => {
  await giveAccount(world, ada);
  expect(await moveOwner("DIRECT")).toBe("moved");
  expect(await groupModel(group.id)).toBe("DIRECT");
  expect(await receiversOf(null)).toEqual([]);
  expect(await receiversOf("scripted")).toEqual([ada.id]);
  await payDirectly(world, ben);
  expect(await receiversOf("scripted")).toEqual([ada.id, ben.id]);
  expect(await receiversOf("another")).toEqual([]);
  await world.db
    .updateTable("connected_accounts")
    .set({ takes_payments: false })
    .where("user_id", "=", ben.id)
    .execute();
  expect(await receiversOf("scripted")).toEqual([ada.id]);
  expect(await moveOwner("HELD")).toBe("moved");
  expect(await groupModel(group.id)).toBe("HELD");
});

it("a new group has its owner's model", async () => {
  const modelOfNew = async (name: string) => {
    const made = await createGroupOf(world, { creator_id: ada.id, name, currency: "EUR" });
    if (made.outcome !== "created") throw new Error(made.outcome);
    const rows = world.db.selectFrom("grouplists").select("money_model").where("slug", "=", made.slug);
    return (await rows.executeTakeFirstOrThrow()).money_model;
  };
  expect(await modelOfNew("Held")).toBe("HELD");
  await payDirectly(world, ada);
  expect(await modelOfNew("Direct")).toBe("DIRECT");
});

it("a group without a member whose money is held takes no tips", async () => {
  for (const member of [ada, ben]) await setModel(member, "DIRECT");
  expect(await listGroupReceivers(world.db, group.id, null, null)).toEqual([]);
});
