import { createHash, randomBytes } from "node:crypto";
import type { Insertable, Kysely, Selectable, Transaction, Updateable } from "kysely";
import type { DB } from "../../db/schema.ts";
import type { Locale } from "../../locales/index.ts";
import type { PaymentType, ProviderPaymentState } from "../domain/payments/provider-port.ts";

interface CheckedColumns {
  type: PaymentType;
  state: ProviderPaymentState;
  locale: Locale;
  ending: "PAID" | "FAILED" | "FAILED_THEN_PAID" | null;
  dispute_plan: "WON" | "LOST" | null;
}

export type PaymentRow = Omit<Selectable<DB["sandbox.payments"]>, keyof CheckedColumns> & CheckedColumns;

type PaymentKey = { ref: string } | { token: string } | { paymentId: string };

/** The merchant fetches the state itself. */
export type NoticeKind =
  | "payment.processing"
  | "payment.paid"
  | "payment.failed"
  | "payment.cancelled"
  | "payment.expired"
  | "refund.done"
  | "dispute.opened"
  | "dispute.won"
  | "dispute.lost";

/** 128 random bits after the prefix. */
export function newRef(prefix: "pay" | "dp" | "evt" | "tr" | "trr"): string {
  return `${prefix}_${randomBytes(16).toString("hex")}`;
}

/** 256 random bits. */
export function newPageToken(): string {
  return randomBytes(32).toString("base64url");
}

export function hashBody(body: object): string {
  return createHash("sha256").update(JSON.stringify(body)).digest("hex");
}

/** By the merchant's id: a concurrent insert waits and reads the row. */
export async function insertPaymentOnce(
  db: Kysely<DB>,
  row: Insertable<DB["sandbox.payments"]>,
): Promise<{ payment: PaymentRow; inserted: boolean }> {
  const fresh = await db
    .insertInto("sandbox.payments")
    .values(row)
    .onConflict((conflict) => conflict.column("payment_id").doNothing())
    .returningAll()
    .$narrowType<CheckedColumns>()
    .executeTakeFirst();
  if (fresh) return { payment: fresh, inserted: true };
  const earlier = await db
    .selectFrom("sandbox.payments")
    .selectAll()
    .$narrowType<CheckedColumns>()
    .where("payment_id", "=", row.payment_id)
    .executeTakeFirstOrThrow();
  return { payment: earlier, inserted: false };
}

export async function findPayment(db: Kysely<DB>, by: PaymentKey): Promise<PaymentRow | null> {
  return (await paymentQuery(db, by)?.executeTakeFirst()) ?? null;
}

export async function lockPayment(trx: Transaction<DB>, by: PaymentKey): Promise<PaymentRow | null> {
  return (await paymentQuery(trx, by)?.forUpdate().executeTakeFirst()) ?? null;
}

function paymentQuery(db: Kysely<DB>, by: PaymentKey) {
  const payments = selectPayments(db);
  if ("paymentId" in by)
    return /^[\w-]{1,100}$/.test(by.paymentId) ? payments.where("payment_id", "=", by.paymentId) : null;
  if ("ref" in by) return /^pay_[0-9a-f]{32}$/.test(by.ref) ? payments.where("ref", "=", by.ref) : null;
  return /^[\w-]{43}$/.test(by.token) ? payments.where("page_token", "=", by.token) : null;
}

/** Types that the table's constraints guarantee. */
export function selectPayments(db: Kysely<DB>) {
  return db.selectFrom("sandbox.payments").selectAll().$narrowType<CheckedColumns>();
}

export async function movePayment(
  trx: Transaction<DB>,
  payment: PaymentRow,
  change: Updateable<DB["sandbox.payments"]>,
  notice: { kind: NoticeKind; now: Date } | null,
): Promise<PaymentRow> {
  const moved = await trx
    .updateTable("sandbox.payments")
    .set(change)
    .where("ref", "=", payment.ref)
    .returningAll()
    .$narrowType<CheckedColumns>()
    .executeTakeFirstOrThrow();
  if (notice) await insertNotice(trx, moved, notice.kind, notice.now);
  return moved;
}

export async function insertNotice(
  trx: Transaction<DB>,
  payment: Pick<PaymentRow, "ref" | "payment_id">,
  kind: NoticeKind,
  now: Date,
): Promise<void> {
  const eventId = newRef("evt");
  const body = JSON.stringify({
    event_id: eventId,
    kind,
    payment_ref: payment.ref,
    payment_id: payment.payment_id,
    created_at: now.toISOString(),
  });
  await trx
    .insertInto("sandbox.notices")
    .values({ event_id: eventId, payment_ref: payment.ref, kind, body, created_at: now, due_at: now })
    .execute();
}

export async function sumReturned(db: Kysely<DB>, paymentRef: string): Promise<number> {
  const refunds = await db
    .selectFrom("sandbox.refunds")
    .select("amount_minor")
    .where("payment_ref", "=", paymentRef)
    .where("state", "<>", "FAILED")
    .execute();
  const disputes = await db
    .selectFrom("sandbox.disputes")
    .select("amount_minor")
    .where("payment_ref", "=", paymentRef)
    .where("state", "in", ["OPEN", "LOST"])
    .execute();
  return [...refunds, ...disputes].reduce((sum, row) => sum + row.amount_minor, 0);
}
