import type { Kysely } from "kysely";
import { afterAll, beforeEach, describe, expect } from "vitest";
import { decideRate } from "../../app/domain/approvals/approvals.server.ts";
import { releaseDueFunds } from "../../app/domain/earnings/maturing.server.ts";
import { keepRates } from "../../app/domain/exchange-rates/rates.server.ts";
import { listDatevParts, streamDatev } from "../../app/domain/ledger/datev-export.server.ts";
import { journalExtent, numberTransactions } from "../../app/domain/ledger/journal.server.ts";
import { vatQuarter } from "../../app/domain/ledger/vat-quarters.server.ts";
import { readConfig } from "../../app/server/config.server.ts";
import type { DB } from "../../db/schema.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { makeOperator, type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import { createCreator, createTipWorld, DAY_SECONDS, payTip } from "../support/money/tip-world.ts";

// A rate that leaps is held, and accepted when its quarter is closed (docs/money.md, 8).

let db: Kysely<DB>;
let world: PayoutWorld;
const clock = movableClock(new Date("2027-03-31T10:00:00Z"));

it.beforeAll(async ({ database }) => {
  db = database.db;
  world = withPayouts(createTipWorld(db, clock));
  await rate("2027-03-30", "1.10");
  await payTip(world, await createCreator(world, { currency: "USD" }), { amount: 100_00, country: "FR" });
  await rate("2027-03-31", "1.30");
});
afterAll(async () => {
  await releaseDueFunds(db, clock.now());
  await expectCleanBooks(db, clock.now());
});

const rate = (rate_date: string, units_per_euro: string) =>
  keepRates(db, [{ currency: "USD", rate_date, units_per_euro, source: "ECB" }], clock.now());

async function acceptHeld(rate_date: string): Promise<void> {
  const held = await db
    .selectFrom("held_rates")
    .select("id")
    .where("rate_date", "=", rate_date)
    .executeTakeFirstOrThrow();
  const given = { id: held.id, rate_date, operator_id: await makeOperator(world) };
  expect(await decideRate(world, { ...given, decision: "ACCEPTED" })).toBe("decided");
}

async function fileOfMarch(): Promise<string> {
  const { datev } = readConfig({});
  const month = await journalExtent(world, "2027-03");
  if (!datev || !month) throw new Error("March has no file");
  const [part] = await listDatevParts(db, month);
  if (!part) throw new Error("March has no bookings");
  const words = {
    ...{ product: "", batch: "", kind: (kind: string) => kind },
    detail: { debit: "", credit: "", cause: "", original: "" },
  };
  const file = { month, parts: [part], part, settings: datev, words, now: clock.now() };
  const pieces: string[] = [];
  for await (const piece of streamDatev(db, file)) pieces.push(piece);
  return pieces.join("");
}

describe("a held rate of a quarter's last day", () => {
  let file: string;
  let quarter: Awaited<ReturnType<typeof vatQuarter>>;

  beforeEach(async () => {
    await numberTransactions(db, clock.now());
  });

  it("leaves the quarter at the next day's rate when it is closed before an operator accepts it", async () => {
    clock.passSeconds(3 * DAY_SECONDS);
    await rate("2027-04-01", "1.12");
    await numberTransactions(db, clock.now());
    [quarter, file] = [await vatQuarter(db, "2027-Q1"), await fileOfMarch()];
    expect([quarter.is_final, quarter.early_rates]).toEqual([true, []]);
    expect(file).toContain(";1,10;");
  });

  it("changes neither the final VAT nor the final bookings when it is accepted then", async () => {
    clock.passSeconds(60);
    await acceptHeld("2027-03-31");
    expect(await vatQuarter(db, "2027-Q1")).toEqual(quarter);
    expect((await fileOfMarch()).split("\r\n").slice(1)).toEqual(file.split("\r\n").slice(1));
  });

  it("is the quarter's rate where it is accepted before its last month is closed", async () => {
    await payTip(world, await createCreator(world, { currency: "USD" }), { amount: 100_00, country: "FR" });
    clock.passSeconds(88 * DAY_SECONDS);
    await rate("2027-06-30", "1.60");
    await acceptHeld("2027-06-30");
    clock.passSeconds(3 * DAY_SECONDS);
    await rate("2027-07-01", "1.65");
    await numberTransactions(db, clock.now());
    const { supplies, is_final } = await vatQuarter(db, "2027-Q2");
    expect([is_final, supplies.map(({ vat_minor }) => vat_minor)]).toEqual([true, [1_25]]);
  });
});
