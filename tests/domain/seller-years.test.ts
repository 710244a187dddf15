import { type Kysely, sql } from "kysely";
import { expect } from "vitest";
import { correct, reverseCorrection } from "../../app/domain/corrections/corrections.server.ts";
import { numberTransactions } from "../../app/domain/ledger/journal.server.ts";
import { findCorrectionKind } from "../../app/domain/ledger/rules/correction-posting-rules.ts";
import {
  listSellerYears,
  type Seller,
  sellersOfYear,
  sellerYears,
} from "../../app/domain/ledger/seller-years.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { markFailed } from "../../app/domain/payouts/batches/transitions.server.ts";
import { requestWithdrawal } from "../../app/domain/payouts/requests/withdrawals.server.ts";
import type { DB } from "../../db/schema.ts";
import { all, many } from "../support/database/at-once.ts";
import { test as it } from "../support/domain-test.ts";
import { payDirectly } from "../support/money/direct-creators.ts";
import {
  acceptPayoutData,
  earn,
  makeOperator,
  type PayoutWorld,
  payoutsOf,
  withPayouts,
} from "../support/money/payout-world.ts";
import { byOperator, refund } from "../support/money/refund-world.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import {
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  payTip,
  tellDispute,
} from "../support/money/tip-world.ts";
import { tellEverything } from "../support/money/whole-world.ts";

// What the DAC7 report says of sellers (docs/money.md, 8), held against the ledger.
let db: Kysely<DB>;
const clock = movableClock(new Date("2026-05-10T10:00:00Z"));
let world: PayoutWorld;

it.beforeAll(async ({ database }) => {
  db = database.db;
  world = withPayouts(createTipWorld(db, clock));
});

const found = async (year: number) => {
  await numberTransactions(db, clock.now());
  return await sellersOfYear(db, year);
};
/** Everybody who got anything at all. */
const ALL = { activities: 0, eur_minor: 0, near_bps: 0 };

const figures = (seller: Seller | undefined) =>
  seller?.quarters.map((each) =>
    [each.activities, each.consideration_minor, each.fees_minor, each.taxes_minor].join(" "),
  );
const of = (sellers: readonly Seller[], { id }: { id: string }) =>
  sellers.find(({ creator_id }) => creator_id === id);

it("a seller's quarters have their tips, less what refunds and lost disputes took back in them, and a payout's fee", async () => {
  const creator = await createCreator(world);
  const [first, second] = [
    await payTip(world, creator, { amount: 400_00 }),
    await payTip(world, creator, { amount: 300_00 }),
  ];
  for (const _ of many(4)) await payTip(world, creator, { amount: 450_00 });
  clock.passSeconds(66 * DAY_SECONDS);
  await payTip(world, creator, { amount: 300_00 });
  await refund(world, first, byOperator(await makeOperator(world)), 100_00);
  await tellDispute(world, second, "OPEN");
  await tellDispute(world, second, "LOST");
  const { sellers, is_final } = await found(2026);
  expect(figures(of(sellers, creator))).toEqual(["0 0 0 0", "6 250000 0 0", "1 -10000 0 0", "0 0 0 0"]);
  expect(is_final).toBe(false);
});

it("what fans paid a seller directly is consideration as well, less what went back", async () => {
  const creator = await createCreator(world);
  await payDirectly(world, creator);
  const first = await payTip(world, creator, { amount: 2_500_00 });
  await payTip(world, creator, { amount: 450_00 });
  await refund(world, first, byOperator(await makeOperator(world)), 100_00);
  const { sellers } = await found(2026);
  expect(figures(of(sellers, creator))).toEqual(["0 0 0 0", "0 0 0 0", "2 285000 0 0", "0 0 0 0"]);
});

it("thirty activities are reportable, and so is more than 2,000.00; the share of either is near, and less is not listed", () => {
  const sum = (activities: number, credited_minor: number) => {
    const [seller] = sellerYears(
      [
        {
          creator_id: "a",
          quarter: "2026-Q1",
          currency: "EUR",
          activities,
          credited_minor,
          fees_minor: 0,
          taxes_minor: 0,
        },
      ],
      { year: 2026, threshold: { activities: 30, eur_minor: 2_000_00, near_bps: 8_000 }, rates: new Map() },
    );
    return seller?.state ?? null;
  };
  expect([sum(30, 1), sum(1, 2_000_01)]).toEqual(["REPORTABLE", "REPORTABLE"]);
  expect([sum(24, 1), sum(29, 1), sum(1, 1_600_00), sum(1, 2_000_00)]).toEqual(many(4).map(() => "NEAR"));
  expect([sum(23, 1), sum(1, 1_599_99)]).toEqual([null, null]);
});

it("many small tips in another currency make a seller reportable, and each quarter counts at its last day's rate", async () => {
  const creator = await createCreator(world, { currency: "USD" });
  const rate = (rate_date: string, units_per_euro: string) =>
    db
      .insertInto("reference_rates")
      .values({ currency: "USD", rate_date, units_per_euro, source: "test" })
      .execute();
  await rate("2026-09-30", "1.25");
  for (const _ of many(30)) await payTip(world, creator, { amount: 3_00 });
  const { sellers, early_rates } = await found(2026);
  expect(early_rates).toEqual([]);
  expect(of(sellers, creator)).toMatchObject({ state: "REPORTABLE", credited_minor: 72_00 });
  expect(figures(of(sellers, creator))?.[2]).toBe("30 7200 0 0");
});

it("all that a seller was credited is what they have, were paid and lost otherwise, to the cent, in a world with all that moves money", async () => {
  await tellEverything(db);
  await numberTransactions(db, new Date("2027-06-01T00:00:00Z"));
  const sellers = new Map<string, number>();
  for (const year of await listSellerYears(db))
    for (const seller of (await sellersOfYear(db, year, ALL)).sellers)
      sellers.set(seller.creator_id, (sellers.get(seller.creator_id) ?? 0) + seller.year.consideration_minor);
  // By the balances and by what went to banks or was written off: it shares no line with the report.
  const { rows } = await sql<{ creator_id: string; consideration_minor: number }>`
    with own as (
      select owner, sum(case when normal_side = 'CREDIT' then credits - debits else credits - debits end) as held
      from ledger_account where length(owner) = 36 and code <> 'creator_unverified' and currency = 'EUR' group by 1
    ), elsewhere as (
      select o.owner, sum(case o.other when 'direct_passed' then -o.amount else o.amount end) as gone from ledger_transfer m
      join ledger_account d on d.id = m.debit_account join ledger_account c on c.id = m.credit_account
      cross join lateral (values (d.owner, d.code, c.code, m.amount_minor), (c.owner, c.code, d.code, -m.amount_minor))
        as o(owner, code, other, amount)
      where length(o.owner) = 36 and o.code <> 'creator_unverified' and m.currency = 'EUR'
        and o.other in ('bank', 'goodwill', 'chargeback_loss', 'breakage_revenue', 'direct_passed')
      group by 1
    )
    select own.owner as creator_id, (held + coalesce(gone, 0))::bigint as consideration_minor
    from own left join elsewhere using (owner)
    where not exists (select from ledger_account a where a.owner = own.owner and a.currency <> 'EUR'
      and (a.credits > 0 or a.debits > 0))`.execute(db);
  const listed = rows.filter(({ creator_id }) => sellers.has(creator_id));
  expect(listed.length).toBeGreaterThan(1);
  for (const { creator_id, consideration_minor } of listed)
    expect([creator_id, sellers.get(creator_id)]).toEqual([creator_id, consideration_minor]);
});

it("money that fitted nothing counts once a correcting entry credits its seller, and no more when that is taken back", async () => {
  const creator = await createCreator(world);
  const alone = { ...world, second_operator_from_minor: null };
  const operator_id = await makeOperator(world);
  const post = async (debit: string, credit: string, owner: string) => {
    const kind = findCorrectionKind({ debit, credit });
    if (!kind) throw new Error("no such entry");
    const correction_id = world.newId();
    const entry = { correction_id, kind, owner, currency: "EUR", amount_minor: minor(3_000_00) };
    await correct(alone, { ...entry, reference: "GLS 4711/26", reason: "a tip by transfer", operator_id });
    return correction_id;
  };
  await post("bank", "suspense", "");
  const credited = await post("suspense", "creator_available", creator.username);
  const considered = async () => {
    await numberTransactions(db, clock.now());
    const years = await all(await listSellerYears(db), (each) => sellersOfYear(db, each, ALL));
    const sellers = years.flatMap((each) => each.sellers);
    return of(sellers, creator)?.year.consideration_minor;
  };
  expect(await considered()).toBe(3_000_00);
  await reverseCorrection(alone, { correction_id: credited, operator_id, reason: "of another creator" });
  expect(await considered()).toBe(0);
});

it("a payout's fee is no consideration, and where it comes back it is as if it had never been taken", async () => {
  const creator = await createCreator(world);
  await sql`update users set country_id = (select id from countries where iso_3166_1 = 'DE')
    where id = ${creator.id}`.execute(db);
  await acceptPayoutData(world, creator);
  await earn(world, creator, 90_00);
  await requestWithdrawal(world, { user_id: creator.id, currency: "EUR", amount_minor: null });
  const year = async () => {
    await numberTransactions(db, clock.now());
    const sellers = (await all(await listSellerYears(db), (each) => sellersOfYear(db, each, ALL))).flatMap(
      (each) => each.sellers,
    );
    return of(sellers, creator)?.year;
  };
  // 1.50 with Germany's VAT in it: 1.26 and 0.24.
  expect(await year()).toEqual({
    activities: 1,
    consideration_minor: 88_50,
    fees_minor: 1_26,
    taxes_minor: 24,
  });
  const [payout] = await payoutsOf(world, creator);
  const operator_id = await makeOperator(world);
  await markFailed(world, { payout_id: payout?.id ?? "", operator_id, reason: "closed" });
  expect(await year()).toEqual({ activities: 1, consideration_minor: 90_00, fees_minor: 0, taxes_minor: 0 });
});
