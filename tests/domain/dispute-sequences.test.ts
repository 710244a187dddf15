import fc from "fast-check";
import { sql } from "kysely";
import { expect } from "vitest";
import { writeOff } from "../../app/domain/earnings/debts.server.ts";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import type { Payment } from "../../app/domain/payments/payment-record.server.ts";
import type { DisputeSnapshot, RefundSnapshot } from "../../app/domain/payments/provider-port.ts";
import { many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { earn, makeOperator } from "../support/money/payout-world.ts";
import { giveUpDebts, type Purse } from "../support/money/purse.ts";
import { askRefund, byOperator } from "../support/money/refund-world.ts";
import { type Cut, type TipEvent, TipModel } from "../support/money/tip-model.ts";
import {
  balancesOf,
  type Creator,
  createCreator,
  createTipWorld,
  draftTip,
  earnBefore,
  mature,
  payOut,
  payTip,
  priceOf,
  type TipWorld,
  tell,
} from "../support/money/tip-world.ts";

// Every way in which two disputes, refunds, maturing, a payout and a write-off can follow each other over one tip, against
// the table of docs/money.md, 3. All is in halves, so that no rounding hides a fault.

const SEQUENCES = Number(process.env.SEQUENCES ?? 40);
const SEED = Number(process.env.SEED ?? Date.now());
const SLICE = 40;

let world: TipWorld;
let operator: string;

it.beforeEach(async ({ database }) => {
  world = createTipWorld(database.db);
  for (const currency of ["EUR", "USD"]) await earnBefore(world, currency, 1_000_000_00);
  operator = await makeOperator(world);
});

const HALF = 50_00;
const dispute = fc.constantFrom(0 as const, 1 as const);
const halves = fc.constantFrom(1 as const, 2 as const);
type DisputeEvent =
  | Extract<TipEvent, { dispute: number }>
  | { kind: "refund" | "provider_refund"; halves: 1 | 2 }
  | { kind: "release" | "payout" | "write_off" };

/** Cut in halves, all parts of a payment are cut at the same place. */
const IN_HALVES: Cut = {
  byCharge: (before, wanted) => halvesOf(Math.min(wanted, 2 - before.charge)),
  byTip: (_, tip) => halvesOf(tip),
  over: (amount) => [amount],
};
const halvesOf = (count: number) => ({ tip: count, fee: count, vat: count, charge: count });

/** One tip and its creator's purse, counted in halves of the tip. */
class DisputeModel {
  readonly purse: Purse;
  readonly tip: TipModel;

  constructor(extra: number, names: readonly [number, number]) {
    this.purse = { available: extra, owed: 0, waived: 0, debts: [] };
    this.tip = new TipModel([{ purse: this.purse, tip: 2 }], halvesOf(2), IN_HALVES, names);
  }

  take(event: DisputeEvent): void {
    const { purse } = this;
    if ("halves" in event) this.tip.take({ kind: event.kind, amount: event.halves });
    else if (event.kind === "payout") purse.available = 0;
    else if (event.kind === "write_off") giveUpDebts(purse);
    else this.tip.take("dispute" in event ? event : { kind: "release" });
  }
}

const event: fc.Arbitrary<DisputeEvent> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom("open", "won", "lost"), dispute }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("refund", "provider_refund"), halves }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("release", "payout", "write_off") }) },
);
const story = fc.record({
  events: fc.array(event, { minLength: 2, maxLength: 5 }),
  /** What the creator has beside this tip, what the two disputes name, and whether the fan paid in another currency. */
  extra: fc.nat(1),
  names: fc.tuple(halves, halves),
  isForeign: fc.boolean(),
});

class Stage {
  readonly #creator: Creator;
  readonly #payment: Payment;
  readonly #names: readonly [number, number];
  readonly #half: number;
  #disputes: DisputeSnapshot[] = [];
  #refunds: RefundSnapshot[] = [];
  #before: Record<string, number> = {};

  private constructor(creator: Creator, payment: Payment, names: readonly [number, number], half: number) {
    this.#half = half;
    this.#creator = creator;
    this.#payment = payment;
    this.#names = names;
  }

  static async open(extra: number, names: readonly [number, number], isForeign: boolean): Promise<Stage> {
    const creator = await createCreator(world);
    // Of a hundred euros, or the next hundreds, until the charge in the fan's currency can be halved, too.
    let half = HALF;
    const wish = () => ({ amount: 2 * half, payIn: isForeign ? "USD" : "EUR" }) as const;
    while ((await priceOf(world, await draftTip(world, creator, wish()))) % 2 === 1) half += HALF;
    if (extra > 0) await earn(world, creator, extra * half);
    const stage = new Stage(creator, await payTip(world, creator, wish()), names, half);
    stage.#before = await stage.#platform();
    return stage;
  }

  async take(event: DisputeEvent): Promise<void> {
    if ("dispute" in event) {
      const disputeRef = `dispute-${event.dispute}`;
      const state = ({ open: "OPEN", won: "WON", lost: "LOST" } as const)[event.kind];
      const amountMinor = this.#ofCharge(this.#names[event.dispute] ?? 0);
      this.#disputes = this.#disputes.filter((each) => each.disputeRef !== disputeRef);
      // The provider names all that it knows of, and the newest change is what is told.
      await tell(world, this.#payment, {
        disputes: [{ disputeRef, state, amountMinor }],
        refunds: this.#refunds,
      });
    } else if (event.kind === "refund") {
      const asked = await askRefund(world, this.#payment, byOperator(operator), event.halves * this.#half);
      if (/-/.test(asked)) await processRefund(world, asked);
    } else if (event.kind === "provider_refund") {
      const refundId = `back-office-${this.#refunds.length}`;
      this.#refunds.push({ refundId, state: "DONE", amountMinor: this.#ofCharge(event.halves) });
      await tell(world, this.#payment, { refunds: this.#refunds });
    } else if (event.kind === "payout") {
      if ((await balancesOf(world, this.#creator)).creator_available) await payOut(world, this.#creator);
    } else if (event.kind === "release") {
      await mature(world, 8);
    } else {
      const order = { creator_id: this.#creator.id, currency: "EUR", operator_id: operator, reason: "test" };
      await writeOff({ ...world, second_operator_from_minor: null }, order);
    }
  }

  async said(): Promise<Record<string, number>> {
    const { creator_pending, creator_available, creator_dispute_hold, creator_receivable } = await balancesOf(
      world,
      this.#creator,
    );
    const platform = await this.#platform();
    const change = Object.fromEntries(
      Object.entries(platform).map(([name, amount]) => [name, amount - (this.#before[name] ?? 0)]),
    );
    return {
      pending: creator_pending ?? 0,
      available: creator_available ?? 0,
      hold: creator_dispute_hold ?? 0,
      owed: creator_receivable ?? 0,
      ...change,
    };
  }

  expected(model: DisputeModel): Record<string, number> {
    const { purse, tip } = model;
    const { costs } = tip;
    const { service_fee_minor: fee, vat_minor: vat, charged_currency } = this.#payment;
    const isForeign = charged_currency !== "EUR";
    const lost = { charge: this.#ofCharge(costs.lost_charge), tip: purse.waived * this.#half };
    const goodwill = { charge: this.#ofCharge(costs.goodwill_charge), tip: costs.goodwill_tip * this.#half };
    return {
      pending: tip.pending * this.#half,
      available: purse.available * this.#half,
      hold: tip.hold * this.#half,
      owed: purse.owed * this.#half,
      charge: this.#ofCharge(tip.given),
      fee: (tip.gone.fee * fee) / 2,
      vat: (tip.gone.vat * vat) / 2,
      lost_eur: lost.tip + (isForeign ? 0 : lost.charge),
      lost_usd: isForeign ? lost.charge : 0,
      goodwill_eur: goodwill.tip + (isForeign ? 0 : goodwill.charge),
      goodwill_usd: isForeign ? goodwill.charge : 0,
    };
  }

  #ofCharge(count: number): number {
    return (this.#payment.charged_minor * count) / 2;
  }

  /** What was posted about this payment, its disputes and this creator's debts, by account. */
  async #platform(): Promise<Record<string, number>> {
    const { rows } = await sql<{ code: string; currency: string; amount: number }>`
      select a.code, a.currency, sum(case when m.debit_account = a.id then m.amount_minor else -m.amount_minor end)::bigint as amount
      from ledger_transaction t join ledger_transfer m on m.transaction_id = t.id
      join ledger_account a on a.id in (m.debit_account, m.credit_account)
      where t.reference in (${`payment:${this.#payment.id}`}, ${`user:${this.#creator.id}`})
      group by 1, 2`.execute(world.db);
    const at = (code: string, currency: string) =>
      rows.find((row) => row.code === code && row.currency === currency)?.amount ?? 0;
    return {
      charge: -at("psp_clearing", this.#payment.charged_currency),
      fee: at("service_fee_revenue", "EUR"),
      vat: at("vat_output", "EUR"),
      lost_eur: at("chargeback_loss", "EUR"),
      lost_usd: at("chargeback_loss", "USD"),
      goodwill_eur: at("goodwill", "EUR"),
      goodwill_usd: at("goodwill", "USD"),
    };
  }
}

const slices = many(Math.ceil(SEQUENCES / SLICE)).map((index) => ({
  sequences: Math.min(SLICE, SEQUENCES - index * SLICE),
  seed: (SEED + index) % 2 ** 31,
}));

it.each(slices)(
  "any sequence of disputes, refunds, maturing, payouts and debts given up over one tip ends as the rules say ($sequences sequences, seed $seed)",
  async ({ sequences, seed }) => {
    await fc.assert(
      fc.asyncProperty(story, async ({ events, extra, names, isForeign }) => {
        const stage = await Stage.open(extra, names, isForeign);
        const model = new DisputeModel(extra, names);
        for (const each of events) {
          await stage.take(each);
          model.take(each);
          expect(model.tip.given).toBe(model.tip.givenBySums);
          expect(await stage.said()).toEqual(stage.expected(model));
          await expectCleanBooks(world.db, world.clock());
        }
      }),
      { numRuns: sequences, seed },
    );
  },
  600_000,
);
