import type { Kysely } from "kysely";
import { expect } from "vitest";
import { correct, reverseCorrection } from "../../app/domain/corrections/corrections.server.ts";
import { numberTransactions } from "../../app/domain/ledger/journal.server.ts";
import { trialBalance } from "../../app/domain/ledger/ledger-reports.server.ts";
import { findCorrectionKind } from "../../app/domain/ledger/rules/correction-posting-rules.ts";
import {
  listVatQuarters,
  ossImport,
  type VatLine,
  vatQuarter,
} from "../../app/domain/ledger/vat-quarters.server.ts";
import { minor, toDecimal } from "../../app/domain/money/minor.ts";
import type { DB } from "../../db/schema.ts";
import { all } from "../support/database/at-once.ts";
import { test as it } from "../support/domain-test.ts";
import { approveAbout, makeOperator, type PayoutWorld } from "../support/money/payout-world.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import {
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  payTip,
  tellDispute,
} from "../support/money/tip-world.ts";
import { tellEverything } from "../support/money/whole-world.ts";

// VAT by quarter for the one-stop shop (docs/money.md, 8), held against the ledger's `vat_output`.
let db: Kysely<DB>;

it.beforeAll(async ({ database }) => {
  db = database.db;
});

/** What the ledger owes in VAT: by country and currency, as its accounts say. */
async function owedVat(): Promise<Record<string, number>> {
  const rows = (await trialBalance(db)).filter(({ code }) => code === "vat_output");
  return Object.fromEntries(rows.map((row) => [`${row.owner} ${row.currency}`, row.balance_minor]));
}

const own = (lines: readonly VatLine[]) =>
  lines.map(({ supplied_in, country, rate_bps, base_minor, vat_minor }) =>
    [supplied_in, country, rate_bps, base_minor, vat_minor].join(" "),
  );

it("a quarter has its supplies by country and rate; what is given back later corrects the quarter of its supply", async () => {
  const clock = movableClock(new Date("2026-05-10T10:00:00Z"));
  const world = createTipWorld(db, clock);
  const creator = await createCreator(world);
  const tip = (country: string, amount: number) => payTip(world, creator, { amount, country });
  await tip("DE", 100_00);
  const french = await tip("FR", 100_00);
  await tip("FR", 50_00);
  await tip("GR", 200_00);
  await tip("CH", 70_00);
  await numberTransactions(db, clock.now());
  clock.passSeconds(66 * DAY_SECONDS);
  await tellDispute(world, french, "OPEN");
  await tellDispute(world, french, "LOST");
  await tip("FR", 10_00);
  await numberTransactions(db, clock.now());

  expect(await listVatQuarters(db)).toEqual(["2026-Q3", "2026-Q2"]);
  const second = await vatQuarter(db, "2026-Q2");
  expect(own(second.supplies)).toEqual(["2026-Q2 FR 2000 1500 300", "2026-Q2 GR 2400 2000 480"]);
  expect(own(second.home)).toEqual(["2026-Q2 DE 1900 1000 190"]);
  expect([second.corrections, second.vat_minor, second.is_final]).toEqual([[], 780, true]);

  const third = await vatQuarter(db, "2026-Q3");
  expect(own(third.supplies)).toEqual(["2026-Q3 FR 2000 100 20"]);
  expect(own(third.corrections)).toEqual(["2026-Q2 FR 2000 -1000 -200"]);
  expect([third.home, third.vat_minor, third.is_final]).toEqual([[], -180, false]);

  expect(ossImport(second.supplies, (amount) => toDecimal(amount, "EUR"))).toBe(
    "#v2.0\r\n1,FR\r\n1,EL\r\n2,FR,STANDARD,20.00,15.00,3.00\r\n2,EL,STANDARD,24.00,20.00,4.80\r\n",
  );
});

it("another currency counts once by its sum, at the rate of the quarter's last day or of the next publication", async () => {
  const clock = movableClock(new Date("2027-01-10T10:00:00Z"));
  const world = createTipWorld(db, clock);
  const dollars = await createCreator(world, { currency: "USD" });
  const tip = () => payTip(world, dollars, { amount: 33_33, country: "FR" });
  await tip();
  clock.passSeconds(31 * DAY_SECONDS);
  for (const _ of [1, 2, 3]) await tip();
  await numberTransactions(db, clock.now());
  const early = await vatQuarter(db, "2027-Q1");
  expect(early.early_rates).toEqual(["USD"]);
  const rate = (rate_date: string, units_per_euro: string) =>
    db
      .insertInto("reference_rates")
      .values({ currency: "USD", rate_date, units_per_euro, source: "test" })
      .execute();
  await rate("2027-04-01", "1.25");
  await rate("2027-04-02", "5");
  const quarter = await vatQuarter(db, "2027-Q1");
  expect(quarter.early_rates).toEqual([]);
  // 4 × 3.33 USD of fees, and 4 × 0.67 USD of VAT, of two months.
  expect(own(quarter.supplies)).toEqual(["2027-Q1 FR 2000 1066 214"]);
});

/** Two operators book that 3.00 EUR of Germany's VAT left the bank, once more, and take the second entry back. */
async function payVat(world: PayoutWorld): Promise<void> {
  const two = { ...world, second_operator_from_minor: 0 };
  const [operator_id, checker] = [await makeOperator(world), await makeOperator(world)];
  const kind = findCorrectionKind({ debit: "vat_output", credit: "bank" });
  if (!kind) throw new Error("VAT cannot be paid");
  const order = { currency: "EUR", reference: "FA 11/26", reason: "return", operator_id, owner: "DE", kind };
  const again = world.newId();
  for (const correction_id of [world.newId(), again]) {
    await correct(two, { ...order, amount_minor: minor(3_00), correction_id });
    await approveAbout(two, `correction:${correction_id}`, checker);
  }
  await reverseCorrection(two, { correction_id: again, operator_id, reason: "twice" });
  await approveAbout(two, `correction:${again}`, checker);
}

it("all quarters and their entries come to what the ledger owes of VAT, to the cent, in a world with all that moves money", async () => {
  await payVat(await tellEverything(db));
  await numberTransactions(db, new Date("2027-06-01T00:00:00Z"));
  const quarters = await all(await listVatQuarters(db), (quarter) => vatQuarter(db, quarter));
  const owed = await owedVat();
  const found: Record<string, number> = {};
  for (const { sums, entries } of quarters)
    for (const { country, currency, vat_minor } of [...sums, ...entries])
      found[`${country} ${currency}`] = (found[`${country} ${currency}`] ?? 0) + vat_minor;
  const entries = quarters.flatMap((quarter) => quarter.entries);
  expect(entries.map((entry) => [entry.country, entry.against, entry.vat_minor])).toEqual([
    ["DE", "bank", -3_00],
    ["DE", "bank", -3_00],
    ["DE", "bank", 3_00],
  ]);
  expect(Object.keys(owed).filter((key) => key.endsWith("USD")).length).toBeGreaterThan(0);
  expect(found).toEqual(owed);
});
