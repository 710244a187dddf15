import type { SessionForm } from "./stripe-form.ts";
import { newId } from "./stripe-names.ts";

/** The page that a payment was made on. */
type Page = Readonly<{ form: SessionForm; intent: { id: string } | null }>;

/** A movement of Stripe's balance, in cents of EUR; below zero is from us. */
interface Movement {
  id: string;
  category: string;
  created: number;
  gross: number;
  fee: number;
  source: string;
  page: Page | null;
  refundMetadata: Record<string, string>;
  /** What the fan paid or got back, in another currency. */
  fan: { amount: number; currency: string } | null;
  payout: Payout | null;
}

interface Payout {
  id: string;
  /** In cents; below zero what was collected from our bank. */
  amount: number;
  at: number;
}

const OF_FANS = ["charge", "charge_failure", "refund"];
const DISPUTE_FEE = 20_00;
const COLUMNS = [
  ...["automatic_payout_id", "automatic_payout_effective_at_utc", "automatic_payout_effective_at"],
  ...["balance_transaction_id", "created_utc", "created", "currency", "gross", "fee", "net"],
  ...["reporting_category", "source_id", "description", "customer_facing_amount", "customer_facing_currency"],
  ...["payment_metadata[payment_id]", "refund_metadata[refund_id]"],
];

/** What Stripe holds for us in EUR, whatever it took or gave back, and the file by which it tells of it. */
export class StripeBalance {
  readonly #movements: Movement[] = [];
  readonly #now: () => number;
  /** How much of EUR a unit of another currency is; Stripe has rates of its own. */
  rates: Record<string, number> = { usd: 0.92 };

  constructor(now: () => number) {
    this.#now = now;
  }

  charge(page: Page, source: string, amount: number, currency: string): void {
    this.#add("charge", page, source, { amount, currency, fee: feeOf(page, this.#euros(amount, currency)) });
  }

  /** A debit that a bank refused: what was told as its charge goes, and so does the fee. */
  failCharge(page: Page, source: string, amount: number, currency: string): void {
    this.charge(page, source, amount, currency);
    const fee = -feeOf(page, this.#euros(amount, currency));
    this.#add("charge_failure", page, newId("pyr"), { amount: -amount, currency, fee });
  }

  refund(
    page: Page,
    refund: { id: string; metadata: Record<string, string> },
    amount: number,
    currency: string,
  ) {
    const category = amount > 0 ? "refund" : "refund_failure";
    this.#add(category, page, refund.id, { amount: -amount, currency, metadata: refund.metadata });
  }

  dispute(page: Page, source: string, amount: number, currency: string): void {
    this.#add("dispute", page, source, { amount: -amount, currency, fee: DISPUTE_FEE });
  }

  /** The fee goes back, too. */
  winDispute(page: Page, source: string, amount: number, currency: string): void {
    this.#add("dispute_reversal", page, source, { amount, currency, fee: -DISPUTE_FEE });
  }

  /** What Stripe takes or gives beside payments: "fee", "tax", "network_cost", in cents of EUR. */
  other(category: string, amount: number): void {
    this.#add(category, null, newId("ofee"), { amount, currency: "eur" });
  }

  /** Pays out all that was not paid out, or collects it from our bank. */
  payOut(): Payout {
    const payout: Payout = { id: newId("po"), amount: 0, at: this.#now() };
    for (const movement of this.#movements.filter((each) => each.payout === null)) {
      movement.payout = payout;
      payout.amount += movement.gross - movement.fee;
    }
    return payout;
  }

  /** The itemized payout reconciliation of these payouts, as it is downloaded. */
  file(...payouts: readonly Payout[]): Uint8Array<ArrayBuffer> {
    const rows = this.#movements
      .filter(({ payout }) => payout !== null && payouts.includes(payout))
      .map((movement) => lineOf(movement));
    return new TextEncoder().encode([COLUMNS.join(","), ...rows].join("\n"));
  }

  /** The same as the API tells it, the newest first; each payout is a movement of its own there. */
  transactions(isExpanded: boolean): { id: string; created: number }[] {
    const payouts = [...new Set(this.#movements.flatMap(({ payout }) => payout ?? []))];
    const all = [
      ...this.#movements.map((movement) => apiObject(movement, isExpanded)),
      ...payouts.map(({ id, amount, at }) => ({
        ...{ id: `txn_of_${id}`, object: "balance_transaction", amount: -amount, fee: 0, net: -amount },
        ...{ currency: "eur", created: at, reporting_category: "payout" },
        source: isExpanded ? { id, object: "payout", amount, currency: "eur", metadata: {} } : id,
      })),
    ];
    return all.sort((one, other) => other.created - one.created);
  }

  #euros(amount: number, currency: string): number {
    return currency === "eur" ? amount : Math.round(amount * (this.rates[currency] ?? 1));
  }

  #add(
    category: string,
    page: Page | null,
    source: string,
    said: { amount: number; currency: string; fee?: number; metadata?: Record<string, string> },
  ): void {
    const { amount, currency, fee = 0, metadata = {} } = said;
    this.#movements.push({
      ...{ id: newId("txn"), category, created: this.#now(), gross: this.#euros(amount, currency), fee },
      ...{ source, page, refundMetadata: metadata, payout: null },
      fan: currency === "eur" ? null : { amount, currency },
    });
  }
}

function feeOf({ form }: Page, euros: number): number {
  const [method] = form.allowed_payment_method_types;
  return method === "card" ? Math.round(euros * 0.015) + 25 : 35;
}

/** A movement as Stripe's API has it: the fan's side of it stands in what it is about. */
function apiObject({ page, fan, ...movement }: Movement, isExpanded: boolean) {
  const { id, category, created, gross, fee, source, refundMetadata } = movement;
  const about = {
    ...{ id: source, payment_intent: page?.intent?.id ?? null },
    ...{ amount: Math.abs(fan?.amount ?? gross), currency: fan?.currency ?? "eur" },
    metadata: category === "charge" ? (page?.form.payment_intent_data.metadata ?? {}) : refundMetadata,
  };
  return {
    ...{ id, object: "balance_transaction", amount: gross, fee, net: gross - fee, currency: "eur", created },
    ...{ reporting_category: category, source: isExpanded ? about : source },
  };
}

function lineOf({ page, payout, fan, ...movement }: Movement): string {
  const { id, category, created, gross, fee, source, refundMetadata } = movement;
  const paidAt = payout ? moment(payout.at) : "";
  const cells: Record<string, string> = {
    ...{ automatic_payout_id: payout?.id ?? "", automatic_payout_effective_at_utc: paidAt },
    ...{ automatic_payout_effective_at: paidAt, balance_transaction_id: id },
    ...{ created_utc: moment(created), created: moment(created), currency: "eur", gross: whole(gross) },
    ...{ fee: whole(fee), net: whole(gross - fee), reporting_category: category, source_id: source },
    description: page?.form.payment_intent_data.description ?? `Stripe's ${category}, "as billed"`,
    // Of the others Stripe does not know what the fan's side of it was.
    customer_facing_amount: OF_FANS.includes(category) ? whole(fan?.amount ?? gross) : "",
    customer_facing_currency: OF_FANS.includes(category) ? (fan?.currency ?? "eur") : "",
    "payment_metadata[payment_id]": page?.form.payment_intent_data.metadata.payment_id ?? "",
    "refund_metadata[refund_id]": refundMetadata.refund_id ?? "",
  };
  return COLUMNS.map((column) => `"${(cells[column] ?? "").replaceAll('"', '""')}"`).join(",");
}

const whole = (cents: number) => (cents / 100).toFixed(2);
const moment = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ");
