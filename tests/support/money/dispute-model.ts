/** What a history of one tip consists of; the numbers are halves of it. */
export type DisputeEvent =
  | { kind: "open" | "won" | "lost"; dispute: 0 | 1 }
  | { kind: "refund" | "provider_refund"; halves: 1 | 2 }
  | { kind: "release" | "payout" | "write_off" };

interface ModelDispute {
  names: number;
  status: "OPEN" | "WON" | "LOST" | null;
  claimed: number;
  from_pending: number;
  from_available: number;
  /** What the bank took although the fan had it already. */
  beyond: number;
}

const WHOLE = 2;

/**
 * The table of docs/money.md, 3 for one tip, on paper, counted in halves: the tip, the fee, the VAT and the charge are cut
 * at the same place. What the product says after any history has to be the same.
 */
export class DisputeModel {
  pending = WHOLE;
  available: number;
  owed = 0;
  /** Halves of the charge that the provider still has. */
  charge = WHOLE;
  /** Halves of fee and VAT that are still ours. */
  fee = WHOLE;
  /** Our costs: of the charge, beyond what was left; of the tip, debts given up and refunds that the creator could not pay. */
  costs = { lost_charge: 0, lost_tip: 0, goodwill_charge: 0, goodwill_tip: 0 };
  readonly disputes: ModelDispute[];
  #isReleased = false;
  #refunded = 0;
  #waived = 0;

  constructor(extra: number, names: readonly [number, number]) {
    this.available = extra;
    this.disputes = names.map((each) => ({ names: each, status: null, ...NOTHING, beyond: 0 }));
  }

  get hold(): number {
    return sum(this.#of("OPEN").map((each) => each.from_pending + each.from_available));
  }

  /** What the provider must have left whatever the order was: refunds leave it, and what lost disputes name, up to the whole. */
  get chargeBySums(): number {
    const named = sum(this.#of("LOST").map((each) => each.names));
    return WHOLE - this.#refunded - this.costs.goodwill_charge - Math.min(WHOLE, named);
  }

  take(event: DisputeEvent): void {
    if ("dispute" in event) {
      const dispute = this.disputes[event.dispute];
      if (dispute) this.#hear(dispute, event.kind);
    } else if (event.kind === "refund") this.#refund(event.halves);
    else if (event.kind === "provider_refund") this.#giveBack(event.halves);
    else if (event.kind === "payout") this.available = 0;
    else if (event.kind === "release") this.#release();
    else {
      this.costs.lost_tip += this.owed;
      this.#waived += this.owed;
      this.owed = 0;
    }
  }

  #of(status: "OPEN" | "LOST"): ModelDispute[] {
    return this.disputes.filter((each) => each.status === status);
  }

  get #left(): number {
    return (
      WHOLE - this.#refunded - sum([...this.#of("OPEN"), ...this.#of("LOST")].map((each) => each.claimed))
    );
  }

  #hear(dispute: ModelDispute, news: "open" | "won" | "lost"): void {
    if (dispute.status === "LOST") {
      if (news !== "won") return;
      this.#reverse(dispute);
      dispute.status = "WON";
      this.#settleClaims();
      return;
    }
    if (dispute.status === "WON" && news === "won") return;
    if (dispute.status !== "OPEN") {
      dispute.status = "OPEN";
      this.#claim(dispute);
    }
    if (news === "won") {
      const back = dispute.from_available;
      this.#yield([dispute]);
      dispute.status = "WON";
      this.#settleClaims();
      this.#repay(back);
    } else if (news === "lost") {
      const others = this.#of("OPEN").filter((each) => each !== dispute && each.claimed > 0);
      if (others.length > 0 && dispute.claimed < dispute.names) {
        this.#yield([...others, dispute]);
        this.#claim(dispute);
      }
      this.#lose(dispute);
      dispute.status = "LOST";
      this.#settleClaims();
    }
  }

  #claim(dispute: ModelDispute): void {
    Object.assign(dispute, NOTHING);
    const claimed = Math.min(dispute.names, this.#left);
    const from_pending = Math.min(claimed, this.pending);
    const from_available = Math.min(claimed - from_pending, this.available);
    this.pending -= from_pending;
    this.available -= from_available;
    Object.assign(dispute, { claimed, from_pending, from_available });
  }

  #yield(disputes: readonly ModelDispute[]): void {
    for (const dispute of disputes) {
      this.pending += dispute.from_pending;
      this.available += dispute.from_available;
      Object.assign(dispute, NOTHING);
    }
  }

  /** Together, lost disputes take what they name, and at most the whole charge. */
  #mayTake(dispute: ModelDispute): number {
    const others = this.#of("LOST").filter((each) => each !== dispute);
    return Math.min(dispute.names, WHOLE - sum(others.map(taken)));
  }

  #lose(dispute: ModelDispute): void {
    const { claimed, from_pending, from_available } = dispute;
    this.owed += claimed - from_pending - from_available;
    dispute.beyond = Math.max(0, this.#mayTake(dispute) - claimed);
    this.costs.lost_charge += dispute.beyond;
    this.charge -= taken(dispute);
    this.fee -= claimed;
  }

  #reverse(dispute: ModelDispute): void {
    const { claimed, from_pending, from_available, beyond } = dispute;
    this.costs.lost_charge -= beyond;
    this.charge += taken(dispute);
    this.fee += claimed;
    const waits = this.#isReleased ? 0 : from_pending;
    const recovered = Math.min(claimed - from_pending - from_available, this.#waived);
    this.#waived -= recovered;
    this.costs.lost_tip -= recovered;
    this.pending += waits;
    this.available += claimed - waits - recovered;
    Object.assign(dispute, NOTHING, { beyond: 0 });
    this.#repay(claimed - waits - recovered);
  }

  #settleClaims(): void {
    const lost = this.#of("LOST");
    if (sum(lost.map(taken)) < Math.min(WHOLE, sum(lost.map((each) => each.names)))) {
      this.#yield(this.#of("OPEN"));
      for (const dispute of lost) {
        if (taken(dispute) >= this.#mayTake(dispute)) continue;
        this.#reverse(dispute);
        this.#claim(dispute);
        this.#lose(dispute);
      }
    }
    for (const dispute of this.#of("OPEN")) {
      if (dispute.claimed >= Math.min(dispute.names, this.#left + dispute.claimed)) continue;
      this.#yield([dispute]);
      this.#claim(dispute);
    }
  }

  #release(): void {
    if (this.#isReleased || this.#of("OPEN").length > 0) return;
    this.#isReleased = true;
    const released = this.pending;
    this.pending = 0;
    this.available += released;
    this.#repay(released);
  }

  #repay(credited: number): void {
    const repaid = Math.min(credited, this.owed, this.available);
    this.owed -= repaid;
    this.available -= repaid;
  }

  /** By an operator, and not by us: refused while a bank asks, after it took, or where the creator has too little. */
  #refund(halves: number): void {
    const isRefused =
      this.#of("OPEN").length + this.#of("LOST").length > 0 ||
      halves > WHOLE - this.#refunded ||
      halves > this.pending + this.available;
    if (!isRefused) this.#takeBack(halves);
  }

  /** In the provider's back office: it is done, and what cannot be taken of the creator is ours. */
  #giveBack(halves: number): void {
    this.#yield(this.#of("OPEN"));
    const part = Math.min(halves, this.#left);
    this.costs.goodwill_charge += halves - part;
    this.charge -= halves - part;
    this.#takeBack(part);
    this.#settleClaims();
  }

  #takeBack(halves: number): void {
    const ofPending = Math.min(halves, this.pending);
    const ofAvailable = Math.min(halves - ofPending, this.available);
    this.pending -= ofPending;
    this.available -= ofAvailable;
    this.costs.goodwill_tip += halves - ofPending - ofAvailable;
    this.#refunded += halves;
    this.charge -= halves;
    this.fee -= halves;
  }
}

const NOTHING = { claimed: 0, from_pending: 0, from_available: 0 };
const taken = ({ claimed, beyond }: ModelDispute) => claimed + beyond;
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
