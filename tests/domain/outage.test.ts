import { createRequestListener } from "@remix-run/node-fetch-server";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import { businessDate } from "../../app/domain/calendar.ts";
import { refreshRates } from "../../app/domain/exchange-rates/rates.server.ts";
import { lookUpPayment } from "../../app/domain/payment-updates/apply-snapshot.server.ts";
import {
  reconcilePayments,
  sendForgottenRefunds,
  sweepProviderEvents,
} from "../../app/domain/payment-updates/handle-events.server.ts";
import type { Payment } from "../../app/domain/payments/payment-record.server.ts";
import { handleProviderCall, receiveWebhook } from "../../app/domain/payments/provider-events.server.ts";
import type { PaymentType, Providers } from "../../app/domain/payments/provider-port.ts";
import { inetcashProvider } from "../../app/domain/payments/providers/inetcash.server.ts";
import { createProviders } from "../../app/domain/payments/providers/providers.server.ts";
import { sandboxProvider } from "../../app/domain/payments/providers/sandbox.server.ts";
import { stripeProvider } from "../../app/domain/payments/providers/stripe/stripe.server.ts";
import { acceptTip } from "../../app/domain/tips/review.server.ts";
import { startJobs } from "../../app/jobs/schedule.server.ts";
import type { MailOutlet } from "../../app/mail/mail.server.ts";
import { smtpOutlet } from "../../app/mail/mail.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { readConfig } from "../../app/server/config.server.ts";
import { createLog } from "../../app/server/log.server.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { eventually } from "../support/eventually.ts";
import { memoryStore } from "../support/fixtures/memory-store.ts";
import { catchMails, type MailCatcher } from "../support/http/mail-catcher.ts";
import { muteServer } from "../support/http/mute-server.ts";
import { NO_WEBHOOKS } from "../support/money/no-webhooks.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { ecbFile } from "../support/money/reference-bank.ts";
import { askRefund, by, refundsOf } from "../support/money/refund-world.ts";
import { createSandboxWorld, movableClock, type SandboxWorld } from "../support/money/sandbox-world.ts";
import {
  balancesOf,
  type Creator,
  confirm,
  createCreator,
  createTipWorld,
  draftTip,
  earnBefore,
  paymentOf,
  type TipWorld,
} from "../support/money/tip-world.ts";
import { openXAway } from "../support/networks/x-away.ts";
import { type FakeInetcash, openFakeInetcash } from "../support/providers/inetcash/fake-inetcash.ts";
import { SHOP, STRIPE_KEYS } from "../support/providers/joined-product.ts";
import { type Listening, listen } from "../support/providers/listening.ts";
import { type FakeStripe, openFakeStripe } from "../support/providers/stripe/fake-stripe.ts";
import { ledOnBy, pressOn } from "../support/providers/visited-page.ts";
import { openWeakLine, type WeakLine } from "../support/providers/weak-line.ts";

// For an hour nobody outside answers: providers, mail server, the bank with the day's rates, the network of posts.

type Name = "stripe" | "inetcash" | "sandbox";
const NAMES: readonly Name[] = ["stripe", "inetcash", "sandbox"];
const TYPES: Record<Name, PaymentType> = {
  ...{ stripe: "INETCASH_CC", inetcash: "INETCASH_DB", sandbox: "INETCASH_OB" },
};
/** More than are asked for in a row before a provider is taken to be away. */
const CROWD = productRules.reconcile.silences_maximum + 2;

let databases: TestDatabase[];
let world: TipWorld;
let stripe: FakeStripe;
let inetcash: FakeInetcash;
let sandbox: SandboxWorld;
let bank: Listening;
let lines: Record<Name | "bank", WeakLine>;
let inbound: Listening;
let creator: Creator;
let isDown = false;
let smtp: MailCatcher;
let x: Awaited<ReturnType<typeof openXAway>>;

beforeAll(async () => {
  databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const [ours, theirs] = databases;
  if (!ours || !theirs) throw new Error("no databases");
  const time = movableClock(new Date());
  stripe = await openFakeStripe({ ...STRIPE_KEYS, now: time.now });
  inetcash = await openFakeInetcash(SHOP);
  sandbox = await createSandboxWorld(theirs.db, "sandbox", time);
  bank = await listen((_, response) => response.end(ecbFile(businessDate(world.clock()), { USD: 1.1234 })));
  lines = {
    stripe: await openWeakLine(stripe.origin),
    inetcash: await openWeakLine(inetcash.origin),
    sandbox: await openWeakLine(new URL(sandbox.door.apiUrl).origin),
    bank: await openWeakLine(bank.origin),
  };
  world = { ...createTipWorld(ours.db, time), providers: patientUnlessDown() };
  await earnBefore(world, "EUR", 1_000_00);
  inbound = await listen(createRequestListener(receive));
  stripe.sendTo(`${inbound.origin}/stripe`);
  inetcash.scriptAt(`${inbound.origin}/${SHOP.secret}`);
  smtp = await catchMails();
  creator = await createCreator(world, { username: "joerdis" });
  x = await openXAway(world, () => isDown);
});
afterAll(async () => {
  for (const line of Object.values(lines ?? {})) await line.close();
  await Promise.all([stripe?.close(), inetcash?.close(), bank?.close(), inbound?.close(), smtp?.close()]);
  await Promise.all([sandbox?.close(), x?.close()]);
  for (const database of databases) await database.drop();
});

/** All three; who hangs is not waited for as long as in earnest, and who answers is, on a busy machine too. */
function patientUnlessDown(): Providers {
  const made = (timeoutMs: number) =>
    createProviders(
      [
        stripeProvider({
          ...STRIPE_KEYS,
          ...{ statementDescriptor: null, wallets: [], apiUrl: lines.stripe.origin, timeoutMs },
        }),
        inetcashProvider({
          ...{ ...SHOP, addresses: null, bankTransferCode: "ob", appSecret: "s".repeat(32) },
          ...{ url: lines.inetcash.origin, timeoutMs },
        }),
        sandboxProvider({
          ...{ ...sandbox.door, name: "sandbox", apiUrl: `${lines.sandbox.origin}/sandbox/api`, timeoutMs },
        }),
      ],
      new Map(NAMES.map((name) => [TYPES[name], name])),
    );
  const [patient, hasty] = [made(30_000), made(50)];
  const now = () => (isDown ? hasty : patient);
  return {
    all: patient.all,
    directGroups: null,
    find: (name) => now().find(name),
    get: (name) => now().get(name),
    offers: (currency, country) => now().offers(currency, country),
  };
}

/** Our end of the line: notices, and INET-CASH's calls. In the hour nothing comes through. */
async function receive(request: Request): Promise<Response> {
  const { pathname, searchParams: query } = new URL(request.url);
  const name = pathname.slice(1);
  if (isDown) return new Response(null, { status: 502 });
  const now = world.clock();
  if (name === SHOP.secret) {
    const call = { secret: name, query, address: "127.0.0.1", now };
    const urls = { success: () => "https://tribute.example/ok", failed: () => "https://tribute.example/no" };
    const answered = await handleProviderCall(world, world.providers.get("inetcash"), call, urls);
    if (answered.outcome !== "answered") return new Response(null, { status: 404 });
    if (answered.event_id !== null) await enqueue(answered.event_id);
    return new Response(answered.reply.body, { status: answered.reply.status });
  }
  const notice = { body: await request.bytes(), headers: request.headers, now };
  const received = await receiveWebhook(world, world.providers.get(name), notice);
  if (received.outcome === "stored") await enqueue(received.event_id);
  return new Response(null, { status: received.outcome === "refused" ? 400 : 202 });
}

/** As where too many events are under way. */
const enqueue = (notice_id: string) =>
  world.db.transaction().execute((trx) => world.jobs.enqueue(trx, "payments.notice", { notice_id }));

interface Begun {
  name: Name;
  tipId: string;
  paymentId: string;
}

async function begin(
  name: Name,
  again?: Begun,
  message: string | null = null,
): Promise<Begun & { outcome: string; url: string }> {
  const paymentId = again?.paymentId ?? world.newId();
  const email = `fan-${paymentId}@fans.example`;
  const tipId =
    again?.tipId ??
    (await draftTip(world, creator, { type: TYPES[name], country: "DE", amount: 5_00, email, message }));
  const noticeUrl = (provider: string) => `${inbound.origin}/${provider}`;
  const outcome = await confirm(world, tipId, { paymentId, noticeUrl });
  const url = outcome.outcome === "pay" ? outcome.redirect_url : "";
  return { name, tipId, paymentId, outcome: outcome.outcome, url };
}

/** The fan pays on the provider's page. What it tells waits until it is let through. */
async function pay({ name, url }: { name: Name; url: string }): Promise<void> {
  if (name === "stripe") await pressOn(url, "paid");
  else if (name === "sandbox")
    await sandbox.sandbox.pay(new URL(url).pathname.split("/").at(-1) ?? "", { bank: "success" });
  else await pressOn(await ledOnBy(url), "pay");
}

async function begunAndPaid(name: Name, message: string | null = null): Promise<Begun> {
  const begun = await begin(name, undefined, message);
  expect(begun.outcome).toBe("pay");
  await pay(begun);
  return begun;
}

const paymentsOf = (tips: readonly Begun[]) =>
  Promise.all(tips.map(({ paymentId }) => paymentOf(world, paymentId)));
const statesOf = async (tips: readonly Begun[]) => [
  ...new Set((await paymentsOf(tips)).map(({ status }) => status)),
];

/** The pause before the next try of each job is over. */
const hurryJobs = () =>
  sql`update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`.execute(
    world.db,
  );

/** What the clock starts every ten minutes; how many rows were passed over. */
async function runSweeps(): Promise<number> {
  world.time.passSeconds(600);
  const swept = await sweepProviderEvents(world);
  // One of the sandbox's is among them.
  expect(swept.failed.length).toBeLessThanOrEqual(productRules.reconcile.silences_maximum + 1);
  const looked = await reconcilePayments(world);
  const refunded = await sendForgottenRefunds(world, new Date(world.clock().getTime() - 1));
  return swept.failed.length + looked.failed.length + refunded.failed.length;
}

it("an hour in which nobody outside answers loses nothing and doubles nothing", async () => {
  // Before: tips that are paid, some told of, some not; one is settled, and its refund is asked for.
  const given = await begunAndPaid("stripe");
  await stripe.deliver();
  await sweepLate();
  const refunded: Payment = await paymentOf(world, given.paymentId);
  expect(refunded.status).toBe("SUCCESS");
  // Posts begin with the tips that come from now on; one waits for its review.
  await x.link(creator);
  const held = await begunAndPaid("stripe", "Schau auf www.example.org");
  await stripe.deliver();
  await sweepLate();
  const told = await Promise.all(Array.from({ length: CROWD }, () => begunAndPaid("stripe")));
  await stripe.deliver();
  told.push(await begunAndPaid("sandbox"));
  await sandbox.sandbox.runDueWork();
  const left = await Promise.all(NAMES.map((name) => begin(name)));
  expect(await askRefund(world, refunded, by(creator))).toMatch(/-/);

  isDown = true;
  for (const name of NAMES) lines[name].hang(true);
  const { port } = new URL(smtp.url);
  await smtp.close();
  const mute = await muteServer(Number(port));
  const sender = { url: smtp.url, from: "Tribute <hello@tribute.example>" };
  const [patient, hasty] = [smtpOutlet(sender), smtpOutlet({ ...sender, silenceMs: 100 })];
  const mail: MailOutlet = { send: (each) => (isDown ? hasty : patient).send(each) };
  const [ours] = databases;
  const tokens = createTokens("a secret of at least thirty-two characters");
  const running = await startJobs(
    {
      ...{ encryption: x.encryption, networks: x.networks, webhooks: NO_WEBHOOKS },
      ...{
        ...world,
        mail,
        tokens,
        noticeUrl: () => "https://tribute.example/webhooks/scripted",
        publicUrl: "https://tribute.example",
        issuer: [],
      },
      ...{ config: readConfig({ APP_MODE: "demo" }), log: createLog("silent"), media: memoryStore() },
    },
    ours?.url ?? "",
  );
  try {
    // Fans who left a page come back, others begin: each asks once, and is told.
    const before = NAMES.map((name) => lines[name].calls.length);
    for (const { paymentId } of left)
      expect(await lookUpPayment(world, await paymentOf(world, paymentId))).toBeNull();
    const within = await Promise.all(NAMES.map((name) => begin(name)));
    expect(within.map(({ outcome }) => outcome)).toEqual(NAMES.map(() => "provider_unavailable"));
    await eventually("each notice's job and each mail was tried in vain", async () => {
      const tried = await world.db
        .selectFrom("provider_webhook_events")
        .select("tries")
        .where("handled_at", "is", null)
        .execute();
      const mails = await world.db.selectFrom("mail_outbox").select(["attempts", "status"]).execute();
      return (
        tried.length === told.length &&
        tried.every(({ tries }) => tries > 0) &&
        mails.length > 0 &&
        mails.every(({ attempts, status }) => attempts > 0 && status === "QUEUED")
      );
    });
    expect(NAMES.every((name, place) => lines[name].calls.length > (before[place] ?? 0))).toBe(true);
    const operator_id = (await createOperatorRow(world.db, world.clock())).id;
    expect(await acceptTip(world, { tip_id: held.tipId, operator_id })).toBe("accepted");
    for (let tens = 0; tens < 6; tens += 1) {
      await x.tryInVain(tens);
      const asked = lines.stripe.calls.length;
      expect(await runSweeps()).toBeGreaterThan(0);
      // News, look-ups and refunds each give up on who is silent; jobs that are tried again meanwhile ask too.
      const most = 3 * productRules.reconcile.silences_maximum + told.length;
      expect(lines.stripe.calls.length - asked).toBeLessThanOrEqual(most);
      lines.bank.failNext("failure");
      await expect(refreshRates(world.db, lines.bank.origin, world.clock())).rejects.toThrow("500");
    }
    expect(await statesOf([...told, ...left])).toEqual(["REDIRECTED"]);
    expect(await statesOf(within)).toEqual(["CREATED"]);
    expect(await refundsOf(world, refunded)).toMatchObject([{ status: "REQUESTED" }]);

    // After: who left pays, who could not begin begins again, and what was not told is told, or looked up.
    isDown = false;
    for (const name of NAMES) lines[name].hang(false);
    await x.comeBack();
    mute.close();
    smtp = await catchMails(Number(port));
    await refreshRates(world.db, lines.bank.origin, world.clock());
    for (const each of left) await pay(each);
    for (const each of within) {
      const again = await begin(each.name, each);
      expect(again.outcome).toBe("pay");
      await pay(again);
    }
    await stripe.deliver();
    await sandbox.sandbox.runDueWork();
    const all = [...told, ...left, ...within];
    await eventually("each tip is paid, and each mail is sent", async () => {
      await hurryJobs();
      await runSweeps();
      const mails = await world.db.selectFrom("mail_outbox").select("status").execute();
      const [state, ...others] = await statesOf(all);
      return state === "SUCCESS" && others.length === 0 && mails.every(({ status }) => status === "SENT");
    });
    await eventually("the refund is through", async () => {
      await hurryJobs();
      return (await refundsOf(world, refunded)).every(({ status }) => status === "DONE");
    });
    await eventually("each tip is posted", async () => {
      world.time.passSeconds(60);
      return await x.isDone(all.length + 1);
    });
    await x.expectEachOnce(all.length + 1);
    const { creator_pending = 0, creator_available = 0 } = await balancesOf(world, creator);
    expect(creator_pending + creator_available).toBe((all.length + 1) * 5_00);
    expect(stripe.books.page(refunded.provider_ref ?? "").intent?.refunds).toHaveLength(1);
    const settled = await world.db
      .selectFrom("payment_events")
      .select(sql<number>`count(*)::int`.as("times"))
      .where("kind", "=", "settled")
      .groupBy("payment_id")
      .execute();
    expect(settled.map(({ times }) => times)).toEqual([given, held, ...all].map(() => 1));
  } finally {
    mute.close();
    await running.stop();
  }
  const outbox = await world.db.selectFrom("mail_outbox").select(["id", "recipient"]).execute();
  expect(smtp.mails.map((each) => each.to?.[0]?.address).sort()).toEqual(
    outbox.map(({ recipient }) => recipient).sort(),
  );
  expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(outbox.length);
  await expectCleanBooks(world.db, world.clock());
});

/** Handles what was told before the jobs are started. */
async function sweepLate(): Promise<void> {
  world.time.passSeconds(productRules.reconcile.stale_minutes * 60);
  await sweepProviderEvents(world);
}
