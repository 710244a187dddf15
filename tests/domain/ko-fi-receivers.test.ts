import { createRequire } from "node:module";
import { afterEach, expect } from "vitest";
import { z } from "zod";
import { deliverTo } from "../../app/domain/creator-events/deliver.server.ts";
import { encryptWebhookSecret, newKoFiToken } from "../../app/domain/creator-events/sign-webhook.server.ts";
import { test as it } from "../support/domain-test.ts";
import { type Creator, createCreator, createTipWorld, payTip } from "../support/money/tip-world.ts";
import { deliveriesOf } from "../support/money/webhook-endpoints.ts";
import {
  type Arrived,
  addReceiver,
  openReceiver,
  type Receiver,
  WEBHOOK_ENCRYPTION,
  withWebhooks,
} from "../support/money/webhook-receiver.ts";

// @ko-fi/handler is published for receivers of Ko-fi's own webhooks. Its types are sources for a laxer compiler.
type Handler = (data: string, config: object, context: null) => Promise<number>;
const require = createRequire(import.meta.url);
const { kofiHandler } = z
  .object({ kofiHandler: z.custom<Handler>((found) => typeof found === "function") })
  .parse(require("@ko-fi/handler"));

let world: ReturnType<typeof withWebhooks>;
let creator: Creator;
let receiver: Receiver;
let endpoint: string;
const token = newKoFiToken();

it.beforeEach(async ({ database }) => {
  world = withWebhooks(createTipWorld(database.db));
  creator = await createCreator(world);
  receiver = await openReceiver();
  ({ id: endpoint } = await addReceiver(world, creator.id, `${receiver.url}/ko-fi`));
  const secret_encrypted = encryptWebhookSecret(WEBHOOK_ENCRYPTION, endpoint, token);
  await world.db
    .updateTable("webhook_endpoints")
    .set({ format: "KO_FI", events: ["tip.received"], secret_encrypted })
    .where("id", "=", endpoint)
    .execute();
});
afterEach(() => receiver.close());

/** As Ko-fi's documentation lists the fields. */
const donation = z.strictObject({
  ...{ verification_token: z.uuid(), message_id: z.uuid(), timestamp: z.iso.datetime() },
  ...{ type: z.literal("Donation"), is_public: z.boolean(), from_name: z.string() },
  ...{
    message: z.string().nullable(),
    amount: z.string().regex(/^\d+\.\d\d$/),
    url: z.url(),
    email: z.email(),
  },
  ...{ currency: z.string().length(3), kofi_transaction_id: z.string() },
  ...{ is_subscription_payment: z.literal(false), is_first_subscription_payment: z.literal(false) },
  ...{ shop_items: z.null(), tier_name: z.null(), shipping: z.null() },
  ...{ discord_username: z.null(), discord_userid: z.null() },
});

const dataOf = ({ body }: Arrived) => new URLSearchParams(body).get("data") ?? "";

/** Delivers, and has the receiver's package handle what came. */
async function deliverToHandler(verificationToken: string) {
  await deliverTo(world, endpoint);
  const donations: z.infer<typeof donation>[] = [];
  const statuses: number[] = [];
  for (const arrived of receiver.arrived) {
    expect(arrived.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    const config = {
      verificationToken,
      onDonation: (data: unknown) => void donations.push(donation.parse(data)),
    };
    statuses.push(await kofiHandler(dataOf(arrived), config, null));
  }
  return { donations, statuses };
}

it("a receiver for Ko-fi takes a tip with words and a shared address", async () => {
  const message = "Danke & weiter so: 100 % ♥";
  await payTip(world, creator, { from: "Zoë", message, email: "zoe@fans.example", shareEmail: true });
  const { donations, statuses } = await deliverToHandler(token);
  expect(statuses).toEqual([200]);
  expect(donations).toMatchObject([
    { from_name: "Zoë", message, email: "zoe@fans.example", amount: "50.00", currency: "EUR" },
  ]);
  expect(donations[0]?.url).toBe(`https://tribute.example/${creator.username}`);
  expect(await deliveriesOf(world, endpoint)).toMatchObject([
    { id: donations[0]?.message_id, subject_id: donations[0]?.kofi_transaction_id, status: "DELIVERED" },
  ]);
});

it("a fan without name, words and consent stays unknown", async () => {
  await payTip(world, creator, { email: "private@fans.example", shareEmail: false });
  const { donations } = await deliverToHandler(token);
  expect(donations).toMatchObject([
    { from_name: "Anonymous", message: null, email: "not-shared@example.invalid", is_public: false },
  ]);
  expect(receiver.arrived[0]?.body).not.toContain("private");
});

it("a receiver with another token refuses", async () => {
  await payTip(world, creator, { from: "Zoë" });
  expect((await deliverToHandler(newKoFiToken())).statuses).toEqual([401]);
});

it("an echoed token is not kept", async () => {
  receiver.answer = ({ body }) => ({ status: 200, text: `took ${body}` });
  await payTip(world, creator, { from: "Zoë" });
  await deliverTo(world, endpoint);
  const { answer } = await world.db
    .selectFrom("webhook_deliveries")
    .select("answer")
    .where("endpoint_id", "=", endpoint)
    .executeTakeFirstOrThrow();
  expect(answer).toContain("took data=");
  expect(answer).not.toContain(token);
});

it("a test is the donation that Ko-fi sends as its test", async () => {
  const cause = world.newId();
  await world.db
    .insertInto("webhook_deliveries")
    .values({
      ...{ id: world.newId(), endpoint_id: endpoint, type: "webhook.test", subject_id: endpoint, cause },
      ...{ happened_at: world.clock(), due_at: world.clock() },
    })
    .execute();
  const { donations, statuses } = await deliverToHandler(token);
  expect(statuses).toEqual([200]);
  expect(donations).toMatchObject([{ kofi_transaction_id: "00000000-1111-2222-3333-444444444444" }]);
});
