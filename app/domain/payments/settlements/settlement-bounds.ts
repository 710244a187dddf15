import { productRules } from "../../../product-rules.ts";
import { currencyDigits, minor } from "../../money/minor.ts";
import { isOfBank, type SettledEvent } from "../provider-port.ts";
import { exception, type Judgement, type KnownAmount, partKey, sumsByCurrency } from "./judge-events.ts";

/** Of EUR: rates have decimals, and sums of many rows must stay exact. */
const PARTS_OF_CENT = 1_000_000n;
const RATE_DIGITS = 8;

/** At units for one euro such as "1.13607200". */
export function euroParts(amount: number, currency: string, unitsPerEuro: string): bigint {
  const [whole = "0", decimals = ""] = unitsPerEuro.split(".");
  const units = BigInt(whole + decimals.slice(0, RATE_DIGITS).padEnd(RATE_DIGITS, "0"));
  const cents = BigInt(amount) * 100n * PARTS_OF_CENT * 10n ** BigInt(RATE_DIGITS);
  return cents / (units * 10n ** BigInt(currencyDigits(currency)));
}

const partsOf = (cents: number): bigint => BigInt(cents) * PARTS_OF_CENT;
const centsOf = (parts: bigint): number => Number(parts / PARTS_OF_CENT);

const shareOf = (parts: bigint, bps: number): bigint => (parts * BigInt(bps)) / 10_000n;

const distance = (parts: bigint): bigint => (parts < 0n ? -parts : parts);

/** Null without a rate of that day. */
export type EuroWorth = (amount: number, currency: string, day: string | null) => bigint | null;

export interface BoundFacts {
  euros: EuroWorth;
  charged: ReadonlyMap<string, KnownAmount>;
  /** By each name that a fee may have for it. */
  payments: ReadonlyMap<string, string>;
  /** Less returned fees: by subject (`feeOf`), then currency. */
  kept: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** In the window. */
  turnover: bigint;
  /** In the window. */
  returned: bigint;
  /** Against the day's rates, in the window. */
  gained: bigint;
  /** In the window, beside returned transfers. */
  collected: bigint;
  /** How often a transfer may come back, by `transferKey`. */
  returnable: ReadonlyMap<string, number>;
  held: ReadonlyMap<string, number>;
}

interface Judged {
  event: SettledEvent;
  judgement: Judgement;
}

const OTHER_FEES = "fees";
const OTHER_CHARGEBACK_FEES = "chargeback fees";

export const transferKey = ({
  reference,
  currency,
  gross_minor,
}: Pick<SettledEvent, "reference" | "currency" | "gross_minor">) =>
  JSON.stringify([reference?.toLowerCase() ?? null, currency, gross_minor]);

export function feeOf(
  event: Pick<SettledEvent, "kind" | "payment_ref" | "reference" | "gross_minor" | "fee_minor">,
  payments: ReadonlyMap<string, string>,
): { subject: string; amount: number } | null {
  const { kind, payment_ref, reference, gross_minor, fee_minor } = event;
  switch (kind) {
    case "FEE":
    case "FEE_RETURNED": {
      const payment = payments.get(payment_ref ?? "") ?? payments.get(reference ?? "");
      const subject = payment === undefined ? OTHER_FEES : `payment ${payment}`;
      return { subject, amount: kind === "FEE" ? gross_minor : -gross_minor };
    }
    case "CHARGEBACK_FEE":
    case "CHARGEBACK_FEE_RETURNED": {
      const isUnnamed = payment_ref === null && reference === null;
      const subject = isUnnamed ? OTHER_CHARGEBACK_FEES : `dispute ${partKey(payment_ref, reference)}`;
      return { subject, amount: kind === "CHARGEBACK_FEE" ? gross_minor : -gross_minor };
    }
    default:
      return fee_minor === 0 ? null : { subject: `payment ${payment_ref}`, amount: fee_minor };
  }
}

/** Returned fees after kept ones, transfers last. */
const TURN: Partial<Record<SettledEvent["kind"], number>> = {
  ...{ FEE_RETURNED: 1, CHARGEBACK_FEE_RETURNED: 1, TRANSFER: 2, COLLECTION: 3 },
};

/**
 * What a file may post by itself: fees within a schedule, returned fees that were kept, conversions at the
 * day's rate, transfers of what is there. Beyond is an exception. Each taken event counts towards the next
 * bounds, in any file order (docs/money.md, 5).
 */
export function boundEvents(judged: readonly Judged[], facts: BoundFacts): Judged[] {
  const bounds = runningBounds(facts);
  const outcomes = new Map<number, Judgement>();
  const order = judged
    .map(({ event, judgement }, place) => ({ event, judgement, place, turn: TURN[event.kind] ?? 0 }))
    .filter(({ judgement }) => judgement.outcome === "TAKEN")
    .sort((one, other) => one.turn - other.turn || one.place - other.place);
  const atProvider = order.filter(({ event }) => !isOfBank(event.kind));
  const withBank = order.filter(({ event }) => isOfBank(event.kind));
  for (const { event, place } of atProvider) outcomes.set(place, bounds.judge(event));
  const converted = atProvider.filter(
    ({ event, place }) => event.kind === "CONVERSION" && outcomes.get(place)?.outcome === "TAKEN",
  );
  for (const { event, place } of bounds.overdrawn(converted))
    outcomes.set(place, beyond("not_held", event.currency, facts.held.get(event.currency) ?? 0));
  // Collections make room for transfers of the same file.
  for (const { event, place } of [...withBank, ...withBank])
    if (outcomes.get(place)?.outcome !== "TAKEN") outcomes.set(place, bounds.judge(event));
  return judged.map(({ event, judgement }, place) => ({
    event,
    judgement: outcomes.get(place) ?? judgement,
  }));
}

interface RunningBounds {
  judge: (event: SettledEvent) => Judgement;
  overdrawn: <T extends { event: SettledEvent }>(converted: readonly T[]) => T[];
}

interface Running extends Pick<BoundFacts, "euros" | "charged" | "payments" | "turnover"> {
  held: Map<string, number>;
  returnable: Map<string, number>;
  kept: Map<string, Map<string, number>>;
  gained: bigint;
  collected: bigint;
  returned: bigint;
}

const RULES = productRules.settlement.bounds;

function runningBounds(facts: BoundFacts): RunningBounds {
  const running: Running = {
    ...facts,
    held: new Map(facts.held),
    returnable: new Map(facts.returnable),
    kept: new Map([...facts.kept].map(([subject, sums]) => [subject, new Map(sums)])),
  };
  const { held, returnable, euros } = running;

  function judge(event: SettledEvent): Judgement {
    const judgement = judgeOf(running, event);
    if (judgement.outcome !== "TAKEN") return judgement;
    if (event.kind === "TRANSFER")
      returnable.set(transferKey(event), (returnable.get(transferKey(event)) ?? 0) + 1);
    move(held, event, 1);
    return judgement;
  }

  /** Beyond what is there; a returned payment was converted twice and is even. */
  function overdrawn<T extends { event: SettledEvent }>(converted: readonly T[]): T[] {
    const left = new Set(converted);
    const isShort = ({ event }: T) => {
      const missing = -(held.get(event.currency) ?? 0);
      const worth = missing > 0 ? euros(missing, event.currency, null) : 0n;
      return worth === null || worth > partsOf(RULES.conversion.fixed_eur_minor);
    };
    for (let each = converted.find(isShort); each; each = [...left].find(isShort)) {
      left.delete(each);
      move(held, each.event, -1);
    }
    return converted.filter((each) => !left.has(each));
  }

  return { judge, overdrawn };
}

function move(held: Map<string, number>, event: SettledEvent, sign: 1 | -1): void {
  for (const [currency, change] of heldChanges([event]))
    held.set(currency, (held.get(currency) ?? 0) + sign * change);
}

function judgeOf(running: Running, event: SettledEvent): Judgement {
  if (event.kind === "CONVERSION") return judgeConversion(running, event);
  if (event.kind === "TRANSFER") return judgeTransfer(running, event);
  return event.kind === "COLLECTION" ? judgeCollection(running, event) : judgeFee(running, event);
}

function ofTurnover({ turnover }: Running, rule: { fixed_eur_minor: number; turnover_bps: number }): bigint {
  return partsOf(rule.fixed_eur_minor) + shareOf(turnover, rule.turnover_bps);
}

function keptFor({ kept, euros }: Running, subject: string): bigint {
  return [...(kept.get(subject) ?? [])].reduce(
    (sum, [currency, amount]) => sum + (euros(amount, currency, null) ?? 0n),
    0n,
  );
}

function boundOf(running: Running, subject: string): bigint {
  const { charged, euros } = running;
  if (subject === OTHER_FEES)
    return ofTurnover(running, RULES.other_fees) - keptFor(running, OTHER_CHARGEBACK_FEES);
  if (subject === OTHER_CHARGEBACK_FEES)
    return ofTurnover(running, RULES.other_fees) - keptFor(running, OTHER_FEES);
  if (subject.startsWith("dispute ")) return partsOf(RULES.dispute_fees_eur_minor);
  const paid = charged.get(subject.slice("payment ".length));
  const worth = paid ? (euros(paid.minor, paid.currency, null) ?? 0n) : 0n;
  return partsOf(RULES.payment_fees.fixed_eur_minor) + shareOf(worth, RULES.payment_fees.bps);
}

function judgeFee(running: Running, event: SettledEvent): Judgement {
  const { euros, kept, payments } = running;
  const { currency } = event;
  const fee = feeOf(event, payments);
  if (!fee) return TAKEN;
  const { subject, amount } = fee;
  const sums = kept.get(subject) ?? new Map<string, number>();
  const before = sums.get(currency) ?? 0;
  if (amount < 0 && before + amount < 0) return beyond("fee_not_kept", currency, before);
  const worth = euros(amount, currency, null);
  if (amount < 0) {
    const room = ofTurnover(running, RULES.returned_fees) - running.returned;
    if (worth === null || -worth > room) return beyond("fee_bound", "EUR", centsOf(room));
    running.returned -= worth;
  }
  const left = boundOf(running, subject) - keptFor(running, subject);
  if (amount > 0 && (worth === null || worth > left)) return beyond("fee_bound", "EUR", centsOf(left));
  kept.set(subject, sums.set(currency, before + amount));
  return TAKEN;
}

function judgeConversion(running: Running, event: SettledEvent): Judgement {
  const { euros } = running;
  const { currency, gross_minor, occurred_on: day, other_currency, other_minor } = event;
  if (other_currency === null || other_minor === null) return TAKEN;
  const [given, unit] = [euros(gross_minor, currency, day), euros(1, currency, day)];
  const [got, other] = [euros(other_minor, other_currency, day), euros(1, other_currency, day)];
  if (given === null || got === null || unit === null || other === null)
    return exception("conversion_rate", null);
  const bound = ofTurnover(running, RULES.conversion);
  const isFar = distance(got - given) > shareOf(given, RULES.conversion.bps) + unit + other;
  // Converting back and forth is no gain.
  const [now, then] = [
    euros(other_minor, other_currency, null) ?? got,
    euros(gross_minor, currency, null) ?? given,
  ];
  const sum = running.gained + now - then;
  if (isFar || (distance(sum) > bound && distance(sum) > distance(running.gained)))
    return beyond("conversion_rate", other_currency, Number(given / other));
  running.gained = sum;
  return TAKEN;
}

function judgeTransfer({ held }: Running, { currency, gross_minor }: SettledEvent): Judgement {
  const there = held.get(currency) ?? 0;
  return gross_minor > there ? beyond("not_held", currency, there) : TAKEN;
}

function judgeCollection(running: Running, event: SettledEvent): Judgement {
  const { euros, held, returnable } = running;
  const { currency, gross_minor } = event;
  const key = transferKey(event);
  const times = returnable.get(key) ?? 0;
  if (times > 0) {
    returnable.set(key, times - 1);
    return TAKEN;
  }
  const missing = Math.max(0, -(held.get(currency) ?? 0));
  const more = euros(Math.max(0, gross_minor - missing), currency, null);
  if (more === null || (more > 0n && running.collected + more > partsOf(RULES.collections_eur_minor)))
    return beyond("not_held", currency, missing);
  running.collected += more;
  return TAKEN;
}

const TAKEN: Judgement = { outcome: "TAKEN" };

function beyond(
  reason: "fee_bound" | "fee_not_kept" | "conversion_rate" | "not_held",
  currency: string,
  most: number,
): Judgement {
  return exception(reason, { currency, minor: minor(Math.max(0, most)) });
}

export function heldChanges(events: readonly SettledEvent[]): [string, number][] {
  return [...sumsByCurrency(events)].map(([currency, sum]) => [
    currency,
    sum.brought_minor -
      sum.given_minor -
      sum.bank_minor +
      sum.collected_minor -
      sum.psp_fee_minor +
      sum.psp_fee_returned_minor -
      sum.chargeback_fee_minor +
      sum.chargeback_fee_returned_minor,
  ]);
}
