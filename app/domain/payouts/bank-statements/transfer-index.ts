import { productRules } from "../../../product-rules.ts";
import {
  type Booking,
  type Money,
  mayBe,
  type Transfer,
  wordsOf,
} from "../../payments/settlements/transfers.ts";
import type { ReadStatement } from "./camt.ts";
import type { Told } from "./told.ts";

type Kind = ReadStatement["kind"];

const DAY_MS = 86_400_000;

/**
 * What providers say that they transferred to us, or collected, to be found by a booking of our bank: what it costs grows
 * with the bookings and the transfers, not with their product, also when all of them are of one amount.
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
      const name = nameOf(transfer, transfer.reference.toLowerCase());
      if (!this.#byName.has(name)) this.#byName.set(name, { transfer, place });
      this.#byId.set(transfer.id, transfer);
    }
    for (const untold of Object.values(this.#untold))
      for (const [key, list] of Map.groupBy(transfers, (each) => moneyOn(each, each.occurred_on)))
        untold.set(key, new Set(list));
  }

  /** The transfer that a booking names, or the only one that it may be. */
  find(booking: Booking, kind: Kind, bankRef: string | null, told: Told): Transfer | null {
    const named = wordsOf(booking.texts).flatMap((word) => this.#byName.get(nameOf(booking, word)) ?? []);
    const [first] = named.sort((a, b) => a.place - b.place);
    if (first) return first.transfer;
    const candidates = told
      .thingsNamed(kind, booking.direction, bankRef)
      .flatMap((id) => this.#byId.get(id) ?? [])
      .filter((transfer) => mayBe(transfer, booking));
    const last = Date.parse(booking.booked_on) + DAY_MS;
    for (let day = 0; day <= productRules.settlement.transfer_days_maximum + 1; day += 1) {
      const occurredOn = new Date(last - day * DAY_MS).toISOString().slice(0, 10);
      const untold = this.#untold[kind].get(moneyOn(booking, occurredOn)) ?? [];
      for (const transfer of untold) {
        // Told since: it is never untold again.
        if (told.isIn(transfer.id, kind, booking.direction, null) !== "no") this.#forget(transfer, kind);
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

/** What went back to the provider may bear the name under which it came. */
function nameOf({ direction }: Money, word: string): string {
  return `${direction} ${word}`;
}

function moneyOn({ direction, currency, amount_minor }: Money, day: string): string {
  return `${direction} ${currency} ${amount_minor} ${day}`;
}
