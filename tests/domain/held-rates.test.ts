import { afterAll, expect } from "vitest";
import { countApprovals, decideRate } from "../../app/domain/approvals/approvals.server.ts";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { listHeldRates, refreshRates, vatAndRatesOn } from "../../app/domain/exchange-rates/rates.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { test as it } from "../support/domain-test.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { approveAbout, withPayouts } from "../support/money/payout-world.ts";
import { openReferenceBank, type ReferenceBank } from "../support/money/reference-bank.ts";
import { createTipWorld, type TipWorld } from "../support/money/tip-world.ts";

let world: TipWorld;
let bank: ReferenceBank;
let operator_id: string;

it.beforeAll(async ({ database }) => {
  world = createTipWorld(database.db);
  operator_id = (await createOperatorRow(database.db, world.clock())).id;
  bank = await openReferenceBank();
});
afterAll(() => bank.close());

/** What the bank tells of a day is fetched. */
async function fetched(day: string, rates: Record<string, number>): Promise<void> {
  bank.publish(day, rates);
  await refreshRates(world.db, bank.url, new Date(`${day}T18:00:00Z`));
}

/** The rate that prices are made with on a day. */
const used = async (currency: string, day: string) =>
  Number((await vatAndRatesOn(world.db, "DE", day, [currency])).rates.get(currency)?.units_per_euro);

const held = async () =>
  (await listHeldRates(world.db)).map(
    (rate) => `${rate.currency} ${rate.rate_date}: ${rate.units_per_euro} after ${rate.before_units}`,
  );

it("a reference rate that leaps, up or down, waits for an operator; the rate before it is used meanwhile, and the others go on", async () => {
  await fetched("2027-03-01", { USD: 1.1, GBP: 0.9, CHF: 1, JPY: 180 });
  await fetched("2027-03-02", { USD: 1.21, GBP: 0.81, CHF: 1.11, JPY: 18 });
  expect(await held()).toEqual([
    "CHF 2027-03-02: 1.11 after 1",
    "GBP 2027-03-02: 0.81 after 0.9",
    "JPY 2027-03-02: 18 after 180",
  ]);
  expect(await used("USD", "2027-03-02")).toBe(1.21);
  expect(await used("JPY", "2027-03-02")).toBe(180);
  await fetched("2027-03-02", { JPY: 18 });
  expect(await held()).toHaveLength(3);
});

it("the newest of a currency's held rates is the one that waits, and nobody accepts another one than was shown", async () => {
  const [shown] = (await listHeldRates(world.db)).filter(({ currency }) => currency === "CHF");
  if (!shown) throw new Error("a rate waits");
  await fetched("2027-03-03", { CHF: 1.2 });
  expect(await held()).toContain("CHF 2027-03-03: 1.2 after 1");
  expect(await decideRate(world, { ...shown, operator_id, decision: "ACCEPTED" })).toBe("gone");
  expect(await used("CHF", "2027-03-03")).toBe(1);
});

it("an operator accepts a held rate once, from when on it is used and the next days are judged by it; a refused one stays unused", async () => {
  const waiting = await listHeldRates(world.db);
  const of = (currency: string) => {
    const found = waiting.find((rate) => rate.currency === currency);
    if (!found) throw new Error("a rate waits");
    return { id: found.id, rate_date: found.rate_date, operator_id };
  };
  const pressed = await all(many(4), () => decideRate(world, { ...of("CHF"), decision: "ACCEPTED" }));
  expect(pressed.toSorted()).toEqual(["decided", "gone", "gone", "gone"]);
  expect(await used("CHF", "2027-03-03")).toBe(1.2);
  expect(await decideRate(world, { ...of("JPY"), decision: "REFUSED" })).toBe("decided");
  await fetched("2027-03-04", { CHF: 1.25, JPY: 181 });
  expect(await used("CHF", "2027-03-04")).toBe(1.25);
  expect(await used("JPY", "2027-03-04")).toBe(181);
  expect(await held()).toEqual(["GBP 2027-03-02: 0.81 after 0.9"]);
  expect((await listAudit(world.db, {})).entries).toMatchObject([
    { action: "rate.refused", after: { currency: "JPY", rate_date: "2027-03-02" } },
    { action: "rate.accepted", after: { currency: "CHF", rate_date: "2027-03-03" } },
  ]);
});

it("a rate a hundred times the one before takes two operators, and one alone refuses it", async () => {
  const two = { ...withPayouts(world), second_operator_from_minor: 1_000_00 };
  const checker = (await createOperatorRow(world.db, world.clock())).id;
  const leap = async (day: string, rates: Record<string, number>) => {
    await fetched(day, rates);
    const [rate] = (await listHeldRates(world.db)).filter(({ rate_date }) => rate_date === day);
    if (!rate) throw new Error("a rate waits");
    return { id: rate.id, rate_date: day, operator_id };
  };
  const subjectOf = ({ id, rate_date }: { id: string; rate_date: string }) => `rate:${id}:${rate_date}`;
  await fetched("2027-06-01", { SEK: 11, NOK: 10, PLN: 4 });
  const hundredfold = await leap("2027-06-02", { SEK: 1100 });
  const pressed = await all(many(3), () => decideRate(two, { ...hundredfold, decision: "ACCEPTED" }));
  expect(pressed).toEqual(["waiting", "waiting", "waiting"]);
  expect(await used("SEK", "2027-06-02")).toBe(11);
  expect(await approveAbout(two, subjectOf(hundredfold), operator_id)).toBe("own");
  // A newer rate takes its place: what was asked for the older one is void.
  const newer = await leap("2027-06-03", { SEK: 0.11 });
  expect(await approveAbout(two, subjectOf(hundredfold), checker)).toBe("gone");
  expect(await decideRate(two, { ...newer, decision: "ACCEPTED" })).toBe("waiting");
  expect(await approveAbout(two, subjectOf(newer), checker)).toBe("approved");
  expect(await used("SEK", "2027-06-03")).toBe(0.11);

  const refused = await leap("2027-06-04", { NOK: 1000 });
  expect(await decideRate(two, { ...refused, decision: "ACCEPTED" })).toBe("waiting");
  expect(await decideRate(two, { ...refused, decision: "REFUSED" })).toBe("decided");
  expect(await used("NOK", "2027-06-04")).toBe(10);
  expect(await countApprovals(world.db, { kind: "RATE_LEAP" })).toBe(0);

  // A quarter is still one operator's, a little more is not; where one works alone, all is.
  expect(await decideRate(two, { ...(await leap("2027-06-05", { PLN: 5 })), decision: "ACCEPTED" })).toBe(
    "decided",
  );
  const more = { ...(await leap("2027-06-06", { PLN: 6.26 })), decision: "ACCEPTED" } as const;
  expect(await decideRate(two, more)).toBe("waiting");
  expect(await decideRate(world, more)).toBe("decided");
});

it("a reference rate of nothing is none: it keeps no other rate away, and the one before it is used", async () => {
  await fetched("2028-05-01", { USD: 1.1, GBP: 0.9 });
  await fetched("2028-05-02", { USD: 0, GBP: 0.91 });
  expect(await used("GBP", "2028-05-02")).toBe(0.91);
  expect(await used("USD", "2028-05-02")).toBe(1.1);
});
