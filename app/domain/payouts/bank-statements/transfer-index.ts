import { productRules } from "../../../product-rules.ts";
import {
  type Credit,
  type isSameMoney,
  mayBe,
  type Transfer,
  wordsOf,
} from "../../payments/payments.server.ts";
import type { ReadStatement } from "./camt.ts";
import type { Told } from "./told.ts";

type Kind = ReadStatement["kind"];

const DAY_MS = 86_400_000;

/**
 * What providers say that they transferred to us, to be found by a credit of our bank: what it costs grows with the
 * credits and the transfers, not with their product, also when all of them are of one amount.
 */
export class TransferIndex {
  readonly #byName = new Map<string, { transfer: Transfer; place: number }>();
  readonly #byId = new Map<string, Transfer>();
  /** Those that a kind of file has not told of, by their money and day. */
  readonly #untold: Readonly<Record<Kind, Map<string, Set<Transfer>>>> = {
    "camt.053": new Map(),
    "camt.054": new Map(),
  };

  constructor(transfers: readonly Transfer[]) {
    for (const [place, transfer] of transfers.entries()) {
      const name = transfer.reference.toLowerCase();
      if (!this.#byName.has(name)) this.#byName.set(name, { transfer, place });
      this.#byId.set(transfer.id, transfer);
    }
    for (const untold of Object.values(this.#untold))
      for (const [key, list] of Map.groupBy(transfers, (each) => moneyOn(each, each.occurred_on)))
        untold.set(key, new Set(list));
  }

  /** The transfer that a credit names, or the only one that it may be. */
  find(credit: Credit, kind: Kind, bankRef: string | null, told: Told): Transfer | null {
    const named = wordsOf(credit.texts).flatMap((word) => this.#byName.get(word) ?? []);
    const [first] = named.sort((a, b) => a.place - b.place);
    if (first) return first.transfer;
    const candidates = told
      .thingsNamed(kind, "CREDIT", bankRef)
      .flatMap((id) => this.#byId.get(id) ?? [])
      .filter((transfer) => mayBe(transfer, credit));
    const last = Date.parse(credit.booked_on) + DAY_MS;
    for (let day = 0; day <= productRules.settlement.transfer_days_maximum + 1; day += 1) {
      const occurredOn = new Date(last - day * DAY_MS).toISOString().slice(0, 10);
      const untold = this.#untold[kind].get(moneyOn(credit, occurredOn)) ?? [];
      for (const transfer of untold) {
        // Told since: it is never untold again.
        if (told.isIn(transfer.id, kind, "CREDIT", null) !== "no") this.#forget(transfer, kind);
        else candidates.push(transfer);
        if (candidates.length > 1) return null;
      }
    }
    return candidates[0] ?? null;
  }

  #forget(transfer: Transfer, kind: Kind): void {
    this.#untold[kind].get(moneyOn(transfer, transfer.occurred_on))?.delete(transfer);
  }
}

function moneyOn({ currency, amount_minor }: Parameters<typeof isSameMoney>[1], day: string): string {
  return `${currency} ${amount_minor} ${day}`;
}
