import { expect } from "vitest";
import { listFeatured } from "../../app/domain/users/creator-lists.server.ts";
import { test as it } from "../support/domain-test.ts";
import { createCreator, createTipWorld, payTip, type TipWorld } from "../support/money/tip-world.ts";

let world: TipWorld;

it.beforeAll(async ({ database }) => {
  world = createTipWorld(database.db);
});

/** A creator with tips of that much this month. */
async function addCreator(
  username: string,
  amount: number,
  wishes: { featured_at?: Date; ranked?: boolean; status?: "LOCKED" } = {},
): Promise<void> {
  const creator = await createCreator(world, { username });
  if (amount > 0) await payTip(world, creator, { amount });
  await world.db
    .updateTable("users")
    .set({
      featured_at: wishes.featured_at ?? null,
      ranking_enabled_at: wishes.ranked === false ? null : world.clock(),
      ...(wishes.status && { status: wishes.status }),
    })
    .where("id", "=", creator.id)
    .execute();
}

it("featured creators come first on the home page, the latest before the others; the month's top follows", async () => {
  const [earlier, later] = [new Date("2026-01-01T00:00:00Z"), new Date("2026-02-01T00:00:00Z")];
  await addCreator("most-of-all", 90_00);
  await addCreator("second-most", 70_00);
  await addCreator("least", 5_00);
  await addCreator("without-tips", 0);
  await addCreator("wants-no-rank", 80_00, { ranked: false });
  await addCreator("locked", 85_00, { status: "LOCKED" });
  await addCreator("featured-early", 0, { featured_at: earlier });
  await addCreator("featured-late-b", 10_00, { featured_at: later });
  await addCreator("featured-late-a", 50_00, { featured_at: later });
  await addCreator("featured-and-locked", 60_00, { featured_at: later, status: "LOCKED" });

  const month = `${world.clock().toISOString().slice(0, 7)}-01`;
  const shown = async (limit: number, of = month) =>
    (await listFeatured(world.db, of, limit)).map((creator) => creator.username);
  const order = [
    "featured-late-a",
    "featured-late-b",
    "featured-early",
    "most-of-all",
    "second-most",
    "least",
  ];
  expect(await shown(10)).toEqual(order);
  expect(await shown(4)).toEqual(order.slice(0, 4));
  expect(await shown(2)).toEqual(order.slice(0, 2));
  // In another month nobody has a tip: the featured ones stay, those of the same day by their names.
  expect(await shown(10, "2020-01-01")).toEqual(["featured-late-a", "featured-late-b", "featured-early"]);
});
