import { proportionOf } from "../../../app/domain/money/fee.ts";
import { minor } from "../../../app/domain/money/minor.ts";

const DAY_MS = 86_400_000;

interface ModelTip {
  creator: number;
  amount: number;
  available_at: number;
  is_released: boolean;
  refunded: { from_pending: number; in_all: number };
  dispute: {
    state: "OPEN" | "WON" | "LOST";
    claimed: number;
    from_pending: number;
    from_available: number;
  } | null;
}

interface ModelCreator {
  available: number;
  hold: number;
  owed: number;
  in_transit: number;
  open: { amount: number; net: number } | null;
  /** What was paid out and has not come back, payout by payout. */
  paid: number[];
  /** Of debts, what was given up, and has not come back by a dispute that was won after all. */
  waived: number;
}

const HOLD_DAYS = { INETCASH_CC: 7, INETCASH_OB: 0, INETCASH_DD: 14 } as const;
export type ModelType = keyof typeof HOLD_DAYS;

/**
 * Creators' money as anybody would keep it on paper: one number a balance, no transactions, no accounts. What the product
 * says after any history has to be the same.
 */
export class MoneyModel {
  readonly tips: ModelTip[] = [];
  readonly creators: ModelCreator[];

  constructor(count: number) {
    this.creators = Array.from({ length: count }, () => ({
      ...{ available: 0, hold: 0, owed: 0, in_transit: 0 },
      ...{ open: null, paid: [], waived: 0 },
    }));
  }

  tip(creator: number, amount: number, type: ModelType, now: number): void {
    const days = HOLD_DAYS[type];
    const tip = { creator, amount, available_at: now + days * DAY_MS, is_released: days === 0 };
    const untouched = { refunded: { from_pending: 0, in_all: 0 }, dispute: null };
    this.tips.push({ ...tip, ...untouched });
    if (days === 0) this.credit(creator, amount);
  }

  /** Everything whose time has come, and that no bank asks questions about. */
  mature(now: number): void {
    for (const tip of this.tips) {
      if (tip.is_released || tip.available_at > now || tip.dispute?.state === "OPEN") continue;
      tip.is_released = true;
      const lost = tip.dispute?.state === "LOST" ? tip.dispute.from_pending : 0;
      this.credit(tip.creator, tip.amount - lost - tip.refunded.from_pending);
    }
  }

  /** The fee of a German bank account, or why there is no withdrawal. */
  withdraw(creator: number, amount: number): string {
    const own = this.of(creator);
    if (own.owed > 0) return "not_active";
    if (own.open) return "in_progress";
    if (amount < 500) return "below_minimum";
    if (amount > own.available) return "above_available";
    const net = amount - (amount >= 15_000 ? 0 : 150);
    own.available -= amount;
    own.in_transit += net;
    own.open = { amount, net };
    return "requested";
  }

  dispute(index: number, disputed: number, charged: number): void {
    const tip = this.tips[index];
    if (!tip || tip.dispute) return;
    const own = this.of(tip.creator);
    const claimed = proportionOf(minor(tip.amount), Math.min(disputed, charged), charged);
    const from_pending = Math.min(claimed, tip.is_released ? 0 : tip.amount);
    const from_available = Math.min(claimed - from_pending, own.available);
    own.available -= from_available;
    own.hold += from_pending + from_available;
    tip.dispute = { state: "OPEN", claimed, from_pending, from_available };
  }

  lose(index: number): void {
    const tip = this.tips[index];
    if (tip?.dispute?.state !== "OPEN") return;
    const { claimed, from_pending, from_available } = tip.dispute;
    const own = this.of(tip.creator);
    own.hold -= from_pending + from_available;
    own.owed += claimed - from_pending - from_available;
    tip.dispute.state = "LOST";
  }

  /** Before it was lost, what was held goes back; after it, all that was claimed; what was given up of it, and debts, are paid of that. */
  win(index: number): void {
    const tip = this.tips[index];
    const dispute = tip?.dispute;
    if (!tip || !dispute || dispute.state === "WON") return;
    const own = this.of(tip.creator);
    const { claimed, from_pending, from_available } = dispute;
    if (dispute.state === "OPEN") {
      own.hold -= from_pending + from_available;
      own.available += from_available;
    } else {
      const recovered = Math.min(claimed - from_pending - from_available, own.waived);
      own.waived -= recovered;
      this.credit(tip.creator, claimed - (tip.is_released ? 0 : from_pending) - recovered);
    }
    dispute.state = "WON";
  }

  /** A part of a tip goes back to its fan: from what still waits of it, then from what is available. */
  refund(index: number, amount: number): string {
    const tip = this.tips[index];
    if (!tip) throw new Error(`there is no tip ${index}`);
    if (tip.dispute && tip.dispute.state !== "WON")
      return tip.dispute.state === "LOST" ? "charged_back" : "disputed";
    const left = tip.amount - tip.refunded.in_all;
    if (left === 0) return "nothing_left";
    if (amount > left) return "too_much";
    const own = this.of(tip.creator);
    const from_pending = Math.min(amount, tip.is_released ? 0 : tip.amount - tip.refunded.from_pending);
    if (amount - from_pending > own.available) return "not_enough";
    own.available -= amount - from_pending;
    tip.refunded.from_pending += from_pending;
    tip.refunded.in_all += amount;
    return "refunding";
  }

  /** The bank has paid what was on its way, or sent it back with the fee. */
  settle(creator: number, isPaid: boolean): void {
    const own = this.of(creator);
    if (!own.open) return;
    own.in_transit -= own.open.net;
    if (isPaid) own.paid.push(own.open.amount);
    else this.credit(creator, own.open.amount);
    own.open = null;
  }

  /** The bank has paid, and sends a payout back after all: all of it is there again, and debts are paid of it. */
  bounce(creator: number, amount: number): void {
    const { paid } = this.of(creator);
    if (!paid.includes(amount)) throw new Error(`no payout of ${amount} was ever paid`);
    paid.splice(paid.indexOf(amount), 1);
    this.credit(creator, amount);
  }

  /** An operator gives up what is owed. */
  writeOff(creator: number): "written_off" | "nothing_owed" {
    const own = this.of(creator);
    if (own.owed === 0) return "nothing_owed";
    own.waived += own.owed;
    own.owed = 0;
    return "written_off";
  }

  /** What the product's balances should say, without the zeros. */
  balances(creator: number): Record<string, number> {
    const own = this.of(creator);
    const pending = this.tips
      .filter((tip) => tip.creator === creator && !tip.is_released)
      .reduce((sum, tip) => sum + tip.amount - tip.refunded.from_pending - heldOf(tip), 0);
    const all = {
      creator_pending: pending,
      creator_available: own.available,
      creator_dispute_hold: own.hold,
      creator_receivable: own.owed,
      payout_in_transit: own.in_transit,
    };
    return Object.fromEntries(Object.entries(all).filter(([, amount]) => amount !== 0));
  }

  private credit(creator: number, amount: number): void {
    const own = this.of(creator);
    const repaid = Math.min(amount, own.owed);
    own.owed -= repaid;
    own.available += amount - repaid;
  }

  private of(creator: number): ModelCreator {
    const own = this.creators[creator];
    if (!own) throw new Error(`there is no creator ${creator}`);
    return own;
  }
}

function heldOf({ dispute }: ModelTip): number {
  return dispute && dispute.state !== "WON" ? dispute.from_pending : 0;
}
