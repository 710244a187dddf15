import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { forRows, type RowsOutcome } from "../jobs.ts";
import { recordPaymentEvent } from "../payments/payment-record.server.ts";
import { stopSeries } from "../series/change-series.server.ts";
import { listRunningOf } from "../series/declarations.server.ts";
import type { Series } from "../series/series-record.server.ts";
import type { TipServices } from "../tips/tip-and-payment.server.ts";
import { requestDue } from "./refund-requests.server.ts";
import { requestRefundOf } from "./refunds.server.ts";

const DAY_MS = 86_400_000;

type Kind = "CANCEL" | "WITHDRAW";

export interface Endable {
  series: Series;
  payments: { id: string; total_minor: number }[];
  /** Charges to ask back once paid. */
  under_way: string[];
}

/** Those that run; for a withdrawal, also those whose payments it reaches. */
export async function listEndable(
  services: Pick<TipServices, "db" | "clock">,
  { email, kind }: { email: string; kind: Kind },
): Promise<Endable[]> {
  const running = await listRunningOf(services.db, email);
  const paid = kind === "WITHDRAW" ? await listWithdrawable(services, email) : [];
  const theirs = Map.groupBy(paid, ({ series_id }) => series_id);
  const over = [...theirs.keys()].filter((id) => running.every((each) => each.id !== id));
  const ended =
    over.length === 0
      ? []
      : await services.db
          .selectFrom("tip_series")
          .selectAll()
          .where("id", "in", over)
          .orderBy("id")
          .execute();
  const waiting = kind === "WITHDRAW" ? await listUnderWay(services.db, email) : [];
  const begun = Map.groupBy(waiting, ({ series_id }) => series_id);
  return [...running, ...ended].map((series) => ({
    series,
    payments: theirs.get(series.id) ?? [],
    under_way: (begun.get(series.id) ?? []).map(({ id }) => id),
  }));
}

/** A withdrawal asks for what was paid within its days. */
export async function endChosenSeries(
  services: TipServices,
  given: { email: string; kind: Kind; series_ids: readonly string[]; reason: string },
): Promise<void> {
  const until = requestDue(services.clock()).toISOString();
  const chosen = (await listEndable(services, given)).filter(({ series }) =>
    given.series_ids.includes(series.id),
  );
  for (const { series, payments, under_way } of chosen) {
    for (const id of under_way)
      await recordPaymentEvent(services.db, id, WITHDRAWN, { reason: given.reason }, services.clock());
    const total_minor = payments.reduce((sum, each) => sum + each.total_minor, 0);
    await stopSeries(services, series.id, payments.length === 0 ? null : { total_minor, until });
    for (const { id: payment_id } of payments)
      await requestRefundOf(services, { payment_id, reason: given.reason });
  }
}

/** Marks a payment withdrawn while its charge was under way. */
const WITHDRAWN = "withdrawn";

/** Charges paid after the withdrawal. */
export async function askBackLate(services: TipServices): Promise<RowsOutcome> {
  const { batch, ends_after_days } = productRules.series;
  const since = new Date(services.clock().getTime() - ends_after_days * DAY_MS);
  return await forRows<{ id: string; reason: string }>({
    size: batch,
    keyOf: ({ id }) => id,
    find: async (last) =>
      await services.db
        .selectFrom("tip_series as s")
        .innerJoin("tips as t", "t.series_id", "s.id")
        .innerJoin("payments as p", "p.tip_id", "t.id")
        .innerJoin("payment_events as e", "e.payment_id", "p.id")
        .select(["p.id", sql<string>`e.detail ->> 'reason'`.as("reason")])
        .distinctOn("p.id")
        .where("s.status", "=", "ENDED")
        .where("s.ended_at", ">", since)
        .where("e.kind", "=", WITHDRAWN)
        .where("p.status", "=", "SUCCESS")
        .where(isNotAsked)
        .$if(last !== null, (rows) => rows.where("p.id", ">", last?.id ?? ""))
        .orderBy("p.id")
        .limit(batch)
        .execute(),
    act: async (rows) => {
      for (const { id: payment_id, reason } of rows) await requestRefundOf(services, { payment_id, reason });
      return rows.length;
    },
  });
}

const isNotAsked = sql<boolean>`not exists (select from refund_requests r where r.payment_id = p.id)`;

async function listUnderWay(db: Kysely<DB>, email: string): Promise<{ id: string; series_id: string }[]> {
  return await monthlyPaymentsOf(db, email)
    .select(["p.id", "s.id as series_id"])
    .where("p.status", "in", ["CREATED", "PROCESSING"])
    .orderBy("p.id")
    .execute();
}

/** Also of ended tips; not those asked back. */
async function listWithdrawable(
  { db, clock }: { db: Kysely<DB>; clock: () => Date },
  email: string,
): Promise<{ id: string; series_id: string; total_minor: number }[]> {
  const since = new Date(clock().getTime() - productRules.voucher.withdrawal_days * DAY_MS);
  return await monthlyPaymentsOf(db, email)
    .select(["p.id", "s.id as series_id", "p.total_minor"])
    .where("p.status", "=", "SUCCESS")
    .where("p.settled_at", ">", since)
    .where(isNotAsked)
    .orderBy("p.settled_at")
    .orderBy("p.id")
    .execute();
}

/** Receivers still have to answer, until when. */
export async function listAskedBack(
  db: Kysely<DB>,
  email: string,
): Promise<{ id: string; total_minor: number; currency: string; until: Date }[]> {
  const rows = await monthlyPaymentsOf(db, email)
    .innerJoin("refund_requests as r", "r.payment_id", "p.id")
    .select(["p.id", "p.total_minor", "p.currency", sql<Date>`min(r.asked_at)`.as("asked_at")])
    .where("r.status", "=", "OPEN")
    .groupBy(["p.id", "p.total_minor", "p.currency"])
    .orderBy("asked_at")
    .orderBy("p.id")
    .execute();
  return rows.map(({ asked_at, ...row }) => ({ ...row, until: requestDue(asked_at) }));
}

function monthlyPaymentsOf(db: Kysely<DB>, email: string) {
  return db
    .selectFrom("tip_series as s")
    .innerJoin("tips as t", "t.series_id", "s.id")
    .innerJoin("payments as p", "p.tip_id", "t.id")
    .where(sql<boolean>`lower(s.sender_email) = ${email.toLowerCase()}`);
}
