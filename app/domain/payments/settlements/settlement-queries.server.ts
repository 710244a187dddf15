import { type Kysely, type Selectable, sql } from "kysely";
import { z } from "zod";
import type { DB } from "../../../../db/schema.ts";
import { productRules } from "../../../product-rules.ts";
import { type SettleServices, settleException } from "../../operator-acts/operator-acts.server.ts";
import { readPage } from "../../read-page.server.ts";
import { lastWait, mayBeKnown } from "./exception-acts.server.ts";
import { saidSchema, totalsSchema } from "./settlement.schema.ts";

interface ListedSettlement {
  id: string;
  provider: string;
  rows_count: number;
  totals: z.infer<typeof totalsSchema>;
  unknown_references: string[];
  imported_at: Date;
  open_exceptions: number;
}

function deskSettlements(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom("settlements as s")
    .select(["s.id", "s.provider", "s.rows_count", "s.totals", "s.unknown_references", "s.imported_at"])
    .select(
      sql<number>`(select count(*)::int from settlement_exceptions x
        where x.settlement_id = s.id and x.settled_at is null and x.opened_at <= ${now})`.as(
        "open_exceptions",
      ),
    );
}

type Unread = Omit<ListedSettlement, "totals" | "unknown_references"> &
  Record<"totals" | "unknown_references", unknown>;

function readSettlement({ totals, unknown_references, ...row }: Unread): ListedSettlement {
  return {
    ...row,
    totals: totalsSchema.parse(totals),
    unknown_references: z.array(z.string()).parse(unknown_references),
  };
}

export async function listSettlements(
  db: Kysely<DB>,
  now: Date,
  after: string | null = null,
): Promise<{ settlements: ListedSettlement[]; next: string | null }> {
  const order = { table: "settlements", as: "s", time: "imported_at", direction: "desc" } as const;
  const { rows, next } = await readPage(deskSettlements(db, now), order, after);
  return { settlements: rows.map(readSettlement), next };
}

export async function findSettlement(
  db: Kysely<DB>,
  id: string,
  now: Date,
): Promise<ListedSettlement | null> {
  const found = await deskSettlements(db, now).where("s.id", "=", id).executeTakeFirst();
  return found ? readSettlement(found) : null;
}

interface ListedEvent extends Omit<Selectable<DB["settlement_events"]>, "settlement_id" | "provider"> {
  exception_id: string | null;
  exception: Selectable<DB["settlement_exceptions"]>["reason"] | null;
  settled_at: Date | null;
  opened_at: Date | null;
  act: Selectable<DB["settlement_event_acts"]>["act"] | null;
}

export async function listSettlementEvents(
  db: Kysely<DB>,
  settlementId: string,
  after: string | null,
): Promise<{ events: ListedEvent[]; next: string | null }> {
  const query = db
    .selectFrom("settlement_events as e")
    .leftJoin("settlement_exceptions as x", (join) => join.on(lastWait("x.id", "e.id")))
    .select(["e.id", "e.event_ref", "e.kind", "e.payment_ref", "e.reference", "e.currency", "e.gross_minor"])
    .select(["e.fee_minor", "e.other_currency", "e.other_minor", "e.occurred_on", "e.reaches_bank"])
    .select(["e.outcome", "x.id as exception_id", "x.reason as exception", "x.settled_at", "x.opened_at"])
    .select((eb) =>
      eb
        .selectFrom("settlement_event_acts as l")
        .select("l.act")
        .whereRef("l.event_id", "=", "e.id")
        .orderBy("l.acted_at", "desc")
        .orderBy("l.act")
        .limit(1)
        .as("act"),
    )
    .where("e.settlement_id", "=", settlementId);
  const order = { table: "settlement_events", as: "e", time: "id", direction: "asc" } as const;
  const { rows: events, next } = await readPage(query, order, after);
  return { events, next };
}

export interface QueuedException {
  id: string;
  reason: Selectable<DB["settlement_exceptions"]>["reason"];
  provider: string;
  settlement_id: string;
  event: Omit<ListedEvent, "exception_id" | "exception" | "settled_at" | "opened_at" | "act">;
  known: { minor: number; currency: string } | null;
  said: z.infer<typeof saidSchema> | null;
  payment_id: string | null;
  imported_by: string;
  opened_at: Date;
  settled_at: Date | null;
  settled_by: string | null;
  settled_reason: string | null;
  entry_id: string | null;
  taken_at: Date | null;
  may_be_known: boolean;
}

async function readExceptions(
  db: Kysely<DB>,
  narrow: (query: ReturnType<typeof deskExceptions>) => ReturnType<typeof deskExceptions>,
): Promise<QueuedException[]> {
  const rows = await narrow(deskExceptions(db)).execute();
  return rows.map((row) => {
    const { id, reason, provider, settlement_id, payment_id, entry_id } = row;
    const { opened_at, settled_at, settled_by, settled_reason } = row;
    const { event_id, event_ref, kind, payment_ref, reference, currency, gross_minor, fee_minor } = row;
    const { other_currency, other_minor, occurred_on, reaches_bank, outcome } = row;
    const { known_minor, known_currency, imported_by } = row;
    return {
      ...{ id, reason, provider, settlement_id, payment_id, entry_id, imported_by },
      ...{ opened_at, settled_at, settled_by, settled_reason, taken_at: row.taken_at },
      may_be_known: mayBeKnown(reason),
      event: {
        ...{ id: event_id, event_ref, kind, payment_ref, reference, currency, gross_minor, fee_minor },
        ...{ other_currency, other_minor, occurred_on, reaches_bank, outcome },
      },
      known:
        known_minor === null || known_currency === null
          ? null
          : { minor: known_minor, currency: known_currency },
      said: row.said === null ? null : saidSchema.parse(row.said),
    };
  });
}

function deskExceptions(db: Kysely<DB>) {
  return db
    .selectFrom("settlement_exceptions as x")
    .innerJoin("settlement_events as e", "e.id", "x.event_id")
    .innerJoin("settlements as s", "s.id", "x.settlement_id")
    .leftJoin("users as u", "u.id", "x.settled_by")
    .leftJoin("settlement_event_acts as l", (join) =>
      join
        .onRef("l.event_id", "=", "e.id")
        .on("l.act", "=", "TAKEN")
        .on("x.said", "is", null)
        .on("x.reason", "<>", "not_at_bank"),
    )
    .leftJoin("payments as p", (join) =>
      join.onRef("p.provider", "=", "e.provider").onRef("p.provider_ref", "=", "e.payment_ref"),
    )
    .select(["x.id", "x.reason", "x.settlement_id", "x.known_minor", "x.known_currency", "x.said"])
    .select(["x.opened_at", "x.settled_at", "x.settled_reason", "x.entry_id", "u.email as settled_by"])
    .select(["e.id as event_id", "e.provider", "e.event_ref", "e.kind", "e.payment_ref", "e.reference"])
    .select(["e.currency", "e.gross_minor", "e.fee_minor", "e.other_currency", "e.other_minor"])
    .select(["e.occurred_on", "e.reaches_bank", "e.outcome", "p.id as payment_id", "l.acted_at as taken_at"])
    .select("s.imported_by");
}

export async function listSettlementExceptions(db: Kysely<DB>, now: Date): Promise<QueuedException[]> {
  return await readExceptions(db, (query) =>
    query
      .where("x.settled_at", "is", null)
      .where("x.opened_at", "<=", now)
      .orderBy("x.opened_at")
      .orderBy("x.id")
      .limit(productRules.exception_rows),
  );
}

export async function findSettlementException(db: Kysely<DB>, id: string): Promise<QueuedException | null> {
  return (await readExceptions(db, (query) => query.where("x.id", "=", id)))[0] ?? null;
}

export async function settleSettlementException(
  services: SettleServices,
  given: { id: string; operator_id: string; reason: string },
): Promise<"settled" | "gone" | "second_operator_needed"> {
  const { id } = given;
  return await settleException(services, given, {
    action: "settlement.exception_settled",
    lock: async (trx, now) => {
      const found = await trx
        .selectFrom("settlement_exceptions as x")
        .innerJoin("settlements as s", "s.id", "x.settlement_id")
        .select(["x.reason", "x.settlement_id", "s.imported_by"])
        .where("x.id", "=", id)
        .where("x.settled_at", "is", null)
        .where("x.opened_at", "<=", now)
        .forUpdate("x")
        .executeTakeFirst();
      if (!found) return undefined;
      const { imported_by, settlement_id, reason } = found;
      return { imported_by, subject: `settlement:${settlement_id}`, before: { exception: id, reason } };
    },
    settle: (trx, columns) =>
      trx.updateTable("settlement_exceptions").set(columns).where("id", "=", id).execute(),
  });
}

const DAY_MS = 86_400_000;

interface UnnamedPayment {
  id: string;
  provider: string;
  provider_ref: string;
  charged_minor: number;
  charged_currency: string;
  settled_at: Date;
}

export async function listUnnamedPayments(db: Kysely<DB>, now: Date): Promise<UnnamedPayment[]> {
  const { from, upto } = productRules.settlement.unnamed_days;
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const unnamed = unnamedPayments(db).where("p.settled_at", "<", before(from));
  const reported = sql<string>`(select split_part(a.subject, ':', 2)::uuid from operator_acts a
    where a.kind = 'PAYMENT_REPORTED' and a.status = 'DONE')`;
  const [old, recent] = await Promise.all([
    unnamed.where("p.created_at", "<", before(upto)).where("p.id", "in", reported).execute(),
    unnamed.where("p.created_at", ">=", before(upto)).where("p.created_at", "<", before(from)).execute(),
  ]);
  return [...old, ...recent].slice(0, productRules.admin_rows);
}

function unnamedPayments(db: Kysely<DB>) {
  return db
    .selectFrom("payments as p")
    .select(["p.id", "p.provider", "p.provider_ref", "p.charged_minor", "p.charged_currency", "p.settled_at"])
    .where("p.provider_ref", "is not", null)
    .where(
      sql<boolean>`not exists (select from settlement_rows r
        where (r.provider, r.currency, r.reference) = (p.provider, p.charged_currency, p.provider_ref))`,
    )
    .where(
      sql<boolean>`not exists (select from settlement_events e
        where (e.provider, e.payment_ref, e.kind) = (p.provider, p.provider_ref, 'PAYMENT')
          and (e.outcome = 'TAKEN' or exists (
            select from settlement_event_acts l where l.event_id = e.id and l.act = 'TAKEN')))`,
    )
    .orderBy("p.created_at")
    .orderBy("p.id")
    .limit(productRules.admin_rows)
    .$narrowType<{ provider_ref: string; settled_at: Date }>();
}
