import { productRules } from "../../../product-rules.ts";
import type { Minor } from "../../money/minor.ts";

type Direction = "CREDIT" | "DEBIT";

export const directionOf = (kind: string): Direction => (kind === "COLLECTION" ? "DEBIT" : "CREDIT");

export interface Transfer {
  direction: Direction;
  id: string;
  settlement_id: string;
  reference: string;
  currency: string;
  amount_minor: Minor;
  occurred_on: string;
}

export interface Booking {
  direction: Direction;
  currency: string;
  amount_minor: number;
  booked_on: string;
  texts: readonly (string | null)[];
}

export interface OpenBooking extends Booking {
  id: string;
  is_open: boolean;
}

const DAY_MS = 86_400_000;

export function wordsOf(texts: readonly (string | null)[]): string[] {
  const said = texts.flatMap((text) => text?.toLowerCase() ?? []);
  return [...new Set([...said, ...said.flatMap((text) => text.split(/[^\p{L}\p{N}_./-]+/u))])].filter(
    Boolean,
  );
}

/** Same money, within the days of arrival. */
export function mayBe(transfer: Transfer, booking: Booking): boolean {
  const days = (Date.parse(booking.booked_on) - Date.parse(transfer.occurred_on)) / DAY_MS;
  return (
    isSameMoney(transfer, booking) && days >= -1 && days <= productRules.settlement.transfer_days_maximum
  );
}

export function isSameMoney(transfer: Transfer, booking: Money): boolean {
  return moneyKey(transfer) === moneyKey(booking);
}

/** Without a statement it waits for an operator. */
export function isMissingFrom(occurredOn: string): Date {
  return new Date(
    Date.parse(`${occurredOn}T00:00:00Z`) + productRules.settlement.transfer_days_maximum * DAY_MS,
  );
}

/** The first that names it, or the only candidate. Linear cost. */
export function pairBookings(
  transfers: readonly Transfer[],
  bookings: readonly OpenBooking[],
): Map<string, string> {
  const named = Map.groupBy(
    bookings.flatMap((booking) =>
      wordsOf(booking.texts).map((word) => ({ booking, key: namedKey(booking, word) })),
    ),
    ({ key }) => key,
  );
  for (const list of named.values()) list.reverse();
  const found = new Map<string, string>();
  const taken = new Set<string>();
  const take = (transfer: Transfer, booking: OpenBooking) => {
    found.set(transfer.id, booking.id);
    taken.add(booking.id);
  };
  for (const transfer of transfers) {
    const list = named.get(namedKey(transfer, transfer.reference.toLowerCase())) ?? [];
    let next = list.pop();
    while (next && taken.has(next.booking.id)) next = list.pop();
    if (next) take(transfer, next.booking);
  }
  const left = Map.groupBy(
    transfers.filter(({ id }) => !found.has(id)),
    moneyKey,
  );
  const free = Map.groupBy(
    bookings.filter(({ id, is_open }) => is_open && !taken.has(id)),
    moneyKey,
  );
  for (const [money, [only, ...others]] of left) {
    if (!only || others.length > 0) continue;
    const [booking, ...more] = (free.get(money) ?? []).filter((each) => mayBe(only, each));
    if (booking && more.length === 0) take(only, booking);
  }
  return found;
}

export type Money = Pick<Booking, "direction" | "currency" | "amount_minor">;

function moneyKey({ direction, currency, amount_minor }: Money): string {
  return `${direction} ${currency} ${amount_minor}`;
}

function namedKey(money: Money, word: string): string {
  return `${moneyKey(money)} ${word}`;
}
