import { type Kysely, sql } from "kysely";
import { describe, expect } from "vitest";
import { momentInBerlin } from "../../app/domain/calendar.ts";
import { checkAndFreeze } from "../../app/domain/ledger/ledger-checks.server.ts";
import { accountBalanceAt, trialBalanceAt } from "../../app/domain/ledger/ledger-reports.server.ts";
import type { DB } from "../../db/schema.ts";
import { test as it } from "../support/domain-test.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import { createCreator, createTipWorld, earnBefore, payTip } from "../support/money/tip-world.ts";

// Balances at a past moment (docs/money.md, 7), beside the plain sum of all transfers posted by then.

let db: Kysely<DB>;
const DAYS = [2, 4, 6, 8, 10, 12];
const noon = (day: number) => new Date(Date.UTC(2026, 10, day, 12));

it.beforeAll(async ({ database }) => {
  db = database.db;
  for (const day of DAYS) {
    const world = createTipWorld(db, movableClock(noon(day)));
    await earnBefore(world, "EUR", day * 1_00);
    const creator = await createCreator(world);
    for (const amount of [5_00, 7_00, day * 1_00]) await payTip(world, creator, { amount });
    if (day === 4 || day === 8) {
      const clock = () => new Date(noon(day).getTime() + 3_600_000);
      await checkAndFreeze({ db, clock, newId: () => crypto.randomUUID() }, "FULL");
    }
  }
});

async function plainSums(at: Date) {
  const { rows } = await sql<{
    code: string;
    currency: string;
    owner: string;
    is_kept: boolean;
    debit: number;
  }>`
    select a.code, a.currency, a.owner, a.keeps_balance as is_kept,
      sum(case when m.debit_account = a.id then m.amount_minor else -m.amount_minor end)::bigint as debit
    from ledger_account a join ledger_transfer m on a.id in (m.debit_account, m.credit_account)
    join ledger_transaction t on t.id = m.transaction_id
    where t.created_at <= ${at}::timestamptz group by 1, 2, 3, 4`.execute(db);
  return rows;
}

const MOMENTS = [1, 2, 3, 4, 5, 7, 9, 12, 20].map((day) => noon(day));

describe.each(MOMENTS.map((at) => [at.toISOString(), at] as const))("at %s", (_, at) => {
  it("each sum of the trial balance is that of the transfers posted by then", async () => {
    const expected = new Map<string, number>();
    for (const { code, currency, owner, is_kept, debit } of await plainSums(at)) {
      const key = `${code} ${currency} ${is_kept ? "" : owner}`;
      expected.set(key, (expected.get(key) ?? 0) + debit);
    }
    const found = (await trialBalanceAt(db, at)).map(
      ({ code, currency, owner, side, balance_minor }) =>
        [`${code} ${currency} ${owner ?? ""}`, side === "DEBIT" ? balance_minor : -balance_minor] as const,
    );
    expect(new Map(found)).toEqual(expected);
    expect(found.reduce((sum, [, debit]) => sum + debit, 0)).toBe(0);
  });

  it("each account has the balance of the transfers posted by then", async () => {
    const posted = await plainSums(at);
    for (const { code, currency, owner } of await plainSums(noon(30))) {
      const balance = await accountBalanceAt(db, { code, currency, owner }, at);
      const own = posted.find((row) => row.code === code && row.currency === currency && row.owner === owner);
      const debit = balance && (balance.side === "DEBIT" ? balance.balance_minor : 0 - balance.balance_minor);
      expect(debit).toBe(own?.debit ?? 0);
    }
  });
});

it("an account that there is not has no balance", async () => {
  expect(await accountBalanceAt(db, { code: "bank", currency: "XTS", owner: "" }, noon(9))).toBeNull();
});

it.each([
  ["2026-12-01T08:00", "2026-12-01T07:00:00.000Z"],
  ["2026-07-01T08:00", "2026-07-01T06:00:00.000Z"],
  // The hour that comes twice, and the one that never comes.
  ["2026-10-25T02:30", "2026-10-25T00:30:00.000Z"],
  ["2026-03-29T02:30", null],
  ["2026-02-30T08:00", null],
  ["2026-12-01", null],
  ["1999-12-01T08:00", null],
])("the minute %s on a clock in Berlin is %s", (minute, moment) => {
  expect(momentInBerlin(minute)?.toISOString() ?? null).toBe(moment);
});
