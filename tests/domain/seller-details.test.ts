import { randomUUID } from "node:crypto";
import { strFromU8, unzipSync } from "fflate";
import { type Kysely, sql } from "kysely";
import { expect } from "vitest";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { requestDeletion } from "../../app/domain/auth/deletion.server.ts";
import { exportAccount } from "../../app/domain/data-export/data-export.server.ts";
import { numberTransactions } from "../../app/domain/ledger/journal.server.ts";
import { reportedAccounts } from "../../app/domain/payouts/destinations/payout-data.server.ts";
import { leaveForGood } from "../../app/domain/payouts/statements/month-statements.server.ts";
import { sweepRetention } from "../../app/domain/retention/sweep.server.ts";
import { reportedSellers } from "../../app/domain/sellers/dac7.server.ts";
import {
  findSellerNotice,
  findWantedDetails,
  judgeSellers,
} from "../../app/domain/sellers/seller-notices.server.ts";
import { type TaxDetails, taxDetailsForm } from "../../app/domain/sellers/tax-details.schema.ts";
import { findTaxDetails, saveTaxDetails } from "../../app/domain/sellers/tax-details.server.ts";
import type { DB } from "../../db/schema.ts";
import { test as it } from "../support/domain-test.ts";
import { memoryStore } from "../support/fixtures/memory-store.ts";
import { payableCreator, withdrawAndPay } from "../support/money/payout-story.ts";
import { makeOperator, type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import { byOperator, refund } from "../support/money/refund-world.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  payTip,
} from "../support/money/tip-world.ts";

// What the report of DAC7 needs of creators: given once, kept encrypted, wanted when a year is near its threshold.
let db: Kysely<DB>;
const clock = movableClock(new Date("2026-03-10T10:00:00Z"));
let world: PayoutWorld;

it.beforeAll(async ({ database }) => {
  db = database.db;
  world = withPayouts(createTipWorld(db, clock));
  await earnBefore(world, "EUR", 10_000_00);
});

const GERMAN: TaxDetails = {
  kind: "PERSON",
  tin: { number: "86095742719", country: "DE" },
  birth_place: null,
  register_number: null,
};

const COUNTRIES: Readonly<Record<number, string>> = { 1: "DE", 2: "AT", 3: "FR" };
const typed = (fields: Record<string, string>) => {
  const parsed = taxDetailsForm((id) => COUNTRIES[id] ?? null).safeParse({ kind: "PERSON", ...fields });
  return parsed.success
    ? parsed.data
    : Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join("."), message]));
};

async function profile(creator: Creator, country = "DE"): Promise<void> {
  await sql`update users set firstname = 'Ada', lastname = 'Kessler', address = 'Testweg 1', zipcode = '10115',
    city = 'Berlin', date_of_birth = '1990-02-28', country_id = (select id from countries where iso_3166_1 = ${country})
    where id = ${creator.id}`.execute(db);
}

async function judge(): Promise<void> {
  await numberTransactions(db, clock.now());
  expect((await judgeSellers(world)).failed).toEqual([]);
}

const mailsTo = async (creator: Creator) =>
  (
    await db
      .selectFrom("mail_outbox")
      .select("params")
      .where("template", "=", "tax_details_wanted")
      .where("user_id", "=", creator.id)
      .orderBy("created_at")
      .execute()
  ).map(({ params }) => params);

const notice = (creator: Creator) => findSellerNotice(db, creator.id, clock.now());
const wanted = async (creator: Creator) =>
  (await findWantedDetails(db, creator.id, clock.now()))?.state ?? null;
const save = (creator: Creator, details = GERMAN) => saveTaxDetails(world, { user_id: creator.id, details });

it("a tax number is read without its separators, a German person's by its check digit, a German company's and an Austrian one by their form", () => {
  const number = (tin: string, tin_country_id: string, kind = "PERSON") => {
    const read = typed({ tin, tin_country_id, kind });
    return "tin" in read ? read.tin : read;
  };
  expect(number("86 095 742 719", "1")).toEqual({ number: "86095742719", country: "DE" });
  for (const wrong of ["86095742718", "06095742719", "8609574271", "abc"])
    expect(number(wrong, "1")).toBe("errors.tax.tin");
  expect(number("12/345/67890", "1", "COMPANY")).toEqual({ number: "1234567890", country: "DE" });
  for (const company of ["DE 123 456 789", "DE123456789-00001", "181/815/08155"])
    expect(number(company, "1", "COMPANY")).toMatchObject({ country: "DE" });
  for (const wrong of ["12", "123456789", "DE12345678"])
    expect(number(wrong, "1", "COMPANY")).toBe("errors.tax.tin");
  expect(number("12-345/6789", "2")).toEqual({ number: "123456789", country: "AT" });
  expect(number("12345678", "2")).toBe("errors.tax.tin");
  expect(number("30 23 217 600 053", "3")).toEqual({ number: "3023217600053", country: "FR" });
  expect(number("x".repeat(21), "3")).toBe("errors.tax.tin");
});

it("without a tax number a person names a place of birth; a company may name its register number", () => {
  expect(typed({})).toEqual({ tin: "errors.tax.tin_required" });
  expect(typed({ tin: "1" })).toEqual({ tin_country_id: "errors.country.required" });
  expect(typed({ has_no_tin: "on", tin: "86095742719" })).toMatchObject({ tin: "errors.tax.tin_or_none" });
  expect(typed({ has_no_tin: "on" })).toEqual({
    birth_city: "errors.tax.birth_city",
    birth_country_id: "errors.country.required",
  });
  expect(typed({ has_no_tin: "on", birth_city: "Paris", birth_country_id: "3" })).toEqual({
    ...{ kind: "PERSON", tin: null, register_number: null },
    birth_place: { city: "Paris", country: "FR" },
  });
  expect(typed({ kind: "COMPANY", has_no_tin: "on", register_number: "HRB 1" })).toEqual({
    ...{ kind: "COMPANY", tin: null, register_number: "HRB 1", birth_place: null },
  });
  expect(typed({ kind: "x" })).toEqual({ kind: "errors.tax.kind" });
});

it("tax details are kept encrypted, shown masked, replaced by newer ones, and the log says that they changed, without values", async () => {
  const creator = await createCreator(world);
  expect(await findTaxDetails(db, creator.id)).toEqual({
    given: null,
    missing: ["names", "date_of_birth", "address"],
  });
  await profile(creator);
  await save(creator, { ...GERMAN, tin: { number: "47036892816", country: "DE" } });
  await save(creator);
  expect(await findTaxDetails(db, creator.id)).toEqual({
    given: { kind: "PERSON", masked_tin: "DE ••••719", tin_country: "DE", changed_at: clock.now() },
    missing: [],
  });
  const { rows } = await sql<{ row: string; bytes: string }>`
    select to_jsonb(d)::text as row, encode(encrypted, 'escape') as bytes from seller_tax_details d
    where user_id = ${creator.id}`.execute(db);
  expect(rows).toHaveLength(1);
  for (const { row, bytes } of rows) expect(row + bytes).not.toContain("86095742719");
  const { entries } = await listAudit(db, { subject: `user:${creator.id}`, action: "tax_details.changed" });
  expect(entries.map(({ before, after }) => ({ before, after }))).toEqual([
    { before: null, after: null },
    { before: null, after: null },
  ]);
});

it("a company is complete with its name and address, and needs no date of birth", async () => {
  const creator = await createCreator(world);
  await profile(creator);
  await sql`update users set date_of_birth = null, firstname = null where id = ${creator.id}`.execute(db);
  await save(creator, { ...GERMAN, kind: "COMPANY", tin: { number: "1234567890", country: "DE" } });
  expect((await findTaxDetails(db, creator.id)).missing).toEqual(["company"]);
  await sql`update users set company = 'Strings GmbH' where id = ${creator.id}`.execute(db);
  expect((await findTaxDetails(db, creator.id)).missing).toEqual([]);
});

it("near the threshold a creator gets a mail, again after 30 and 60 days and then no more, however often the job runs", async () => {
  const creator = await createCreator(world);
  await profile(creator);
  for (let tip = 0; tip < 4; tip += 1) await payTip(world, creator, { amount: 399_00 });
  await judge();
  expect([await notice(creator), await wanted(creator), await mailsTo(creator)]).toEqual([null, null, []]);
  await payTip(world, creator, { amount: 10_00 });
  await judge();
  await judge();
  expect(await notice(creator)).toMatchObject({
    ...{ year: 2026, state: "NEAR", activities: 5, credited_minor: 1606_00 },
  });
  expect(await wanted(creator)).toBe("NEAR");
  expect(await mailsTo(creator)).toEqual([{ year: 2026, is_reportable: false }]);
  for (const [days, count] of [
    [29, 1],
    [1, 2],
    [29, 2],
    [1, 3],
    [40, 3],
  ] as const) {
    clock.passSeconds(days * DAY_SECONDS);
    await judge();
    expect(await mailsTo(creator)).toHaveLength(count);
  }
});

it("mails and the note end once details are given and the profile is complete; outside the EU there are none", async () => {
  const [gives, elsewhere] = [await createCreator(world), await createCreator(world)];
  await profile(gives);
  await profile(elsewhere, "CH");
  for (const creator of [gives, elsewhere])
    for (let tip = 0; tip < 5; tip += 1) await payTip(world, creator, { amount: 450_00 });
  await judge();
  expect(await mailsTo(gives)).toEqual([{ year: 2026, is_reportable: true }]);
  expect([await notice(elsewhere), await mailsTo(elsewhere)]).toEqual([null, []]);
  await save(gives);
  expect(await wanted(gives)).toBeNull();
  await sql`update users set city = null where id = ${gives.id}`.execute(db);
  expect(await wanted(gives)).toBe("REPORTABLE");
  await profile(gives);
  clock.passSeconds(31 * DAY_SECONDS);
  await judge();
  expect(await mailsTo(gives)).toHaveLength(1);
});

it("what refunds take back below the share is near no more, and no mail follows", async () => {
  const creator = await createCreator(world);
  await profile(creator);
  const tips = [
    await payTip(world, creator, { amount: 500_00 }),
    await payTip(world, creator, { amount: 500_00 }),
  ];
  for (let tip = 0; tip < 2; tip += 1) await payTip(world, creator, { amount: 400_00 });
  await judge();
  expect(await wanted(creator)).toBe("NEAR");
  const operator = byOperator(await makeOperator(world));
  for (const tip of tips) await refund(world, tip, operator);
  await judge();
  expect([(await notice(creator))?.state, await wanted(creator)]).toEqual(["BELOW", null]);
});

it("the account's export has one's own tax details masked, and what the year came to", async () => {
  const creator = await createCreator(world);
  await profile(creator);
  await save(creator);
  for (let tip = 0; tip < 4; tip += 1) await payTip(world, creator, { amount: 450_00 });
  await judge();
  const files = unzipSync(await exportAccount({ ...world, media: memoryStore() }, creator.id, clock.now()));
  const json = (name: string) => JSON.parse(strFromU8(files[`${name}.json`] ?? new Uint8Array()));
  expect(json("tax-details")).toMatchObject([{ kind: "PERSON", masked_tin: "DE ••••719" }]);
  expect(json("sales-report")).toMatchObject([{ state: "NEAR", credited_minor: 1800_00 }]);
  expect(
    Object.values(files)
      .map((file) => strFromU8(file))
      .join(),
  ).not.toContain("86095742719");
});

async function leave(creator: Creator): Promise<void> {
  expect(await requestDeletion(world, creator.id)).toBe("sent");
  const { dedupe_key } = await db
    .selectFrom("mail_outbox")
    .select("dedupe_key")
    .where("template", "=", "deletion")
    .where("user_id", "=", creator.id)
    .executeTakeFirstOrThrow();
  const token = world.tokens.sign("deletion", dedupe_key.slice("deletion:".length));
  expect(await leaveForGood(world, { user_id: creator.id, token })).toBe("deleted");
}

it("an account that is deleted on the day of reaching the threshold is judged in the night, with its details for the report", async () => {
  const creator = await payableCreator(world, { username: `quick-${randomUUID().slice(0, 8)}` });
  await profile(creator);
  await save(creator);
  for (let tip = 0; tip < 5; tip += 1) await payTip(world, creator, { amount: 450_00, type: "INETCASH_OB" });
  await withdrawAndPay(world, creator);
  await leave(creator);
  await sweepRetention({ ...world, log: { error: () => undefined } });
  await judge();
  clock.passSeconds(3 * DAY_SECONDS);
  await sweepRetention({ ...world, log: { error: () => undefined } });
  const { in_file } = await reportedSellers(world, 2026);
  expect(in_file.map(({ creator_id }) => creator_id)).toContain(creator.id);
});

it("a deleted account of a reportable seller keeps its details and profile, encrypted, for the legal time; others keep nothing", async () => {
  const [seller, other] = [
    await payableCreator(world, { username: `seller-${randomUUID().slice(0, 8)}` }),
    await payableCreator(world, { username: `other-${randomUUID().slice(0, 8)}` }),
  ];
  for (const creator of [seller, other]) {
    await profile(creator);
    await save(creator);
  }
  for (let tip = 0; tip < 5; tip += 1) await payTip(world, seller, { amount: 450_00, type: "INETCASH_OB" });
  await judge();
  await withdrawAndPay(world, seller);
  await leave(seller);
  await leave(other);
  const rows = await db
    .selectFrom("seller_tax_details")
    .select(["user_id", "masked_tin"])
    .where("user_id", "in", [seller.id, other.id])
    .execute();
  expect(rows).toEqual([{ user_id: seller.id, masked_tin: null }]);
  await judge();
  const { in_file } = await reportedSellers(world, 2026);
  expect(in_file.find(({ creator_id }) => creator_id === seller.id)).toMatchObject({
    country: "DE",
    identity: { firstname: "Ada", date_of_birth: "1990-02-28", tin: GERMAN.tin },
  });
  expect((await reportedAccounts(world, [seller.id, other.id])).get(seller.id)).toMatchObject({
    type: "IBAN",
  });
  const sweep = async () => {
    expect((await sweepRetention({ ...world, log: { error: () => undefined } })).failed).toEqual([]);
    return await db
      .selectFrom("seller_tax_details")
      .select("user_id")
      .where("user_id", "=", seller.id)
      .execute();
  };
  expect(await sweep()).toHaveLength(1);
  clock.passSeconds(9.9 * 365 * DAY_SECONDS);
  expect(await sweep()).toHaveLength(1);
  clock.passSeconds(0.3 * 365 * DAY_SECONDS);
  await sweep();
  expect(await sweep()).toEqual([]);
});
