import { extractText, getDocumentProxy } from "unpdf";
import { afterEach, describe, expect } from "vitest";
import { writeOff } from "../../app/domain/earnings/debts.server.ts";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import { listPayouts } from "../../app/domain/payouts/requests/overview.server.ts";
import type { StatementFacts } from "../../app/domain/payouts/statements/statement.schema.ts";
import {
  readCancellation,
  readCancellationAsOperator,
  readStatement,
} from "../../app/domain/payouts/statements/statements.server.ts";
import { renderCancellation } from "../../app/pdf/statement-pdf.server.ts";
import { i18nFor } from "../../locales/i18n.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { requestPayout } from "../support/money/paid-payouts.ts";
import { payableCreator, sendToBanks, tellPayout, withdrawAndPay } from "../support/money/payout-story.ts";
import { makeOperator, type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import { askRefund, by, refund } from "../support/money/refund-world.ts";
import {
  type Creator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  mature,
  payTip,
  type TipWish,
  tellDispute,
} from "../support/money/tip-world.ts";

// What becomes of a payout's statement when the money comes back, and of a refund that never went out; what its lines add up to.

let world: PayoutWorld;
let creator: Creator;
let made = 0;

it.beforeAll(async ({ database }) => {
  await earnBefore(createTipWorld(database.db), "EUR", 10_000_00);
});
it.beforeEach(async ({ database }) => {
  world = withPayouts(createTipWorld(database.db));
  made += 1;
  creator = await payableCreator(world, { username: `cancelled-${made}` });
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

const tip = async (amount: number, wish: Partial<TipWish> = {}) => {
  world.time.passSeconds(60);
  const payment = await payTip(world, creator, { amount, type: "INETCASH_OB", ...wish });
  world.time.passSeconds(60);
  return payment;
};
const statementOf = async (payout_id: string): Promise<StatementFacts> => {
  const facts = await readStatement(world.db, { user_id: creator.id, payout_id });
  if (!facts) throw new Error("there is no statement");
  return facts;
};
const listed = ({ tips }: StatementFacts) => tips.reduce((sum, each) => sum + each.amount_minor, 0);
const days = (count: number) => mature(world, count);

describe("a payout that came back", () => {
  it("a payout that came back cancels its statement by a document of its own number, in the same series, once", async () => {
    await tip(60_00);
    const payout_id = await withdrawAndPay(world, creator);
    const statement = await statementOf(payout_id);
    world.time.passSeconds(5 * DAY_SECONDS);
    await tellPayout(world, payout_id, "bounced");
    const cancellation = await readCancellation(world.db, { user_id: creator.id, payout_id });
    expect(cancellation).toEqual({
      number: statement.number + 1,
      issued_at: world.clock().toISOString(),
      issuer: [...world.issuer],
      reason: "Account closed",
      statement,
    });
    // What was issued stays as it was.
    expect(await statementOf(payout_id)).toEqual(statement);
    const { payouts } = await listPayouts(world.db, creator.id);
    expect(payouts).toMatchObject([
      { statement_number: statement.number, cancellation_number: statement.number + 1, status: "FAILED" },
    ]);
    const mail = await world.db
      .selectFrom("mail_outbox")
      .select("params")
      .where("dedupe_key", "=", `payout-failed:${payout_id}`)
      .executeTakeFirstOrThrow();
    expect(mail.params).toMatchObject({ cancellation_number: statement.number + 1 });
    const next = await withdrawAndPay(world, creator);
    expect((await statementOf(next)).number).toBe(statement.number + 2);
  });

  it("a payout that never left has no statement to cancel", async () => {
    await tip(60_00);
    const payout_id = await requestPayout(world, creator);
    await sendToBanks(world);
    await tellPayout(world, payout_id, "failed");
    expect(await readCancellation(world.db, { user_id: creator.id, payout_id })).toBeNull();
  });

  it("the cancellation of a statement is read by its owner and by operators", async () => {
    await tip(60_00);
    const payout_id = await withdrawAndPay(world, creator);
    await tellPayout(world, payout_id, "bounced");
    const other = await payableCreator(world, { username: `other-${made}` });
    expect(await readCancellation(world.db, { user_id: other.id, payout_id })).toBeNull();
    const operator_id = await makeOperator(world);
    expect(await readCancellationAsOperator(world.db, { operator_id, payout_id })).not.toBeNull();
    expect(await readCancellationAsOperator(world.db, { operator_id: other.id, payout_id })).toBeNull();
  });
});

describe("the statement after a cancelled one", () => {
  it("the statement after a cancelled one lists its tips too, each once", async () => {
    await tip(50_00);
    const first = await withdrawAndPay(world, creator);
    await tip(30_00);
    const back = await withdrawAndPay(world, creator);
    await tellPayout(world, back, "bounced");
    await tip(20_00);
    const next = await statementOf(await withdrawAndPay(world, creator));
    const [one, cancelled] = [await statementOf(first), await statementOf(back)];
    expect([one, cancelled, next].map(listed)).toEqual([50_00, 30_00, 50_00]);
    expect(next.period.from).toBe(one.period.until);
    expect(next.instead_of).toEqual([
      { number: cancelled.number, from: cancelled.period.from, until: cancelled.period.until },
    ]);
  });

  it("a payout that comes back after a later one was paid: its tips are listed by the next, and none twice", async () => {
    await tip(50_00);
    const back = await withdrawAndPay(world, creator);
    await tip(30_00);
    const between = await withdrawAndPay(world, creator);
    await tellPayout(world, back, "bounced");
    await tip(20_00);
    const next = await withdrawAndPay(world, creator);
    const facts = await statementOf(next);
    expect([listed(await statementOf(between)), listed(facts)]).toEqual([30_00, 70_00]);
    expect(facts.period.from).toBe((await statementOf(between)).period.until);
    expect(facts.instead_of).toHaveLength(1);
    // That one comes back as well: both are listed once more, by the one after it.
    await tellPayout(world, next, "bounced");
    await tip(10_00);
    const last = await statementOf(await withdrawAndPay(world, creator));
    expect(listed(last)).toBe(80_00);
    expect(last.instead_of.map(({ number }) => number)).toHaveLength(2);
    expect(listed(await statementOf(await paidAgain()))).toBe(5_00);
  });

  const paidAgain = async () => {
    await tip(5_00);
    return await withdrawAndPay(world, creator);
  };
});

describe("a refund that the provider refused", () => {
  it("a refund that the provider refused does not stay on the statement", async () => {
    await tip(200_00);
    const payment = await tip(40_00);
    await refund(world, await tip(15_00), by(creator), 10_00);
    world.provider.failNext("refund", "refused");
    await refund(world, payment, by(creator), 25_00);
    const facts = await statementOf(await withdrawAndPay(world, creator));
    expect(facts).toMatchObject({ refunds: { count: 1, amount_minor: 10_00 }, refunds_failed: null });
  });

  it("a refund that was on a statement before the provider refused it comes back on the next one", async () => {
    await tip(200_00);
    const payment = await tip(40_00);
    const id = await askRefund(world, payment, by(creator), 25_00);
    const first = await withdrawAndPay(world, creator, 100_00);
    world.time.passSeconds(60);
    world.provider.failNext("refund", "refused");
    await processRefund(world, id);
    world.time.passSeconds(60);
    const next = await withdrawAndPay(world, creator);
    expect(await statementOf(first)).toMatchObject({ refunds: { count: 1, amount_minor: 25_00 } });
    expect(await statementOf(next)).toMatchObject({
      refunds: null,
      refunds_failed: { count: 1, amount_minor: 25_00 },
    });
  });

  it("a tip that is refunded while it waits is neither listed as maturing nor on a statement", async () => {
    const payment = await tip(40_00, { type: "INETCASH_CC" });
    await tip(100_00);
    await refund(world, payment, by(creator));
    await days(8);
    expect(listed(await statementOf(await withdrawAndPay(world, creator)))).toBe(100_00);
  });
});

describe("a statement's lines", () => {
  const lines = ({ tips, chargebacks, chargebacks_won, waived }: StatementFacts) => [
    ...tips.map((each) => each.amount_minor),
    -(chargebacks?.amount_minor ?? 0),
    chargebacks_won?.amount_minor ?? 0,
    waived?.amount_minor ?? 0,
  ];
  const told = async (payment: Awaited<ReturnType<typeof tip>>, ...states: ("LOST" | "WON")[]) => {
    for (const state of states) {
      await tellDispute(world, payment, state);
      world.time.passSeconds(60);
    }
  };

  it("a tip that was lost while it waited, won, and lost once it was available is charged back once on the statement", async () => {
    await tip(200_00);
    const payment = await tip(50_00, { type: "INETCASH_CC" });
    await told(payment, "LOST", "WON");
    await days(9);
    world.time.passSeconds(60);
    await told(payment, "LOST");
    const { payout, ...facts } = await statementOf(await withdrawAndPay(world, creator));
    expect(lines({ payout, ...facts })).toEqual([250_00, -50_00, 0, 0]);
    expect(payout.amount_minor).toBe(200_00);
  });

  it("of a tip that was lost while it waited and won, lost and won once it was available a statement lists what became available", async () => {
    await tip(200_00);
    const payment = await tip(50_00, { type: "INETCASH_CC" });
    await told(payment, "LOST");
    await days(9);
    await told(payment, "WON", "LOST", "WON");
    const { payout, ...facts } = await statementOf(await withdrawAndPay(world, creator));
    expect(lines({ payout, ...facts })).toEqual([200_00, -50_00, 100_00, 0]);
    expect(payout.amount_minor).toBe(250_00);
  });

  it("a debt that was given up has a line of its own on the next statement, and is taken back by a dispute that is won", async () => {
    const first = await tip(50_00);
    await withdrawAndPay(world, creator);
    world.time.passSeconds(60);
    await told(first, "LOST");
    const order = { creator_id: creator.id, currency: "EUR", operator_id: await makeOperator(world) };
    await writeOff({ ...world, second_operator_from_minor: null }, { ...order, reason: "Nothing to get" });
    await tip(100_00);
    const facts = await statementOf(await withdrawAndPay(world, creator));
    expect(lines(facts)).toEqual([100_00, -50_00, 0, 50_00]);
    expect(facts.payout.amount_minor).toBe(100_00);
    world.time.passSeconds(60);
    await told(first, "WON");
    await tip(100_00);
    const next = await statementOf(await withdrawAndPay(world, creator));
    expect(lines(next)).toEqual([100_00, -0, 50_00, -50_00]);
    expect(next.payout.amount_minor).toBe(100_00);
  });
});

it.for([
  ["en", "Cancellation no.", "is cancelled", "-€60.00", "-€58.50"],
  ["de", "Stornobeleg Nr.", "ist storniert", "-60,00 €", "-58,50 €"],
] as const)(
  "the PDF of a cancellation in %s says what it cancels, and takes each figure back",
  async ([locale, ...words]) => {
    await tip(60_00);
    const payout_id = await withdrawAndPay(world, creator);
    await tellPayout(world, payout_id, "bounced");
    const facts = await readCancellation(world.db, { user_id: creator.id, payout_id });
    if (!facts) throw new Error("there is no cancellation");
    const pdf = await getDocumentProxy(new Uint8Array(await renderCancellation(facts, i18nFor(locale))));
    const { text } = await extractText(pdf, { mergePages: true });
    const said = text.replace(/\s+/g, " ");
    for (const word of [...words, `${facts.number}`, `${facts.statement.number}`, "Account closed"])
      expect(said).toContain(word);
    expect(said).not.toMatch(/\{\{|payouts:|undefined|NaN/);
  },
);
