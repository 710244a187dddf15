import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect } from "vitest";
import {
  type AccountRef,
  accountKey,
  cause,
  clearing as clearingOf,
  creatorAccount,
  platform,
} from "../../app/domain/ledger/chart.ts";
import { getBalances, LedgerConflict, type Posting } from "../../app/domain/ledger/post.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { expectCleanLedger, postAlone } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";

const NOW = new Date("2026-11-21T10:00:00Z");
const CREATORS = 3;
/** More by the environment: docs/faults.md. */
const RUNS = Number(process.env.RUNS ?? 25);

/** The ways that money takes between a provider, creators and the bank, so that what is owed is always held. */
const WAYS = ["earned", "requested", "paid_out", "taken_back", "fee"] as const;
interface Step {
  way: (typeof WAYS)[number];
  creator: number;
  currency: "EUR" | "USD" | "JPY";
  amount: number;
}

function transfer(
  { way, creator, currency, amount }: Step,
  owners: readonly string[],
): Posting["transfers"][number] {
  const owner = owners[creator] ?? "";
  const available = creatorAccount("creator_available", owner, currency);
  const inTransit = creatorAccount("payout_in_transit", owner, currency);
  const clearing = clearingOf("scripted", currency);
  const ways: Record<Step["way"], [AccountRef, AccountRef]> = {
    earned: [clearing, available],
    requested: [available, inTransit],
    paid_out: [inTransit, platform("bank", currency)],
    taken_back: [available, clearing],
    fee: [clearing, platform("service_fee_revenue", currency)],
  };
  const [from, to] = ways[way];
  return { from, to, amount_minor: minor(amount) };
}

const step: fc.Arbitrary<Step> = fc.record({
  way: fc.constantFrom(...WAYS),
  creator: fc.nat(CREATORS - 1),
  currency: fc.constantFrom("EUR", "USD", "JPY"),
  amount: fc.integer({ min: 1, max: 1000 }),
});
/** Few keys, so that many come again: with the same body, or with another. */
const posting = fc.record({ key: fc.nat(12), steps: fc.array(step, { minLength: 1, maxLength: 4 }) });
const batch = fc.uniqueArray(posting, { minLength: 1, maxLength: 3, selector: (each) => each.key });
const history = fc.array(batch, { minLength: 1, maxLength: 12 });

/** The ledger as anybody would write it down: what was posted, and what each account holds. */
class PlainLedger {
  readonly bodies = new Map<string, string>();
  readonly balances = new Map<string, number>();

  /** False when the batch is refused: another body under a known key, or a creator's account below zero. */
  post(postings: readonly Posting[]): boolean {
    const body = (each: Posting) => JSON.stringify(each.transfers);
    if (postings.some((each) => (this.bodies.get(each.key) ?? body(each)) !== body(each))) return false;
    const fresh = postings.filter((each) => !this.bodies.has(each.key));
    const changed = new Map(this.balances);
    for (const { from, to, amount_minor } of fresh.flatMap((each) => each.transfers)) {
      changed.set(accountKey(from), (changed.get(accountKey(from)) ?? 0) - amount_minor);
      changed.set(accountKey(to), (changed.get(accountKey(to)) ?? 0) + amount_minor);
    }
    const isOverdrawn = [...changed].some(
      ([key, balance]) => /^(creator|payout_in)_/.test(key) && balance < 0,
    );
    if (isOverdrawn) return false;
    for (const each of fresh) this.bodies.set(each.key, body(each));
    for (const [key, balance] of changed) this.balances.set(key, balance);
    return true;
  }
}

describe("any history of postings", () => {
  it("any history of postings leaves the ledger as a plain book would stand, and the checks find nothing", async ({
    database,
  }) => {
    await fc.assert(
      fc.asyncProperty(history, async (batches) => {
        const run = randomUUID();
        const owners = Array.from({ length: CREATORS }, () => randomUUID());
        const plain = new PlainLedger();
        for (const each of batches) {
          const postings = each.map(({ key, steps }) => ({
            key: `${run}:${key}`,
            kind: "test",
            cause: cause("payment", run, String(key)),
            reference: run,
            effective_at: NOW,
            transfers: steps.map((one) => transfer(one, owners)),
          }));
          const isTaken = plain.post(postings);
          const outcome = await postAlone(database.db, postings, NOW).then(
            () => "taken",
            (error: unknown) => {
              if (error instanceof LedgerConflict || /not_overdrawn/.test(String(error))) return "refused";
              throw error;
            },
          );
          expect(outcome).toBe(isTaken ? "taken" : "refused");
        }
        for (const owner of owners) {
          for (const currency of ["EUR", "USD", "JPY"]) {
            const own = await getBalances(database.db, owner, currency);
            const held = (account: AccountRef) => plain.balances.get(accountKey(account)) ?? 0;
            expect(own.creator_available).toBe(held(creatorAccount("creator_available", owner, currency)));
            expect(own.payout_in_transit).toBe(held(creatorAccount("payout_in_transit", owner, currency)));
          }
        }
        await expectCleanLedger(database.db, NOW);
      }),
      { numRuns: RUNS },
    );
  });
});
