import { sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { productRules } from "../../../product-rules.ts";
import { businessDate, daysBefore } from "../../calendar.ts";
import { ratesOn } from "../../exchange-rates/rates.server.ts";
import { heldByProvider } from "../../ledger/ledger-reports.server.ts";
import { minor } from "../../money/minor.ts";
import { isOfBank, type SettledEvent, type SettledKind } from "../provider-port.ts";
import type { KnownAmount, OurBooks } from "./judge-events.ts";
import { type BoundFacts, type EuroWorth, euroParts, feeOf, transferKey } from "./settlement-bounds.ts";

const DAY_MS = 86_400_000;
/** As `settlement_events_fee_idx`. */
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

/** The caller locks the provider's files. */
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
    turnover: isOpen ? await findTurnover(trx, counted) : 0n,
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

/** Without a payment, in the window. */
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

async function findTurnover(trx: Transaction<DB>, { provider, since, euros }: Asked): Promise<bigint> {
  const rows = await trx
    .selectFrom("payments")
    .select("charged_currency as currency")
    .select((eb) => eb.fn.sum<number>("charged_minor").as("charged_minor"))
    .where("provider", "=", provider)
    .where("created_at", ">=", since)
    .where("settled_at", "is not", null)
    .groupBy("charged_currency")
    .execute();
  return rows.reduce(
    (sum, { currency, charged_minor }) => sum + (euros(Number(charged_minor), currency, null) ?? 0n),
    0n,
  );
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
