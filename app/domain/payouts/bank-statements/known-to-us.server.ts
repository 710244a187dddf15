import { sql, type Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../../../db/schema.ts";
import { minor } from "../../money/minor.ts";
import { lockActsAbout } from "../../operator-acts/operator-acts.server.ts";
import { directionOf, type Transfer, wordsOf } from "../../payments/settlements/transfers.ts";
import { lockCreators } from "../../users/user.server.ts";
import { maskedDestination } from "../destinations/payout-data.schema.ts";
import type { ReadRow } from "./camt.ts";
import {
  bookingOf,
  idsIn,
  type Known,
  type KnownPayout,
  ReportedBookings,
  TransferIndex,
} from "./match-rows.ts";

async function findTransfers(trx: Transaction<DB>, rows: readonly ReadRow[]): Promise<Transfer[]> {
  const bookings = rows.filter((row) => !row.is_return).map(bookingOf);
  if (bookings.length === 0) return [];
  const words = [...new Set(bookings.flatMap(({ texts }) => wordsOf(texts)))];
  const amounts = bookings.map(({ currency, amount_minor }) => ({ currency, amount_minor }));
  const { rows: found } = await sql<Omit<Transfer, "direction"> & { kind: string }>`
    select e.id, e.kind, e.settlement_id, e.reference, e.currency, e.gross_minor as amount_minor, e.occurred_on
    from settlement_events e
    where e.kind in ('TRANSFER', 'COLLECTION') and (e.outcome = 'TAKEN' or exists (
      select from settlement_event_acts l where l.event_id = e.id and l.act = 'TAKEN'))
    and not exists (select from settlement_event_acts l where l.event_id = e.id and l.act = 'REVERSED')
    and e.id in (
      select id from settlement_events where kind in ('TRANSFER', 'COLLECTION') and lower(reference) = any(${words}::text[])
      union
      select t.id
      from jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb) as a (currency char(3), amount_minor bigint)
      join settlement_events t on t.kind in ('TRANSFER', 'COLLECTION')
        and t.currency = a.currency and t.gross_minor = a.amount_minor
    )
    order by e.occurred_on, e.id`.execute(trx);
  return found.map(({ kind, amount_minor, ...transfer }) => ({
    ...transfer,
    ...{ direction: directionOf(kind), amount_minor: minor(amount_minor) },
  }));
}

export async function endWaiting(
  trx: Transaction<DB>,
  { transfer_id, entry_id, now }: { transfer_id: string; entry_id: string; now: Date },
): Promise<void> {
  await trx
    .updateTable("settlement_exceptions")
    .set({ settled_at: now, entry_id })
    .where("event_id", "=", transfer_id)
    .where("reason", "=", "not_at_bank")
    .where("settled_at", "is", null)
    .execute();
}

/**
 * Locks all that these ids may move. One transaction moves payouts in both directions, so no creator's lock
 * may follow a balance's (docs/money.md, 6).
 */
export async function lockKnown(trx: Transaction<DB>, rows: readonly ReadRow[]): Promise<Known> {
  const ids = [...new Set(rows.flatMap(idsIn))];
  const transfers = await findTransfers(trx, rows);
  const whole = await trx
    .selectFrom("payouts")
    .select(["id", "creator_id", "batch_id"])
    .where(sql<boolean>`id = any(${[...ids]}::uuid[]) or batch_id = any(${[...ids]}::uuid[])`)
    .execute();
  const payoutIds = whole.map(({ id }) => id);
  const batchIds = [...new Set([...whole.flatMap(({ batch_id }) => batch_id ?? []), ...ids])];
  await lockActsAbout(trx, [
    ...payoutIds.map((id) => `payout:${id}`),
    ...batchIds.map((id) => `payout_batch:${id}`),
  ]);
  await lockCreators(
    trx,
    whole.map(({ creator_id }) => creator_id),
  );
  const batches = await trx
    .selectFrom("payout_batches")
    .select(["id", "currency", "file_total_minor", "released_at"])
    .where(sql<boolean>`id = any(${batchIds}::uuid[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
  const released = new Set(batches.flatMap(({ id, released_at }) => (released_at === null ? [] : [id])));
  const payouts = await lockPayouts(trx, payoutIds, released);
  return {
    payouts,
    payouts_by_batch: Map.groupBy(payouts.values(), ({ batch_id }) => batch_id),
    batches: new Map(batches.map((batch) => [batch.id, batch])),
    settlements: await settlementsOf(trx, ids),
    transfers: new TransferIndex(transfers),
    reported: await reportedOf(trx, { payoutIds, batchIds, settlementIds: ids, transfers }),
  };
}

async function lockPayouts(
  trx: Transaction<DB>,
  ids: readonly string[],
  released: ReadonlySet<string>,
): Promise<Map<string, KnownPayout>> {
  const rows = await trx
    .selectFrom("payouts as p")
    .innerJoin("payout_destinations as d", "d.id", "p.details_id")
    .select(["p.id", "p.status", "p.paid_at", "p.net_minor", "p.currency", "p.batch_id", "p.method"])
    .select("p.return_reported_at")
    .select(["d.masked_account", "d.bank_country"])
    .where(sql<boolean>`p.id = any(${[...ids]}::uuid[])`)
    .orderBy("p.id")
    .forUpdate("p")
    .execute();
  return new Map(
    rows.map(({ status, paid_at, return_reported_at, ...row }) => [
      row.id,
      {
        ...row,
        state: status === "FAILED" && paid_at !== null ? "BOUNCED" : status,
        is_reported: return_reported_at !== null,
        masked_account: maskedDestination(row.method, row),
        is_released: row.batch_id !== null && released.has(row.batch_id),
      },
    ]),
  );
}

const totals = z.record(
  z.string(),
  z.object({ gross_minor: z.int(), fee_minor: z.int(), bank_minor: z.int().optional() }),
);

async function settlementsOf(trx: Transaction<DB>, ids: readonly string[]): Promise<Known["settlements"]> {
  const rows = await trx
    .selectFrom("settlements")
    .select(["id", "totals"])
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(
    rows.map(({ id, totals: sums }) => {
      const net = Object.entries(totals.parse(sums)).map(([currency, sum]) => [
        currency,
        sum.bank_minor ?? sum.gross_minor - sum.fee_minor,
      ]);
      return [id, { id, net_minor: Object.fromEntries(net) }];
    }),
  );
}

async function reportedOf(
  trx: Transaction<DB>,
  about: {
    payoutIds: readonly string[];
    batchIds: readonly string[];
    settlementIds: readonly string[];
    transfers: readonly Transfer[];
  },
): Promise<ReportedBookings> {
  const { payoutIds, batchIds, settlementIds } = about;
  const transferIds = about.transfers.map(({ id }) => id);
  const reported = new ReportedBookings();
  const rows = await trx
    .selectFrom("bank_entries as e")
    .innerJoin("bank_statements as s", "s.id", "e.statement_id")
    .leftJoin("payouts as p", "p.batch_id", "e.batch_id")
    // Booked before the provider's report.
    .leftJoin("settlement_exceptions as x", "x.entry_id", "e.id")
    .select(["s.kind", "e.direction", "e.bank_ref", "e.currency", "e.payout_id", "e.batch_id"])
    .select(["e.settlement_id", "e.transfer_id", "x.event_id", "p.id as part_id"])
    .where(
      sql<boolean>`(e.payout_id = any(${[...payoutIds]}::uuid[]) or e.batch_id = any(${[...batchIds]}::uuid[])
        or e.settlement_id = any(${[...settlementIds]}::uuid[])
        or e.transfer_id = any(${transferIds}::uuid[]) or x.event_id = any(${transferIds}::uuid[]))`,
    )
    .where((eb) => eb.or([eb("e.outcome", "<>", "EXCEPTION"), eb("x.event_id", "is not", null)]))
    .execute();
  for (const { kind, direction, bank_ref, transfer_id, event_id, ...row } of rows) {
    const transfer = transfer_id ?? event_id;
    const settled = row.settlement_id === null || transfer ? null : `${row.settlement_id}:${row.currency}`;
    for (const thing of [row.payout_id, row.batch_id, row.part_id, settled, transfer])
      if (thing !== null) reported.add(thing, kind, direction, bank_ref);
  }
  return reported;
}
