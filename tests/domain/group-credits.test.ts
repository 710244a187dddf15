import { sql } from "kysely";
import { expect } from "vitest";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks, faultsIn } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import {
  addMember,
  beginGroupTip,
  createGroup,
  type Group,
  payGroupTip,
  removeMember,
  sharesOf,
} from "../support/money/groups.ts";
import { type Creator, createCreator, type TipWorld, tell } from "../support/money/tip-world.ts";

let ada: Creator;
let ben: Creator;
let cem: Creator;
let group: Group;

it.beforeEach(async ({ world }) => {
  [ada, ben, cem] = [await createCreator(world), await createCreator(world), await createCreator(world)];
  group = await createGroup(world, [ada, ben, cem]);
});

/** Who gets the odd cent of a tip of 5.01 to these members. */
async function oddCentOf(world: TipWorld, chosen: Creator[]): Promise<string> {
  const shares = await sharesOf(world, await payGroupTip(world, group, { amount: 5_01, chosen }));
  const most = Math.max(...shares.map(({ amount_minor }) => amount_minor));
  const [got, ...others] = shares.filter(({ amount_minor }) => amount_minor === most);
  expect(others).toEqual([]);
  return got?.creator_id ?? "";
}

it("odd cents of alternating choices do not all go to one member", async ({ world }) => {
  const got: string[] = [];
  for (const n of many(8)) got.push(await oddCentOf(world, n % 2 === 0 ? [ada, ben] : [ada, cem]));
  expect(got.filter((id) => id === ada.id)).toHaveLength(4);
  expect(got.filter((id) => id === ben.id)).toHaveLength(2);
  await expectCleanBooks(world.db, world.clock());
});

it("who leaves and comes again is as far ahead as before", async ({ world }) => {
  expect(await oddCentOf(world, [ada, ben])).toBe(ada.id);
  await removeMember(world, group, ben);
  await addMember(world, group.id, ben, 4);
  expect(await oddCentOf(world, [ada, ben])).toBe(ben.id);
  await expectCleanBooks(world.db, world.clock());
});

it("tips that settle at once leave nobody a whole cent from their fair share", async ({ world }) => {
  const payments = await all(many(20), () => beginGroupTip(world, group, { amount: 10_00 }));
  await all(payments, (payment) => tell(world, payment, { state: "PAID" }));
  const { rows } = await sql<{ units: number }>`
    select (credit / 3099044504245996706400)::float8 as units from group_credits
    where grouplist_id = ${group.id}::uuid`.execute(world.db);
  expect(rows).toHaveLength(3);
  for (const { units } of rows) expect(Math.abs(units)).toBeLessThan(1);
  await expectCleanBooks(world.db, world.clock());
});

it("tips of before the rule stay as they were split, by turn", async ({ world }) => {
  // What both rules make alike: the same three, and a cent each time.
  for (const _ of many(3)) await payGroupTip(world, group, { amount: 10_00 });
  await sql`delete from group_credits where grouplist_id = ${group.id}::uuid`.execute(world.db);
  await sql`update grouplists set credits_from_turn = 3 where id = ${group.id}::uuid`.execute(world.db);
  await expectCleanBooks(world.db, world.clock());
  expect(await oddCentOf(world, [ada, ben])).toBe(ada.id);
  expect(await oddCentOf(world, [ada, ben])).toBe(ben.id);
  await expectCleanBooks(world.db, world.clock());
});

it.for<[string, string]>([
  ["is more than the tips explain", "update group_credits set credit = credit + 1"],
  ["is gone", "delete from group_credits"],
  ["begins after tips that it counts", "update grouplists set credits_from_turn = 1"],
  ["begins after the last tip", "update grouplists set credits_from_turn = 2"],
])("a fault is found where a credit %s", async ([_what, change], { world }) => {
  await oddCentOf(world, [ada, ben]);
  await sql`${sql.raw(change)} where ${sql.raw(change.includes("grouplists") ? "id" : "grouplist_id")} = ${group.id}::uuid`.execute(
    world.db,
  );
  expect(Object.keys(await faultsIn(world.db, world.clock()))).toEqual(["53-group-tips-are-split"]);
  // Left as it was for the tests after this one.
  await sql`delete from group_credits where grouplist_id = ${group.id}::uuid`.execute(world.db);
  await sql`update grouplists set credits_from_turn = 1 where id = ${group.id}::uuid`.execute(world.db);
});
