import type { StripeAccounts } from "./stripe-accounts.ts";
import { invalid, missing } from "./stripe-form.ts";
import { newId } from "./stripe-names.ts";
import type { StripeBooks } from "./stripe-state.ts";

interface Made {
  id: string;
  created: number;
  amount: number;
  currency: string;
  metadata: Record<string, string>;
}

interface Transfer extends Made {
  destination: string;
  transfer_group: string | null;
  source_transaction: string | null;
  reversals: Made[];
}

export interface TransferOrder {
  amount: number;
  currency: string;
  destination: string;
  transfer_group?: string | undefined;
  source_transaction?: string | undefined;
  metadata: Record<string, string>;
}

/** What the platform passed on of its charges to connected accounts, and took back. */
export class StripeTransfers {
  readonly #transfers: Transfer[] = [];
  readonly #kept: {
    now: () => number;
    books: StripeBooks;
    accounts: StripeAccounts;
    booksOf(account: string): StripeBooks;
  };

  constructor(kept: {
    now: () => number;
    books: StripeBooks;
    accounts: StripeAccounts;
    booksOf(account: string): StripeBooks;
  }) {
    this.#kept = kept;
  }

  create(order: TransferOrder): object {
    const { now, books, accounts, booksOf } = this.#kept;
    if (!accounts.get(order.destination).takesPayments)
      throw invalid(
        "Your destination account needs the transfers capability",
        "insufficient_capabilities_for_transfer",
      );
    const { source_transaction = null, transfer_group = null, ...rest } = order;
    if (source_transaction !== null) this.#checkSource(source_transaction, order.amount);
    const transfer: Transfer = {
      ...{ id: newId("tr"), created: now(), ...rest, source_transaction, transfer_group, reversals: [] },
    };
    this.#transfers.unshift(transfer);
    books.balance.pass(
      { id: transfer.id, object: () => transferObject(transfer) },
      -order.amount,
      order.currency,
    );
    booksOf(order.destination).balance.pass({ id: transfer.id, object: null }, order.amount, order.currency);
    return transferObject(transfer);
  }

  #checkSource(charge: string, amount: number): void {
    const { books } = this.#kept;
    const source = [...books.pages.values()].find(({ intent }) => intent?.charge?.id === charge);
    if (!source?.intent?.charge) throw missing("charge", charge);
    const passed = this.#transfers
      .filter((each) => each.source_transaction === charge)
      .reduce((sum, each) => sum + each.amount, amount);
    if (passed > source.intent.charge.amount)
      throw invalid("more than the source transaction has", "balance_insufficient", "amount");
  }

  /** At most what is left of the transfer, and on the account. */
  reverse(id: string, { amount, metadata }: { amount: number; metadata: Record<string, string> }): object {
    const { now, books, booksOf } = this.#kept;
    const transfer = this.#get(id);
    const { currency, destination } = transfer;
    const own = booksOf(destination).balance;
    if (amount > transfer.reversals.reduce((left, each) => left - each.amount, transfer.amount))
      throw invalid("more than is left of the transfer", "amount_too_large", "amount");
    if (amount > own.left) throw invalid("the account has too little", "balance_insufficient", "amount");
    const reversal: Made = { id: newId("trr"), created: now(), amount, currency, metadata };
    transfer.reversals.unshift(reversal);
    books.balance.pass(
      { id: reversal.id, object: () => reversalObject(transfer, reversal) },
      amount,
      currency,
    );
    own.pass({ id: reversal.id, object: null }, -amount, currency);
    return reversalObject(transfer, reversal);
  }

  list(group: string | undefined): { id: string }[] {
    return this.#transfers
      .filter(({ transfer_group }) => group === undefined || transfer_group === group)
      .map((each) => ({ ...transferObject(each), id: each.id }));
  }

  listReversals(id: string): { id: string }[] {
    const transfer = this.#get(id);
    return transfer.reversals.map((each) => ({ ...reversalObject(transfer, each), id: each.id }));
  }

  #get(id: string): Transfer {
    const transfer = this.#transfers.find((each) => each.id === id);
    if (!transfer) throw missing("transfer", id);
    return transfer;
  }
}

function transferObject(transfer: Transfer): object {
  const { reversals, ...own } = transfer;
  const amount_reversed = reversals.reduce((sum, { amount }) => sum + amount, 0);
  return {
    ...{ ...own, object: "transfer", livemode: false, amount_reversed },
    reversed: amount_reversed === transfer.amount,
    reversals: {
      ...{ object: "list", url: `/v1/transfers/${transfer.id}/reversals`, has_more: false },
      data: reversals.map((each) => reversalObject(transfer, each)),
    },
  };
}

function reversalObject({ id: transfer }: Transfer, reversal: Made): object {
  return { ...reversal, object: "transfer_reversal", transfer };
}
