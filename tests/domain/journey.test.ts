import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { sql } from "kysely";
import { afterAll, afterEach, describe, expect } from "vitest";
import { createEncryption, createTokens } from "../../app/crypto/crypto.server.ts";
import { createNetworks } from "../../app/domain/microblog/network-port.ts";
import { handleAtOnce } from "../../app/domain/payment-updates/handle-events.server.ts";
import type { Payment } from "../../app/domain/payments/payment-record.server.ts";
import { receiveWebhook } from "../../app/domain/payments/provider-events.server.ts";
import type { PaymentType } from "../../app/domain/payments/provider-port.ts";
import { createProviders } from "../../app/domain/payments/providers/providers.server.ts";
import { startJobs } from "../../app/jobs/schedule.server.ts";
import { smtpOutlet } from "../../app/mail/mail.server.ts";
import { readConfig } from "../../app/server/config.server.ts";
import { createLog } from "../../app/server/log.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { eventually } from "../support/eventually.ts";
import { memoryStore } from "../support/fixtures/memory-store.ts";
import { catchMails, type MailCatcher } from "../support/http/mail-catcher.ts";
import { NO_WEBHOOKS } from "../support/money/no-webhooks.ts";
import { createSandboxWorld, type SandboxWorld } from "../support/money/sandbox-world.ts";
import {
  accountStatus,
  balancesOf,
  type Creator,
  confirm,
  createCreator,
  createTipWorld,
  draftTip,
  earnBefore,
  paymentOf,
  type TipWish,
  type TipWorld,
} from "../support/money/tip-world.ts";

let sandbox: SandboxWorld;
let world: TipWorld;
let smtp: MailCatcher;
let webhooks: Server;
let jobs: { stop(): Promise<void> };
let noticeUrl: string;

/** The product without its pages: the webhook, the queue and its workers, mails; joined to the sandbox by HTTP. */
it.beforeAll(async ({ database }) => {
  sandbox = await createSandboxWorld(database.db);
  world = createTipWorld(database.db, { now: sandbox.clock.now, passSeconds: sandbox.clock.passSeconds });
  await earnBefore(world, "EUR", 1000_00);
  smtp = await catchMails();
  webhooks = createServer(
    createRequestListener(async (request) => {
      const body = new Uint8Array(await request.arrayBuffer());
      const notice = { body, headers: request.headers, now: world.clock() };
      const received = await receiveWebhook(world, sandbox.provider, notice);
      if (received.outcome === "stored")
        await handleAtOnce({ ...world, log: createLog("silent") }, received.event_id);
      return new Response(null, { status: received.outcome === "refused" ? 400 : 204 });
    }),
  );
  webhooks.listen(0, "127.0.0.1");
  await once(webhooks, "listening");
  const address = webhooks.address();
  if (address === null || typeof address === "string") throw new Error("the webhook has no port");
  noticeUrl = `http://127.0.0.1:${address.port}/webhooks/sandbox`;
  const services = {
    ...world,
    providers: createProviders([sandbox.provider]),
    media: memoryStore(),
    mail: smtpOutlet({ url: smtp.url, from: "Tribute <hello@tribute.example>" }),
    ...{
      encryption: createEncryption("a secret of at least thirty-two characters"),
      networks: createNetworks([]),
      webhooks: NO_WEBHOOKS,
    },
    tokens: createTokens("a secret of at least thirty-two characters"),
    noticeUrl: () => "https://tribute.example/webhooks/scripted",
    publicUrl: "https://tribute.example",
    issuer: ["Tribute"],
    config: readConfig({ LOG_LEVEL: "silent" }),
    log: createLog("silent"),
  };
  jobs = await startJobs(services, database.url);
});
afterEach(() => expectCleanBooks(world.db, world.clock()));
afterAll(async () => {
  await jobs.stop();
  await sandbox.close();
  webhooks.close();
  await smtp.close();
});

/** Begins the payment of a tip at the sandbox. Returns the payment, and the token of the provider's page. */
async function begin(creator: Creator, wish: Partial<TipWish>): Promise<{ payment: Payment; token: string }> {
  const tipId = await draftTip(world, creator, wish);
  const paymentId = world.newId();
  const outcome = await confirm(world, tipId, {
    provider: sandbox.provider,
    noticeUrl: () => noticeUrl,
    paymentId,
  });
  if (outcome.outcome !== "pay") throw new Error(outcome.outcome);
  return {
    payment: await paymentOf(world, paymentId),
    token: new URL(outcome.redirect_url).pathname.split("/").at(-1) ?? "",
  };
}

/** Lets time pass at the provider, and waits until its notices and what they cause are worked off. */
async function pass(seconds: number): Promise<void> {
  await sandbox.pass(seconds);
  await eventually("all jobs are done", async () => {
    const { rows } = await sql`
      select from pgboss.job where name in ('payments.notice', 'payments.refund', 'mail.send')
        and state in ('created', 'active', 'retry')`.execute(world.db);
    return rows.length === 0;
  });
}

const HOLDER = { holder: "Ada Muster" };
const card = (number: string) => ({ number, expiry: "12 / 29", cvc: "123", ...HOLDER });
const debit = (iban: string) => ({ iban, mandate: "yes", ...HOLDER });

describe("from the provider's page to the books", () => {
  it.each<[string, PaymentType, Record<string, string>, string, object]>([
    ["a card", "INETCASH_CC", card("4242 4242 4242 4242"), "SUCCESS", { creator_pending: 50_00 }],
    ["a declined card", "INETCASH_CC", card("4000 0000 0000 0002"), "FAILED", {}],
    [
      "a card with a dispute that is won",
      "INETCASH_CC",
      card("4000 0000 0000 2685"),
      "SUCCESS",
      { creator_pending: 50_00 },
    ],
    ["a card with a dispute that is lost", "INETCASH_CC", card("4000 0000 0000 0259"), "CHARGEBACK", {}],
    ["a bank transfer at once", "INETCASH_DB", { bank: "success" }, "SUCCESS", { creator_available: 50_00 }],
    [
      "a bank transfer that takes time",
      "INETCASH_OB",
      { bank: "later" },
      "SUCCESS",
      { creator_available: 50_00 },
    ],
    ["a bank transfer that fails", "INETCASH_OB", { bank: "returned" }, "FAILED", {}],
    [
      "a bank transfer whose money comes after all",
      "INETCASH_OB",
      { bank: "late" },
      "SUCCESS",
      { creator_available: 50_00 },
    ],
    [
      "a direct debit",
      "INETCASH_DD",
      debit("DE08 3704 0044 0532 0130 03"),
      "SUCCESS",
      { creator_pending: 50_00 },
    ],
    ["a direct debit that is returned", "INETCASH_DD", debit("DE62 3704 0044 0532 0130 01"), "FAILED", {}],
    [
      "a direct debit that is called back",
      "INETCASH_DD",
      debit("DE35 3704 0044 0532 0130 02"),
      "CHARGEBACK",
      {},
    ],
  ])(
    "%s ends where it should, over real HTTP and the real queue",
    async (_name, type, fields, status, balances) => {
      const creator = await createCreator(world);
      const { payment, token } = await begin(creator, { type });
      expect(await sandbox.sandbox.pay(token, fields)).toMatchObject({ outcome: "returned" });
      // Settling, a failure before it, a dispute and its decision: each comes in its own time.
      for (const seconds of [0, 60, 60, 600, 600]) await pass(seconds);
      expect(await paymentOf(world, payment.id)).toMatchObject({ status });
      expect(await balancesOf(world, creator)).toEqual(balances);
      expect(await accountStatus(world, creator)).toBe("ACTIVE");
    },
  );

  it("a receipt arrives by mail, once", async () => {
    const creator = await createCreator(world);
    const email = `ada-${creator.id.slice(-8)}@example.org`;
    const { token } = await begin(creator, { type: "INETCASH_DB", email });
    await sandbox.sandbox.pay(token, { bank: "success" });
    await pass(0);
    await pass(60);
    const received = smtp.mails.filter((mail) => mail.to?.[0]?.address === email);
    expect(received).toHaveLength(1);
    expect(received[0]?.subject).toContain("€55.95");
  });

  it("money for a creator who was locked meanwhile goes back to the fan", async () => {
    const creator = await createCreator(world);
    const { payment, token } = await begin(creator, { type: "INETCASH_OB" });
    await sandbox.sandbox.pay(token, { bank: "later" });
    await pass(0);
    await world.db.updateTable("users").set({ status: "LOCKED" }).where("id", "=", creator.id).execute();
    await pass(60);
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
    const refunds = await world.db
      .selectFrom("refunds")
      .selectAll()
      .where("payment_id", "=", payment.id)
      .execute();
    expect(refunds).toMatchObject([{ status: "DONE", amount_minor: 55_95 }]);
    const atProvider = await sandbox.provider.fetch(payment.provider_ref ?? "");
    expect(atProvider?.refunds).toMatchObject([
      { refundId: refunds[0]?.id, state: "DONE", amountMinor: 55_95 },
    ]);
  });
});
