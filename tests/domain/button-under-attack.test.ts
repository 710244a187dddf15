import { describe, expect } from "vitest";
import { productRules } from "../../app/product-rules.ts";
import { many } from "../support/database/at-once.ts";
import { test } from "../support/domain-test.ts";
import { makeFans, manyDrafts, play, starterAt } from "../support/money/card-testers.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import {
  type Creator,
  confirm,
  createCreator,
  createTipWorld,
  draftTip,
  paymentOf,
  priceOf,
  type TipWorld,
  tell,
} from "../support/money/tip-world.ts";

// Cards are tried out at one creator's page: a first try from elsewhere presses a button, and waits for no other.

const { button, unpaid } = productRules.payment_starts;

let world: TipWorld;
let hours = 0;

test.beforeEach(({ database }) => {
  hours += 48;
  world = createTipWorld(database.db, movableClock(new Date(Date.UTC(2026, 10, 21, hours))));
});

const networks = (count: number) => many(count).map((number) => `network ${number} of ${hours}`);

/** So many declined payments at the creator's page, from two addresses. */
async function attack(creator: Creator, count = unpaid.creator): Promise<void> {
  const tips = await manyDrafts(world, [creator], count);
  const seen = await priceOf(world, tips[0] ?? "");
  for (const [number, tipId] of tips.entries()) {
    const paymentId = world.newId();
    const starter = starterAt(`attacker ${number % 2} of ${hours}`);
    expect((await confirm(world, tipId, { starter, seen, paymentId })).outcome).toBe("pay");
    await tell(world, await paymentOf(world, paymentId), { state: "FAILED" });
  }
}

test.for([1, 20, 250])(
  "of 1,000 starts from %i networks at one page at most 10 get through, and 50 fans pay in 10 seconds",
  async (count) => {
    const creators = [await createCreator(world)];
    const fans = await makeFans(world, creators, { count: 50, address: null, declines: 0, seconds: 540 });
    const attackers = { creators, addresses: networks(count), starts: 1_000, minutes: 10, worksEvery: 20 };
    expect(await play(world, attackers, fans)).toBeLessThanOrEqual(10);
    expect(fans.filter(({ paid, waited, seconds }) => paid && waited === 0 && seconds <= 10)).toHaveLength(
      50,
    );
  },
);

test("six declined payments from two addresses hold up no fan at another creator", async () => {
  await attack(await createCreator(world));
  const tipId = await draftTip(world, await createCreator(world));
  const starter = starterAt(`home of ${hours}`);
  expect((await confirm(world, tipId, { starter })).outcome).toBe("pay");
});

test("whoever presses the button gets one card through from each address that declines", async () => {
  const creator = await createCreator(world);
  await attack(creator);
  const list = networks(12);
  const tips = await manyDrafts(world, [creator], 60);
  const seen = await priceOf(world, tips[0] ?? "");
  let reached = 0;
  for (const [number, tipId] of tips.entries()) {
    const starter = starterAt(list[number % list.length] ?? "");
    const shown = await confirm(world, tipId, { starter, seen });
    if (shown.outcome !== "press_button") continue;
    world.time.passSeconds(button.seconds);
    const paymentId = world.newId();
    const pressed = { ...starter, button_shown_at: shown.shown_at };
    const { outcome } = await confirm(world, tipId, { starter: pressed, seen, paymentId });
    expect(outcome).toBe("pay");
    await tell(world, await paymentOf(world, paymentId), { state: "FAILED" });
    reached += 1;
  }
  expect(reached).toBe(list.length);
});

describe("the button", () => {
  test("the button does nothing too early, and its time goes on", async () => {
    const creator = await createCreator(world);
    await attack(creator);
    const tipId = await draftTip(world, creator);
    const starter = starterAt(`home of ${hours}`);
    const shown_at = world.clock();
    const answer = { outcome: "press_button", shown_at, seconds: button.seconds };
    expect(await confirm(world, tipId, { starter })).toEqual(answer);
    world.time.passSeconds(button.seconds - 1);
    const pressed = { ...starter, button_shown_at: shown_at };
    expect(await confirm(world, tipId, { starter: pressed })).toEqual(answer);
    world.time.passSeconds(1);
    expect((await confirm(world, tipId, { starter: pressed })).outcome).toBe("pay");
  });

  test("the button counts for one start", async () => {
    const creator = await createCreator(world);
    await attack(creator);
    const tipId = await draftTip(world, creator);
    const starter = { ...starterAt(`home of ${hours}`), button_shown_at: world.clock() };
    world.time.passSeconds(button.seconds);
    const paymentId = world.newId();
    expect((await confirm(world, tipId, { starter, paymentId })).outcome).toBe("pay");
    // As if it ended without a sign: nothing was declined, and nothing is open.
    await tell(world, await paymentOf(world, paymentId), { state: "EXPIRED" });
    const ended = world.db.updateTable("payment_starts").set({ result: "NEUTRAL" });
    await ended.where("payment_id", "=", paymentId).execute();
    expect(await confirm(world, tipId, { starter })).toMatchObject({
      outcome: "press_button",
      shown_at: world.clock(),
    });
  });

  test("a retry after a declined card waits while the page is under attack", async () => {
    const creator = await createCreator(world);
    await attack(creator);
    const tipId = await draftTip(world, creator);
    const starter = { ...starterAt(`home of ${hours}`), button_shown_at: world.clock() };
    world.time.passSeconds(button.seconds);
    const paymentId = world.newId();
    expect((await confirm(world, tipId, { starter, paymentId })).outcome).toBe("pay");
    await tell(world, await paymentOf(world, paymentId), { state: "FAILED" });
    expect((await confirm(world, tipId, { starter })).outcome).toBe("wait");
  });
});
