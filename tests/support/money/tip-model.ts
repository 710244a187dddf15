import { add, NO_PARTS, type Parts } from "./parts.ts";
import { credit, type Debt, type Purse, repay } from "./purse.ts";

/** What a history of one tip consists of; a dispute names a part of the charge, as the provider's refunds do. */
export type TipEvent =
  | { kind: "open" | "won" | "lost"; dispute: 0 | 1 }
  /** Of one share, where a member gives back their own. */
  | { kind: "refund"; amount: number; share?: number }
  | { kind: "provider_refund"; amount: number }
  | { kind: "release" };

/** What goes back with a part of the charge, or of the tip, after what has gone back before; and of which shares. */
export interface Cut {
  byCharge(before: Parts, wanted: number): Parts;
  byTip(before: Parts, tip: number): Parts;
  over(amount: number, left: readonly number[]): number[];
}

/** What a dispute claims of one creator's share. */
interface Claim {
  tip: number;
  from_pending: number;
  from_available: number;
  debt: Debt;
}

/** A creator's part of the tip: all of it, or a member's of a group's. */
interface ModelShare {
  readonly purse: Purse;
  readonly whole: number;
  pending: number;
  refunded: number;
}

interface ModelDispute {
  names: number;
  status: "OPEN" | "WON" | "LOST" | null;
  claimed: Parts;
  /** By share, in their order. */
  claims: readonly Claim[];
  /** What the bank took although the fan had it already. */
  beyond: number;
  /** Of several, the one that was opened first goes first. */
  place: number;
}

/**
 * The table of docs/money.md, 3 for one tip, on paper: one number a balance, no transactions, no accounts. What the product
 * says after any history has to be the same.
 */
export class TipModel {
  readonly shares: readonly ModelShare[];
  /** What has gone back of the parts, and so is not the provider's, or ours, any more. */
  gone: Parts = NO_PARTS;
  /** Our costs of the charge, beyond what was left, and of the tip: refunds that the creator could not pay. */
  costs = { lost_charge: 0, goodwill_charge: 0, goodwill_tip: 0 };
  status: "SUCCESS" | "REFUNDED" | "CHARGEBACK" = "SUCCESS";
  readonly disputes: ModelDispute[];
  readonly whole: Parts;
  readonly #cut: Cut;
  #refunded: Parts = NO_PARTS;
  /** The refunds that were made, the last one behind. */
  readonly #made: { part: Parts; amounts: readonly number[]; ofPending: readonly number[] }[] = [];
  #isReleased: boolean;

  /** The shares come to the tip, in the order of their creators' ids. */
  constructor(
    shares: readonly { purse: Purse; tip: number }[],
    whole: Parts,
    cut: Cut,
    names: readonly number[],
    waits = true,
  ) {
    this.shares = shares.map(({ purse, tip }) => ({
      purse,
      whole: tip,
      pending: waits ? tip : 0,
      refunded: 0,
    }));
    this.#cut = cut;
    this.whole = whole;
    this.#isReleased = !waits;
    this.disputes = names.map((each) => ({
      names: each,
      status: null,
      ...NOTHING,
      beyond: 0,
      place: names.length,
    }));
    if (!waits) for (const { purse, tip } of shares) credit(purse, tip);
  }

  get pending(): number {
    return sum(this.shares.map((share) => share.pending));
  }

  get hold(): number {
    return sum(this.shares.map((_, index) => this.heldOf(index)));
  }

  /** What open disputes hold of one share. */
  heldOf(index: number): number {
    return sum(
      this.#of("OPEN").map(({ claims }) => {
        const claim = claims[index];
        return claim ? claim.from_pending + claim.from_available : 0;
      }),
    );
  }

  get isDisputed(): boolean {
    return this.#of("OPEN").length > 0;
  }

  /** What is left of a share after refunds, and after disputes that are open or lost. */
  leftOf(index: number): number {
    const share = this.shares[index];
    const claims = this.disputes.map(({ status, claims }) =>
      status === "OPEN" || status === "LOST" ? (claims[index]?.tip ?? 0) : 0,
    );
    return share ? share.whole - share.refunded - sum(claims) : 0;
  }

  /** What refunds and lost disputes left of a share. */
  keptOf(index: number): number {
    const share = this.shares[index];
    const lost = this.#of("LOST").map(({ claims }) => claims[index]?.tip ?? 0);
    return share ? share.whole - share.refunded - sum(lost) : 0;
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

  /** The last refund failed after it was made: what it took is where it was. False where a bank or a back office took, too. */
  failLastRefund(): boolean {
    if (this.disputes.some(({ status }) => status !== null)) return false;
    const made = this.#made.pop();
    if (!made) return false;
    this.#refunded = add(this.#refunded, made.part, -1);
    this.gone = add(this.gone, made.part, -1);
    for (const [index, share] of this.shares.entries()) {
      const [amount = 0, ofPending = 0] = [made.amounts[index], made.ofPending[index]];
      const waits = this.#isReleased ? 0 : ofPending;
      share.refunded -= amount;
      share.pending += waits;
      credit(share.purse, amount - waits);
    }
    this.status = "SUCCESS";
    return true;
  }

  /** Of a refund by an operator, its outcome. */
  take(event: TipEvent): string {
    if ("dispute" in event) {
      const dispute = this.disputes[event.dispute];
      if (dispute) this.#hear(dispute, event.kind);
    } else if (event.kind === "refund") return this.#refund(event.amount, event.share ?? null);
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
      const { claims } = dispute;
      this.#yield([dispute]);
      dispute.status = "WON";
      this.#settleClaims();
      for (const [index, { purse }] of this.shares.entries())
        repay(purse, claims[index]?.from_available ?? 0);
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
    const tips = this.#over(claimed.tip);
    const claims = this.shares.map((share, index): Claim => {
      const tip = tips[index] ?? 0;
      const from_pending = Math.min(tip, share.pending);
      const from_available = Math.min(tip - from_pending, share.purse.available);
      share.pending -= from_pending;
      share.purse.available -= from_available;
      return { tip, from_pending, from_available, debt: { owed: 0, waived: 0 } };
    });
    Object.assign(dispute, { claimed, claims });
  }

  /** An amount of the tip over what is left of the shares. */
  #over(amount: number): number[] {
    return this.#cut.over(
      amount,
      this.shares.map((_, index) => this.leftOf(index)),
    );
  }

  #yield(disputes: readonly ModelDispute[]): void {
    for (const dispute of disputes) {
      for (const [index, share] of this.shares.entries()) {
        share.pending += dispute.claims[index]?.from_pending ?? 0;
        share.purse.available += dispute.claims[index]?.from_available ?? 0;
      }
      Object.assign(dispute, NOTHING);
    }
  }

  /** Together, lost disputes take what they name, and at most the whole charge. */
  #mayTake(dispute: ModelDispute): number {
    const others = this.#of("LOST").filter((each) => each !== dispute);
    return Math.min(dispute.names, this.whole.charge - sum(others.map(taken)));
  }

  #lose(dispute: ModelDispute): void {
    const { claimed, claims } = dispute;
    for (const [index, { purse }] of this.shares.entries()) {
      const claim = claims[index];
      if (!claim) continue;
      claim.debt = { owed: claim.tip - claim.from_pending - claim.from_available, waived: 0 };
      purse.owed += claim.debt.owed;
      purse.debts.push(claim.debt);
    }
    dispute.beyond = Math.max(0, this.#mayTake(dispute) - claimed.charge);
    this.costs.lost_charge += dispute.beyond;
    this.gone = add(this.gone, claimed);
  }

  #reverse(dispute: ModelDispute): void {
    const { claimed, claims, beyond } = dispute;
    this.costs.lost_charge -= beyond;
    this.gone = add(this.gone, claimed, -1);
    Object.assign(dispute, NOTHING, { beyond: 0 });
    for (const [index, share] of this.shares.entries()) {
      const claim = claims[index];
      if (!claim) continue;
      const waits = this.#isReleased ? 0 : claim.from_pending;
      const { purse } = share;
      const recovered = claim.debt.waived;
      purse.waived -= recovered;
      purse.debts = purse.debts.filter((each) => each !== claim.debt);
      share.pending += waits;
      credit(purse, claim.tip - waits - recovered);
    }
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
    for (const share of this.shares) {
      const released = share.pending;
      share.pending = 0;
      credit(share.purse, released);
    }
  }

  /** Not by us: refused while a bank asks, after it took, or where a creator has too little. */
  #refund(amount: number, own: number | null): string {
    if (this.status !== "SUCCESS") return this.status === "CHARGEBACK" ? "charged_back" : "nothing_left";
    if (this.isDisputed) return "disputed";
    const left = own === null ? this.whole.tip - this.#before.tip : this.leftOf(own);
    if (left === 0) return "nothing_left";
    if (amount > left) return "too_much";
    const amounts =
      own === null ? this.#over(amount) : this.shares.map((_, index) => (index === own ? amount : 0));
    const isEnough = this.shares.every(
      ({ pending, purse }, index) => (amounts[index] ?? 0) <= pending + purse.available,
    );
    if (!isEnough) return "not_enough";
    const part = this.#cut.byTip(this.#before, amount);
    this.#made.push({ part, amounts, ofPending: this.#takeBack(part, amounts) });
    return "refunding";
  }

  /** In the provider's back office: it is done, and what cannot be taken of the creator is ours. */
  #giveBack(amount: number): void {
    this.#yield(this.#of("OPEN"));
    const part = this.#cut.byCharge(this.#before, amount);
    this.costs.goodwill_charge += Math.max(0, amount - part.charge);
    this.#takeBack(part, this.#over(part.tip));
    this.#settleClaims();
  }

  /** Returns what of each share had not matured. */
  #takeBack(part: Parts, amounts: readonly number[]): number[] {
    const waited: number[] = [];
    for (const [index, share] of this.shares.entries()) {
      const amount = amounts[index] ?? 0;
      const ofPending = Math.min(amount, share.pending);
      const ofAvailable = Math.min(amount - ofPending, share.purse.available);
      waited.push(ofPending);
      share.pending -= ofPending;
      share.purse.available -= ofAvailable;
      share.refunded += amount;
      this.costs.goodwill_tip += amount - ofPending - ofAvailable;
    }
    this.#refunded = add(this.#refunded, part);
    this.gone = add(this.gone, part);
    if (this.status === "SUCCESS" && this.#refunded.tip === this.whole.tip) this.status = "REFUNDED";
    return waited;
  }
}

const NOTHING = { claimed: NO_PARTS, claims: [] };
const taken = ({ claimed, beyond }: ModelDispute) => claimed.charge + beyond;
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
