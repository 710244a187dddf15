import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { releaseDueFunds, writeOff } from "../../app/domain/earnings/earnings.server.ts";
import {
  listOwing,
  listPostings,
  owedAndHeld,
  shownBalance,
  trialBalance,
} from "../../app/domain/ledger/ledger.server.ts";
import { importSettlement, listSettlements } from "../../app/domain/payments/payments.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks, ledgerSize } from "../support/database/ledger-checks.ts";
import { makeOperator } from "../support/money/payout-world.ts";
import {
  accountStatus,
  balancesOf,
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  moveAccount,
  payOut,
  payTip,
  type TipWorld,
  tellDispute,
} from "../support/money/tip-world.ts";

let database: TestDatabase;
let world: TipWorld;
let operator: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await earnBefore(createTipWorld(database.db), "EUR", 1_000_00);
  operator = await makeOperator(createTipWorld(database.db));
});
beforeEach(() => {
  world = createTipWorld(database.db);
});
afterEach(() => expectCleanBooks(world.db, world.clock()));
afterAll(() => database.drop());

/** Paid out, then charged back. */
async function owing(): Promise<Creator> {
  const creator = await createCreator(world);
  const payment = await payTip(world, creator, { amount: 50_00 });
  world.time.passSeconds(7 * DAY_SECONDS);
  await releaseDueFunds(world.db, world.clock());
  await payOut(world, creator);
  await tellDispute(world, payment, "LOST");
  return creator;
}

const transfer = (creator: Creator, amount = 50_00) =>
  payTip(world, creator, { amount, type: "INETCASH_OB" });

const writtenOff = (creator: Creator) =>
  writeOff(world, {
    creator_id: creator.id,
    currency: "EUR",
    operator_id: operator,
    reason: "Nothing to get",
  });

describe("a debt that an operator writes off", () => {
  it("a debt that an operator writes off is the platform's loss, once, and its creator is ACTIVE again", async () => {
    const creator = await owing();
    expect(await accountStatus(world, creator)).toBe("CHARGEBACK");
    expect((await listOwing(world.db, 50)).map((row) => [row.creator_id, row.owed_minor])).toContainEqual([
      creator.id,
      50_00,
    ]);
    const answers = await all(many(50), () => writtenOff(creator));
    expect(answers.filter((answer) => answer === "written_off")).toHaveLength(1);
    expect(await balancesOf(world, creator)).toEqual({});
    expect(await accountStatus(world, creator)).toBe("ACTIVE");
    const { entries } = await listAudit(world.db, { subject: `user:${creator.id}` });
    expect(entries.map((entry) => entry.action)).toEqual(["receivable.written_off"]);
    expect(entries[0]?.after).toMatchObject({ reason: "Nothing to get" });
  });

  it("writing off the debt of a locked creator leaves them locked; without a debt nothing happens", async () => {
    const creator = await owing();
    await moveAccount(world, creator.id, ["LOCKED"]);
    expect(await writtenOff(creator)).toBe("written_off");
    expect(await accountStatus(world, creator)).toBe("LOCKED");
    expect(await writtenOff(await createCreator(world))).toBe("nothing_owed");
  });

  it("a debt that its creator repaid comes back to them when its dispute is won, whatever other debt was written off", async () => {
    const creator = await createCreator(world);
    const [a, b] = [await transfer(creator), await transfer(creator)];
    await payOut(world, creator);
    await tellDispute(world, a, "LOST", { ref: "a" });
    expect(await writtenOff(creator)).toBe("written_off");
    await tellDispute(world, b, "LOST", { ref: "b" });
    await transfer(creator);
    await tellDispute(world, b, "WON", { ref: "b" });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
    await tellDispute(world, a, "WON", { ref: "a" });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  });

  it("of two debts the older is repaid first: what is written off is of the newer, and is made good when that is won", async () => {
    const creator = await createCreator(world);
    const [older, newer] = [await transfer(creator), await transfer(creator)];
    await payOut(world, creator);
    await tellDispute(world, older, "LOST", { ref: "older" });
    await tellDispute(world, newer, "LOST", { ref: "newer" });
    await transfer(creator, 70_00);
    expect(await writtenOff(creator)).toBe("written_off");
    await tellDispute(world, older, "WON", { ref: "older" });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
    await tellDispute(world, newer, "WON", { ref: "newer" });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 70_00 });
  });
});

describe("a provider's settlement", () => {
  const importing = (text: string | Uint8Array) =>
    importSettlement(world, {
      provider: "scripted",
      bytes: typeof text === "string" ? new TextEncoder().encode(text) : text,
      operator_id: operator,
    });
  const balance = async (code: string, currency = "EUR") =>
    (await trialBalance(world.db)).find((row) => row.code === code && row.currency === currency)
      ?.balance_minor ?? 0;

  it("a provider's settlement moves what was captured to the bank, less the fee, by currency; the same file twice changes nothing", async () => {
    const creator = await createCreator(world);
    const euros = await payTip(world, creator, { amount: 50_00 });
    const yen = await payTip(world, creator, { amount: 20_00, payIn: "JPY", country: "JP" });
    const file = [
      "reference,currency,gross,fee,note",
      `${euros.provider_ref},EUR,55.95,1.05,x`,
      `${yen.provider_ref},JPY,${yen.charged_minor},90,`,
      `"stranger, no. 1",EUR,10.00,0.00,`,
      `${euros.provider_ref},JPY,1,0,another currency than ours`,
      "",
    ].join("\r\n");
    const before = { bank: await balance("bank"), clearing: await balance("psp_clearing") };
    const answers = await all(many(20), () => importing(file));
    expect(answers.filter((answer) => answer.outcome === "imported")).toHaveLength(1);
    expect(await importing(file)).toMatchObject({ outcome: "repeated" });
    // Saved once more by another program: other bytes, the same money.
    for (const same of [`\uFEFF${file}`, file.replaceAll("\r\n", "\n"), file.replace("1.05,x", '"1.05",y')])
      expect(await importing(same)).toMatchObject({ outcome: "repeated" });
    expect((await balance("bank")) - before.bank).toBe(54_90 + 10_00);
    expect((await balance("psp_clearing")) - before.clearing).toBe(-65_95);
    expect(await balance("psp_fee")).toBe(1_05);
    expect(await balance("bank", "JPY")).toBe(yen.charged_minor + 1 - 90);
    const [settlement] = await listSettlements(world.db, 1);
    expect(settlement).toMatchObject({
      rows_count: 4,
      unknown_references: ["stranger, no. 1", euros.provider_ref],
      totals: { EUR: { gross_minor: 65_95, fee_minor: 1_05 } },
    });
    const { entries } = await listAudit(world.db, { subject: `settlement:${settlement?.id}` });
    expect(entries.map((entry) => [entry.action, entry.after])).toEqual([
      ["settlement.imported", { EUR: 65_95, JPY: yen.charged_minor + 1 }],
    ]);
  });

  it.each([
    ["currency,gross,fee\nEUR,1.00,0.00", { line: 1, fault: "columns" }],
    ["currency,gross,fee,reference", { line: null, fault: "no_rows" }],
    ["", { line: 1, fault: "columns" }],
    ["currency,gross,fee,reference\nEUR,1.00,0.00", { line: null, fault: "no_csv" }],
    ['currency,gross,fee,reference\n"EUR,1.00,0.00,x', { line: null, fault: "no_csv" }],
    ["currency,gross,fee,reference\nEUR,1.00,0,x\nXXX,1.00,0.00,x", { line: 3, fault: "currency" }],
    ["currency,gross,fee,reference\nEUR,-1.00,0.00,x", { line: 2, fault: "amount" }],
    ["currency,gross,fee,reference\nEUR,0.00,0.00,x", { line: 2, fault: "amount" }],
    ['currency,gross,fee,reference\nEUR,"1,00",0.00,x', { line: 2, fault: "amount" }],
    ["currency,gross,fee,reference\nEUR,1.00,1.01,x", { line: 2, fault: "fee_above_gross" }],
  ])("a provider's settlement that reads %j is refused whole, naming the line", async (text, fault) => {
    const before = await ledgerSize(world.db);
    expect(await importing(text)).toEqual({ outcome: "refused", fault });
    expect(await ledgerSize(world.db)).toEqual(before);
  });

  it("a provider's settlement whose rows come in another order is the same one", async () => {
    const rows = ["EUR,5.00,0.10,order-1", "EUR,6.00,0.10,order-2"];
    const file = (lines: string[]) => ["currency,gross,fee,reference", ...lines].join("\n");
    expect(await importing(file(rows))).toMatchObject({ outcome: "imported" });
    expect(await importing(file(rows.toReversed()))).toMatchObject({ outcome: "repeated" });
  });

  it("a provider's settlement that names payments which another settled, or one twice, is refused whole, with their references", async () => {
    const file = (...lines: string[]) => ["currency,gross,fee,reference", ...lines].join("\n");
    const refused = (...references: string[]) => ({
      ...{ outcome: "refused", fault: { line: null, fault: "settled_before", references } },
    });
    const answers = await all(many(10), (index) =>
      importing(file("EUR,5.00,0.10,overlap-1", `EUR,1.00,0.00,own-${index}`)),
    );
    expect(answers.filter((answer) => answer.outcome === "imported")).toHaveLength(1);
    const before = await ledgerSize(world.db);
    expect(await importing(file("EUR,6.00,0.10,overlap-2", "EUR,5.00,0.10,overlap-1"))).toEqual(
      refused("overlap-1"),
    );
    expect(await importing(file("EUR,5.00,0,twice", "EUR,5.00,0,twice"))).toEqual(refused("twice"));
    expect(await ledgerSize(world.db)).toEqual(before);
    expect(await importing(file("JPY,5,0,overlap-1"))).toMatchObject({ outcome: "imported" });
  });

  it("a provider's settlement that is no text is refused", async () => {
    for (const bytes of [new Uint8Array([0xff, 0xfe, 0x00]), new TextEncoder().encode("currency\0")])
      expect(await importing(bytes)).toMatchObject({ outcome: "refused", fault: { fault: "no_csv" } });
  });
});

describe("the books as a page shows them", () => {
  it("the books as a page shows them have equal sides in each currency, owe no more than they hold, and list all postings of a payment", async () => {
    const creator = await createCreator(world);
    const payment = await payTip(world, creator, { amount: 50_00 });
    const sums = new Map<string, number>();
    for (const { currency, side, balance_minor } of await trialBalance(world.db))
      sums.set(currency, (sums.get(currency) ?? 0) + (side === "DEBIT" ? balance_minor : -balance_minor));
    expect(new Set(sums.values())).toEqual(new Set([0]));
    const { owed_minor, held_minor } = await owedAndHeld(world.db);
    expect(owed_minor).toBeGreaterThanOrEqual(50_00);
    expect(held_minor).toBeGreaterThanOrEqual(owed_minor);
    const postings = await listPostings(world.db, `payment:${payment.id}`);
    expect(postings.map((each) => [each.from, each.to, each.to_owner, each.amount_minor])).toEqual([
      ["psp_clearing", "creator_pending", creator.username, 50_00],
      ["psp_clearing", "service_fee_revenue", "", 5_00],
      ["psp_clearing", "vat_output", "DE", 95],
    ]);
    expect(await listPostings(world.db, "payment:nothing")).toEqual([]);
  });
});

describe("a balance in the trial balance", () => {
  it("a balance in the trial balance is positive on the side where it stands, also when that is not the account's own", () => {
    expect(shownBalance({ side: "DEBIT", balance_minor: 20_00 })).toEqual({
      side: "DEBIT",
      amount_minor: 20_00,
      is_opposite: false,
    });
    expect(shownBalance({ side: "DEBIT", balance_minor: -20_00 })).toEqual({
      side: "CREDIT",
      amount_minor: 20_00,
      is_opposite: true,
    });
    expect(shownBalance({ side: "CREDIT", balance_minor: -1 })).toMatchObject({
      side: "DEBIT",
      is_opposite: true,
    });
    expect(shownBalance({ side: "CREDIT", balance_minor: 0 })).toMatchObject({
      amount_minor: 0,
      is_opposite: false,
    });
  });
});
