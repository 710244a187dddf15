import { createHmac, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PaymentType } from "../../app/domain/payments/provider-port.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { tipIdOf } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { goToProvider, prepareTip, TYPED, type WireFan, wireFan } from "../support/http/http-client.ts";
import { ask } from "../support/http/http-requests.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import { createSandboxWorld, movableClock, type SandboxWorld } from "../support/money/sandbox-world.ts";
import { type JoinedProduct, startJoinedProduct } from "../support/providers/joined-product.ts";
import { copyBuildWithSecondSandbox } from "../support/second-sandbox/build.ts";

let checkout: string;
let elsewhere: TestDatabase;
/** The three that are built in, and the one more. */
let joined: JoinedProduct;
/** The one more, in a process and with a database of its own; it takes German cards. */
let second: SandboxWorld;
let fan: WireFan;

beforeAll(async () => {
  checkout = await mkdtemp(path.join(tmpdir(), "tribute-providers-"));
  copyBuildWithSecondSandbox(checkout);
  elsewhere = await createTestDatabase();
  second = await createSandboxWorld(elsewhere.db, "second", movableClock(new Date()));
  const { apiUrl, apiKey, noticeSecret } = second.door;
  const settings = {
    PAYMENT_PROVIDER: "second,sandbox,stripe,inetcash",
    PAYMENT_ROUTES: "INETCASH_OB=inetcash, INETCASH_DD=stripe",
    SECOND_API_URL: apiUrl,
    SECOND_API_KEY: apiKey,
    SECOND_NOTICE_SECRET: noticeSecret,
  };
  joined = await startJoinedProduct(settings, { checkout });
  fan = wireFan("en", {}, joined.url);
});
afterAll(async () => {
  await joined?.stop();
  await second?.close();
  await elsewhere?.drop();
  await rm(checkout, { recursive: true, force: true });
});

/** Goes to the provider that takes this kind of payment: its page's path, and the payment as it stands here. */
async function begin(type: PaymentType) {
  const tip = await prepareTip(fan, { type });
  const page = await goToProvider(fan, tip);
  const payment = await joined.db
    .selectFrom("payments")
    .select(["id", "provider", "provider_ref"])
    .where("tip_id", "=", tipIdOf(`${tip}/summary`))
    .executeTakeFirstOrThrow();
  return { ...payment, page };
}

/** What has become of a payment, and what its notices came to. */
async function stateOf(payment: { id: string }) {
  const { status } = await joined.db
    .selectFrom("payments")
    .select("status")
    .where("id", "=", payment.id)
    .executeTakeFirstOrThrow();
  const notices = await joined.db
    .selectFrom("provider_webhook_events")
    .select(["provider", "outcome"])
    .where("payment_id", "=", payment.id)
    .where("outcome", "=", "settled")
    .execute();
  return { status, notices };
}

async function notify(address: string, secret: string, payment: { id: string; provider_ref: string | null }) {
  const body = JSON.stringify({
    event_id: `event-${randomUUID()}`,
    kind: "payment.paid",
    payment_ref: payment.provider_ref,
    payment_id: payment.id,
    created_at: new Date().toISOString(),
  });
  const at = Math.floor(Date.now() / 1000);
  const proof = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  const headers = { "Content-Type": "application/json", "Tribute-Sandbox-Signature": `t=${at},v1=${proof}` };
  return (await ask(`${joined.url}/webhooks/${address}`, { method: "POST", headers, body })).status;
}

test("two providers settle their own payments by notices at their own addresses, and neither can sign for the other", async () => {
  const german = await begin("INETCASH_CC");
  const other = await begin("INETCASH_DB");
  expect([german.provider, other.provider]).toEqual(["second", "sandbox"]);
  const secrets = { sandbox: TEST_SECRETS.SANDBOX_NOTICE_SECRET, second: second.door.noticeSecret };

  expect(await notify("sandbox", secrets.second, german)).toBe(400);
  expect(await notify("second", secrets.sandbox, german)).toBe(400);
  expect(await notify("sandbox", secrets.second, other)).toBe(400);
  expect(await notify("second", secrets.sandbox, other)).toBe(400);
  expect([await stateOf(german), await stateOf(other)]).toEqual([
    { status: "REDIRECTED", notices: [] },
    { status: "REDIRECTED", notices: [] },
  ]);

  const token = german.page.split("/").at(-1) ?? "";
  expect(await second.sandbox.pay(token, TYPED.card)).toMatchObject({ outcome: "returned" });
  await second.sandbox.runDueWork();
  expect((await fan.post(other.page, { bank: "success" })).status).toBe(303);
  for (const payment of [german, other])
    await eventually(`${payment.provider} has settled`, async () => {
      const { status, notices } = await stateOf(payment);
      // What came of a notice is noted after the money has moved.
      return status === "SUCCESS" && notices.length > 0;
    });
  expect([await stateOf(german), await stateOf(other)]).toEqual([
    { status: "SUCCESS", notices: [{ provider: "second", outcome: "settled" }] },
    { status: "SUCCESS", notices: [{ provider: "sandbox", outcome: "settled" }] },
  ]);
  // Each is heard at its own address, of a payment that is settled already.
  expect(await notify("second", secrets.second, german)).toBe(202);
  expect(await notify("sandbox", secrets.sandbox, other)).toBe(202);
});

test("a provider that is added by a folder and a line takes its way to pay beside the three that are built in", async () => {
  const types = ["INETCASH_CC", "INETCASH_DB", "INETCASH_OB", "INETCASH_DD"] as const;
  const begun = [];
  for (const type of types) begun.push(await begin(type));
  expect(begun.map(({ provider }) => provider)).toEqual(["second", "sandbox", "inetcash", "stripe"]);
  const [card, bank, transfer, debit] = begun;
  if (!card || !bank || !transfer || !debit) throw new Error("not all of them were begun");
  await second.sandbox.pay(card.page.split("/").at(-1) ?? "", TYPED.card);
  await second.sandbox.runDueWork();
  await fan.post(bank.page, { bank: "success" });
  const press = (page: string, how: string) =>
    fetch(page, { method: "POST", body: new URLSearchParams({ how }), redirect: "manual" });
  const start = `${joined.inetcash.origin}${transfer.page}?shopid=${transfer.provider_ref}&zahlart=ob`;
  const { headers } = await fetch(start, { redirect: "manual" });
  await press(headers.get("Location") ?? "", "pay");
  await press(`${joined.stripe.origin}${debit.page}`, "paid");
  for (const payment of begun) {
    await eventually(`${payment.provider} has settled`, async () => {
      const { status, notices } = await stateOf(payment);
      return status === "SUCCESS" && notices.length === 1;
    });
    expect((await stateOf(payment)).notices).toEqual([{ provider: payment.provider, outcome: "settled" }]);
  }
  const tip = await prepareTip(fan, { type: "INETCASH_CC" });
  const policy = (await fan.get(`${tip}/summary`)).headers["content-security-policy"] ?? "";
  expect(policy).toContain("form-action 'self' https://second.example;");
});
