import { minor } from "../../../app/domain/money/minor.ts";
import type { Payment } from "../../../app/domain/payments/payments.server.ts";
import {
  partByCharge,
  partByTip,
  type ReversalBreakdown,
} from "../../../app/domain/refunds/reversal-amounts.server.ts";
import { type Cut, credit, giveUpDebts, type Parts, type Purse, TipModel } from "./tip-model.ts";

const DAY_MS = 86_400_000;
const HOLD_DAYS = { INETCASH_CC: 7, INETCASH_OB: 0, INETCASH_DD: 14 } as const;
export type ModelType = keyof typeof HOLD_DAYS;

/** A German bank account: the least that is paid out, the fee, and from where on there is none. */
const BANK = { least: 5_00, fee: 1_50, free_from: 150_00 } as const;

interface ModelPurse extends Purse {
  in_transit: number;
}

interface ModelCreator {
  currency: string;
  hasLeft: boolean;
  /** Whether anything was ever paid to them: only then an account of theirs is kept. */
  hasAccount: boolean;
  open: { currency: string; amount: number; net: number } | null;
  purses: Map<string, ModelPurse>;
}

interface ModelTip {
  creator: number;
  currency: string;
  available_at: number;
  tip: TipModel;
}

/**
 * Creators' money as anybody would keep it on paper: one number a balance, no transactions, no accounts. How a payment is
 * cut into tip, fee and VAT it takes from the product, whose cuts have tests of their own (refunds-property).
 */
export class MoneyModel {
  readonly tips: ModelTip[] = [];
  readonly creators: ModelCreator[];

  constructor(currencies: readonly string[]) {
    this.creators = currencies.map((currency) => ({
      ...{ currency, hasLeft: false, hasAccount: false, open: null, purses: new Map() },
    }));
  }

  tip(creator: number, payment: Payment, type: ModelType, names: readonly number[], now: number): void {
    const { currency } = payment;
    const whole = { tip: payment.amount_minor, fee: payment.service_fee_minor, vat: payment.vat_minor };
    const parts = { ...whole, charge: payment.charged_minor };
    const days = HOLD_DAYS[type];
    const tip = new TipModel(this.purse(creator, currency), parts, cutOf(payment), names, days > 0);
    this.tips.push({ creator, currency, available_at: now + days * DAY_MS, tip });
  }

  /** Everything whose time has come, and that no bank asks questions about. */
  mature(now: number): void {
    for (const { available_at, tip } of this.tips) if (available_at <= now) tip.take({ kind: "release" });
  }

  status(creator: number): "ACTIVE" | "CHARGEBACK" | "LOCKED" {
    if (this.of(creator).hasLeft) return "LOCKED";
    return this.#sum(creator, "owed") > 0 ? "CHARGEBACK" : "ACTIVE";
  }

  /** The profile gets another currency; the old balances stay. */
  move(creator: number, currency: string): "saved" | "in_progress" {
    const own = this.of(creator);
    if (own.currency !== currency && own.open) return "in_progress";
    own.currency = currency;
    return "saved";
  }

  /** A withdrawal, or for who has left an operator's payout; or why there is none. */
  withdraw(creator: number, currency: string, amount: number): string {
    const own = this.of(creator);
    const purse = this.purse(creator, currency);
    if (this.status(creator) === "CHARGEBACK") return "not_active";
    if (own.open) return "in_progress";
    if (own.hasLeft && !own.hasAccount) return "no_payout_data";
    if (amount < BANK.least) return "below_minimum";
    if (amount > purse.available) return "above_available";
    const net = amount - (amount >= BANK.free_from ? 0 : BANK.fee);
    purse.available -= amount;
    purse.in_transit += net;
    own.open = { currency, amount, net };
    own.hasAccount = true;
    return "requested";
  }

  /** The bank has paid what was on its way, or it is given back with the fee. */
  settle(creator: number, isPaid: boolean): void {
    const own = this.of(creator);
    if (!own.open) return;
    const purse = this.purse(creator, own.open.currency);
    purse.in_transit -= own.open.net;
    if (!isPaid) credit(purse, own.open.amount);
    own.open = null;
  }

  /** The bank has paid, and sends a payout back after all: all of it is there again, and debts are paid of it. */
  bounce(creator: number, currency: string, amount: number): void {
    credit(this.purse(creator, currency), amount);
  }

  /** An operator gives up what is owed. */
  writeOff(creator: number, currency: string): "written_off" | "nothing_owed" {
    const own = this.purse(creator, currency);
    if (own.owed === 0) return "nothing_owed";
    giveUpDebts(own);
    return "written_off";
  }

  /** Leaves for good, giving up what is below every minimum; or has to stay while any money is open. */
  leave(creator: number): "deleted" | "balance_open" {
    const own = this.of(creator);
    const tips = this.#tipsOf(creator);
    const isOpen =
      own.open !== null ||
      this.#sum(creator, "owed") > 0 ||
      tips.some(({ tip }) => tip.pending > 0 || tip.isDisputed) ||
      [...own.purses.values()].some(({ available }) => available >= BANK.least);
    if (isOpen) return "balance_open";
    own.hasLeft = true;
    for (const purse of own.purses.values()) purse.available = 0;
    return "deleted";
  }

  /** What came after its owner had left and can never be paid goes to the platform. */
  giveUp(creator: number, currency: string): "given_up" | "refused" {
    const purse = this.purse(creator, currency);
    if (!this.of(creator).hasLeft || purse.available === 0 || purse.available >= BANK.least) return "refused";
    purse.available = 0;
    return "given_up";
  }

  /** What the product's balances should say, without the zeros. */
  balances(creator: number): Record<string, number> {
    const said: Record<string, number> = {};
    for (const [currency, purse] of this.of(creator).purses) {
      const tips = this.#tipsOf(creator).filter((each) => each.currency === currency);
      const all = {
        creator_pending: tips.reduce((sum, { tip }) => sum + tip.pending, 0),
        creator_available: purse.available,
        creator_dispute_hold: tips.reduce((sum, { tip }) => sum + tip.hold, 0),
        creator_receivable: purse.owed,
        payout_in_transit: purse.in_transit,
      };
      for (const [code, amount] of Object.entries(all))
        if (amount !== 0) said[`${code} ${currency}`] = amount;
    }
    return said;
  }

  of(creator: number): ModelCreator {
    const own = this.creators[creator];
    if (!own) throw new Error(`there is no creator ${creator}`);
    return own;
  }

  purse(creator: number, currency: string): ModelPurse {
    const { purses } = this.of(creator);
    const purse = purses.get(currency) ?? { available: 0, owed: 0, waived: 0, debts: [], in_transit: 0 };
    purses.set(currency, purse);
    return purse;
  }

  #tipsOf(creator: number): ModelTip[] {
    return this.tips.filter((each) => each.creator === creator);
  }

  #sum(creator: number, what: "owed"): number {
    return [...this.of(creator).purses.values()].reduce((sum, purse) => sum + purse[what], 0);
  }
}

function cutOf(payment: Payment): Cut {
  const told = ({ tip, fee, vat, charge }: Parts): ReversalBreakdown => ({
    tip_minor: minor(tip),
    service_fee_minor: minor(fee),
    vat_minor: minor(vat),
    charged_minor: minor(charge),
  });
  const read = (part: ReversalBreakdown): Parts => ({
    tip: part.tip_minor,
    fee: part.service_fee_minor,
    vat: part.vat_minor,
    charge: part.charged_minor,
  });
  return {
    byCharge: (before, wanted) => read(partByCharge(payment, told(before), wanted)),
    byTip: (before, tip) => read(partByTip(payment, told(before), minor(tip))),
  };
}
