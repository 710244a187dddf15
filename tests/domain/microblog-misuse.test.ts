import { afterAll, describe, expect } from "vitest";
import {
  beginLink,
  changeSettings,
  completeLink,
  findMicroblog,
  findRequest,
  unlink,
} from "../../app/domain/microblog/links.server.ts";
import { createNetworks, type Network } from "../../app/domain/microblog/network-port.ts";
import { postDue } from "../../app/domain/microblog/post-due.server.ts";
import { producePosts } from "../../app/domain/microblog/produce.server.ts";
import { test as it } from "../support/domain-test.ts";
import { type Creator, createCreator, payTip } from "../support/money/tip-world.ts";
import { openMicroblogWorld } from "../support/networks/microblog-world.ts";

// What strangers, two at once, and changes in the middle do to posts on other networks.

const ALL = { on_new_tip: true, tip_frequency: "ALL" } as const;

let world: Awaited<ReturnType<typeof openMicroblogWorld>>;

it.beforeAll(async ({ database }) => {
  world = await openMicroblogWorld(database.db);
});
afterAll(async () => {
  await world.x.close();
});

const tip = (creator: Creator) => payTip(world, creator, { amount: 5_00 });

/** Begins a link and allows it at X. Returns the PIN. */
async function allow(creator: Creator, accountId: string): Promise<string> {
  await beginLink(world, world.network, { user_id: creator.id });
  const request = await findRequest(world.db, creator.id, "x", world.clock());
  return await world.x.allow(request?.authorize_url ?? "", accountId, `handle_${accountId}`);
}

const complete = (creator: Creator, pin: string) =>
  completeLink(world, world.network, { user_id: creator.id, answer: pin });

/** Makes what is due over a network where something happens while a post is on its way. */
const postWhile = (happens: (post: () => ReturnType<Network["post"]>) => ReturnType<Network["post"]>) =>
  postDue({
    ...world,
    networks: createNetworks([
      { ...world.network, post: (order) => happens(() => world.network.post(order)) },
    ]),
  });

describe("an account at X", () => {
  it("is linked by one creator, whose posts go on when others try; it is free when the link is removed", async () => {
    const [first, second, third] = [
      await createCreator(world),
      await createCreator(world),
      await createCreator(world),
    ];
    const account = await world.link(first, ALL);
    expect(await complete(second, await allow(second, account))).toBe("taken");
    expect(await findMicroblog(world.db, second.id, "x")).toBeNull();
    expect(await findRequest(world.db, second.id, "x", world.clock())).toBeNull();
    await tip(first);
    await world.minute();
    expect(world.x.textsOf(account)).toHaveLength(1);
    await unlink(world, "x", { user_id: first.id });
    const pins = [await allow(second, account), await allow(third, account)];
    const outcomes = await Promise.all([complete(second, pins[0] ?? ""), complete(third, pins[1] ?? "")]);
    expect(outcomes.toSorted()).toEqual(["linked", "taken"]);
    const winner = outcomes[0] === "linked" ? second : third;
    await changeSettings(world.db, winner.id, "x", { ...ALL, show_amount: true }, world.clock());
    await tip(winner);
    await world.minute();
    expect(world.x.textsOf(account)).toHaveLength(2);
  });

  it("one PIN sent twice at once makes one link, which works", async () => {
    const creator = await createCreator(world);
    const pin = await allow(creator, "9101");
    const outcomes = await Promise.all([complete(creator, pin), complete(creator, pin)]);
    expect(outcomes).toContain("linked");
    await changeSettings(world.db, creator.id, "x", ALL, world.clock());
    await tip(creator);
    await world.minute();
    expect(world.x.textsOf("9101")).toHaveLength(1);
  });

  it("tries of a PIN at once are five and no more", async () => {
    const creator = await createCreator(world);
    const pin = await allow(creator, "9102");
    const before = world.x.x.calls.length;
    const wrong = await Promise.all(Array.from({ length: 20 }, () => complete(creator, "0000000")));
    expect(wrong).not.toContain("linked");
    expect(world.x.x.calls.length - before).toBe(5);
    expect(await complete(creator, pin)).toBe("expired");
  });

  it("another account takes the place of the first, whose access is given back and whose posts it does not get", async () => {
    const creator = await createCreator(world);
    const old = await world.link(creator, ALL);
    await tip(creator);
    await producePosts(world);
    world.time.passSeconds(1);
    expect(await complete(creator, await allow(creator, "9103"))).toBe("linked");
    expect(world.x.x.calls.at(-1)).toBe("POST /1.1/oauth/invalidate_token");
    await world.minute();
    expect([...world.x.textsOf(old), ...world.x.textsOf("9103")]).toEqual([]);
    expect(await world.statesOf(creator)).toEqual(["OFF"]);
    await tip(creator);
    await world.minute();
    expect(world.x.textsOf("9103")).toHaveLength(1);
  });
});

describe("while a post is on its way", () => {
  it.each(["failure", "lost_answer"] as const)(
    "a link that is removed and made for another account gets nothing of it (%s)",
    async (fault) => {
      const creator = await createCreator(world);
      const old = await world.link(creator, ALL);
      await tip(creator);
      await producePosts(world);
      const other = `92${fault.length}`;
      await postWhile(async (post) => {
        world.x.line.failNext(fault, "POST");
        const lost = await post().catch((error: unknown) => error);
        await world.x.line.settled();
        await unlink(world, "x", { user_id: creator.id });
        world.time.passSeconds(1);
        expect(await complete(creator, await allow(creator, other))).toBe("linked");
        throw lost;
      });
      expect(await world.statesOf(creator)).toEqual(["UNKNOWN"]);
      for (let minute = 0; minute < 10; minute += 1) await world.minute();
      expect(world.x.textsOf(other)).toEqual([]);
      expect(world.x.textsOf(old)).toHaveLength(fault === "failure" ? 0 : 1);
    },
  );

  it("a process that ended is followed by no post to the account that was linked since", async () => {
    const creator = await createCreator(world);
    await world.link(creator, ALL);
    await tip(creator);
    await producePosts(world);
    const sending = { status: "SENDING", tries: 1, sending_at: world.clock() } as const;
    await world.db.updateTable("microblog_posts").set(sending).where("user_id", "=", creator.id).execute();
    await unlink(world, "x", { user_id: creator.id });
    world.time.passSeconds(1);
    expect(await complete(creator, await allow(creator, "9301"))).toBe("linked");
    await world.minute(300);
    await world.minute(300);
    expect(await world.statesOf(creator)).toEqual(["UNKNOWN"]);
    expect(world.x.textsOf("9301")).toEqual([]);
  });

  it("a creator who is locked posts no more: what may be there is looked for, what waits is not sent", async () => {
    const creator = await createCreator(world);
    const account = await world.link(creator, ALL);
    await tip(creator);
    await producePosts(world);
    await postWhile(async (post) => {
      world.x.line.failNext("lost_answer", "POST");
      await world.db.updateTable("users").set({ status: "LOCKED" }).where("id", "=", creator.id).execute();
      return await post();
    });
    await world.x.line.settled();
    for (let minute = 0; minute < 5; minute += 1) await world.minute();
    expect(await world.statesOf(creator)).toEqual(["POSTED"]);
    expect(world.x.textsOf(account)).toHaveLength(1);
  });

  it("an account that is deleted leaves nothing behind that fails", async () => {
    const creator = await createCreator(world);
    const account = await world.link(creator, ALL);
    await tip(creator);
    await producePosts(world);
    const outcome = await postWhile(async (post) => {
      for (const table of ["microblog_links", "microblog_posts", "microblog_settings"] as const)
        await world.db.deleteFrom(table).where("user_id", "=", creator.id).execute();
      return await post();
    });
    expect(outcome.failed).toEqual([]);
    await world.minute();
    expect(world.x.textsOf(account)).toHaveLength(1);
  });
});

it("what says an amount is not posted once amounts are hidden, not even after it failed to go out", async () => {
  const creator = await createCreator(world);
  const account = await world.link(creator, { ...ALL, show_amount: true });
  await tip(creator);
  world.x.line.failNext("failure", "POST");
  await world.minute();
  expect(await world.statesOf(creator)).toEqual(["UNSURE"]);
  await tip(creator);
  await producePosts(world);
  await changeSettings(world.db, creator.id, "x", { show_amount: false }, world.clock());
  for (let minute = 0; minute < 5; minute += 1) await world.minute();
  expect(await world.statesOf(creator)).toEqual(["OFF", "OFF"]);
  expect(world.x.textsOf(account)).toEqual([]);
});

it("a creator who writes the words of a refusal at X stops nobody's posts", async () => {
  const creator = await createCreator(world);
  const account = await world.link(creator, ALL);
  await tip(creator);
  world.x.line.failNext("lost_answer", "POST");
  await world.minute();
  world.x.x.write(account, "CreditsDepleted UsageCapExceeded oauth1-permissions client-forbidden $& $1");
  const later = await world.minute(120);
  expect(later.paused).toEqual([]);
  expect(await world.statesOf(creator)).toEqual(["POSTED"]);
});

it("a creator with more tips than a day's posts does not hold up another's", async () => {
  const [busy, other] = [await createCreator(world), await createCreator(world)];
  const busyAccount = await world.link(busy, { ...ALL, on_achievement: true });
  const otherAccount = await world.link(other, ALL);
  for (let made = 0; made < 130; made += 1) await tip(busy);
  await producePosts(world);
  await tip(other);
  await world.minute();
  expect(world.x.textsOf(otherAccount)).toHaveLength(1);
  for (let minutes = 0; minutes < 3; minutes += 1) await world.minute(660);
  expect(world.x.textsOf(busyAccount)).toHaveLength(20);
  const states = await world.statesOf(busy);
  expect(states.filter((state) => state === "MANY").length).toBeGreaterThanOrEqual(110);
  expect(new Set(states)).toEqual(new Set(["POSTED", "MANY"]));
});
