import type { Kysely } from "kysely";
import { expect } from "vitest";
import { convertAtRates, ratesOn } from "../../app/domain/exchange-rates/rates.server.ts";
import { inWindows1252, listDatevParts, streamDatev } from "../../app/domain/ledger/datev-export.server.ts";
import {
  type JournalLine,
  journalExtent,
  listJournalMonths,
  numberTransactions,
  streamJournal,
} from "../../app/domain/ledger/journal.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { readConfig } from "../../app/server/config.server.ts";
import type { DB } from "../../db/schema.ts";
import { all } from "../support/database/at-once.ts";
import { test as it } from "../support/domain-test.ts";
import { type ReadBooking, readDatev } from "../support/money/datev-reader.ts";
import type { PayoutWorld } from "../support/money/payout-world.ts";
import { createCreator, payTip } from "../support/money/tip-world.ts";
import { tellEverything } from "../support/money/whole-world.ts";

// The export for DATEV (docs/money.md, 8), read by its published layout and held against the journal.
let db: Kysely<DB>;
let world: PayoutWorld;
let months: { month: string; is_final: boolean }[];

it.beforeAll(async ({ database }) => {
  db = database.db;
  world = await tellEverything(db);
  await payTip(world, await createCreator(world, { currency: "GBP" }), { amount: 12_34 });
  await numberTransactions(db, world.clock());
  months = (await listJournalMonths(db, null)).months.map(({ month, closed_at }) => ({
    month,
    is_final: closed_at !== null,
  }));
});

const words = {
  product: "Tribute",
  batch: "Tribute",
  kind: (kind: string) => `Größe €; "${kind}" ł`,
  detail: { debit: "Soll", credit: "Haben", cause: "Anlass", original: "Original" },
};

async function filesOf(month: string, settings: Record<string, string> = {}, size?: number) {
  const { datev } = readConfig(settings);
  const extent = await journalExtent(world, month);
  if (!datev || !extent) throw new Error("there is nothing to export");
  const parts = await listDatevParts(db, extent, size);
  const files = await all(parts, async (part) => {
    const given = { month: extent, parts, part, settings: datev, words, now: world.clock() };
    const pieces: string[] = [];
    for await (const piece of streamDatev(db, given)) pieces.push(piece);
    return readDatev(inWindows1252(pieces.join("")));
  });
  return files;
}

async function fileOf(month: string, settings: Record<string, string> = {}) {
  const [file, ...more] = await filesOf(month, settings);
  expect(more).toEqual([]);
  if (!file) throw new Error("there is no file");
  return file;
}

async function linesOf(month: string): Promise<JournalLine[]> {
  const lines: JournalLine[] = [];
  const extent = (await listJournalMonths(db, null)).months.find((each) => each.month === month);
  if (extent) for await (const portion of streamJournal(db, extent)) lines.push(...portion);
  return lines;
}

/** Debits less credits by whatever names an account. */
function sums<Line>(
  lines: readonly Line[],
  read: (line: Line) => { debit: string; credit: string; amount: number },
): Record<string, number> {
  const totals = new Map<string, number>();
  for (const line of lines) {
    const { debit, credit, amount } = read(line);
    totals.set(debit, (totals.get(debit) ?? 0) + amount);
    totals.set(credit, (totals.get(credit) ?? 0) - amount);
  }
  return Object.fromEntries([...totals].filter(([, sum]) => sum !== 0).toSorted());
}

/** Written by hand from the charts' own lists. */
const SKR03: Record<string, number> = {
  psp_clearing: 1360,
  bank: 1200,
  own_funds: 730,
  creator_receivable: 1500,
  psp_fee: 4970,
  chargeback_fee: 4970,
  bank_fee: 4970,
  chargeback_loss: 2400,
  exchange_difference: 2150,
  goodwill: 4900,
  fx_position: 1792,
  voucher_liability: 1710,
  suspense: 1590,
  service_fee_revenue: 8200,
  payout_fee_revenue: 8200,
  breakage_revenue: 2700,
  direct_passed: 9292,
  creator_direct: 9293,
};
function numberOf(code: string, owner: string): number {
  if (code === "vat_output") return owner === "DE" ? 1770 : 1768;
  return SKR03[code] ?? 1700;
}

/** What is beside each booking leads back to our account and the amount in its own currency. */
function ownAmount(booking: ReadBooking): { amount: number; currency: string } {
  const [, amount = "", currency = ""] = /^([\d.]+) ([A-Z]{3})$/.exec(booking.details.Original ?? "") ?? [];
  return currency
    ? { amount: Number(amount.replace(".", "")), currency }
    : { amount: booking.amount, currency: booking.currency };
}

it("every month of a world with all that moves money is a file of the published layout", async () => {
  expect(months.length).toBeGreaterThan(1);
  const kinds = new Set<string>();
  for (const { month, is_final } of months) {
    const { head, columns, bookings } = await fileOf(month);
    expect(columns).toHaveLength(125);
    expect(new Set(columns).size).toBe(125);
    expect([columns[0], columns[9], columns[113], columns[124]]).toEqual([
      ...["Umsatz (ohne Soll/Haben-Kz)", "Belegdatum", "Festschreibung", "Abw. Skontokonto"],
    ]);
    expect([head[10], head[11], head[12], head[20]]).toEqual([
      ...["1001", "1", `${month.slice(0, 4)}0101`, is_final ? "1" : "0"],
    ]);
    expect(bookings.every((each) => each.is_final === is_final)).toBe(true);
    for (const { text } of bookings) kinds.add(text);
  }
  const texts = [...kinds].join("\n");
  for (const kind of [
    "tip_paid",
    "refund",
    "dispute_lost",
    "payout_requested",
    "voucher_redeemed",
    "correction",
  ])
    expect(texts).toContain(`Größe €; "${kind}`);
  expect(texts).toContain('" ?');
});

it("the sums of a file are those of the journal's month, by account in each currency and in EUR, to the cent", async () => {
  const currencies = new Set<string>();
  for (const { month } of months) {
    const { bookings } = await fileOf(month);
    const lines = await linesOf(month);
    const own = sums(bookings, (booking) => {
      const { amount, currency } = ownAmount(booking);
      currencies.add(currency);
      return { debit: `${booking.debit} ${currency}`, credit: `${booking.credit} ${currency}`, amount };
    });
    expect(own).toEqual(
      sums(lines, ({ debit_code, debit_owner, credit_code, credit_owner, currency, amount_minor }) => ({
        debit: `${numberOf(debit_code, debit_owner)} ${currency}`,
        credit: `${numberOf(credit_code, credit_owner)} ${currency}`,
        amount: amount_minor,
      })),
    );
    const worth = await Promise.all(
      lines.map(async (line) => {
        const rates = await ratesOn(db, line.booked_on);
        const euros = convertAtRates(minor(line.amount_minor), line.currency, "EUR", rates, null);
        return { ...line, amount: euros?.amount_minor ?? Number.NaN };
      }),
    );
    expect(
      sums(bookings, ({ debit, credit, euros }) => ({
        debit: `${debit}`,
        credit: `${credit}`,
        amount: euros,
      })),
    ).toEqual(
      sums(worth, ({ debit_code, debit_owner, credit_code, credit_owner, amount }) => ({
        debit: `${numberOf(debit_code, debit_owner)}`,
        credit: `${numberOf(credit_code, credit_owner)}`,
        amount,
      })),
    );
  }
  expect([...currencies].toSorted()).toEqual(expect.arrayContaining(["EUR", "GBP", "USD"]));
});

it("a line between accounts that the accountant does not tell apart is left out, and each other one is one booking", async () => {
  for (const { month } of months) {
    const kept = (await linesOf(month)).filter(
      (line) => numberOf(line.debit_code, line.debit_owner) !== numberOf(line.credit_code, line.credit_owner),
    );
    const { bookings } = await fileOf(month);
    expect(bookings.map(({ document, details }) => [document, details.Soll, details.Haben])).toEqual(
      kept.map((line) => [
        `${month}-${String(line.number).padStart(7, "0")}`,
        `${line.debit_code} ${line.debit_owner}`.trim(),
        `${line.credit_code} ${line.credit_owner}`.trim(),
      ]),
    );
  }
});

it("a month with more bookings than one file may have is several files, which are the whole together", async () => {
  const { bookings } = await fileOf("2026-10");
  const files = await filesOf("2026-10", {}, 7);
  expect(files.length).toBeGreaterThan(3);
  expect(files.every((file) => file.bookings.length <= 7)).toBe(true);
  expect(files.flatMap((file) => file.bookings)).toEqual(bookings);
});

it("another chart, longer numbers, own numbers and another financial year are as the settings say", async () => {
  const { head, bookings } = await fileOf("2026-09", {
    DATEV_CONSULTANT: "29098",
    DATEV_CLIENT: "55003",
    DATEV_CHART: "SKR04",
    DATEV_ACCOUNT_DIGITS: "6",
    DATEV_YEAR_BEGINS: "10",
    DATEV_ACCOUNTS: "service_fee_revenue=420001, creator_available=350001",
  });
  expect([head[10], head[11], head[12], head[13], head[26]]).toEqual([
    "29098",
    "55003",
    "20251001",
    "6",
    '"04"',
  ]);
  const used = new Set(bookings.flatMap(({ debit, credit }) => [debit, credit]));
  for (const number of [146_000, 420_001, 350_000, 350_001]) expect(used).toContain(number);
  expect(used).not.toContain(420_000);
});

it("settings that DATEV could not read are refused at the start, and half of them too", () => {
  for (const [name, value] of [
    ["DATEV_CONSULTANT", "1000"],
    ["DATEV_CLIENT", "100000"],
    ["DATEV_CHART", "SKR49"],
    ["DATEV_ACCOUNT_DIGITS", "9"],
    ["DATEV_YEAR_BEGINS", "13"],
    ["DATEV_ACCOUNTS", "banks=1200"],
    ["DATEV_ACCOUNTS", "bank=12000"],
  ] as const)
    expect(() => readConfig({ [name]: value }), `${name}=${value}`).toThrow(name);
  expect(() => readConfig({ DATEV_CLIENT: "7" })).toThrow("need each other");
});
