import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { describe, expect } from "vitest";
import { numberTransactions } from "../../app/domain/ledger/journal.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { reportedAccounts } from "../../app/domain/payouts/destinations/payout-data.server.ts";
import { requestWithdrawal } from "../../app/domain/payouts/requests/withdrawals.server.ts";
import { dac7Message, reportedSellers, wholeEuros } from "../../app/domain/sellers/dac7.server.ts";
import type { TaxDetails } from "../../app/domain/sellers/tax-details.schema.ts";
import { saveTaxDetails } from "../../app/domain/sellers/tax-details.server.ts";
import type { DB } from "../../db/schema.ts";
import { all, many } from "../support/database/at-once.ts";
import { test as it } from "../support/domain-test.ts";
import { along, readXml, textAt, type XmlElement } from "../support/http/strict-xml.ts";
import { dpiFaults } from "../support/money/dpi-reader.ts";
import {
  acceptPayoutData,
  earn,
  GERMAN_BANK,
  makeOperator,
  type PayoutWorld,
  withPayouts,
} from "../support/money/payout-world.ts";
import { byOperator, refund } from "../support/money/refund-world.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  payTip,
} from "../support/money/tip-world.ts";

// The DAC7 report as a message (decisions/075): held against its published schema, and against the ledger.
let db: Kysely<DB>;
const clock = movableClock(new Date("2026-02-10T10:00:00Z"));
let world: PayoutWorld;

it.beforeAll(async ({ database }) => {
  db = database.db;
  world = withPayouts(createTipWorld(db, clock));
});

const operator = {
  name: 'Tips & "Töne" GmbH',
  address: "Beispielweg 1, 10115 Berlin, Germany",
  vat_id: "DE123456788",
};

async function report(): Promise<XmlElement> {
  await numberTransactions(db, clock.now());
  const year = await reportedSellers(world, 2026);
  const ids = year.in_file.map(({ creator_id }) => creator_id);
  const accounts = await reportedAccounts(world, ids);
  return readXml(dac7Message(year, { operator, accounts, message_id: randomUUID(), now: clock.now() }));
}

const sellersIn = (message: XmlElement) => along(message, "dpi:DPIBody/dpi:ReportableSeller");
const STANDARD = "dpi:Identity/dpi:IndividualSeller/dpi:Standard/dpi:IndSellerID";
const ENTITY = "dpi:Identity/dpi:EntitySeller/dpi:Standard/dpi:EntSellerID";
const SERVICES = "dpi:RelevantActivities/dpi:PersonalServices";

const of = (message: XmlElement, { id }: Creator) =>
  sellersIn(message).find((seller) => textAt(seller, "dpi:DocSpec/stf:DocRefId").endsWith(id));

/** The four quarters of a figure, as they are written. */
const quarters = (seller: XmlElement | undefined, path: string) =>
  seller
    ? along(seller, `${SERVICES}/${path}`).flatMap(({ children }) => children.map(({ text }) => text))
    : [];

async function seller(
  country: string,
  details: Partial<TaxDetails> | null,
  change: object = {},
): Promise<Creator> {
  const creator = await createCreator(world);
  const { id: country_id } = await db
    .selectFrom("countries")
    .select("id")
    .where("iso_3166_1", "=", country)
    .executeTakeFirstOrThrow();
  await db
    .updateTable("users")
    .set({
      ...{ firstname: "Ada <&>", lastname: "Kessler", address: "Testweg 1", zipcode: "10115", city: "Köln" },
      ...{ date_of_birth: "1990-02-28", country_id, ...change },
    })
    .where("id", "=", creator.id)
    .execute();
  const whole = { kind: "PERSON" as const, tin: null, birth_place: null, register_number: null, ...details };
  if (details) await saveTaxDetails(world, { user_id: creator.id, details: whole });
  return creator;
}

const tip = (creator: Creator, amount: number, times = 1) =>
  all(many(times), () => payTip(world, creator, { amount }));

describe("rounding", () => {
  it("quarters in whole euros add up to the year's sum rounded half up, and each is less than one off", () => {
    expect(wholeEuros([40, 40, 40, 40])).toEqual([0, 1, 0, 1]);
    expect(wholeEuros([100_50, 0, -100_50, 0])).toEqual([101, 0, -101, 0]);
    for (let seed = 1; seed <= 500; seed += 1) {
      const cents = [7919, 104_729, 1_299_709, 15_485_863].map(
        (prime) => ((seed * prime) % 400_001) - 100_000,
      );
      const euros = wholeEuros(cents);
      const sum = cents.reduce((total, each) => total + each, 0);
      const whole = euros.reduce((total, each) => total + each, 0);
      expect(2 * (100 * whole - sum)).toBeLessThanOrEqual(100);
      expect(2 * (100 * whole - sum)).toBeGreaterThan(-100);
      for (const [place, each] of euros.entries())
        expect(Math.abs(100 * each - (cents[place] ?? 0))).toBeLessThanOrEqual(100);
    }
  });
});

it("the message of sellers of each kind holds to the schema, with their identities and the sums of each quarter", async () => {
  const german = await seller("DE", { tin: { number: "86095742719", country: "DE" } });
  const company = await seller(
    "AT",
    { kind: "COMPANY", tin: { number: "123456789", country: "AT" }, register_number: "FN 12345 a" },
    { company: "Strings & Co", eu_ust_id: "ATU13585627", date_of_birth: null },
  );
  const numberless = await seller("FR", { birth_place: { city: "Lyon", country: "FR" } });
  const near = await seller("DE", { tin: { number: "47036892816", country: "DE" } });
  const elsewhere = await seller("CH", { tin: { number: "7561234567897", country: "CH" } });
  const silent = await seller("DE", null);
  const [first] = await tip(german, 499_99, 6);
  await tip(company, 450_37, 5);
  await tip(numberless, 1_00, 30);
  await tip(near, 400_00, 4);
  await tip(elsewhere, 450_00, 5);
  await tip(silent, 450_00, 5);
  clock.passSeconds(80 * DAY_SECONDS);
  if (first) await refund(world, first, byOperator(await makeOperator(world)));
  await tip(company, 100_11);
  const message = await report();
  expect(dpiFaults(message)).toEqual([]);
  expect(sellersIn(message)).toHaveLength(3);
  for (const none of [near, elsewhere, silent]) expect(of(message, none)).toBeUndefined();

  const [person, entity] = [of(message, german), of(message, company)];
  if (!person || !entity) throw new Error("a seller is missing");
  const [german_tin] = along(person, `${STANDARD}/dpi:TIN`);
  expect(german_tin).toMatchObject({ text: "86095742719", attributes: { issuedBy: "DE" } });
  expect(textAt(person, `${STANDARD}/dpi:Name/dpi:FirstName`)).toBe("Ada <&>");
  expect(textAt(person, `${STANDARD}/dpi:BirthInfo/dpi:BirthDate`)).toBe("1990-02-28");
  expect(quarters(person, "dpi:Consideration")).toEqual(["3000", "-500", "0", "0"]);
  expect(quarters(person, "dpi:NumberOfActivities")).toEqual(["6", "0", "0", "0"]);
  expect(textAt(entity, `${ENTITY}/dpi:Name`)).toBe("Strings & Co");
  expect(textAt(entity, `${ENTITY}/dpi:VAT`)).toBe("ATU13585627");
  expect(along(entity, `${ENTITY}/dpi:IN`)[0]).toMatchObject({
    ...{ text: "FN 12345 a", attributes: { issuedBy: "AT", INType: "BRN" } },
  });
  expect(quarters(entity, "dpi:Consideration")).toEqual(["2252", "100", "0", "0"]);
  const [unknown] = along(of(message, numberless) ?? message, `${STANDARD}/dpi:TIN`);
  expect(unknown).toMatchObject({ text: "", attributes: { unknown: "true" } });
  const place = `${STANDARD}/dpi:BirthInfo/dpi:BirthPlace`;
  expect(textAt(of(message, numberless) ?? message, `${place}/dpi:City`)).toBe("Lyon");
  expect((await reportedSellers(world, 2026)).missing.map(({ creator_id }) => creator_id)).toEqual([
    silent.id,
  ]);
});

it("the message's sums are the ledger's, each within the rounding of a whole euro, fees and taxes among them", async () => {
  const creator = await seller("DE", { tin: { number: "65929970489", country: "DE" } });
  await acceptPayoutData(world, creator);
  await tip(creator, 333_33, 7);
  await earn(world, creator, 90_00);
  await requestWithdrawal(world, { user_id: creator.id, currency: "EUR", amount_minor: minor(50_00) });
  const message = await report();
  expect(dpiFaults(message)).toEqual([]);
  const { in_file } = await reportedSellers(world, 2026);
  const account = "dpi:Identity/dpi:IndividualSeller/dpi:Standard/dpi:FinancialIdentifier/dpi:Identifier";
  const [identifier] = along(of(message, creator) ?? message, account);
  expect(identifier).toMatchObject({
    text: GERMAN_BANK.bank_iban,
    attributes: { AccountNumberType: "IBAN" },
  });
  for (const found of in_file) {
    const written = sellersIn(message).find((each) =>
      textAt(each, "dpi:DocSpec/stf:DocRefId").endsWith(found.creator_id),
    );
    const figures = [
      ["dpi:Consideration", found.year.consideration_minor],
      ["dpi:Fees", found.year.fees_minor],
      ["dpi:Taxes", found.year.taxes_minor],
    ] as const;
    for (const [path, cents] of figures) {
      const euros = quarters(written, path).reduce((sum, each) => sum + Number(each), 0);
      expect([path, euros]).toEqual([path, Math.floor((cents + 50) / 100)]);
    }
    const activities = quarters(written, "dpi:NumberOfActivities").reduce(
      (sum, each) => sum + Number(each),
      0,
    );
    expect(activities).toBe(found.year.activities);
  }
  // By the creator's own accounts, which the report does not read: all that came from outside and was not given back.
  const { rows } = await sql<{ held: number }>`
    select sum(credits - debits)::bigint as held from ledger_account
    where owner = ${creator.id}`.execute(db);
  const own = in_file.find(({ creator_id }) => creator_id === creator.id);
  expect(own?.year.consideration_minor).toBe(rows[0]?.held);
  // Less the fee of the withdrawal, 1.50 with VAT.
  expect(own?.year.consideration_minor).toBe(7 * 333_33 + 90_00 - 1_50);
});

it("the operator of the settings reports; an open year makes test data, and a closed one the report", async () => {
  const open = await report();
  const operatorOf = (message: XmlElement, path: string) =>
    textAt(message, `dpi:DPIBody/dpi:PlatformOperator/${path}`);
  expect(operatorOf(open, "dpi:Name")).toBe(operator.name);
  expect(operatorOf(open, "dpi:TIN")).toBe("DE123456788");
  expect(operatorOf(open, "dpi:AssumedReporting")).toBe("false");
  expect(operatorOf(open, "dpi:DocSpec/stf:DocTypeIndic")).toBe("OECD11");
  expect(textAt(open, "dpi:MessageSpec/dpi:ReportingPeriod")).toBe("2026-12-31");
  clock.passSeconds(330 * DAY_SECONDS);
  const closed = await report();
  expect(dpiFaults(closed)).toEqual([]);
  expect(operatorOf(closed, "dpi:DocSpec/stf:DocTypeIndic")).toBe("OECD1");
  expect(textAt(closed, "dpi:MessageSpec/dpi:MessageTypeIndic")).toBe("DPI401");
  const refs = sellersIn(closed).map((each) => textAt(each, "dpi:DocSpec/stf:DocRefId"));
  expect(new Set(refs).size).toBe(refs.length);
});

it("a year without a reportable seller makes a message that says so; while details are missing there is none", async () => {
  const none = await reportedSellers(world, 2020);
  expect([none.has_file, none.in_file]).toEqual([true, []]);
  const message = readXml(
    dac7Message(none, { operator, accounts: new Map(), message_id: randomUUID(), now: clock.now() }),
  );
  expect(dpiFaults(message)).toEqual([]);
  expect(textAt(message, "dpi:MessageSpec/dpi:MessageTypeIndic")).toBe("DPI403");
  await db.deleteFrom("seller_tax_details").execute();
  expect((await reportedSellers(world, 2026)).has_file).toBe(false);
});

it("the reader of the schema finds what is out of order, missing, beyond a list or of another form", () => {
  const good = `<?xml version="1.0" encoding="UTF-8"?><dpi:DPI_OECD xmlns:dpi="urn:oecd:ties:dpi:v1" xmlns:stf="urn:oecd:ties:dpistf:v1" version="1.0"><dpi:MessageSpec><dpi:TransmittingCountry>DE</dpi:TransmittingCountry><dpi:ReceivingCountry>DE</dpi:ReceivingCountry><dpi:MessageType>DPI</dpi:MessageType><dpi:MessageRefId>1</dpi:MessageRefId><dpi:MessageTypeIndic>DPI403</dpi:MessageTypeIndic><dpi:ReportingPeriod>2026-12-31</dpi:ReportingPeriod><dpi:Timestamp>2027-01-02T03:04:05Z</dpi:Timestamp></dpi:MessageSpec><dpi:DPIBody><dpi:PlatformOperator><dpi:TIN>1</dpi:TIN><dpi:Name>A</dpi:Name><dpi:Address><dpi:CountryCode>DE</dpi:CountryCode><dpi:AddressFree>B</dpi:AddressFree></dpi:Address><dpi:DocSpec><stf:DocTypeIndic>OECD1</stf:DocTypeIndic><stf:DocRefId>1</stf:DocRefId></dpi:DocSpec></dpi:PlatformOperator></dpi:DPIBody></dpi:DPI_OECD>`;
  const faults = (from: string, to: string) => dpiFaults(readXml(good.replace(from, to)));
  expect(dpiFaults(readXml(good))).toEqual([]);
  for (const [from, to] of [
    ["<dpi:MessageType>DPI</dpi:MessageType>", ""],
    ["DPI403", "DPI404"],
    ["2026-12-31", "31.12.2026"],
    ["<dpi:Name>A</dpi:Name>", "<dpi:Name></dpi:Name>"],
    ["<dpi:TIN>1</dpi:TIN><dpi:Name>A</dpi:Name>", "<dpi:Name>A</dpi:Name><dpi:TIN>1</dpi:TIN>"],
    ["<dpi:TIN>", '<dpi:TIN issued="DE">'],
    ["<dpi:AddressFree>B</dpi:AddressFree>", ""],
    ["OECD1<", "OECD4<"],
    ["dpistf:v1", "dpistf:v2"],
  ] as const)
    expect(faults(from, to), to).not.toEqual([]);
});
