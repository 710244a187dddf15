import { once } from "node:events";
import { createServer } from "node:http";
import { sql } from "kysely";
import { afterEach, beforeEach, expect } from "vitest";
import { createSandbox } from "../../app/sandbox-provider/sandbox.server.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { test as it } from "../support/domain-test.ts";
import { eventually } from "../support/eventually.ts";
import { createSandboxWorld, type SandboxWorld } from "../support/money/sandbox-world.ts";

const GOOD_CARD = { number: "4242424242424242", expiry: "12/29", cvc: "123", holder: "Ada Muster" };

let database: TestDatabase;
let world: SandboxWorld;

it.beforeAll(({ database: own }) => {
  database = own;
});
beforeEach(async () => {
  await sql`TRUNCATE sandbox.payments CASCADE`.execute(database.db);
  world = await createSandboxWorld(database.db);
});
afterEach(() => world.close());

async function payOne(): Promise<void> {
  const { token } = await world.open();
  await world.sandbox.pay(token, GOOD_CARD);
}

async function storedNotice() {
  return database.db
    .selectFrom("sandbox.notices")
    .select(["attempts", "last_error", "delivered_at", "given_up_at"])
    .executeTakeFirstOrThrow();
}

it("the sandbox repeats a notice with growing pauses until it is accepted, each time signed afresh", async () => {
  world.inbox.answerNext(500, 302, 404);
  await payOne();
  await world.pass(0);
  expect(world.inbox.received).toHaveLength(1);
  expect(await storedNotice()).toMatchObject({ attempts: 1, last_error: "status 500", delivered_at: null });
  await world.pass(0.9);
  expect(world.inbox.received).toHaveLength(1);
  await world.pass(0.1);
  expect(world.inbox.received).toHaveLength(2);
  await world.pass(1.9);
  expect(world.inbox.received).toHaveLength(2);
  await world.pass(0.1);
  expect(world.inbox.received).toHaveLength(3);
  // Far past the tolerance of the first signature: this one is new.
  await world.pass(3600);
  expect(world.inbox.received).toHaveLength(4);
  expect(await storedNotice()).toMatchObject({ attempts: 4, last_error: null, given_up_at: null });
  expect(world.inbox.kinds()).toEqual(Array(4).fill("payment.paid"));
  expect(new Set(world.inbox.received.map((notice) => notice.eventId)).size).toBe(1);
  await world.pass(24 * 3600);
  expect(world.inbox.received).toHaveLength(4);
});

it("the sandbox gives up a notice after three days", async () => {
  world.inbox.answerNext(500, 500);
  await payOne();
  await world.pass(0);
  await world.pass(3 * 24 * 3600);
  expect(await storedNotice()).toMatchObject({ attempts: 2, delivered_at: null, last_error: "status 500" });
  await world.pass(24 * 3600);
  expect(world.inbox.received).toHaveLength(2);
});

it("the sandbox sends notices in the background, without being asked", async () => {
  world.sandbox.start();
  world.inbox.answerNext(503);
  await payOne();
  await eventually("the first attempt", () => world.inbox.received.length === 1);
  await eventually("the failure noted", async () => (await storedNotice()).last_error === "status 503");
  world.clock.passSeconds(1);
  await eventually("the second attempt", () => world.inbox.received.length === 2);
  await eventually("the delivery noted", async () => (await storedNotice()).delivered_at !== null);
});

it("the sandbox sends after the next start the notices that were pending at a kill", async () => {
  // Killed before the notice was sent: the payment stands, and nobody has heard of it.
  await payOne();
  await world.sandbox.stop();
  const next = createSandbox(world.options);
  next.start();
  await eventually("the notice", () => world.inbox.received.length === 1);
  await next.stop();
  expect(world.inbox.kinds()).toEqual(["payment.paid"]);
});

it("the sandbox sends again a notice that was being sent at a kill", async () => {
  await payOne();
  // What a kill in the middle of an attempt leaves: a claim without an answer.
  await database.db
    .updateTable("sandbox.notices")
    .set({ attempts: 1, due_at: new Date(world.clock.now().getTime() + 10_000) })
    .execute();
  const next = createSandbox(world.options);
  await next.runDueWork();
  expect(world.inbox.received).toHaveLength(0);
  world.clock.passSeconds(10);
  await next.runDueWork();
  expect(world.inbox.kinds()).toEqual(["payment.paid"]);
});

it("the sandbox sends each notice once when several instances share the work", async () => {
  const payments = await Promise.all(Array.from({ length: 60 }, () => world.open()));
  await Promise.all(payments.map(({ token }) => world.sandbox.pay(token, GOOD_CARD)));
  const instances = Array.from({ length: 10 }, () => createSandbox(world.options));
  while (world.inbox.received.length < 60) {
    await Promise.all(instances.map((instance) => instance.runDueWork()));
  }
  expect(world.inbox.received).toHaveLength(60);
  expect(new Set(world.inbox.received.map((notice) => notice.eventId)).size).toBe(60);
});

it("the sandbox passes over a notice that another instance is claiming", async () => {
  await payOne();
  await database.db.transaction().execute(async (other) => {
    await other.selectFrom("sandbox.notices").select("event_id").forUpdate().execute();
    // Would wait for the other transaction, and so for ever, if it wanted the same notice.
    await world.sandbox.runDueWork();
    expect(world.inbox.received).toHaveLength(0);
  });
  await world.sandbox.runDueWork();
  expect(world.inbox.received).toHaveLength(1);
});

it("the sandbox treats a receiver that cannot be reached like one that refuses", async () => {
  const { token } = await world.open({ noticeUrl: "http://127.0.0.1:9/nobody" });
  await world.sandbox.pay(token, GOOD_CARD);
  await world.pass(0);
  expect(await storedNotice()).toMatchObject({ attempts: 1, delivered_at: null });
});

it("the sandbox does not wait for a slow receiver when it stops; the notice is due again at once", async () => {
  let requests = 0;
  let isStopped = false;
  // What comes before the stop is never answered.
  const slow = createServer((_request, response) => {
    requests += 1;
    if (isStopped) response.writeHead(204).end();
  });
  slow.listen(0, "127.0.0.1");
  await once(slow, "listening");
  const address = slow.address();
  const port = typeof address === "object" ? address?.port : undefined;

  const { token } = await world.open({ noticeUrl: `http://127.0.0.1:${port}/webhooks/sandbox` });
  world.sandbox.start();
  await world.sandbox.pay(token, GOOD_CARD);
  await eventually("the first attempt", () => requests === 1);
  await world.sandbox.stop();
  isStopped = true;
  // On a busy machine a second one may have begun.
  const { attempts, delivered_at } = (await storedNotice()) ?? { attempts: 0, delivered_at: null };
  expect([attempts >= 1, delivered_at]).toEqual([true, null]);

  const next = createSandbox(world.options);
  await next.runDueWork();
  expect(await storedNotice()).toMatchObject({ attempts: attempts + 1, delivered_at: world.clock.now() });
  slow.closeAllConnections();
  slow.close();
});
