import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import type { Encryption } from "../../../crypto/crypto.server.ts";
import { writeAudit } from "../../audit/audit.server.ts";
import { type Minor, minor } from "../../money/minor.ts";
import { readPage } from "../../read-page.server.ts";
import { maskedDestination, type PayoutDestination } from "../destinations/payout-data.schema.ts";
import { type OwnerDoubt, ownerDoubts, readEncrypted } from "../destinations/payout-data.server.ts";
import { displayedStatus } from "../requests/overview.server.ts";
import type { PayoutRail } from "../requests/payout-fees.ts";
import { maySend } from "./batches.server.ts";

/** RETURN_REPORTED: no statement confirms the return yet. */
export const PAYOUT_STATUSES = ["REQUESTED", "PROCESSING", "PAID", "RETURN_REPORTED", "FAILED"] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

interface WaitingPayouts {
  rail: PayoutRail;
  currency: string;
  count: number;
  total_minor: Minor;
  oldest: Date;
}

export async function listWaitingPayouts(db: Kysely<DB>): Promise<WaitingPayouts[]> {
  const rows = await db
    .selectFrom("payouts as p")
    .innerJoin("users as u", "u.id", "p.creator_id")
    .select(["p.rail", "p.currency"])
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      sql<number>`sum(p.net_minor)::bigint`.as("total"),
      eb.fn.min("p.requested_at").as("oldest"),
    ])
    .where("p.status", "=", "REQUESTED")
    .where(maySend)
    .groupBy(["p.rail", "p.currency"])
    .orderBy("p.rail", "desc")
    .orderBy("p.currency")
    .execute();
  return rows.map(({ rail, total, ...row }) => ({
    ...row,
    rail: rail,
    total_minor: minor(total),
  }));
}

export interface AdminPayout {
  id: string;
  creator_id: string;
  creator: string;
  may_send: boolean;
  currency: string;
  amount_minor: Minor;
  fee_minor: Minor;
  net_minor: Minor;
  rail: PayoutRail;
  status: PayoutStatus;
  may_bounce: boolean;
  return_reported_at: Date | null;
  return_reported_reason: string | null;
  payout_type: "MONTHLY" | "MANUAL";
  failure_reason: string | null;
  batch_id: string | null;
  masked_account: string;
  requested_at: Date;
  paid_at: Date | null;
  failed_at: Date | null;
  statement_number: number | null;
  cancellation_number: number | null;
}

function deskPayouts(db: Kysely<DB>) {
  return db
    .selectFrom("payouts as p")
    .innerJoin("users as u", "u.id", "p.creator_id")
    .innerJoin("payout_destinations as d", "d.id", "p.details_id")
    .leftJoin("payout_statements as s", "s.payout_id", "p.id")
    .leftJoin("statement_cancellations as x", "x.payout_id", "p.id")
    .selectAll("p")
    .select((eb) => [
      "d.masked_account",
      "d.bank_country",
      maySend.as("may_send"),
      "s.number as statement_number",
      "x.number as cancellation_number",
      eb.fn.coalesce("u.username", "u.email").as("creator"),
    ]);
}

function deskPayout(
  row: Awaited<ReturnType<ReturnType<typeof deskPayouts>["execute"]>>[number],
): AdminPayout {
  return {
    ...row,
    masked_account: maskedDestination(row.method, row),
    amount_minor: minor(row.amount_minor),
    fee_minor: minor(row.fee_minor),
    net_minor: minor(row.net_minor),
    rail: row.rail,
    status: displayedStatus(row),
    may_bounce: row.status === "PAID",
    payout_type: row.payout_type,
  };
}

export async function listAdminPayouts(
  db: Kysely<DB>,
  page: { status?: PayoutStatus | null; batch_id?: string; after: string | null },
): Promise<{ payouts: AdminPayout[]; next: string | null }> {
  let query = deskPayouts(db);
  if (page.status === "RETURN_REPORTED")
    query = query.where("p.return_reported_at", "is not", null).where("p.status", "<>", "FAILED");
  else if (page.status) query = query.where("p.status", "=", page.status);
  if (page.batch_id) query = query.where("p.batch_id", "=", page.batch_id);
  const order = { table: "payouts", as: "p", time: "requested_at", direction: "desc" } as const;
  const { rows, next } = await readPage(query, order, page.after);
  return { payouts: rows.map(deskPayout), next };
}

export async function findAdminPayout(db: Kysely<DB>, id: string): Promise<AdminPayout | null> {
  const row = await deskPayouts(db).where("p.id", "=", id).executeTakeFirst();
  return row ? deskPayout(row) : null;
}

interface ListedBatch {
  id: string;
  rail: PayoutRail;
  currency: string;
  payouts_count: number;
  total_minor: Minor;
  open: number;
  failed: number;
  file_name: string | null;
  sha256: string | null;
  file_payouts_count: number | null;
  file_total_minor: Minor | null;
  state: "WAITING" | "TAKEN_APART" | "RELEASED" | "AT_BANK" | "SETTLED";
  created_by: string;
  made_by: string;
  released_by: string | null;
  created_at: Date;
  released_at: Date | null;
  fetched_at: Date | null;
  approval_id: string | null;
}

function deskBatches(db: Kysely<DB>) {
  const count = (
    eb: ExpressionBuilder<DB & { b: DB["payout_batches"] }, "b">,
    status: "PROCESSING" | "PAID" | "FAILED",
  ) =>
    eb
      .selectFrom("payouts as p")
      .select((inner) => inner.fn.countAll<number>().as("n"))
      .whereRef("p.batch_id", "=", "b.id")
      .where("p.status", "=", status);
  return db
    .selectFrom("payout_batches as b")
    .innerJoin("users as u", "u.id", "b.created_by")
    .leftJoin("users as r", "r.id", "b.released_by")
    .leftJoin("operator_acts as a", (join) =>
      join
        .on("a.kind", "=", "BATCH_RELEASE")
        .on("a.status", "=", "WAITING")
        .on(sql<boolean>`a.subject = 'payout_batch:' || b.id`),
    )
    .select(["b.id", "b.rail", "b.currency", "b.payouts_count", "b.total_minor", "b.file_name"])
    .select(["b.created_by", "b.file_payouts_count", "b.file_total_minor", "b.created_at", "b.released_at"])
    .select(["b.fetched_at", "u.email as made_by", "r.email as released_by", "a.id as approval_id"])
    .select(sql<string | null>`encode(b.file_sha256, 'hex')`.as("sha256"))
    .select((eb) => [count(eb, "PROCESSING").as("open"), count(eb, "FAILED").as("failed")]);
}

function deskBatch(row: Awaited<ReturnType<ReturnType<typeof deskBatches>["execute"]>>[number]): ListedBatch {
  const { rail, total_minor, approval_id, released_at } = row;
  const [open, failed] = [row.open ?? 0, row.failed ?? 0];
  const unreleased = approval_id === null ? "TAKEN_APART" : "WAITING";
  const sent = row.fetched_at === null ? "RELEASED" : "AT_BANK";
  const released = open > 0 ? sent : "SETTLED";
  return {
    ...row,
    rail: rail,
    total_minor: minor(total_minor),
    open,
    failed,
    state: released_at === null ? unreleased : released,
  };
}

export async function listBatches(
  db: Kysely<DB>,
  after: string | null,
): Promise<{ batches: ListedBatch[]; next: string | null }> {
  const order = { table: "payout_batches", as: "b", time: "created_at", direction: "desc" } as const;
  const { rows, next } = await readPage(deskBatches(db), order, after);
  return { batches: rows.map(deskBatch), next };
}

export async function findBatch(db: Kysely<DB>, id: string): Promise<ListedBatch | null> {
  const row = await deskBatches(db).where("b.id", "=", id).executeTakeFirst();
  return row ? deskBatch(row) : null;
}

interface QueuedDetails {
  id: string;
  user_id: string;
  creator: string;
  masked_account: string;
  bank_country: string | null;
  confirmed_at: Date | null;
}

export async function listPayoutDataQueue(
  db: Kysely<DB>,
  after: string | null,
): Promise<{ details: QueuedDetails[]; next: string | null }> {
  const query = db
    .selectFrom("payout_destinations as d")
    .innerJoin("users as u", "u.id", "d.user_id")
    .select(["d.id", "d.user_id", "d.masked_account", "d.bank_country", "d.confirmed_at"])
    .select((eb) => eb.fn.coalesce("u.username", "u.email").as("creator"))
    .where("d.status", "=", "PENDING");
  const order = { table: "payout_destinations", as: "d", time: "confirmed_at", direction: "asc" } as const;
  const { rows: details, next } = await readPage(query, order, after);
  return { details, next };
}

interface PayoutDataCase {
  id: string;
  user_id: string;
  creator: string;
  firstname: string | null;
  lastname: string | null;
  company: string | null;
  status: string;
  bank_country: string | null;
  confirmed_at: Date | null;
  details: PayoutDestination;
  doubts: OwnerDoubt[];
}

/** Logs it. Null when gone. */
export async function openPayoutDataCase(
  services: { db: Kysely<DB>; encryption: Encryption; clock: () => Date },
  given: { id: string; operator_id: string },
): Promise<PayoutDataCase | null> {
  return await services.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("payout_destinations as d")
      .innerJoin("users as u", "u.id", "d.user_id")
      .select(["d.id", "d.user_id", "d.status", "d.bank_country", "d.confirmed_at", "d.encrypted"])
      .select(["u.firstname", "u.lastname", "u.company"])
      .select((eb) => eb.fn.coalesce("u.username", "u.email").as("creator"))
      .where("d.id", "=", given.id)
      .where("d.status", "<>", "CODE_SENT")
      .where("u.deleted_at", "is", null)
      .executeTakeFirst();
    if (!row) return null;
    const { encrypted, ...shown } = row;
    await writeAudit(trx, {
      ...{ actor_id: given.operator_id, action: "payout_data.viewed", subject: `user:${row.user_id}` },
      ...{ before: null, after: { details: row.id }, now: services.clock() },
    });
    const details = readEncrypted(services.encryption, row.id, encrypted);
    return { ...shown, details, doubts: ownerDoubts(details, row) };
  });
}
