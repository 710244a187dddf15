import { sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { productRules } from "../../../product-rules.ts";
import { businessDate, daysBefore } from "../../calendar.ts";
import { ratesOn } from "../../exchange-rates/rates.server.ts";
import { heldByProvider } from "../../ledger/ledger-reports.server.ts";
import { currencyDigits, minor } from "../../money/minor.ts";
import { isOfBank, type SettledEvent, type SettledKind } from "../provider-port.ts";
import {
  exception,
  type Judgement,
  type KnownAmount,
  type OurBooks,
  partKey,
  sumsByCurrency,
} from "./judge-events.ts";

/** Of EUR: rates have decimals, and sums stay exact. */
const PARTS_OF_CENT = 1_000_000n;
const RATE_DIGITS = 8;

function euroParts(amount: number, currency: string, unitsPerEuro: string): bigint {
  const [whole = "0", decimals = ""] = unitsPerEuro.split(".");
  const units = BigInt(whole + decimals.slice(0, RATE_DIGITS).padEnd(RATE_DIGITS, "0"));
  const cents = BigInt(amount) * 100n * PARTS_OF_CENT * 10n ** BigInt(RATE_DIGITS);
  return cents / (units * 10n ** BigInt(currencyDigits(currency)));
}

const partsOf = (cents: number): bigint => BigInt(cents) * PARTS_OF_CENT;
const centsOf = (parts: bigint): number => Number(parts / PARTS_OF_CENT);

const shareOf = (parts: bigint, bps: number): bigint => (parts * BigInt(bps)) / 10_000n;

const distance = (parts: bigint): bigint => (parts < 0n ? -parts : parts);

type EuroWorth = (amount: number, currency: string, day: string | null) => bigint | null;

export interface BoundFacts {
  euros: EuroWorth;
  charged: ReadonlyMap<string, KnownAmount>;
  payments: ReadonlyMap<string, string>;
  /** Kept fees less returned ones: by subject (`feeOf`), then currency. */
  kept: ReadonlyMap<string, ReadonlyMap<string, number>>;
  turnover: bigint;
  /** Fees of charges to creators come without names: what they may cost together. */
  direct_fees: bigint;
  returned: bigint;
  gained: bigint;
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

const transferKey = ({
  reference,
  currency,
  gross_minor,
}: Pick<SettledEvent, "reference" | "currency" | "gross_minor">) =>
  JSON.stringify([reference?.toLowerCase() ?? null, currency, gross_minor]);

function feeOf(
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

const TURN: Partial<Record<SettledEvent["kind"], number>> = {
  ...{ FEE_RETURNED: 1, CHARGEBACK_FEE_RETURNED: 1, TRANSFER: 2, COLLECTION: 3 },
};

/**
 * Posts by itself: fees within a schedule, kept fees returned, conversions at the day's rate, transfers of
 * what is there. Else an exception. Each taken event counts towards the next bounds, in any order
 * (docs/money.md, 5).
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

interface Running extends Pick<BoundFacts, "euros" | "charged" | "payments" | "turnover" | "direct_fees"> {
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

  /** A returned payment was converted twice and is even. */
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
  const others = ofTurnover(running, RULES.other_fees) + running.direct_fees;
  if (subject === OTHER_FEES) return others - keptFor(running, OTHER_CHARGEBACK_FEES);
  if (subject === OTHER_CHARGEBACK_FEES) return others - keptFor(running, OTHER_FEES);
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

const DAY_MS = 86_400_000;
const FEE_KINDS = sql`('FEE', 'FEE_RETURNED', 'CHARGEBACK_FEE', 'CHARGEBACK_FEE_RETURNED')`;
/** Acts of two operators count apart. */
const COUNTS = sql`(e.outcome = 'TAKEN' or exists (
    select from settlement_event_acts l where l.event_id = e.id and l.act = 'TAKEN' and l.reason is null))
  and not exists (select from settlement_event_acts l where l.event_id = e.id and l.act = 'REVERSED')`;

interface Asked {
  provider: string;
  events: readonly SettledEvent[];
  since: Date;
  euros: EuroWorth;
}

export async function findBoundFacts(
  trx: Transaction<DB>,
  given: { provider: string; events: readonly SettledEvent[]; books: OurBooks; now: Date },
): Promise<BoundFacts> {
  const { provider, events, books, now } = given;
  const since = new Date(now.getTime() - productRules.settlement.bounds.window_days * DAY_MS);
  const asked: Asked = { provider, events, since, euros: () => null };
  const conversions = events.some(({ kind }) => kind === "CONVERSION") ? await listConverted(trx, asked) : [];
  const euros = await euroWorth(trx, businessDate(now), [...events, ...conversions]);
  const counted = { ...asked, euros };
  const named = await findNamedPayments(trx, asked);
  const isOpen = events.some((event) => {
    const fee = feeOf(event, named.payments);
    const isOfNone = fee !== null && !/^(payment|dispute) /.test(fee.subject);
    return event.kind === "CONVERSION" || isOfNone || (fee !== null && fee.amount < 0);
  });
  return {
    euros,
    charged: new Map([...named.charged, ...books.unpaid, ...books.payments]),
    payments: named.payments,
    kept: await findKept(trx, counted, named.payments),
    ...(isOpen ? await findTurnover(trx, counted) : { turnover: 0n, direct_fees: 0n }),
    returned: isOpen ? await findReturned(trx, counted) : 0n,
    gained: conversions.reduce((sum, each) => {
      const [got, lost] = [
        euros(each.other_minor, each.other_currency, null),
        euros(each.gross_minor, each.currency, null),
      ];
      return sum + (got ?? 0n) - (lost ?? 0n);
    }, 0n),
    ...(events.some(({ kind }) => isOfBank(kind) || kind === "CONVERSION")
      ? await findAtProvider(trx, counted)
      : NOTHING_AT_PROVIDER),
  };
}

async function euroWorth(
  trx: Transaction<DB>,
  today: string,
  events: readonly Pick<SettledEvent, "kind" | "occurred_on">[],
): Promise<EuroWorth> {
  const [oldest, newest] = [
    daysBefore(today, productRules.settlement.bounds.window_days),
    daysBefore(today, -1),
  ];
  const said = events.flatMap(({ kind, occurred_on }) => (kind === "CONVERSION" ? (occurred_on ?? []) : []));
  const days = [...new Set([today, ...said])].filter((day) => day >= oldest && day <= newest);
  const rates = new Map<string, Awaited<ReturnType<typeof ratesOn>>>();
  for (const day of days) rates.set(day, await ratesOn(trx, day));
  return (amount, currency, day) => {
    const units = rates.get(day ?? today)?.get(currency)?.units_per_euro;
    return units === undefined ? null : euroParts(amount, currency, units);
  };
}

type Converted = Pick<SettledEvent, "kind" | "currency" | "gross_minor"> & {
  other_currency: string;
  other_minor: number;
  occurred_on: string;
};

async function listConverted(trx: Transaction<DB>, { provider, since }: Asked): Promise<Converted[]> {
  const { rows } = await sql<Converted>`
    select 'CONVERSION' as kind, e.currency, e.other_currency, e.occurred_on, sum(e.gross_minor)::bigint as gross_minor,
      sum(e.other_minor)::bigint as other_minor
    from (${eventsSince(provider, since, sql`('CONVERSION')`)}) e
    group by e.currency, e.other_currency, e.occurred_on`.execute(trx);
  return rows;
}

function eventsSince(provider: string, since: Date, kinds: ReturnType<typeof sql>) {
  return sql`
    select e.* from settlements s join settlement_events e on e.settlement_id = s.id
    where s.provider = ${provider} and s.imported_at >= ${since} and e.kind in ${kinds} and e.outcome = 'TAKEN' and ${COUNTS}
    union all
    select e.* from settlement_event_acts t join settlement_events e on e.id = t.event_id
    where t.act = 'TAKEN' and t.acted_at >= ${since} and e.provider = ${provider} and e.kind in ${kinds} and ${COUNTS}`;
}

async function findNamedPayments(
  trx: Transaction<DB>,
  { provider, events }: Asked,
): Promise<{ payments: Map<string, string>; charged: Map<string, KnownAmount> }> {
  const names = [
    ...new Set(
      events.flatMap(({ kind, payment_ref, reference }) =>
        kind === "FEE" || kind === "FEE_RETURNED" ? [payment_ref ?? [], reference ?? []].flat() : [],
      ),
    ),
  ];
  if (names.length === 0) return { payments: new Map(), charged: new Map() };
  const { rows } = await sql<{ id: string; ref: string; currency: string; charged_minor: number }>`
    select id, provider_ref as ref, charged_currency as currency, charged_minor from payments
    where provider = ${provider} and provider_ref = any(${names}::text[])
    union
    select id, provider_ref, charged_currency, charged_minor from payments
    where provider = ${provider} and provider_ref is not null
      and id in (select name::uuid from unnest(${names}::text[]) as name where name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')`.execute(
    trx,
  );
  return {
    payments: new Map(rows.flatMap(({ id, ref }) => [[id, ref] as const, [ref, ref] as const])),
    charged: new Map(
      rows.map(({ ref, currency, charged_minor }) => [ref, { currency, minor: minor(charged_minor) }]),
    ),
  };
}

type KeptFee = Pick<SettledEvent, "payment_ref" | "reference" | "gross_minor" | "fee_minor" | "currency"> & {
  kind: SettledKind;
};

async function findKept(
  trx: Transaction<DB>,
  { provider, events, since }: Asked,
  payments: ReadonlyMap<string, string>,
): Promise<BoundFacts["kept"]> {
  const fees = events.flatMap((event) => feeOf(event, payments) ?? []);
  const refs = [
    ...new Set([...payments.values(), ...events.flatMap(({ payment_ref }) => payment_ref ?? [])]),
  ];
  const names = [...payments.keys()];
  const isOpen = fees.some(({ subject }) => !/^(payment|dispute) /.test(subject));
  const { rows } = await sql<KeptFee>`
    select e.kind, e.payment_ref, e.reference, e.currency, e.gross_minor, e.fee_minor from settlement_events e
    where e.provider = ${provider} and e.payment_ref = any(${refs}::text[]) and ${COUNTS}
      and (e.fee_minor > 0 or e.kind in ${FEE_KINDS})
    union all
    select e.kind, e.payment_ref, e.reference, e.currency, e.gross_minor, e.fee_minor from settlement_events e
    where e.provider = ${provider} and e.reference = any(${names}::text[]) and e.kind in ${FEE_KINDS} and ${COUNTS}
      and (e.payment_ref is null or e.payment_ref <> all(${refs}::text[]))`.execute(trx);
  const open = isOpen ? await listOpenFees(trx, { provider, since }) : [];
  const kept = new Map<string, Map<string, number>>();
  const count = (row: KeptFee, names: ReadonlyMap<string, string>) => {
    const fee = feeOf(row, names);
    if (!fee) return;
    const sums = kept.get(fee.subject) ?? new Map<string, number>();
    kept.set(fee.subject, sums.set(row.currency, (sums.get(row.currency) ?? 0) + fee.amount));
  };
  for (const row of rows) count(row, payments);
  for (const row of open) count(row, new Map());
  return kept;
}

async function listOpenFees(
  trx: Transaction<DB>,
  { provider, since }: Pick<Asked, "provider" | "since">,
): Promise<KeptFee[]> {
  const { rows } = await sql<KeptFee>`
    select e.kind, null as payment_ref, null as reference, e.currency, sum(e.gross_minor)::bigint as gross_minor,
      0::bigint as fee_minor
    from (${eventsSince(provider, since, FEE_KINDS)}) e
    where case when e.kind in ('FEE', 'FEE_RETURNED') then not exists (
        select from payments p where p.provider = e.provider and p.provider_ref in (e.payment_ref, e.reference))
        and not exists (
          select from payments p where p.provider = e.provider and p.provider_ref is not null
            and p.id = case when e.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then e.reference::uuid end)
      else e.payment_ref is null and e.reference is null end
    group by e.kind, e.currency`.execute(trx);
  return rows;
}

async function findReturned(trx: Transaction<DB>, { provider, since, euros }: Asked): Promise<bigint> {
  const kinds = sql`('FEE_RETURNED', 'CHARGEBACK_FEE_RETURNED')`;
  const { rows } = await sql<{ currency: string; minor: number }>`
    select e.currency, sum(e.gross_minor)::bigint as minor from (${eventsSince(provider, since, kinds)}) e
    group by e.currency`.execute(trx);
  return rows.reduce((sum, { currency, minor }) => sum + (euros(minor, currency, null) ?? 0n), 0n);
}

async function findTurnover(
  trx: Transaction<DB>,
  { provider, since, euros }: Asked,
): Promise<Pick<BoundFacts, "turnover" | "direct_fees">> {
  const rows = await trx
    .selectFrom("payments")
    .select("charged_currency as currency")
    .select((eb) => [
      eb.fn.sum<number>("charged_minor").as("charged_minor"),
      eb.fn
        .coalesce(eb.fn.sum<number>("charged_minor").filterWhere("account_ref", "is not", null), eb.val(0))
        .as("direct_minor"),
      eb.fn.count<number>("account_ref").as("direct_count"),
    ])
    .where("provider", "=", provider)
    .where("created_at", ">=", since)
    .where("settled_at", "is not", null)
    .groupBy("charged_currency")
    .execute();
  const { fixed_eur_minor, bps } = RULES.payment_fees;
  const facts = { turnover: 0n, direct_fees: 0n };
  for (const { currency, charged_minor, direct_minor, direct_count } of rows) {
    facts.turnover += euros(Number(charged_minor), currency, null) ?? 0n;
    facts.direct_fees += shareOf(euros(Number(direct_minor), currency, null) ?? 0n, bps);
    facts.direct_fees += partsOf(fixed_eur_minor) * BigInt(direct_count);
  }
  return facts;
}

type AtProvider = Pick<BoundFacts, "held" | "returnable" | "collected">;
const NOTHING_AT_PROVIDER: AtProvider = { held: new Map(), returnable: new Map(), collected: 0n };

async function findAtProvider(trx: Transaction<DB>, asked: Asked): Promise<AtProvider> {
  const { provider, events, since, euros } = asked;
  const references = events.flatMap(({ kind, reference }) =>
    kind === "COLLECTION" ? (reference?.toLowerCase() ?? []) : [],
  );
  const { rows: moved } = await sql<{
    kind: SettledKind;
    reference: string;
    currency: string;
    gross_minor: number;
  }>`
    select e.kind, e.reference, e.currency, e.gross_minor from settlement_events e
    where e.provider = ${provider} and e.kind in ('TRANSFER', 'COLLECTION')
      and lower(e.reference) = any(${references}::text[]) and ${COUNTS}
      -- What our bank has booked is there: it comes back by a booking of the bank, and not by a file alone.
      and (e.kind = 'COLLECTION' or not exists (
        select from bank_entries b join bank_statements s on s.id = b.statement_id and s.kind = 'camt.053'
        where b.transfer_id = e.id and b.direction = 'CREDIT' and b.outcome = 'SETTLEMENT'))`.execute(trx);
  const returnable = new Map<string, number>();
  for (const { kind, gross_minor, ...row } of moved) {
    const key = transferKey({ ...row, gross_minor: minor(gross_minor) });
    returnable.set(key, (returnable.get(key) ?? 0) + (kind === "TRANSFER" ? 1 : -1));
  }
  const { rows: collected } = await sql<{ currency: string; minor: number }>`
    select e.currency, sum(e.gross_minor)::bigint as minor
    from (${eventsSince(provider, since, sql`('COLLECTION')`)}) e
    where not exists (
      select from settlement_events t where t.provider = e.provider and t.kind = 'TRANSFER'
        and lower(t.reference) = lower(e.reference) and t.currency = e.currency and t.gross_minor = e.gross_minor)
    group by e.currency`.execute(trx);
  return {
    held: await heldByProvider(trx, provider),
    returnable,
    collected: collected.reduce((sum, each) => sum + (euros(each.minor, each.currency, null) ?? 0n), 0n),
  };
}
