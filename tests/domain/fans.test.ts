import { afterEach, expect } from "vitest";
import { type FanPlace, listFans } from "../../app/domain/statistics/statistics.server.ts";
import { declineTip } from "../../app/domain/tips/review.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { by, refund } from "../support/money/refund-world.ts";
import { type Creator, payTip, type TipWish, type TipWorld } from "../support/money/tip-world.ts";

// Who tipped a creator, as /dashboard/fans shows it.

let world: TipWorld;
let creator: Creator;

it.beforeEach(({ world: own, creator: receiving }) => {
  world = own;
  creator = receiving;
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

const tip = async (wish: Partial<TipWish>) => {
  world.time.passSeconds(60);
  return await payTip(world, creator, { amount: 10_00, type: "INETCASH_OB", ...wish });
};
const fans = async (after: FanPlace | null = null) => (await listFans(world.db, creator.id, after)).fans;

it("a fan is one address whatever its case, named as the latest tip names them, with sums that refunds lower", async () => {
  await tip({ from: "Nora", email: "nora@fans.example" });
  const back = await tip({ from: "Nora Regen", email: "NORA@fans.example", amount: 5_00 });
  await tip({ from: null, email: "nora@fans.example", amount: 2_00 });
  expect(await fans()).toMatchObject([
    { name: "Nora Regen", email: null, tips_count: 3, amount_minor: 17_00 },
  ]);
  await refund(world, back, by(creator));
  expect(await fans()).toMatchObject([{ tips_count: 2, amount_minor: 12_00 }]);
});

it("an address is shown only where the fan shared it with one of the tips", async () => {
  await tip({ from: "Nora", email: "nora@fans.example", shareEmail: true });
  await tip({ from: "Olli", email: "olli@fans.example" });
  expect((await fans()).map(({ name, email }) => [name, email])).toEqual([
    ["Olli", null],
    ["Nora", "nora@fans.example"],
  ]);
});

it("tips without an address are one row without a name", async () => {
  await tip({ from: "Nora", email: undefined });
  await tip({ from: null, email: undefined });
  const [row, ...more] = await fans();
  expect([row?.is_everybody_else, row?.tips_count, more]).toEqual([true, 2, []]);
});

it("a declined tip gives its fan no name, and its money counts", async ({ database }) => {
  const { id: operator_id } = await createOperatorRow(database.db, world.clock());
  const payment = await tip({ from: "www.example.org", email: "spam@fans.example", shareEmail: true });
  await declineTip(world, { tip_id: payment.tip_id ?? "", operator_id, reason: "An address" });
  expect(await fans()).toMatchObject([{ name: null, email: null, tips_count: 1, amount_minor: 10_00 }]);
});

it("fans whose tips were all refunded are not listed", async () => {
  await refund(world, await tip({ from: "Nora", email: "nora@fans.example" }), by(creator));
  expect(await fans()).toEqual([]);
});

it("pages show every fan once, also those who tipped at the same moment", async () => {
  const count = productRules.fans_page * 2 + 3;
  for (let index = 0; index < count; index += 1) {
    const email = `fan-${index}@fans.example`;
    await payTip(world, creator, { from: `Fan ${index}`, email, type: "INETCASH_OB" });
  }
  const seen: (string | null)[] = [];
  let after: FanPlace | null = null;
  do {
    const page: Awaited<ReturnType<typeof listFans>> = await listFans(world.db, creator.id, after);
    seen.push(...page.fans.map(({ name }) => name));
    after = page.next;
  } while (after !== null);
  expect([seen.length, new Set(seen).size]).toEqual([count, count]);
});
