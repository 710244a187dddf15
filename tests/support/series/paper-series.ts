/** A monthly tip on paper: its own calendar, no product code. Days are numbers, months too (year × 12 + month). */

export type Outcome = "PAID" | "RETRY" | "METHOD" | "CONFIRM" | "SLOW_PAID" | "SLOW_RETRY";

const DAY_MS = 86_400_000;
const dateOf = (day: number) => new Date(day * DAY_MS);
export const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);
export const isoOf = (day: number): string => dateOf(day).toISOString().slice(0, 10);
const monthOf = (day: number) => dateOf(day).getUTCFullYear() * 12 + dateOf(day).getUTCMonth();
const lengthOf = (month: number) =>
  new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();
const on = (month: number, monthDay: number) =>
  Date.UTC(Math.floor(month / 12), month % 12, Math.min(monthDay, lengthOf(month))) / DAY_MS;

const SLOW_DAYS = 3;

/** What an amount costs with fee and VAT. */
export type Prices = ReadonlyMap<number, number>;

interface Cost {
  amount: number;
  total: number;
}

export class PaperSeries {
  status: "ACTIVE" | "UNPAID" | "SUSPENDED" | "ENDED" = "ACTIVE";
  next: number;
  readonly paid: number[] = [];
  readonly sums: number[] = [];
  readonly mails: string[] = ["started"];
  problem: string | null = null;
  private month: number;
  private paidFor: number;
  private failures = 0;
  private unpaidSince: number | null = null;
  private remindedFor: number | null = null;
  private total: number;
  private announced: { total: number; at: number } | null = null;
  private slow: (Cost & { until: number; isPaid: boolean }) | null = null;
  /** Of months that failed: what they were to cost. */
  private readonly owed = new Map<number, Cost>();
  private isPaused = false;

  private monthDay: number;
  private paidOn: number;
  private amount: number;

  constructor(monthDay: number, today: number, { amount, total }: Cost) {
    this.monthDay = monthDay;
    this.paidOn = today;
    this.amount = amount;
    this.total = total;
    this.paid.push(monthOf(today));
    this.sums.push(total);
    this.paidFor = monthOf(today);
    this.month = this.paidFor + 1;
    this.next = on(this.month, monthDay);
  }

  get isCharging(): boolean {
    return this.slow !== null;
  }

  get isDue(): boolean {
    return (this.status === "ACTIVE" || this.status === "UNPAID") && this.slow === null;
  }

  /** True when a slow charge ends today, and how. */
  endsSlow(today: number): boolean | null {
    return this.slow !== null && this.slow.until <= today ? this.slow.isPaid : null;
  }

  finishSlow(today: number): void {
    const slow = this.slow;
    this.slow = null;
    if (!slow) return;
    if (slow.isPaid) this.succeed(today, slow.total);
    else this.fail(today, "RETRY", slow);
  }

  daily(today: number, prices: Prices, isReceiving: boolean): void {
    if (this.status === "ENDED" || this.slow) return;
    if (this.unpaidSince !== null && this.unpaidSince <= today - 60) {
      this.end();
      return;
    }
    if (this.status === "SUSPENDED") {
      if (this.problem === "RECEIVER" && isReceiving) this.takeUp(today);
      return;
    }
    if (!isReceiving) {
      this.status = "SUSPENDED";
      this.problem = "RECEIVER";
      this.unpaidSince ??= today;
      this.mails.push("problem");
      return;
    }
    if (this.status !== "ACTIVE" || this.next > today + 15) return;
    const price = priceOf(prices, this.amount);
    if (price !== this.total) this.announce(today, price);
    if (this.next <= today + 5 && this.next > today && this.remindedFor !== this.next) {
      this.remindedFor = this.next;
      this.mails.push("reminder");
    }
  }

  /** Whether the provider is called, were it due today. */
  wouldCharge(today: number, prices: Prices): boolean {
    if (!this.isDue || this.next > today) return false;
    const { amount, agreed, isOwed } = this.agreement();
    const price = priceOf(prices, amount);
    if (price === agreed) return true;
    return !isOwed && this.announced?.total === price && this.announced.at + 14 <= today;
  }

  charge(today: number, prices: Prices, outcome: Outcome): void {
    if (!this.isDue || this.next > today) return;
    const { amount, agreed, isOwed } = this.agreement();
    const total = priceOf(prices, amount);
    if (isOwed && agreed !== total) {
      this.goOn(today);
      return;
    }
    if (agreed !== total) {
      const from = this.announce(today, total) + 14;
      if (from > today) {
        this.next = from;
        return;
      }
      this.total = total;
      this.announced = null;
    }
    this.isPaused = false;
    if (outcome === "PAID") this.succeed(today, total);
    else if (outcome === "SLOW_PAID" || outcome === "SLOW_RETRY")
      this.slow = { until: today + SLOW_DAYS, isPaid: outcome === "SLOW_PAID", amount, total };
    else this.fail(today, outcome, { amount, total });
  }

  /** A month that failed costs no more than what the fan agreed to last. */
  private agreement(): { amount: number; agreed: number; isOwed: boolean } {
    const owed = this.owed.get(this.month);
    return owed && owed.amount < this.amount
      ? { amount: owed.amount, agreed: owed.total, isOwed: true }
      : { amount: this.amount, agreed: this.total, isOwed: owed !== undefined };
  }

  changeAmount(amount: number, prices: Prices): void {
    if (this.status === "ENDED" || this.status === "UNPAID") return;
    this.amount = amount;
    this.total = priceOf(prices, amount);
    this.announced = null;
    this.mails.push("changed");
  }

  stop(): void {
    if (this.status !== "ENDED") this.end();
  }

  pause(today: number, months: number): void {
    if (this.status !== "ACTIVE") return;
    this.skipTo(today);
    this.month += months;
    this.next = on(this.month, this.monthDay);
    this.isPaused = true;
    this.mails.push("changed");
  }

  resume(today: number): void {
    if (this.status === "ENDED" || !this.isPaused) return;
    this.isPaused = false;
    this.skipTo(today);
    this.mails.push("changed");
  }

  changeDay(today: number, monthDay: number): void {
    if (this.status === "ENDED" || this.status === "UNPAID" || this.failures > 0) return;
    this.monthDay = monthDay;
    // A pause leaves out as many months on another day.
    if (this.isPaused && on(this.month, monthDay) > today) this.next = on(this.month, monthDay);
    else this.skipTo(Math.max(today, this.paidOn + 20));
    this.mails.push("changed");
  }

  changeMethod(today: number): void {
    if (this.status === "ENDED") return;
    this.mails.push("changed");
    if (this.status === "ACTIVE" || this.problem === "RECEIVER") return;
    this.status = "UNPAID";
    this.problem = "RETRY";
    this.failures = 0;
    this.next = today;
  }

  /** On the next day of the month, or the later one of a pause. */
  private takeUp(today: number): void {
    let month = monthOf(today);
    while (on(month, this.monthDay) <= today || month <= this.paidFor) month += 1;
    const free = on(month, this.monthDay);
    if (this.next <= free) {
      this.month = month;
      this.next = free;
      this.isPaused = false;
    }
    this.settle();
    this.mails.push("taken-up");
  }

  /** To the first month that is not paid, behind this day. */
  private skipTo(day: number): void {
    this.month = this.paidFor + 1;
    this.next = on(this.month, this.monthDay);
    if (this.next > day) return;
    this.month = monthOf(day);
    if (on(this.month, this.monthDay) <= day) this.month += 1;
    this.next = on(this.month, this.monthDay);
  }

  private announce(today: number, total: number): number {
    if (this.announced?.total === total) return this.announced.at;
    this.announced = { total, at: today };
    this.mails.push("price");
    return today;
  }

  private succeed(today: number, total: number): void {
    this.paid.push(this.month);
    this.paidOn = today;
    this.sums.push(total);
    if (this.status !== "ENDED") this.goOn(today);
  }

  private goOn(today: number): void {
    this.settle();
    this.paidFor = this.month;
    do this.month += 1;
    while (on(this.month, this.monthDay) < today + 14);
    this.next = on(this.month, this.monthDay);
  }

  private settle(): void {
    this.status = "ACTIVE";
    this.problem = null;
    this.failures = 0;
    this.unpaidSince = null;
  }

  private fail(today: number, problem: string, { amount, total }: Cost): void {
    if (this.status === "ENDED") return;
    const wait = problem === "RETRY" ? [3, 5, 7][this.failures] : undefined;
    this.status = wait === undefined ? "SUSPENDED" : "UNPAID";
    this.problem = problem;
    if (wait !== undefined) this.next = today + wait;
    this.failures += 1;
    this.unpaidSince ??= today;
    this.owed.set(this.month, { amount, total });
    this.mails.push("problem");
  }

  private end(): void {
    this.status = "ENDED";
    this.problem = null;
    this.mails.push("ended");
  }
}

function priceOf(prices: Prices, amount: number): number {
  const price = prices.get(amount);
  if (price === undefined) throw new Error(`no price of ${amount}`);
  return price;
}
