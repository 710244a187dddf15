import { afterAll, expect } from "vitest";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { createNetworks } from "../../app/domain/microblog/network-port.ts";
import { listNetworkStates, tryNetworkAgain } from "../../app/domain/microblog/network-states.server.ts";
import { xNetwork } from "../../app/domain/microblog/networks/x.server.ts";
import { postDue } from "../../app/domain/microblog/post-due.server.ts";
import { producePosts } from "../../app/domain/microblog/produce.server.ts";
import { test as it } from "../support/domain-test.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { createCreator, payTip } from "../support/money/tip-world.ts";
import { X_KEYS } from "../support/networks/fake-x.ts";
import { openMicroblogWorld } from "../support/networks/microblog-world.ts";

const ALL = { on_new_tip: true, tip_frequency: "ALL" } as const;

let world: Awaited<ReturnType<typeof openMicroblogWorld>>;
let operator_id: string;

it.beforeAll(async ({ database }) => {
  world = await openMicroblogWorld(database.db);
  operator_id = (await createOperatorRow(database.db, world.clock())).id;
});
afterAll(async () => {
  await world.x.close();
});

const stateOf = async () => (await listNetworkStates(world))[0];
const again = () => tryNetworkAgain(world, { network: world.network, operator_id });

it("what stops posts is counted, and an operator ends a pause, once, in the log", async () => {
  expect(await stateOf()).toMatchObject({
    ...{ label: "X", spent_mills: 0, budget_mills: 25_000, lacks: null, paused_until: null },
    ...{ waiting: 0, unsure: 0, put_off: 0, oldest: null, dropped: [], failed_links: 0 },
  });
  expect(await again()).toBe(false);
  const [creator, other, gone] = [
    await createCreator(world),
    await createCreator(world),
    await createCreator(world),
  ];
  const account = await world.link(creator, ALL);
  const goneAccount = await world.link(gone, ALL);
  world.x.takeAway(goneAccount);
  await payTip(world, gone, { amount: 5_00 });
  await world.minute();
  await world.link(other, ALL);
  await payTip(world, other, { amount: 5_00 });
  world.x.line.failNext("failure", "POST");
  await world.minute();
  await payTip(world, creator, { amount: 5_00 });
  world.x.refuseAll("credits");
  await world.minute(30);
  const paused = await stateOf();
  expect(paused).toMatchObject({
    ...{ pause_reason: "CREDITS", waiting: 1, unsure: 1, put_off: 2, failed_links: 1, failed_lately: 1 },
    dropped: [{ reason: "LINK_FAILED", count: 1 }],
  });
  expect(paused?.paused_until?.getTime()).toBeGreaterThan(world.clock().getTime());
  world.x.refuseAll(null);
  await world.minute();
  expect(world.x.textsOf(account)).toEqual([]);
  expect(await Promise.all([again(), again()])).toEqual(expect.arrayContaining([true, false]));
  await world.minute();
  expect(world.x.textsOf(account)).toHaveLength(1);
  expect(await stateOf()).toMatchObject({ paused_until: null, pause_reason: null });
  const { entries } = await listAudit(world.db, {});
  expect(entries.filter(({ action }) => action === "network.tried_again")).toMatchObject([
    { subject: "network:x", before: { pause: "CREDITS" }, after: { posts: expect.any(Number) } },
  ]);
});

it("a network that still refuses is paused anew", async () => {
  const creator = await createCreator(world);
  await world.link(creator, ALL);
  await payTip(world, creator, { amount: 5_00 });
  world.x.refuseAll("day");
  await world.minute();
  expect(await again()).toBe(true);
  await world.minute();
  expect(await stateOf()).toMatchObject({ pause_reason: "DAY_LIMIT" });
  world.x.refuseAll(null);
  expect(await again()).toBe(true);
  await world.minute();
  expect(await world.statesOf(creator)).toEqual(["POSTED"]);
});

it("a budget that is spent is said, and what it put off is tried when there is more", async () => {
  const creator = await createCreator(world);
  const account = await world.link(creator, ALL);
  const { spent_mills = 0 } = (await stateOf()) ?? {};
  const access = { ...X_KEYS, base: world.x.line.origin, clock: world.clock };
  const withBudget = (more: number) => ({
    ...world,
    networks: createNetworks([xNetwork({ ...access, monthlyBudgetMills: spent_mills + more })]),
  });
  expect(await listNetworkStates(withBudget(100))).toMatchObject([{ lacks: "ADDRESSES" }]);
  const poor = withBudget(10);
  expect(await listNetworkStates(poor)).toMatchObject([{ lacks: "POSTS", put_off: 0 }]);
  await payTip(world, creator, { amount: 5_00 });
  await producePosts(poor);
  await postDue(poor);
  expect(await listNetworkStates(poor)).toMatchObject([{ waiting: 1, put_off: 1 }]);
  expect(await again()).toBe(true);
  await world.minute();
  expect(world.x.textsOf(account)).toHaveLength(1);
});
