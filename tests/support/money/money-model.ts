import { minor } from "../../../app/domain/money/minor.ts";
import { spread } from "../../../app/domain/money/split.ts";
import type { Payment } from "../../../app/domain/payments/payment-record.server.ts";
import {
  partByCharge,
  partByTip,
  type ReversalBreakdown,
} from "../../../app/domain/refunds/reversal-amounts.server.ts";
import type { Parts } from "./parts.ts";
import { credit, giveUpDebts, type Purse } from "./purse.ts";
import { type Cut, TipModel } from "./tip-model.ts";

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
  /** Fans pay them directly. */
  isDirect: boolean;
  /** Whether anything was ever paid to them: only then an account of theirs is kept. */
  hasAccount: boolean;
  open: { currency: string; amount: number; net: number } | null;
  purses: Map<string, ModelPurse>;
}

interface ModelTip {
  /** Who shares it, in the order of the tip's shares. */
  creators: readonly number[];
  currency: string;
  paid_at: number;
  available_at: number;
  tip: TipModel;
  isDirect: boolean;
}

/** A group and who shares its tips, in the order in which they joined. */
interface ModelGroup {
  members: number[];
  /** How far each is behind their fair share, in 2520ths of a unit. */
  credits: Map<number, number>;
  /** Each share goes to its member's own account. */
  isDirect: boolean;
}

/** After these days a member gives nothing back any more. */
const REFUND_DAYS = 30;

/**
 * Creators' money as anybody would keep it on paper: one number a balance, no transactions, no accounts. How a payment is
 * cut into tip, fee and VAT it takes from the product, whose cuts have tests of their own (refunds-property).
 */
export class MoneyModel {
  readonly tips: ModelTip[] = [];
  readonly creators: ModelCreator[];
  readonly group: ModelGroup = { members: [], credits: new Map(), isDirect: false };

  constructor(currencies: readonly string[]) {
    this.creators = currencies.map((currency) => ({
      ...{ currency, hasLeft: false, isDirect: false, hasAccount: false, open: null, purses: new Map() },
    }));
    this.group.members.push(...this.creators.keys());
  }

  /** False where its creator cannot receive. */
  tip(
    creator: number,
    locked: readonly number[],
    payment: Payment,
    ...[type, names, now]: [ModelType, readonly number[], number]
  ): boolean {
    if (this.of(creator).hasLeft || locked.includes(creator)) return false;
    this.#tip([{ creator, tip: payment.amount_minor }], payment, type, names, now);
    return true;
  }

  /**
   * A group's tip, by who was to share it when its payment began: of them, who can receive now has an equal share, and what
   * that leaves goes to who is furthest behind. `ids` are the creators', by whose order money is taken back. False for nobody.
   */
  groupTip(
    sharing: readonly number[],
    locked: readonly number[],
    ids: readonly string[],
    payment: Payment,
    ...[type, names, now]: [ModelType, readonly number[], number]
  ): boolean {
    const able = sharing.filter((each) => !this.of(each).hasLeft && !locked.includes(each));
    if (able.length === 0) return false;
    const equal = Math.floor(payment.amount_minor / able.length);
    const shares = able.map((creator) => ({ creator, tip: equal }));
    const rest = payment.amount_minor % able.length;
    const due = (creator: number) => this.group.credits.get(creator) ?? 0;
    const lucky = new Set([...able].sort((one, other) => due(other) - due(one)).slice(0, rest));
    for (const share of shares) {
      const odd = lucky.has(share.creator) ? 1 : 0;
      share.tip += odd;
      this.group.credits.set(share.creator, due(share.creator) + (rest * 2520) / able.length - odd * 2520);
    }
    const idOf = ({ creator }: { creator: number }) => ids[creator] ?? "";
    shares.sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
    this.#tip(shares, payment, type, names, now);
    return true;
  }

  #tip(
    shares: readonly { creator: number; tip: number }[],
    payment: Payment,
    ...[type, names, now]: [ModelType, readonly number[], number]
  ): void {
    const { currency } = payment;
    const whole = { tip: payment.amount_minor, fee: payment.service_fee_minor, vat: payment.vat_minor };
    const parts = { ...whole, charge: payment.charged_minor };
    const isDirect = payment.account_ref !== null || payment.is_transferred;
    const days = isDirect ? 0 : HOLD_DAYS[type];
    const purses = shares.map(({ creator, tip }) => ({
      purse: isDirect ? endlessPurse() : this.purse(creator, currency),
      tip,
    }));
    const tip = new TipModel(purses, parts, cutOf(payment), names, days > 0);
    const creators = shares.map(({ creator }) => creator);
    this.tips.push({ creators, currency, paid_at: now, available_at: now + days * DAY_MS, tip, isDirect });
  }

  /** A member of a group gives back of their own share; or why not. */
  giveBack(index: number, creator: number, amount: number, now: number): string {
    const told = this.tips[index];
    const share = told?.creators.indexOf(creator) ?? -1;
    if (!told || share === -1) return "unknown";
    if (this.of(creator).hasLeft) return "locked";
    const isLate = now > told.paid_at + REFUND_DAYS * DAY_MS;
    const { status, isDisputed } = told.tip;
    if (isLate && status === "SUCCESS" && !isDisputed) return "too_late";
    return told.tip.take({ kind: "refund", amount, share });
  }

  /** Members whom the group's tips are shared by. */
  get sharers(): number[] {
    const { members, isDirect } = this.group;
    return members.filter((each) => this.of(each).isDirect === isDirect);
  }

  /** Everything whose time has come, and that no bank asks questions about. */
  mature(now: number): void {
    for (const { available_at, tip } of this.tips) if (available_at <= now) tip.take({ kind: "release" });
  }

  status(creator: number): "ACTIVE" | "CHARGEBACK" | "LOCKED" {
    if (this.of(creator).hasLeft) return "LOCKED";
    return this.owes(creator) ? "CHARGEBACK" : "ACTIVE";
  }

  owes(creator: number): boolean {
    return this.#sum(creator, "owed") > 0;
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
      tips.some(({ tip, pending }) => pending > 0 || tip.isDisputed) ||
      [...own.purses.values()].some(({ available }) => available >= BANK.least);
    if (isOpen) return "balance_open";
    own.hasLeft = true;
    this.group.members = this.group.members.filter((each) => each !== creator);
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
    for (const currency of ["EUR", "USD"]) {
      const purse = this.purse(creator, currency);
      const own = this.#tipsOf(creator).filter((each) => each.currency === currency);
      const tips = own.filter((each) => !each.isDirect);
      const all = {
        creator_pending: tips.reduce((sum, { pending }) => sum + pending, 0),
        creator_available: purse.available,
        creator_dispute_hold: tips.reduce((sum, { hold }) => sum + hold, 0),
        creator_receivable: purse.owed,
        payout_in_transit: purse.in_transit,
        creator_direct: own.reduce((sum, each) => sum + (each.isDirect ? each.kept : 0), 0),
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

  /** A creator's tips, and what of each is theirs. */
  #tipsOf(creator: number) {
    return this.tips.flatMap(({ creators, tip, ...told }) => {
      const index = creators.indexOf(creator);
      const share = tip.shares[index];
      const [hold, kept] = [tip.heldOf(index), tip.keptOf(index)];
      return share ? [{ ...told, tip, pending: share.pending, hold, kept }] : [];
    });
  }

  #sum(creator: number, what: "owed"): number {
    return [...this.of(creator).purses.values()].reduce((sum, purse) => sum + purse[what], 0);
  }
}

/** Of a creator's own account at the provider: what is taken there is between the two. */
function endlessPurse(): Purse {
  return { available: 1e15, owed: 0, waived: 0, debts: [] };
}

function cutOf(payment: Payment): Cut {
  const told = ({ tip, fee, vat, charge }: Parts): ReversalBreakdown => ({
    tip_minor: minor(tip),
    service_fee_minor: minor(fee),
    vat_minor: minor(vat),
    charged_minor: minor(charge),
    application_fee_minor: minor(0),
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
    over: spread,
  };
}
