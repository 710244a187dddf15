import { productRules } from "../../../product-rules.ts";
import type { Minor } from "../../money/minor.ts";

/** What a provider says that it transferred to our bank. */
export interface Transfer {
  id: string;
  settlement_id: string;
  /** The provider's own name of it, which it gives to the bank where it can. */
  reference: string;
  currency: string;
  amount_minor: Minor;
  /** "2026-12-02" */
  occurred_on: string;
}

/** What a bank says of a credit by which it may be known. */
export interface Credit {
  currency: string;
  amount_minor: number;
  booked_on: string;
  texts: readonly (string | null)[];
}

const DAY_MS = 86_400_000;

/** The words that a bank's texts have, and each text as a whole. */
function wordsOf(texts: readonly (string | null)[]): string[] {
  const said = texts.flatMap((text) => text?.toLowerCase() ?? []);
  return [...new Set([...said, ...said.flatMap((text) => text.split(/[^\p{L}\p{N}_./-]+/u))])].filter(
    Boolean,
  );
}

/** Whether a credit names a transfer; how much it was is another question. */
export function isNamedBy({ reference }: Pick<Transfer, "reference">, { texts }: Pick<Credit, "texts">) {
  return wordsOf(texts).includes(reference.toLowerCase());
}

/** Whether a credit that names nothing may be this transfer: of the same money, in the days in which it has to arrive. */
export function mayBe(transfer: Transfer, credit: Credit): boolean {
  const days = (Date.parse(credit.booked_on) - Date.parse(transfer.occurred_on)) / DAY_MS;
  return isSameMoney(transfer, credit) && days >= -1 && days <= productRules.settlement.transfer_days_maximum;
}

export function isSameMoney(transfer: Transfer, credit: Pick<Credit, "currency" | "amount_minor">): boolean {
  return transfer.currency === credit.currency && transfer.amount_minor === credit.amount_minor;
}

/** From then on a transfer that no statement shows waits for an operator. */
export function isMissingFrom(occurredOn: string): Date {
  return new Date(
    Date.parse(`${occurredOn}T00:00:00Z`) + productRules.settlement.transfer_days_maximum * DAY_MS,
  );
}
