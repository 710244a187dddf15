import { sql, type Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../../../db/schema.ts";
import { minor } from "../../money/minor.ts";
import { FEE_RETURN_PATTERN, feeReturned } from "../fee-returns.ts";
import type { SettledEvent } from "../provider-port.ts";
import {
  type EarlierEvent,
  type KnownAmount,
  type OurBooks,
  partKey,
  REPORTED_ONCE,
  settledKey,
} from "./judge-events.ts";

const ourId = z.uuid();

/** The settlement may use another name than the creation. */
export async function byProvidersNames(
  trx: Transaction<DB>,
  provider: string,
  events: readonly SettledEvent[],
): Promise<SettledEvent[]> {
  const ids = [...new Set(events.flatMap(({ payment_ref }) => payment_ref ?? []))].filter(
    (name) => ourId.safeParse(name).success,
  );
  if (ids.length === 0) return [...events];
  const rows = await trx
    .selectFrom("payments")
    .select(["id", "provider_ref"])
    .where("provider", "=", provider)
    .where("id", "in", ids)
    .union((eb) =>
      eb
        .selectFrom("suspense_entries")
        .select(["payment_id as id", "provider_ref"])
        .where("provider", "=", provider)
        .where("payment_id", "in", ids),
    )
    .execute();
  const names = new Map(rows.map(({ id, provider_ref }) => [id, provider_ref]));
  return events.map((event) => ({
    ...event,
    payment_ref: names.get(event.payment_ref ?? "") ?? event.payment_ref,
  }));
}

export async function findOurBooks(
  trx: Transaction<DB>,
  provider: string,
  events: readonly SettledEvent[],
): Promise<OurBooks> {
  const paymentRefs = [...new Set(events.flatMap(({ payment_ref }) => payment_ref ?? []))];
  const before = await listEarlierReports(trx, provider, paymentRefs);
  return {
    payments: await findPayments(trx, provider, paymentRefs),
    unpaid: await findUnpaid(trx, provider, paymentRefs),
    ...(await findRefunds(trx, provider, events)),
    disputes: await findDisputes(trx, provider, paymentRefs),
    shares: await findShares(trx, provider, events),
    reported: await findReported(trx, provider, events),
    ...before,
  };
}

async function findRefundOrDispute(
  trx: Transaction<DB>,
  provider: string,
  events: readonly SettledEvent[],
): Promise<(event: SettledEvent) => KnownAmount | undefined> {
  const { failed_refunds, refunds } = await findRefunds(trx, provider, events);
  const disputes = await findDisputes(trx, provider, [
    ...new Set(events.flatMap(({ payment_ref }) => payment_ref ?? [])),
  ]);
  return ({ kind, payment_ref, reference }) => {
    const key = partKey(payment_ref, reference);
    return kind === "REFUND_FAILED" ? (failed_refunds.get(key) ?? refunds.get(key)) : disputes.get(key);
  };
}

async function findReported(
  trx: Transaction<DB>,
  provider: string,
  events: readonly SettledEvent[],
): Promise<OurBooks["reported"]> {
  const rows = await trx
    .selectFrom("settlement_events")
    .select(["id", "event_ref", "kind", "payment_ref", "reference", "currency", "gross_minor", "fee_minor"])
    .select(["other_currency", "other_minor", "reaches_bank"])
    .where("provider", "=", provider)
    .where(sql<boolean>`event_ref = any(${events.map(({ event_ref }) => event_ref)}::text[])`)
    .execute();
  return new Map(rows.map((row): [string, EarlierEvent] => [row.event_ref, row]));
}

async function listEarlierReports(
  trx: Transaction<DB>,
  provider: string,
  paymentRefs: readonly string[],
): Promise<Pick<OurBooks, "settled" | "settled_before_events">> {
  const reported = await trx
    .selectFrom("settlement_events")
    .select(["kind", "payment_ref", "reference", "currency", "outcome"])
    .where("provider", "=", provider)
    .where(sql<boolean>`payment_ref = any(${[...paymentRefs]}::text[])`)
    .where("kind", "in", REPORTED_ONCE)
    .where((eb) =>
      eb.or([
        eb("outcome", "=", "TAKEN"),
        eb.exists(
          eb
            .selectFrom("settlement_event_acts as l")
            .select("l.event_id")
            .whereRef("l.event_id", "=", "settlement_events.id")
            .where("l.act", "=", "TAKEN"),
        ),
      ]),
    )
    .execute();
  const settled = new Set(reported.flatMap((event) => settledKey(event) ?? []));
  const registered = await trx
    .selectFrom("settlement_rows")
    .select(["reference as payment_ref", "currency"])
    .where("provider", "=", provider)
    .where(sql<boolean>`reference = any(${[...paymentRefs]}::text[])`)
    .execute();
  const before = registered
    .flatMap((row) => settledKey({ ...row, kind: "PAYMENT", reference: null }) ?? [])
    .filter((key) => !settled.has(key));
  return { settled: new Set([...settled, ...before]), settled_before_events: new Set(before) };
}

async function findPayments(
  trx: Transaction<DB>,
  provider: string,
  refs: readonly string[],
): Promise<OurBooks["payments"]> {
  const { rows } = await sql<{ ref: string; currency: string; minor: number }>`
    select p.provider_ref as ref, coalesce(s.currency, p.charged_currency) as currency,
      coalesce(s.received_minor, p.application_fee_minor, p.charged_minor) as minor
    from payments p left join suspense_entries s on s.payment_id = p.id
    where p.provider = ${provider} and p.provider_ref = any(${[...refs]}::text[])
      and (p.settled_at is not null or s.payment_id is not null)
    union all
    select s.provider_ref, s.currency, s.received_minor from suspense_entries s
    where s.provider = ${provider} and s.provider_ref = any(${[...refs]}::text[])
      and not exists (select from payments p where p.id = s.payment_id)`.execute(trx);
  return new Map(rows.map((row) => [row.ref, { currency: row.currency, minor: minor(row.minor) }]));
}

async function findUnpaid(
  trx: Transaction<DB>,
  provider: string,
  refs: readonly string[],
): Promise<OurBooks["unpaid"]> {
  const { rows } = await sql<{ ref: string; currency: string; minor: number; has_failed: boolean }>`
    select p.provider_ref as ref, p.charged_currency as currency,
      coalesce(p.application_fee_minor, p.charged_minor) as minor, p.status = 'FAILED' as has_failed
    from payments p
    where p.provider = ${provider} and p.provider_ref = any(${[...refs]}::text[]) and p.settled_at is null
      and not exists (select from suspense_entries s where s.payment_id = p.id)`.execute(trx);
  return new Map(rows.map(({ ref, ...row }) => [ref, { ...row, minor: minor(row.minor) }]));
}

async function findRefunds(
  trx: Transaction<DB>,
  provider: string,
  events: readonly SettledEvent[],
): Promise<Pick<OurBooks, "refunds" | "failed_refunds">> {
  const asked = events
    .filter(({ kind }) => kind === "REFUND" || kind === "REFUND_FAILED")
    .map(({ payment_ref, reference }) => ({ payment_ref, reference }));
  if (asked.length === 0) return { refunds: new Map(), failed_refunds: new Map() };
  const { rows } = await sql<{
    payment_ref: string;
    reference: string;
    currency: string;
    minor: number;
    has_failed: boolean;
  }>`
    with asked as (
      select distinct a.payment_ref, a.reference, p.id as payment_id
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (payment_ref text, reference text)
      join (
        select id, provider_ref from payments where provider = ${provider}
        union
        select payment_id, provider_ref from suspense_entries where provider = ${provider}
      ) p on p.provider_ref = a.payment_ref
    ), found as (
      select a.payment_ref, a.reference, r.currency, r.amount_minor as minor, r.status = 'FAILED' as has_failed
      from asked a join refunds r on r.payment_id = a.payment_id
      where a.reference in (r.id::text, r.provider_refund_ref)
        -- What surplus money was given back is said by what left suspense, and by the entry that waits.
        and (r.asked_by <> 'PRODUCT' or (r.status = 'FAILED' and r.failed_late_at is null))
      union all
      select a.payment_ref, a.reference, b.currency, b.amount_minor, exists (
          select from refund_failures f where f.payment_id = b.payment_id and f.reference = b.provider_refund_ref)
      from asked a
      join refunds_beyond b on b.payment_id = a.payment_id and b.provider_refund_ref = a.reference
      union all
      select a.payment_ref, a.reference, s.currency, x.amount_minor + x.beyond_minor + x.confirms_minor, exists (
          select from suspense_exits f
          where f.payment_id = x.payment_id and f.reference = x.reference and f.kind = 'REFUND_FAILED')
      from asked a
      join suspense_entries s on s.payment_id = a.payment_id
      join suspense_exits x on x.payment_id = a.payment_id and x.reference = a.reference
      where x.kind in ('REFUNDED', 'REFUNDED_ELSEWHERE')
        -- What an operator gave back there; where the provider said so as well, its own word stands.
        or (x.kind = 'RETURNED_BY_PROVIDER' and not exists (
          select from suspense_exits own where own.payment_id = x.payment_id and own.reference = x.reference
            and own.kind = 'REFUNDED_ELSEWHERE'))
      union all
      select a.payment_ref, a.reference, s.currency, s.refund_minor, false
      from asked a
      join suspense_entries s on s.payment_id = a.payment_id and s.refund_id::text = a.reference
      where s.refund_status = 'REQUESTED'
      union all
      -- Of a charge to a creator, our fee goes back in steps: each is known up to what is to go back in all.
      select a.payment_ref, a.reference, p.charged_currency, step.until - step.since, false
      from asked a
      join payments p on p.id = a.payment_id and p.account_ref is not null
      cross join lateral (
        select (regexp_match(a.reference, ${FEE_RETURN_PATTERN}))[1]::bigint as since,
          (regexp_match(a.reference, ${FEE_RETURN_PATTERN}))[2]::bigint as until
      ) step
      where step.until <= ${feeReturned(sql`p.id`)}
    )
    select payment_ref, reference, currency, has_failed, sum(minor)::bigint as minor
    from found group by payment_ref, reference, currency, has_failed`.execute(trx);
  const listed = (hasFailed: boolean) =>
    new Map(
      rows
        .filter(({ has_failed }) => has_failed === hasFailed)
        .map((row) => [
          partKey(row.payment_ref, row.reference),
          { currency: row.currency, minor: minor(row.minor) },
        ]),
    );
  return { refunds: listed(false), failed_refunds: listed(true) };
}

async function findDisputes(
  trx: Transaction<DB>,
  provider: string,
  refs: readonly string[],
): Promise<OurBooks["disputes"]> {
  const { rows } = await sql<{
    payment_ref: string;
    reference: string;
    currency: string;
    minor: number;
    is_won: boolean;
  }>`
    select p.provider_ref as payment_ref, d.dispute_ref as reference, d.currency, d.amount_minor as minor,
      d.status = 'WON' as is_won
    from payments p join disputes d on d.payment_id = p.id
    where p.provider = ${provider} and p.provider_ref = any(${[...refs]}::text[])
    union all
    select s.provider_ref, x.reference, s.currency, max(x.amount_minor + x.beyond_minor),
      sum(x.amount_minor + x.beyond_minor) = 0
    from suspense_entries s join suspense_exits x on x.payment_id = s.payment_id
    where s.provider = ${provider} and s.provider_ref = any(${[...refs]}::text[])
      and x.kind in ('DISPUTE_LOST', 'DISPUTE_REVERSED')
    group by s.provider_ref, x.reference, s.currency`.execute(trx);
  return new Map(
    rows.map((row) => [
      partKey(row.payment_ref, row.reference),
      { currency: row.currency, minor: minor(row.minor), is_won: row.is_won },
    ]),
  );
}

async function findShares(
  trx: Transaction<DB>,
  provider: string,
  events: readonly SettledEvent[],
): Promise<OurBooks["shares"]> {
  const names = events
    .filter(({ kind }) => kind === "SHARE_PASSED" || kind === "SHARE_REVERSED")
    .flatMap(({ reference }) => reference ?? []);
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ kind: string; reference: string; currency: string; minor: number }>`
    select s.kind, s.reference, p.currency, s.minor
    from (
      select 'SHARE_PASSED' as kind, transfer_ref as reference, payment_id, amount_minor as minor
      from direct_transfers where transfer_ref = any(${names}::text[])
      union all
      select 'SHARE_REVERSED', v.reversal_ref, t.payment_id, v.amount_minor
      from direct_reversals v join direct_transfers t on t.id = v.transfer_id where v.reversal_ref = any(${names}::text[])
    ) s
    join payments p on p.id = s.payment_id and p.provider = ${provider}`.execute(trx);
  return new Map(
    rows.map((row) => [
      partKey(row.kind, row.reference),
      { currency: row.currency, minor: minor(row.minor) },
    ]),
  );
}

export async function inFansCurrency(
  trx: Transaction<DB>,
  provider: string,
  events: readonly SettledEvent[],
): Promise<SettledEvent[]> {
  const asked = events.filter(({ is_as_settled }) => is_as_settled);
  if (asked.length === 0) return [...events];
  const findKnown = await findRefundOrDispute(trx, provider, asked);
  return events.flatMap((event) => {
    const known = event.is_as_settled ? findKnown(event) : undefined;
    return known && known.currency !== event.currency ? asPaid(event, known) : [event];
  });
}

function asPaid(event: SettledEvent, fan: KnownAmount): SettledEvent[] {
  const settled = { currency: event.currency, minor: event.gross_minor };
  const [given, got] = event.kind === "DISPUTE" ? [settled, fan] : [fan, settled];
  return [
    { ...event, currency: fan.currency, gross_minor: fan.minor },
    {
      ...event,
      ...{
        event_ref: `${event.event_ref} conversion`,
        kind: "CONVERSION",
        payment_ref: null,
        reference: null,
      },
      ...{ currency: given.currency, gross_minor: given.minor },
      ...{ other_currency: got.currency, other_minor: got.minor },
    },
  ];
}
