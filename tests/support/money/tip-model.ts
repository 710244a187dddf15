/** What a history of one tip consists of; a dispute names a part of the charge, as the provider's refunds do. */
export type TipEvent =
  | { kind: "open" | "won" | "lost"; dispute: 0 | 1 }
  | { kind: "refund" | "provider_refund"; amount: number }
  | { kind: "release" };

/** Of a payment: the tip, our fee, its VAT, and what the fan was charged. */
export interface Parts {
  tip: number;
  fee: number;
  vat: number;
  charge: number;
}

/** What goes back with a part of the charge, or of the tip, after what has gone back before. */
export interface Cut {
  byCharge(before: Parts, wanted: number): Parts;
  byTip(before: Parts, tip: number): Parts;
}

/** What a creator has and owes in a currency beside what waits; `waived` is what was given up and has not come back. */
export interface Purse {
  available: number;
  owed: number;
  waived: number;
  /** Of the disputes that are lost now, the oldest first: what each made owing, and what of that was given up. */
  debts: Debt[];
}

interface Debt {
  owed: number;
  waived: number;
}

interface ModelDispute {
  names: number;
  status: "OPEN" | "WON" | "LOST" | null;
  claimed: Parts;
  from_pending: number;
  from_available: number;
  /** What the bank took although the fan had it already. */
  beyond: number;
  /** Of several, the one that was opened first goes first. */
  place: number;
  debt: Debt;
}

/**
 * The table of docs/money.md, 3 for one tip, on paper: one number a balance, no transactions, no accounts. What the product
 * says after any history has to be the same.
 */
export class TipModel {
  pending: number;
  /** What has gone back of the parts, and so is not the provider's, or ours, any more. */
  gone: Parts = NO_PARTS;
  /** Our costs of the charge, beyond what was left, and of the tip: refunds that the creator could not pay. */
  costs = { lost_charge: 0, goodwill_charge: 0, goodwill_tip: 0 };
  status: "SUCCESS" | "REFUNDED" | "CHARGEBACK" = "SUCCESS";
  readonly disputes: ModelDispute[];
  readonly whole: Parts;
  readonly #purse: Purse;
  readonly #cut: Cut;
  #refunded: Parts = NO_PARTS;
  #isReleased: boolean;

  constructor(purse: Purse, whole: Parts, cut: Cut, names: readonly number[], waits = true) {
    this.#purse = purse;
    this.#cut = cut;
    this.whole = whole;
    this.pending = waits ? whole.tip : 0;
    this.#isReleased = !waits;
    this.disputes = names.map((each) => ({
      names: each,
      status: null,
      ...NOTHING,
      beyond: 0,
      place: names.length,
      debt: { owed: 0, waived: 0 },
    }));
    if (!waits) credit(purse, whole.tip);
  }

  get hold(): number {
    return sum(this.#of("OPEN").map((each) => each.from_pending + each.from_available));
  }

  get isDisputed(): boolean {
    return this.#of("OPEN").length > 0;
  }

  get refundedTip(): number {
    return this.#refunded.tip;
  }

  /** What the provider must have given whatever the order was: refunds, and what lost disputes name, up to the whole. */
  get givenBySums(): number {
    const named = sum(this.#of("LOST").map((each) => each.names));
    return this.#refunded.charge + this.costs.goodwill_charge + Math.min(this.whole.charge, named);
  }

  get given(): number {
    return this.gone.charge + this.costs.lost_charge + this.costs.goodwill_charge;
  }

  /** Of a refund by an operator, its outcome. */
  take(event: TipEvent): string {
    if ("dispute" in event) {
      const dispute = this.disputes[event.dispute];
      if (dispute) this.#hear(dispute, event.kind);
    } else if (event.kind === "refund") return this.#refund(event.amount);
    else if (event.kind === "provider_refund") this.#giveBack(event.amount);
    else this.#release();
    return "taken";
  }

  #of(status: "OPEN" | "LOST"): ModelDispute[] {
    return this.disputes
      .filter((each) => each.status === status)
      .toSorted((one, other) => one.place - other.place);
  }

  /** What refunds and disputes have of the parts. */
  get #before(): Parts {
    return [...this.#of("OPEN"), ...this.#of("LOST")].reduce(
      (gone, each) => add(gone, each.claimed),
      this.#refunded,
    );
  }

  #hear(dispute: ModelDispute, news: "open" | "won" | "lost"): void {
    if (dispute.status === null) dispute.place = this.disputes.filter((each) => each.status !== null).length;
    if (dispute.status === "LOST") {
      if (news !== "won") return;
      this.#reverse(dispute);
      dispute.status = "WON";
      this.#settleClaims();
      if (this.status === "CHARGEBACK" && this.#of("LOST").length === 0) this.status = "SUCCESS";
      return;
    }
    if (dispute.status === "WON" && news === "won") return;
    if (dispute.status !== "OPEN") {
      // Without a claim while it claims: only what others have is gone.
      Object.assign(dispute, NOTHING, { status: "OPEN" });
      this.#claim(dispute);
    }
    if (news === "won") {
      const back = dispute.from_available;
      this.#yield([dispute]);
      dispute.status = "WON";
      this.#settleClaims();
      repay(this.#purse, back);
    } else if (news === "lost") {
      const others = this.#of("OPEN").filter((each) => each !== dispute && each.claimed.charge > 0);
      if (others.length > 0 && dispute.claimed.charge < dispute.names) {
        this.#yield([...others, dispute]);
        this.#claim(dispute);
      }
      this.#lose(dispute);
      dispute.status = "LOST";
      if (this.status === "SUCCESS") this.status = "CHARGEBACK";
      this.#settleClaims();
    }
  }

  #claim(dispute: ModelDispute): void {
    Object.assign(dispute, NOTHING);
    const claimed = this.#cut.byCharge(this.#before, dispute.names);
    const from_pending = Math.min(claimed.tip, this.pending);
    const from_available = Math.min(claimed.tip - from_pending, this.#purse.available);
    this.pending -= from_pending;
    this.#purse.available -= from_available;
    Object.assign(dispute, { claimed, from_pending, from_available });
  }

  #yield(disputes: readonly ModelDispute[]): void {
    for (const dispute of disputes) {
      this.pending += dispute.from_pending;
      this.#purse.available += dispute.from_available;
      Object.assign(dispute, NOTHING);
    }
  }

  /** Together, lost disputes take what they name, and at most the whole charge. */
  #mayTake(dispute: ModelDispute): number {
    const others = this.#of("LOST").filter((each) => each !== dispute);
    return Math.min(dispute.names, this.whole.charge - sum(others.map(taken)));
  }

  #lose(dispute: ModelDispute): void {
    const { claimed, from_pending, from_available } = dispute;
    dispute.debt = { owed: claimed.tip - from_pending - from_available, waived: 0 };
    this.#purse.owed += dispute.debt.owed;
    this.#purse.debts.push(dispute.debt);
    dispute.beyond = Math.max(0, this.#mayTake(dispute) - claimed.charge);
    this.costs.lost_charge += dispute.beyond;
    this.gone = add(this.gone, claimed);
  }

  #reverse(dispute: ModelDispute): void {
    const { claimed, from_pending, beyond } = dispute;
    this.costs.lost_charge -= beyond;
    this.gone = add(this.gone, claimed, -1);
    const waits = this.#isReleased ? 0 : from_pending;
    const purse = this.#purse;
    const recovered = dispute.debt.waived;
    purse.waived -= recovered;
    purse.debts = purse.debts.filter((each) => each !== dispute.debt);
    this.pending += waits;
    Object.assign(dispute, NOTHING, { beyond: 0 });
    credit(purse, claimed.tip - waits - recovered);
  }

  #settleClaims(): void {
    const lost = this.#of("LOST");
    if (sum(lost.map(taken)) < Math.min(this.whole.charge, sum(lost.map((each) => each.names)))) {
      this.#yield(this.#of("OPEN"));
      for (const dispute of lost) {
        if (taken(dispute) >= this.#mayTake(dispute)) continue;
        this.#reverse(dispute);
        this.#claim(dispute);
        this.#lose(dispute);
      }
    }
    for (const dispute of this.#of("OPEN")) {
      const left = this.whole.charge - this.#before.charge + dispute.claimed.charge;
      if (dispute.claimed.charge >= Math.min(dispute.names, left)) continue;
      this.#yield([dispute]);
      this.#claim(dispute);
    }
  }

  #release(): void {
    if (this.#isReleased || this.isDisputed) return;
    this.#isReleased = true;
    const released = this.pending;
    this.pending = 0;
    credit(this.#purse, released);
  }

  /** By an operator, and not by us: refused while a bank asks, after it took, or where the creator has too little. */
  #refund(amount: number): string {
    const left = this.whole.tip - this.#before.tip;
    if (this.status !== "SUCCESS") return this.status === "CHARGEBACK" ? "charged_back" : "nothing_left";
    if (this.isDisputed) return "disputed";
    if (left === 0) return "nothing_left";
    if (amount > left) return "too_much";
    if (amount > this.pending + this.#purse.available) return "not_enough";
    this.#takeBack(this.#cut.byTip(this.#before, amount));
    return "refunding";
  }

  /** In the provider's back office: it is done, and what cannot be taken of the creator is ours. */
  #giveBack(amount: number): void {
    this.#yield(this.#of("OPEN"));
    const part = this.#cut.byCharge(this.#before, amount);
    this.costs.goodwill_charge += Math.max(0, amount - part.charge);
    this.#takeBack(part);
    this.#settleClaims();
  }

  #takeBack(part: Parts): void {
    const ofPending = Math.min(part.tip, this.pending);
    const ofAvailable = Math.min(part.tip - ofPending, this.#purse.available);
    this.pending -= ofPending;
    this.#purse.available -= ofAvailable;
    this.costs.goodwill_tip += part.tip - ofPending - ofAvailable;
    this.#refunded = add(this.#refunded, part);
    this.gone = add(this.gone, part);
    if (this.status === "SUCCESS" && this.#refunded.tip === this.whole.tip) this.status = "REFUNDED";
  }
}

/** Money that becomes available, and repays what is owed first. */
export function credit(purse: Purse, amount: number): void {
  purse.available += amount;
  repay(purse, amount);
}

/** What is owed is given up. The oldest debts are repaid first, so it is of the newest. */
export function giveUpDebts(purse: Purse): void {
  for (const debt of purse.debts.toReversed()) {
    const part = Math.min(purse.owed, debt.owed - debt.waived);
    debt.waived += part;
    purse.waived += part;
    purse.owed -= part;
  }
}

function repay(purse: Purse, credited: number): void {
  const repaid = Math.min(credited, purse.owed, purse.available);
  purse.owed -= repaid;
  purse.available -= repaid;
}

const NO_PARTS: Parts = { tip: 0, fee: 0, vat: 0, charge: 0 };
const NOTHING = { claimed: NO_PARTS, from_pending: 0, from_available: 0 };
const taken = ({ claimed, beyond }: ModelDispute) => claimed.charge + beyond;
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

function add(some: Parts, more: Parts, sign = 1): Parts {
  return {
    tip: some.tip + sign * more.tip,
    fee: some.fee + sign * more.fee,
    vat: some.vat + sign * more.vat,
    charge: some.charge + sign * more.charge,
  };
}
