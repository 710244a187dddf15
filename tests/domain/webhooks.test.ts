import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect } from "vitest";
import { z } from "zod";
import { deliverTo, sweepDeliveries } from "../../app/domain/creator-events/deliver.server.ts";
import { waitAfter } from "../../app/domain/creator-events/delivery-outcome.server.ts";
import {
  encryptWebhookSecret,
  newWebhookSecret,
} from "../../app/domain/creator-events/sign-webhook.server.ts";
import { exportAccount } from "../../app/domain/data-export/data-export.server.ts";
import { stopSeries } from "../../app/domain/series/change-series.server.ts";
import { replyToTip, takeBackReply } from "../../app/domain/tips/tip-replies.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { all, many } from "../support/database/at-once.ts";
import { test as it } from "../support/domain-test.ts";
import { memoryStore } from "../support/fixtures/memory-store.ts";
import { by, refund } from "../support/money/refund-world.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  moveAccount,
  payTip,
} from "../support/money/tip-world.ts";
import { deliveriesOf } from "../support/money/webhook-endpoints.ts";
import {
  addReceiver,
  openReceiver,
  type Receiver,
  WEBHOOK_ENCRYPTION,
  withWebhooks,
} from "../support/money/webhook-receiver.ts";
import { beginSeries } from "../support/series/series-world.ts";

let world: ReturnType<typeof withWebhooks>;
let creator: Creator;
let receiver: Receiver;
let endpoint: string;
let secret: string;

it.beforeEach(async ({ database }) => {
  world = withWebhooks(createTipWorld(database.db));
  // Signatures are judged by the machine's clock.
  world.time.passSeconds((Date.now() - world.clock().getTime()) / 1000);
  creator = await createCreator(world);
  receiver = await openReceiver();
  ({ id: endpoint, secret } = await addReceiver(world, creator.id, `${receiver.url}/hook`));
});
afterEach(() => receiver.close());

const deliver = () => deliverTo(world, endpoint);
const endpointRow = async (id = endpoint) =>
  await world.db.selectFrom("webhook_endpoints").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const rows = async () =>
  await world.db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("endpoint_id", "=", endpoint)
    .orderBy("position")
    .execute();
const message = z.object({
  type: z.string(),
  timestamp: z.string(),
  version: z.int(),
  data: z.record(z.string(), z.unknown()),
});
const bodies = () => receiver.arrived.map(({ body }) => message.parse(JSON.parse(body)));
const mails = async () =>
  await world.db
    .selectFrom("mail_outbox")
    .select(["recipient", "params"])
    .where("template", "=", "webhook_off")
    .where("user_id", "=", creator.id)
    .execute();
const down = () => {
  receiver.answer = () => ({ status: 503, text: "later" });
};
const up = () => {
  receiver.answer = () => ({ status: 204 });
};

/** As the queue does it: whenever something is due, until then. */
async function pass(seconds: number): Promise<void> {
  const end = world.clock().getTime() + seconds * 1000;
  for (;;) {
    await deliver();
    const { rows: next } = await sql<{ at: Date | null }>`
      select min(greatest(d.due_at, e.rests_until)) as at
      from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
      where d.endpoint_id = ${endpoint}::uuid and d.status = 'WAITING'
        and greatest(d.due_at, e.rests_until) > ${world.clock()}`.execute(world.db);
    const at = Math.min(next[0]?.at?.getTime() ?? end, end);
    // Half a millisecond more, since the clock cuts fractions off.
    world.time.passSeconds((Math.max(0, at - world.clock().getTime()) + 0.5) / 1000);
    if (at >= end) break;
  }
}

describe("a delivery", () => {
  it("is the tip as the API shows it, signed as Standard Webhooks wants it", async () => {
    const payment = await payTip(world, creator, {
      ...{ from: "Nora", message: "Das Lied mit dem Regen.", amount: 12_00 },
      ...{ email: "nora@fans.example", shareEmail: true },
    });
    await deliver();
    const [arrived] = receiver.arrived;
    const [row] = await rows();
    expect(new Webhook(secret).verify(arrived?.body ?? "", arrived?.headers ?? {})).toMatchObject({
      type: "tip.received",
      timestamp: world.clock().toISOString(),
      version: 1,
      data: {
        ...{ id: payment.tip_id, status: "ACTIVE", sender_name: "Nora", message: "Das Lied mit dem Regen." },
        ...{ sender_email: "nora@fans.example", amount: "12.00", amount_minor: 12_00, currency: "EUR" },
      },
    });
    expect(arrived?.headers).toMatchObject({
      "webhook-id": row?.id,
      "content-type": "application/json; charset=utf-8",
    });
    expect(row).toMatchObject({
      status: "DELIVERED",
      tries_count: 1,
      answer_status: 200,
      tried_at: world.clock(),
    });
    expect(() =>
      new Webhook(newWebhookSecret()).verify(arrived?.body ?? "", arrived?.headers ?? {}),
    ).toThrow();
  });

  it("says nothing of a fan that the creator may not see", async () => {
    const hidden = { from: "Nora", message: "look at www.example.org", email: "nora@fans.example" };
    await payTip(world, creator, { ...hidden, message: "Danke", shareEmail: false });
    const held = await payTip(world, creator, { ...hidden, amount: 20_00, shareEmail: false });
    await refund(world, held, by(creator), 5_00);
    await deliver();
    const [shown, waiting] = bodies();
    expect(shown?.data).toMatchObject({ sender_name: "Nora", sender_email: null });
    expect(waiting).toMatchObject({ type: "tip.refunded", data: { status: "PENDING", message: null } });
    expect(JSON.stringify(receiver.arrived)).not.toContain("nora@fans.example");
  });

  it("is signed by both secrets while they overlap, then by the new one", async () => {
    const earlier = secret;
    const now = world.clock();
    const renewed = newWebhookSecret();
    await world.db
      .updateTable("webhook_endpoints")
      .set({
        secret_encrypted: encryptWebhookSecret(WEBHOOK_ENCRYPTION, endpoint, renewed),
        earlier_secret_encrypted: encryptWebhookSecret(WEBHOOK_ENCRYPTION, endpoint, earlier),
        earlier_until: new Date(now.getTime() + 60_000),
      })
      .where("id", "=", endpoint)
      .execute();
    const verifies = (by: string) => {
      const { body = "", headers = {} } = receiver.arrived.at(-1) ?? {};
      return new Webhook(by).verify(body, headers) !== undefined;
    };
    await payTip(world, creator);
    await deliver();
    expect([earlier, renewed].map(verifies)).toEqual([true, true]);
    world.time.passSeconds(60);
    await payTip(world, creator);
    await deliver();
    expect(verifies(renewed)).toBe(true);
    expect(() => verifies(earlier)).toThrow("No matching signature");
    expect(await endpointRow()).toMatchObject({ earlier_secret_encrypted: null, earlier_until: null });
  });

  it("has at most 20 kB, also of the longest words that a fan can write", async () => {
    const words = "🎻".repeat(productRules.tip.message_characters_maximum);
    const from = "🎻".repeat(productRules.tip.sender_name_characters_maximum);
    const payment = await payTip(world, creator, { from, message: words, email: "nora@fans.example" });
    const given = {
      tip_id: payment.tip_id ?? "",
      creator_id: creator.id,
      rules: defaultSettings.rules.content,
    };
    for (const letter of ["🎻", "🎺"]) {
      const said = letter.repeat(productRules.reply.characters_maximum);
      expect(await replyToTip(world, { ...given, message: said })).toBe("sent");
    }
    await deliver();
    const sizes = receiver.arrived.map(({ body }) => Buffer.byteLength(body));
    expect(sizes).toHaveLength(3);
    expect(Math.max(...sizes)).toBeGreaterThan(12_000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(productRules.webhook.body_bytes_maximum);
  });

  it("of a thank-you that was taken back is dropped", async () => {
    const payment = await payTip(world, creator, { from: "Nora", email: "nora@fans.example" });
    const given = { tip_id: payment.tip_id ?? "", creator_id: creator.id };
    const rules = defaultSettings.rules.content;
    await replyToTip(world, { ...given, message: "Danke!", rules, can_be_taken_back: true });
    expect(await takeBackReply(world, given)).toBe("taken_back");
    await pass(60);
    expect((await rows()).map(({ type, status }) => [type, status])).toEqual([
      ["tip.received", "DELIVERED"],
      ["tip.thanked", "DROPPED"],
    ]);
    expect(bodies().map(({ type }) => type)).toEqual(["tip.received"]);
  });
});

describe("a receiver that is away", () => {
  it("for a day gets every event once it is back, each tip's in order, by the same ids", async () => {
    down();
    const paid = [];
    for (const hour of many(24)) {
      const payment = await payTip(world, creator, { amount: 20_00 });
      paid.push(payment);
      if (hour % 3 === 0) await refund(world, payment, by(creator), 5_00);
      await pass(3600);
    }
    const tried = new Set(receiver.arrived.map(({ headers }) => headers["webhook-id"]));
    receiver.arrived.length = 0;
    up();
    await pass(DAY_SECONDS);
    const expected = paid.flatMap(({ tip_id }, hour) => [
      `${tip_id} tip.received`,
      ...(hour % 3 === 0 ? [`${tip_id} tip.refunded`] : []),
    ]);
    const came = bodies().map(({ type, data }) => `${data.id} ${type}`);
    expect(came.toSorted()).toEqual(expected.toSorted());
    for (const { tip_id } of paid) {
      const own = came.filter((each) => each.startsWith(tip_id ?? "-"));
      expect(own[0]).toBe(`${tip_id} tip.received`);
    }
    const ids = receiver.arrived.map(({ headers }) => headers["webhook-id"] ?? "");
    expect(new Set(ids).size).toBe(ids.length);
    expect([...tried].every((id) => ids.includes(id ?? ""))).toBe(true);
    expect(await endpointRow()).toMatchObject({ is_on: true, failures_count: 0 });
  });

  it("is tried ever more rarely, then switched off after three days, with a mail", async () => {
    down();
    await payTip(world, creator);
    const begun = world.clock().getTime();
    await pass(2 * DAY_SECONDS);
    expect(await endpointRow()).toMatchObject({ is_on: true });
    await pass(2 * DAY_SECONDS);
    expect(await endpointRow()).toMatchObject({ is_on: false, off_reason: "FAILING" });
    const [row] = await rows();
    expect(row).toMatchObject({ status: "GIVEN_UP", answer_status: 503, answer: "later" });
    expect((row?.tried_at?.getTime() ?? 0) - begun).toBe(3 * DAY_SECONDS * 1000);
    expect(receiver.arrived.length).toBeGreaterThan(10);
    expect(receiver.arrived.length).toBeLessThan(16);
    const host = new URL(receiver.url).host;
    expect(await mails()).toEqual([
      { recipient: `${creator.username}@example.org`, params: { reason: "FAILING", host } },
    ]);
  });

  it("is switched off at once where it is gone: 410", async () => {
    receiver.answer = () => ({ status: 410 });
    await payTip(world, creator);
    await payTip(world, creator);
    await deliver();
    expect(await endpointRow()).toMatchObject({ is_on: false, off_reason: "GONE" });
    expect((await rows()).map(({ status }) => status)).toEqual(["GIVEN_UP", "GIVEN_UP"]);
    expect(receiver.arrived).toHaveLength(1);
    expect(await mails()).toMatchObject([{ params: { reason: "GONE" } }]);
    await payTip(world, creator);
    expect(await rows()).toHaveLength(2);
  });

  it("of one event alone keeps getting the others", async () => {
    const refused = await payTip(world, creator);
    receiver.answer = ({ body }) => ({ status: body.includes(refused.tip_id ?? "-") ? 500 : 200 });
    await deliver();
    for (const _ of many(8)) {
      await pass(DAY_SECONDS / 2);
      await payTip(world, creator);
    }
    await pass(120);
    expect((await rows()).map(({ status }) => status)).toEqual([
      "GIVEN_UP",
      ...many(8).map(() => "DELIVERED"),
    ]);
    expect(await endpointRow()).toMatchObject({ is_on: true });
    expect(await mails()).toEqual([]);
  });

  it("waits three times as long after each try, at most a day, by the chance that is given", () => {
    expect([1, 2, 3, 4].map((tries) => waitAfter(tries, 0.5))).toEqual([5_000, 15_000, 45_000, 135_000]);
    expect([0, 1].map((random) => waitAfter(1, random))).toEqual([4_000, 6_000]);
    expect(waitAfter(40, 1)).toBe(DAY_SECONDS * 1000);
  });
});

it("no export and no error has a secret", async () => {
  const lines: string[] = [];
  const broken = { ...world.webhooks, send: () => Promise.reject(new Error("the process ended")) };
  await payTip(world, creator);
  await deliverTo({ ...world, webhooks: broken }, endpoint).catch((error) => lines.push(String(error)));
  const given = { db: world.db, encryption: world.encryption, media: memoryStore() };
  const files = unzipSync(await exportAccount(given, creator.id, world.clock()));
  const exported = strFromU8(files["webhooks.json"] ?? new Uint8Array());
  expect(JSON.parse(exported)).toMatchObject([{ id: endpoint, deliveries: [{ type: "tip.received" }] }]);
  for (const text of [...lines, ...Object.values(files).map((file) => strFromU8(file))]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain("secret_encrypted");
  }
});

describe("at the same time", () => {
  it("one request at a time goes to an address, and each event once, however many jobs come", async () => {
    await all(many(5), () => payTip(world, creator));
    let under = 0;
    let most = 0;
    const { send } = world.webhooks;
    const counting = {
      ...world.webhooks,
      send: async (request: Parameters<typeof send>[0]) => {
        under += 1;
        most = Math.max(most, under);
        const answer = await send(request);
        under -= 1;
        return answer;
      },
    };
    await all(many(8), () => deliverTo({ ...world, webhooks: counting }, endpoint));
    await deliver();
    expect(most).toBe(1);
    expect(receiver.arrived).toHaveLength(5);
  });

  it("a process that ended in between is followed once its time is over, by the same id", async () => {
    await payTip(world, creator);
    const dying = { ...world.webhooks, send: () => Promise.reject(new Error("the process ended")) };
    await expect(deliverTo({ ...world, webhooks: dying }, endpoint)).rejects.toThrow("the process ended");
    expect(await sweepDeliveries(world)).toBe(0);
    await deliver();
    expect(receiver.arrived).toEqual([]);
    world.time.passSeconds(31);
    expect(await sweepDeliveries(world)).toBeGreaterThanOrEqual(1);
    await deliver();
    expect(receiver.arrived.map(({ headers }) => headers["webhook-id"])).toEqual(
      (await rows()).map(({ id }) => id),
    );
  });

  it("an address that is switched off or removed while it answers is left alone", async () => {
    for (const _ of many(2)) await payTip(world, creator);
    receiver.answer = () => undefined;
    const round = deliver();
    await expect.poll(() => receiver.arrived.length).toBe(1);
    await world.db.deleteFrom("webhook_endpoints").where("id", "=", endpoint).execute();
    receiver.letGo();
    await round;
    expect(receiver.arrived).toHaveLength(1);
    expect(await deliveriesOf(world, endpoint)).toEqual([]);
  });

  it("the last hundred deliveries are kept", async () => {
    await world.db
      .insertInto("webhook_deliveries")
      .values(
        many(120).map((index) => ({
          ...{
            id: world.newId(),
            endpoint_id: endpoint,
            type: "webhook.test" as const,
            subject_id: endpoint,
          },
          ...{ cause: String(index), happened_at: world.clock(), due_at: world.clock() },
        })),
      )
      .execute();
    await deliver();
    expect(receiver.arrived).toHaveLength(120);
    const kept = await rows();
    expect(kept).toHaveLength(100);
    expect(kept.map(({ cause }) => cause)).toContain("119");
  });
});

it("a locked creator's events wait until the account is open again", async () => {
  await payTip(world, creator, { from: "Zoë" });
  await moveAccount(world, creator.id, ["LOCKED"]);
  await deliver();
  expect(receiver.arrived).toEqual([]);
  await moveAccount(world, creator.id, ["ACTIVE"]);
  await deliver();
  expect(bodies()).toMatchObject([{ type: "tip.received" }]);
});

it("a monthly tip's start and end are sent with its terms, and the export has them without the method", async () => {
  const given = { amount: 5_00, from: "Zoë", email: "zoe@fans.example", shareEmail: false };
  const { series } = await beginSeries(world, creator, given);
  await stopSeries(world, series.id);
  await deliver();
  const terms = { id: series.id, currency: "EUR", amount: "5.00", amount_minor: 5_00, received_minor: 5_00 };
  expect(bodies().filter(({ type }) => type.startsWith("monthly."))).toMatchObject([
    { type: "monthly.started", data: terms },
    { type: "monthly.ended", data: { ...terms, status: "ENDED" } },
  ]);
  for (const { body } of receiver.arrived) {
    expect(body).not.toContain("zoe@fans.example");
    expect(body).not.toContain(series.method_ref);
  }
  const services = { db: world.db, encryption: world.encryption, media: memoryStore() };
  const files = unzipSync(await exportAccount(services, creator.id, world.clock()));
  const exported = strFromU8(files["monthly-tips.json"] ?? new Uint8Array());
  expect(JSON.parse(exported)).toMatchObject([{ id: series.id, amount_minor: 5_00, status: "ENDED" }]);
  expect(exported).not.toMatch(/pm-|cus-|zoe@/);
});
