import { sql } from "kysely";
import { afterEach, expect } from "vitest";
import {
  handleAtOnce,
  handleProviderEvent,
  sweepProviderEvents,
} from "../../app/domain/payment-updates/handle-events.server.ts";
import type { Payment } from "../../app/domain/payments/payment-record.server.ts";
import { receiveWebhook } from "../../app/domain/payments/provider-events.server.ts";
import { createProviders } from "../../app/domain/payments/providers/providers.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { eventually } from "../support/eventually.ts";
import { balancesOf, beginTip, type Creator, paymentOf, type TipWorld } from "../support/money/tip-world.ts";

// The request of a provider's event settles before its answer; jobs and the sweep are its net.

let world: TipWorld;
let creator: Creator;
let logged: string[];

it.beforeEach(({ world: own, creator: receiving }) => {
  world = own;
  creator = receiving;
  logged = [];
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

type Paid = Pick<Payment, "id">;

async function paid(): Promise<Paid> {
  const payment = await beginTip(world, creator, { type: "INETCASH_OB" });
  world.provider.change(payment.id, { state: "PAID" });
  return payment;
}

const noticeOf = ({ id }: Paid) => ({
  body: new TextEncoder().encode(`paid e-${id} ${id}`),
  headers: new Headers(),
  now: world.clock(),
});

/** The webhook's request, until its answer. */
async function arrives(payment: Paid, provider = world.provider): Promise<string> {
  const log = { error: (_: object, message: string) => void logged.push(message) };
  const services = { ...world, providers: createProviders([provider]), log };
  const received = await receiveWebhook(services, provider, noticeOf(payment));
  if (received.outcome === "stored") await handleAtOnce(services, received.event_id);
  return received.outcome;
}

async function jobsOf(payment: Paid): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from pgboss.job j join provider_webhook_events e on e.id::text = j.data ->> 'notice_id'
    where j.name = 'payments.notice' and e.payment_id = ${payment.id}`.execute(world.db);
  return rows.map(({ id }) => id);
}

const statusOf = async (payment: Paid) => (await paymentOf(world, payment.id)).status;

it("when an event is answered, its tip is settled, and no job is left", async () => {
  const payment = await paid();
  expect(await arrives(payment)).toBe("stored");
  expect(await statusOf(payment)).toBe("SUCCESS");
  expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  expect(await jobsOf(payment)).toEqual([]);
  expect(await arrives(payment)).toBe("repeated");
});

it("an event whose settling fails is answered as ever, and its job settles it", async () => {
  const payment = await paid();
  world.provider.failNext("fetch", "unavailable");
  expect(await arrives(payment)).toBe("stored");
  expect(await statusOf(payment)).toBe("REDIRECTED");
  expect(logged).toEqual(["an event waits for its job"]);
  const [job, ...others] = await jobsOf(payment);
  expect(others).toEqual([]);
  expect(await handleProviderEvent(world, job ?? "")).toBe("settled");
  expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
});

it("a provider's resend of an event whose settling failed settles at once", async () => {
  const payment = await paid();
  world.provider.failNext("fetch", "unavailable");
  await arrives(payment);
  expect(await arrives(payment)).toBe("stored");
  expect(await statusOf(payment)).toBe("SUCCESS");
});

it("an event of a process that dies before it settles is settled by the sweep of the next minute", async () => {
  const payment = await paid();
  await receiveWebhook(world, world.provider, noticeOf(payment));
  await sweepProviderEvents(world);
  expect(await statusOf(payment)).toBe("REDIRECTED");
  world.time.passSeconds(productRules.reconcile.at_once_minutes * 60);
  await sweepProviderEvents(world);
  expect(await statusOf(payment)).toBe("SUCCESS");
});

it("a storm of events of a slow provider gets jobs, and all are answered before the provider is", async () => {
  const gate = Promise.withResolvers<void>();
  const fetch = async (ref: string) => {
    await gate.promise;
    return await world.provider.fetch(ref);
  };
  const payments = await Promise.all(many(12).map(paid));
  const answers = await Promise.all(payments.map((each) => arrives(each, { ...world.provider, fetch })));
  expect(new Set(answers)).toEqual(new Set(["stored"]));
  const jobs = (await Promise.all(payments.map(jobsOf))).flat();
  expect(jobs).toHaveLength(4);
  for (const payment of payments) expect(await statusOf(payment)).toBe("REDIRECTED");
  gate.resolve();
  for (const job of jobs) await handleProviderEvent(world, job);
  await eventually("all are settled", async () => {
    const statuses = await Promise.all(payments.map(statusOf));
    return statuses.every((status) => status === "SUCCESS");
  });
  expect(await balancesOf(world, creator)).toEqual({ creator_available: 12 * 50_00 });
});
