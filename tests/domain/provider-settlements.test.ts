import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createEncryption } from "../../app/crypto/crypto.server.ts";
import { readQueue } from "../../app/domain/desk/desk.server.ts";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import { reportOnPayment } from "../../app/domain/payment-updates/provider-reports.server.ts";
import type { SettledEvent } from "../../app/domain/payments/provider-port.ts";
import { retryExceptions } from "../../app/domain/payments/settlements/exception-acts.server.ts";
import {
  fetchSettlement,
  findPreview,
  importSettlement,
  listPreviews,
  orderSettlement,
  takePreview,
} from "../../app/domain/payments/settlements/settlement-import.server.ts";
import { listBankExceptions } from "../../app/domain/payouts/bank-statements/bank-queries.server.ts";
import { takeStatements } from "../../app/domain/payouts/bank-statements/statement-import.server.ts";
import { listSuspense } from "../../app/domain/suspense/suspense.server.ts";
import { endSuspense } from "../../app/domain/suspense/suspense-exits.server.ts";
import { many } from "../support/database/at-once.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { camt, MADE_UP_BALANCES } from "../support/money/camt.ts";
import { type InetcashShop, openInetcashShop } from "../support/money/inetcash-shop.ts";
import { makeOperator, OUR_ACCOUNT, type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import { reportOf } from "../support/money/provider-reports.ts";
import { askRefund, by, refund } from "../support/money/refund-world.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import { decimal, heldBy, movedBy, settlementReasons } from "../support/money/settlement-files.ts";
import { openStripeShop, type StripeShop } from "../support/money/stripe-shop.ts";
import {
  balancesOf,
  type Creator,
  createCreator,
  DAY_SECONDS,
  earnBefore,
  paymentOf,
} from "../support/money/tip-world.ts";

describe("Stripe's own file", () => {
  let database: TestDatabase;
  let shop: StripeShop;
  let world: PayoutWorld;
  let creator: Creator;
  let operator: string;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    shop = await openStripeShop(database, movableClock(new Date("2026-11-30T10:00:00Z")));
    world = withPayouts(shop.world);
    await earnBefore(world, "EUR", 1_000_00);
    creator = await createCreator(world);
    operator = await makeOperator(world);
  });
  afterEach(async () => {
    await expectCleanBooks(world.db, world.clock(), ...MADE_UP_BALANCES);
    await shop.close();
  });
  afterAll(() => database.drop());

  const read = (bytes: Uint8Array) =>
    importSettlement(world, { provider: "stripe", bytes, operator_id: operator });
  /** Our bank's statement with these bookings. */
  const book = (...amounts: number[]) =>
    takeStatements(world, {
      ...{ operator_id: operator, account: OUR_ACCOUNT },
      bytes: camt({
        id: world.newId().slice(-12),
        rows: amounts.map((amount) => ({ amount: decimal(amount), words: "STRIPE PAYMENTS EUROPE" })),
      }),
    });
  const open = async () => {
    const late = new Date(world.clock().getTime() + 30 * DAY_SECONDS * 1000);
    return [
      (await readQueue(world.db, late, "settlements")).count,
      (await listBankExceptions(world.db)).length,
    ];
  };

  it("all that Stripe took, gave back and kept in a month is told by its file, and the bank shows the rest", async () => {
    const { books } = shop.stripe;
    const ref = ({ provider_ref }: { provider_ref: string | null }) => provider_ref ?? "";
    const debit = { amount: 20_00, type: "INETCASH_DD" } as const;

    const card = await shop.tip(creator, { amount: 50_00 });
    await shop.tip(creator, { amount: 20_00, payIn: "USD", country: "US" });
    const [paid, failed, bounced] = [
      await shop.tip(creator, debit, "under_way"),
      await shop.tip(creator, debit, "under_way"),
      await shop.tip(creator, debit, "under_way"),
    ];
    const [lost, won] = [
      await shop.tip(creator, { amount: 10_00 }),
      await shop.tip(creator, { amount: 10_00 }),
    ];
    for (const each of [paid, bounced]) books.conclude(ref(each), "paid");
    books.conclude(ref(failed), "failed");
    await shop.hear();
    expect((await paymentOf(world, failed.id)).status).toBe("FAILED");

    await refund(world, card, by(creator), 10_00);
    books.refundsBegin = "pending";
    const never = await askRefund(world, card, by(creator), 5_00);
    await processRefund(world, never).catch(() => null);
    books.endRefund(ref(card), never, "failed");
    await processRefund(world, never);
    const disputes = [lost, won, bounced].map((each) => books.dispute(ref(each), each.charged_minor).id);
    await shop.hear();
    books.decide(ref(lost), disputes[0] ?? "", "lost");
    books.decide(ref(won), disputes[1] ?? "", "won");
    // A direct debit that bounces after it was paid is lost at once.
    books.decide(ref(bounced), disputes[2] ?? "", "lost");
    await shop.hear();
    expect((await paymentOf(world, bounced.id)).status).toBe("CHARGEBACK");
    books.balance.other("fee", -1_20);
    books.balance.other("tax", -23);
    books.balance.other("fee", 10);

    const payout = books.balance.payOut();
    const file = books.balance.file(payout);
    const changes = await movedBy(world, async () => {
      expect(await read(file)).toMatchObject({ outcome: "imported", exceptions: 0 });
      expect(await read(file)).toEqual({ outcome: "repeated" });
    });
    expect([await shop.held("EUR"), await shop.held("USD")]).toEqual([0, 0]);
    expect(changes).toEqual({
      // 24.99 USD are 22.99 EUR at Stripe's rate; of the refund, the lost and the bounced payment nothing is left.
      "bank EUR": 55_95 + 22_99 + 22_38 + 11_19 - 11_19 - 40_00 - 4_55,
      // The won dispute's fee came back.
      "chargeback_fee EUR": 2 * 20_00,
      // Three cards in EUR, one in USD, two debits, and what Stripe billed beside.
      "psp_fee EUR": 1_09 + 2 * 42 + 59 + 2 * 35 + 1_20 + 23 - 10,
      "psp_clearing EUR": 22_99 - payout.amount - 40_00 - 4_55,
      ...{ "fx_position EUR": 22_99, "psp_clearing USD": -24_99, "fx_position USD": -24_99 },
    });
    expect(changes["bank EUR"]).toBe(payout.amount);

    expect(await open()).toEqual([1, 0]);
    expect(await book(payout.amount)).toMatchObject({ outcome: "taken", exceptions: 0 });
    expect(await open()).toEqual([0, 0]);
  });

  it("what Stripe tells by its API are the events of its file, and what was imported by one changes nothing by the other", async () => {
    const { books } = shop.stripe;
    const ref = ({ provider_ref }: { provider_ref: string | null }) => provider_ref ?? "";
    const card = await shop.tip(creator, { amount: 50_00 });
    await shop.tip(creator, { amount: 20_00, payIn: "USD", country: "US" });
    const failed = await shop.tip(creator, { amount: 20_00, type: "INETCASH_DD" }, "under_way");
    const contested = await shop.tip(creator, { amount: 10_00 });
    books.conclude(ref(failed), "failed");
    await shop.hear();
    await refund(world, card, by(creator), 10_00);
    const dispute = books.dispute(ref(contested), contested.charged_minor);
    await shop.hear();
    books.decide(ref(contested), dispute.id, "won");
    await shop.hear();
    for (const _ of many(120)) books.balance.other("fee", -1);
    const payout = books.balance.payOut();

    const started = new Date("2026-11-01T00:00:00Z");
    const currencies = new Set(["EUR", "USD"]);
    const provider = world.providers.get("stripe");
    const told = await provider.fetchSettlement?.(started, currencies);
    const file = books.balance.file(payout);
    const read = provider.readSettlement(file, currencies);
    if (!told || "fault" in told || "fault" in read) throw new Error("both are read");
    const known = new Set(read.map(({ event_ref }) => event_ref));
    // Days of payouts aside, and what earlier tests left at Stripe.
    const facts = (events: readonly SettledEvent[]) =>
      events
        .filter(({ event_ref }) => known.has(event_ref))
        .map(({ occurred_on: _day, ...event }) => JSON.stringify(event))
        .sort();
    expect(facts(told)).toEqual(facts(read));
    expect(facts(told)).toHaveLength(read.length);

    const previewing = { ...world, encryption: createEncryption("a key of at least thirty-two characters!") };
    const order = { provider: "stripe", operator_id: operator };
    expect(await orderSettlement(world, { ...order, provider: "nobody" })).toBe("unknown");
    expect(await orderSettlement(world, order)).toBe("ordered");
    const reader = await makeOperator(world);
    expect(await fetchSettlement(previewing, { ...order, operator_id: reader })).toEqual({
      rows: told.length,
    });
    const [open, ...more] = await listPreviews(world.db, reader, world.clock());
    expect(more).toEqual([]);
    const asked = { id: open?.id ?? "", operator_id: reader };
    expect((await findPreview(previewing, asked))?.exceptions).toEqual([]);
    expect(await takePreview(previewing, asked)).toMatchObject({ outcome: "imported", exceptions: 0 });
    expect([await shop.held("EUR"), await shop.held("USD")]).toEqual([0, 0]);
    const again = { ...order, bytes: file };
    expect(await movedBy(world, () => importSettlement(world, again))).toEqual({});
    expect(await listPreviews(world.db, reader, world.clock())).toEqual([]);
    await book(payout.amount);
  });

  it("a Stripe that does not answer keeps nothing, and the job is tried again", async () => {
    const previewing = { ...world, encryption: createEncryption("a key of at least thirty-two characters!") };
    const reader = await makeOperator(world);
    for (const fault of ["failure", "nonsense"] as const) {
      shop.line.failNext(fault, "GET");
      await expect(
        fetchSettlement(previewing, { provider: "stripe", operator_id: reader }),
      ).rejects.toThrow();
    }
    expect(await listPreviews(world.db, reader, world.clock())).toEqual([]);
  });

  it("a file that overlaps with another brings what is new, and a cent that changed is an exception", async () => {
    const { balance } = shop.stripe.books;
    await shop.tip(creator, { amount: 50_00 });
    await shop.hear();
    const first = balance.payOut();
    await read(balance.file(first));
    await shop.tip(creator, { amount: 10_00 });
    await shop.hear();
    const second = balance.payOut();
    const changes = await movedBy(world, () => read(balance.file(first, second)));
    expect(changes).toEqual({
      ...{ "bank EUR": second.amount, "psp_fee EUR": 11_19 - second.amount, "psp_clearing EUR": -11_19 },
    });
    expect(await shop.held()).toBe(0);

    const changed = new TextDecoder()
      .decode(balance.file(first))
      .replace('"55.95"', '"55.94"')
      .replace('"54.86"', '"54.85"');
    const nothing = await movedBy(world, async () => {
      const outcome = await read(new TextEncoder().encode(changed));
      expect(outcome).toMatchObject({ outcome: "imported", exceptions: 2 });
      const reasons = await settlementReasons(world, "id" in outcome ? outcome.id : "");
      expect(Object.values(reasons)).toEqual(["other_facts", "other_facts"]);
    });
    expect(nothing).toEqual({});
    await book(first.amount, second.amount);
  });

  it("what Stripe collects from our bank for more refunds than tips waits for the bank's debit", async () => {
    const { balance } = shop.stripe.books;
    const tip = await shop.tip(creator, { amount: 50_00 });
    await shop.hear();
    const first = balance.payOut();
    await read(balance.file(first));
    await refund(world, tip, by(creator));
    await shop.hear();
    expect(await shop.held()).toBe(-55_95);
    const collected = balance.payOut();
    expect(collected.amount).toBe(-55_95);
    const changes = await movedBy(world, () => read(balance.file(collected)));
    expect(changes).toEqual({ "bank EUR": -55_95, "psp_clearing EUR": 55_95 });
    expect(await shop.held()).toBe(0);
    // The debit first, as banks will: both are known by their money alone.
    expect(await book(collected.amount, first.amount)).toMatchObject({ exceptions: 0 });
    expect(await open()).toEqual([expect.any(Number), 0]);
  });

  it("a payment in dollars that was contested, won and lost is even in both currencies, though the file knows euros alone", async () => {
    const { books } = shop.stripe;
    const tips = [1, 2].map(() => shop.tip(creator, { amount: 20_00, payIn: "USD", country: "US" }));
    const refs = (await Promise.all(tips)).map(({ provider_ref }) => provider_ref ?? "");
    await shop.hear();
    for (const [place, ref] of refs.entries()) {
      // The bank's rate is another one by then.
      books.balance.rates = { usd: 0.9 };
      const { id } = books.dispute(ref, 24_99);
      await shop.hear();
      books.decide(ref, id, place === 0 ? "lost" : "won");
      await shop.hear();
    }
    const [charged, contested] = [2 * 22_99, 22_49];
    const payout = books.balance.payOut();
    const changes = await movedBy(world, async () => {
      expect(await read(books.balance.file(payout))).toMatchObject({ outcome: "imported", exceptions: 0 });
      expect(await read(books.balance.file(payout))).toEqual({ outcome: "repeated" });
    });
    expect([await shop.held("EUR"), await shop.held("USD")]).toEqual([0, 0]);
    expect(changes).toMatchObject({
      ...{ "bank EUR": payout.amount, "fx_position EUR": charged - contested, "fx_position USD": -24_99 },
      "chargeback_fee EUR": 20_00,
    });
  });

  it("a direct debit that never came waits until our books hear of that, and then posts its fee there and back", async () => {
    const { books } = shop.stripe;
    const tip = await shop.tip(creator, { amount: 20_00, type: "INETCASH_DD" }, "under_way");
    await shop.hear();
    books.conclude(tip.provider_ref ?? "", "failed");
    const changes = await movedBy(world, async () => {
      const outcome = await read(books.balance.file(books.balance.payOut()));
      expect(outcome).toMatchObject({ outcome: "imported", exceptions: 3 });
      const reasons = await settlementReasons(world, "id" in outcome ? outcome.id : "");
      expect(Object.values(reasons).sort()).toEqual(["fee_not_kept", "payment_state", "unknown_payment"]);
      const waiting = (await readQueue(world.db, world.clock(), "settlements")).count;
      await shop.hear();
      await retryExceptions(world);
      expect((await readQueue(world.db, world.clock(), "settlements")).count).toBe(waiting - 3);
    });
    expect(changes).toEqual({});
    expect(await shop.held()).toBe(0);
  });
});

describe("INET-CASH's file", () => {
  let database: TestDatabase;
  let shop: InetcashShop;
  let world: PayoutWorld;
  let creator: Creator;
  let operator: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    shop = await openInetcashShop(database, movableClock(new Date("2026-11-30T10:00:00Z")));
    world = withPayouts(shop.world);
    await earnBefore(world, "EUR", 1_000_00);
    creator = await createCreator(world);
    operator = await makeOperator(world);
  });
  afterEach(() => expectCleanBooks(world.db, world.clock(), ...MADE_UP_BALANCES));
  afterAll(async () => {
    await shop?.close();
    await database?.drop();
  });

  const read = () => {
    const bytes = shop.inetcash.books.file("EUR", "2026-11-30");
    return importSettlement(world, { provider: "inetcash", bytes, operator_id: operator });
  };
  const pay = async (amount: number) => {
    const { payment, page } = await shop.begin(creator, { amount });
    await shop.press(page, "pay");
    await shop.hear();
    return payment;
  };
  const held = () => heldBy(world, "inetcash");

  it("payments are settled, and what the gateway transferred is found on our bank's statement by its name", async () => {
    await pay(50_00);
    await pay(10_00);
    const amount = shop.inetcash.books.transfer("IC-2026-11");
    const changes = await movedBy(world, async () => {
      expect(await read()).toMatchObject({ outcome: "imported", exceptions: 0 });
      expect(await read()).toEqual({ outcome: "repeated" });
    });
    expect(changes).toEqual({
      ...{ "bank EUR": 55_95 + 11_19 - 1_00, "psp_fee EUR": 1_00, "psp_clearing EUR": -55_95 - 11_19 },
    });
    expect(await held()).toBe(0);
    const statement = camt({
      id: "ic-1",
      rows: [{ amount: decimal(amount), words: "INET-CASH IC-2026-11" }],
    });
    const given = { operator_id: operator, account: OUR_ACCOUNT, bytes: statement };
    expect(await takeStatements(world, given)).toMatchObject({ outcome: "taken", exceptions: 0 });
    const late = new Date(world.clock().getTime() + 30 * DAY_SECONDS * 1000);
    expect((await readQueue(world.db, late, "settlements")).count).toBe(0);

    // The next file has the lines of this one, too.
    await pay(20_00);
    const next = shop.inetcash.books.transfer("IC-2026-12");
    const added = await movedBy(world, read);
    expect(added).toEqual({ "bank EUR": next, "psp_fee EUR": 50, "psp_clearing EUR": -22_38 });
    const file = new TextDecoder().decode(shop.inetcash.books.file("EUR", "2026-11-30"));
    const bytes = new TextEncoder().encode(file.replace("22.38", "22.39"));
    const changed = { provider: "inetcash", bytes, operator_id: operator };
    expect(await movedBy(world, () => importSettlement(world, changed))).toEqual({});
    expect((await readQueue(world.db, world.clock(), "settlements")).count).toBe(1);
  });

  it("a chargeback and a refund that only the file knows wait for an operator, and end by themselves once our books have them", async () => {
    const { books } = shop.inetcash;
    const [contested, returned] = [await pay(20_00), await pay(10_00)];
    await read();
    const [before, heldBefore, waiting] = [
      await balancesOf(world, creator),
      await held(),
      (await readQueue(world.db, world.clock(), "settlements")).count,
    ];
    books.chargeBack(contested.provider_ref ?? "", "CB-1", contested.charged_minor);
    books.refund(returned.provider_ref ?? "", "RE-1", 11_19);
    const changes = await movedBy(world, async () => {
      const outcome = await read();
      expect(outcome).toMatchObject({ outcome: "imported", exceptions: 3 });
      const reasons = await settlementReasons(world, "id" in outcome ? outcome.id : "");
      expect(Object.values(reasons).sort()).toEqual(["unknown_dispute", "unknown_dispute", "unknown_refund"]);
    });
    // The creator keeps the money, and our books go on saying that the gateway holds it.
    expect(changes).toEqual({});
    expect(await balancesOf(world, creator)).toEqual(before);

    // An operator reads it in the gateway's back office, and enters it by the reference that the file has.
    const by = { operator_id: operator, amount_minor: null };
    const alone = { ...world, second_operator_from_minor: null };
    const lost = { ...by, report: "DISPUTE_LOST", reference: "CB-1" } as const;
    expect(await reportOnPayment(alone, reportOf(contested.id, lost))).toBe("reported");
    const given = { ...by, report: "REFUNDED", reference: "RE-1" } as const;
    expect(await reportOnPayment(alone, reportOf(returned.id, given))).toBe("reported");
    expect(await movedBy(world, () => retryExceptions(world))).toEqual({
      ...{ "chargeback_fee EUR": 7_50, "psp_clearing EUR": -7_50 },
    });
    expect((await readQueue(world.db, world.clock(), "settlements")).count).toBe(waiting);
    expect(await held()).toBe(heldBefore - contested.charged_minor - 11_19 - 7_50);
  });

  it("a refund that an operator made by hand, and money of a second success that they gave back, are known in the file by their references", async () => {
    const payment = await pay(20_00);
    const { page, payment: twice } = await shop.begin(creator, { amount: 10_00 });
    await shop.press(page, "pay");
    await shop.press(page, "pay");
    await shop.hear();
    await read();
    const alone = { ...world, second_operator_from_minor: null };
    const refund_id = await refund(world, payment, by(creator));
    const [entry] = await listSuspense(world.db);
    if (!entry) throw new Error("nothing is in suspense");
    expect(entry.provider_ref.startsWith(`${twice.provider_ref} `)).toBe(true);
    const done = { report: "REFUND_DONE", refund_id, reference: "RE-2", operator_id: operator } as const;
    expect(await reportOnPayment(alone, reportOf(payment.id, done))).toBe("reported");
    await endSuspense(alone, {
      ...{ payment_id: entry.payment_id, seen_left_minor: entry.left_minor, operator_id: operator },
      ...{ reason: "paid twice", end: { kind: "SUSPENSE_RETURNED", by: "PROVIDER", reference: "RE-3" } },
    });
    const before = await held();
    shop.inetcash.books.refund(payment.provider_ref ?? "", "RE-2", payment.charged_minor);
    shop.inetcash.books.refund(entry.provider_ref, "RE-3", entry.received_minor);
    expect(await read()).toMatchObject({ outcome: "imported", exceptions: 0 });
    expect(await held()).toBe(before);
  });
});
