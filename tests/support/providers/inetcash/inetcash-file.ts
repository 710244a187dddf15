/** What the gateway has to tell in its file; in cents. */
interface Told {
  kind: "payment" | "refund" | "dispute" | "chargeback_fee" | "transfer";
  /** The shopid. */
  payment: string;
  reference: string;
  gross: number;
  fee: number;
}

const COLUMNS = "event,kind,payment,reference,currency,gross,fee,date";

/**
 * What the gateway's back office lists, as the operator puts it into our plain CSV: no public source says how its own files
 * look. What is done in the back office is told by no call.
 */
export class InetcashBooks {
  readonly #told: Told[] = [];

  /** A second success of one order goes by its receipt, too, as our back office shows it. */
  pay(shopid: string, receipt: string, gross: number): void {
    const isSecond = this.#told.some(({ kind, payment }) => kind === "payment" && payment === shopid);
    const payment = isSecond ? `${shopid} ${receipt}` : shopid;
    this.#tell({ kind: "payment", payment, reference: "", gross, fee: 50 });
  }

  /** Given back in the back office. */
  refund(payment: string, reference: string, gross: number): void {
    this.#tell({ kind: "refund", payment, reference, gross, fee: 0 });
  }

  /** The fan's bank took it back. */
  chargeBack(payment: string, reference: string, gross: number): void {
    this.#tell({ kind: "dispute", payment, reference, gross, fee: 0 });
    this.#tell({ kind: "chargeback_fee", payment, reference, gross: 7_50, fee: 0 });
  }

  /** Transfers all that it holds; how much that is. */
  transfer(reference: string): number {
    const sums = this.#told.map(({ kind, gross, fee }) => (kind === "payment" ? gross : -gross) - fee);
    const amount = sums.reduce((all, each) => all + each, 0);
    this.#tell({ kind: "transfer", payment: "", reference, gross: amount, fee: 0 });
    return amount;
  }

  file(currency: string, day: string): Uint8Array<ArrayBuffer> {
    const whole = (cents: number) => (cents / 100).toFixed(2);
    const rows = this.#told.map(({ kind, payment, reference, gross, fee }, index) =>
      [`row-${index + 1}`, kind, payment, reference, currency, whole(gross), whole(fee), day].join(","),
    );
    return new TextEncoder().encode([COLUMNS, ...rows].join("\n"));
  }

  #tell(told: Told): void {
    this.#told.push(told);
  }
}
