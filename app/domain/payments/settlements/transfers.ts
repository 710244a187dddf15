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

/** A credit that our bank told of before the provider did; nobody has settled it while it is open. */
export interface OpenCredit extends Credit {
  id: string;
  is_open: boolean;
}

const DAY_MS = 86_400_000;

/** The words that a bank's texts have, and each text as a whole. */
export function wordsOf(texts: readonly (string | null)[]): string[] {
  const said = texts.flatMap((text) => text?.toLowerCase() ?? []);
  return [...new Set([...said, ...said.flatMap((text) => text.split(/[^\p{L}\p{N}_./-]+/u))])].filter(
    Boolean,
  );
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

/**
 * Which transfers are which credits, by their ids: the first of the same money that names it, or the only one that may be
 * it where no other transfer is of that money. The cost grows with how many there are, not with their product.
 */
export function pairCredits(
  transfers: readonly Transfer[],
  credits: readonly OpenCredit[],
): Map<string, string> {
  const named = Map.groupBy(
    credits.flatMap((credit) =>
      wordsOf(credit.texts).map((word) => ({ credit, key: namedKey(credit, word) })),
    ),
    ({ key }) => key,
  );
  for (const list of named.values()) list.reverse();
  const found = new Map<string, string>();
  const taken = new Set<string>();
  const take = (transfer: Transfer, credit: OpenCredit) => {
    found.set(transfer.id, credit.id);
    taken.add(credit.id);
  };
  for (const transfer of transfers) {
    const list = named.get(namedKey(transfer, transfer.reference.toLowerCase())) ?? [];
    let next = list.pop();
    while (next && taken.has(next.credit.id)) next = list.pop();
    if (next) take(transfer, next.credit);
  }
  const left = Map.groupBy(
    transfers.filter(({ id }) => !found.has(id)),
    moneyKey,
  );
  const free = Map.groupBy(
    credits.filter(({ id, is_open }) => is_open && !taken.has(id)),
    moneyKey,
  );
  for (const [money, [only, ...others]] of left) {
    if (!only || others.length > 0) continue;
    const [credit, ...more] = (free.get(money) ?? []).filter((each) => mayBe(only, each));
    if (credit && more.length === 0) take(only, credit);
  }
  return found;
}

function moneyKey({ currency, amount_minor }: Pick<Credit, "currency" | "amount_minor">): string {
  return `${currency} ${amount_minor}`;
}

function namedKey(money: Pick<Credit, "currency" | "amount_minor">, word: string): string {
  return `${moneyKey(money)} ${word}`;
}
