import { newId } from "./stripe-names.ts";
import { chargeObject, disputeObject, payoutObject, refundObject } from "./stripe-objects.ts";
import { amountOf, type Charge, currencyOf, type Dispute, type Page, type Refund } from "./stripe-shapes.ts";

/** What a movement is about. */
interface Source {
  id: string;
  object: (() => object) | null;
}

/** A movement of Stripe's balance, in cents of EUR; below zero is from us. */
interface Movement {
  id: string;
  category: string;
  created: number;
  gross: number;
  fee: number;
  source: Source;
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

const OF_FANS = ["charge", "charge_failure", "refund", "platform_earning", "platform_earning_refund"];
/** A movement's kind in the API, by its category in reports. */
const TYPES: Record<string, string> = {
  ...{ charge: "charge", charge_failure: "payment_failure_refund", refund: "refund" },
  ...{ refund_failure: "refund_failure", dispute: "adjustment", dispute_reversal: "adjustment" },
  ...{ platform_earning: "application_fee", platform_earning_refund: "application_fee_refund" },
  ...{ transfer: "transfer", transfer_reversal: "transfer_refund" },
  ...{ fee: "stripe_fee", network_cost: "stripe_fee", tax: "tax_fee" },
};
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

  charge(page: Page, charge: Charge, currency: string): void {
    const source = { id: charge.id, object: () => chargeObject(page, charge) };
    // A connected account's charge costs it the platform's part alone.
    const fee = page.form.payment_intent_data.application_fee_amount ?? this.feeOf(page);
    this.#add("charge", page, source, { amount: charge.amount, currency, fee });
  }

  /** A debit that a bank refused: what was told as its charge goes, and so does the fee. */
  failCharge(page: Page, amount: number, currency: string, created: number): void {
    const charge: Charge = {
      ...{ id: newId("py"), created, amount, refunded: 0, disputed: false, fee: null },
    };
    this.charge(page, charge, currency);
    const back: Refund = { id: newId("pyr"), created, amount, status: "succeeded", metadata: {} };
    const source = { id: back.id, object: () => refundObject(page, back) };
    this.#add("charge_failure", page, source, { amount: -amount, currency, fee: -this.feeOf(page) });
  }

  refund(page: Page, refund: Refund, amount: number, currency: string) {
    const category = amount > 0 ? "refund" : "refund_failure";
    const source = { id: refund.id, object: () => refundObject(page, refund) };
    this.#add(category, page, source, { amount: -amount, currency, metadata: refund.metadata });
  }

  dispute(page: Page, dispute: Dispute): void {
    const { id, amount, currency } = dispute;
    const source = { id, object: () => disputeObject(page, dispute) };
    this.#add("dispute", page, source, { amount: -amount, currency, fee: DISPUTE_FEE });
  }

  /** The fee goes back, too. */
  winDispute(page: Page, dispute: Dispute): void {
    const { id, amount, currency } = dispute;
    const source = { id, object: () => disputeObject(page, dispute) };
    this.#add("dispute_reversal", page, source, { amount, currency, fee: -DISPUTE_FEE });
  }

  /** The platform's part of a connected account's charge; below zero it is given back. */
  earn(source: Source, amount: number, currency: string): void {
    this.#add(amount > 0 ? "platform_earning" : "platform_earning_refund", null, source, {
      amount,
      currency,
    });
  }

  /** To a connected account; above zero it comes here. */
  pass(source: Source, amount: number, currency: string): void {
    const isBack = source.id.startsWith("trr_");
    this.#add(isBack ? "transfer_reversal" : "transfer", null, source, { amount, currency });
  }

  /** What is here and was not paid out, in cents of EUR. */
  get left(): number {
    return this.#movements
      .filter(({ payout }) => payout === null)
      .reduce((sum, { gross, fee }) => sum + gross - fee, 0);
  }

  /** What Stripe takes or gives beside payments: "fee", "tax", "network_cost", in cents of EUR. */
  other(category: string, amount: number): void {
    this.#add(category, null, { id: newId("ofee"), object: null }, { amount, currency: "eur" });
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
      ...payouts.map((payout) => payoutMovement(payout, isExpanded)),
    ];
    return all.sort((one, other) => other.created - one.created);
  }

  /** What Stripe takes for a payment, in cents of EUR. */
  feeOf(page: Page): number {
    const [method] = page.form.allowed_payment_method_types;
    const euros = this.#euros(amountOf(page), currencyOf(page));
    return method === "card" ? Math.round(euros * 0.015) + 25 : 35;
  }

  #euros(amount: number, currency: string): number {
    return currency === "eur" ? amount : Math.round(amount * (this.rates[currency] ?? 1));
  }

  #add(
    category: string,
    page: Page | null,
    source: Source,
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

/** What each movement of the API has beside its own. */
const MOVEMENT = {
  object: "balance_transaction",
  currency: "eur",
  status: "available",
  balance_type: "payments",
};

/** A movement as Stripe's API has it: the fan's side of it is in what it is about. */
function apiObject({ category, created, gross, fee, id, source }: Movement, isExpanded: boolean) {
  const about = isExpanded && source.object ? source.object() : source.id;
  return {
    ...{ ...MOVEMENT, id, amount: gross, fee, net: gross - fee, created, available_on: created },
    fee_details: fee === 0 ? [] : [{ amount: fee, currency: "eur", type: "stripe_fee" }],
    ...{ reporting_category: category, type: TYPES[category], source: source.object && about },
  };
}

function payoutMovement(payout: Payout, isExpanded: boolean) {
  const { id, amount, at } = payout;
  const whole = { created: at, arrival_date: at, currency: "eur", status: "paid", failure_code: null };
  return {
    ...{ ...MOVEMENT, id: `txn_of_${id}`, amount: -amount, fee: 0, net: -amount, created: at },
    ...{ available_on: at, fee_details: [], reporting_category: "payout", type: "payout" },
    source: isExpanded ? payoutObject({ id, amount, ...whole }) : id,
  };
}

function lineOf({ page, payout, fan, ...movement }: Movement): string {
  const { id, category, created, gross, fee, source, refundMetadata } = movement;
  const paidAt = payout ? moment(payout.at) : "";
  const cells: Record<string, string> = {
    ...{ automatic_payout_id: payout?.id ?? "", automatic_payout_effective_at_utc: paidAt },
    ...{ automatic_payout_effective_at: paidAt, balance_transaction_id: id },
    ...{ created_utc: moment(created), created: moment(created), currency: "eur", gross: whole(gross) },
    ...{
      fee: whole(fee),
      net: whole(gross - fee),
      reporting_category: category,
      source_id: source.object ? source.id : "",
    },
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
