import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../db/schema.ts";
import type { ChargeRefusal, PaymentType, ProviderPaymentState } from "../domain/payments/provider-port.ts";
import { findAccount } from "./account-store.server.ts";
import type { PaymentOrderBody, RefundOrderBody } from "./merchant-orders.ts";
import { describeMethod, findMethod } from "./method-store.server.ts";
import { markEnded } from "./payment-moves.server.ts";
import {
  findPayment,
  hashBody,
  insertNotice,
  insertPaymentOnce,
  lockPayment,
  newPageToken,
  newRef,
  type PaymentRow,
  sumReturned,
} from "./sandbox-store.server.ts";
import { LATER_REFUSALS } from "./test-instruments.ts";

export interface PaymentBody {
  ref: string;
  payment_id: string;
  type: PaymentType;
  state: ProviderPaymentState;
  amount_minor: number;
  currency: string;
  created_at: string;
  expires_at: string;
  paid_at: string | null;
  failure_code: string | null;
  saved_method: ReturnType<typeof describeMethod>;
  refusal: ChargeRefusal | null;
  refunds: RefundBody[];
  disputes: { dispute_ref: string; state: string; amount_minor: number }[];
}

interface RefundBody {
  refund_id: string;
  state: string;
  amount_minor: number;
}

type CreateOutcome =
  | { outcome: "created" | "repeated"; payment: PaymentBody; redirectUrl: string }
  | { outcome: "conflict" }
  | { outcome: "refused" };

type RefundOutcome =
  | { outcome: "created" | "repeated"; refund: RefundBody }
  | { outcome: "unknown" }
  | { outcome: "conflict" }
  | { outcome: "refused"; reason: "not_paid" | "too_much" | "currency" | "fee" };

export interface MerchantPayments {
  createPayment(order: PaymentOrderBody): Promise<CreateOutcome>;
  findPayment(paymentId: string): Promise<{ payment: PaymentBody; redirectUrl: string } | null>;
  readPayment(ref: string): Promise<PaymentBody | null>;
  /** Unless too late: then PROCESSING or PAID. */
  cancelPayment(ref: string): Promise<PaymentBody | null>;
  /** At most what was paid minus disputed amounts. */
  refundPayment(ref: string, order: RefundOrderBody): Promise<RefundOutcome>;
}

export function createMerchantPayments(options: {
  db: Kysely<DB>;
  clock: () => Date;
  onChange: (payment: PaymentRow) => void;
}): MerchantPayments {
  const { db, clock, onChange } = options;
  return {
    createPayment: (order) => createPayment(db, order, clock()),

    async findPayment(paymentId) {
      const payment = await findPayment(db, { paymentId });
      return payment && { payment: await describePayment(db, payment), redirectUrl: hostedPageUrl(payment) };
    },

    async readPayment(ref) {
      const payment = await findPayment(db, { ref });
      return payment && describePayment(db, payment);
    },

    async cancelPayment(ref) {
      const cancelled = await db.transaction().execute(async (trx) => {
        const payment = await lockPayment(trx, { ref });
        if (payment?.state !== "OPEN") return payment;
        return markEnded(trx, payment, "CANCELLED", clock());
      });
      if (!cancelled) return null;
      onChange(cancelled);
      return describePayment(db, cancelled);
    },

    async refundPayment(ref, order) {
      const result = await db.transaction().execute(async (trx) => {
        const payment = await lockPayment(trx, { ref });
        if (!payment) return { outcome: "unknown" } as const;
        const earlier = await trx
          .selectFrom("sandbox.refunds")
          .selectAll()
          .where("refund_id", "=", order.refund_id)
          .executeTakeFirst();
        if (earlier) {
          const same = earlier.payment_ref === ref && earlier.amount_minor === order.amount_minor;
          return same ? ({ outcome: "repeated", refund: describeRefund(earlier) } as const) : CONFLICT;
        }
        const reason = await refusalOf(trx, payment, order);
        if (reason) return { outcome: "refused", reason } as const;
        const now = clock();
        const refund = await trx
          .insertInto("sandbox.refunds")
          .values({
            refund_id: order.refund_id,
            payment_ref: ref,
            amount_minor: order.amount_minor,
            state: "DONE",
            created_at: now,
          })
          // Only a concurrent refund of another payment conflicts.
          .onConflict((conflict) => conflict.column("refund_id").doNothing())
          .returningAll()
          .executeTakeFirst();
        if (!refund) return CONFLICT;
        await insertNotice(trx, payment, "refund.done", now);
        return { outcome: "created", refund: describeRefund(refund), payment } as const;
      });
      if (result.outcome !== "created") return result;
      onChange(result.payment);
      return { outcome: "created", refund: result.refund };
    },
  };
}

async function createPayment(db: Kysely<DB>, order: PaymentOrderBody, now: Date): Promise<CreateOutcome> {
  const bodyHash = hashBody(order);
  const { direct, ...rest } = order;
  const isRefused = direct && !(await findAccount(db, direct.account_ref))?.takes_payments;
  if (isRefused && !(await findPayment(db, { paymentId: order.payment_id }))) return { outcome: "refused" };
  const { payment, inserted } = await insertPaymentOnce(db, {
    ...rest,
    account_ref: direct?.account_ref ?? null,
    application_fee_minor: direct?.application_fee_minor ?? null,
    ref: newRef("pay"),
    page_token: newPageToken(),
    body_hash: bodyHash,
    expires_at: new Date(order.expires_at),
    created_at: now,
  });
  if (payment.body_hash !== bodyHash) return { outcome: "conflict" };
  return {
    outcome: inserted ? "created" : "repeated",
    payment: await describePayment(db, payment),
    redirectUrl: hostedPageUrl(payment),
  };
}

async function refusalOf(trx: Transaction<DB>, payment: PaymentRow, order: RefundOrderBody) {
  if (payment.state !== "PAID") return "not_paid";
  if (payment.currency !== order.currency) return "currency";
  return order.amount_minor > payment.amount_minor - (await sumReturned(trx, payment.ref))
    ? "too_much"
    : null;
}

const CONFLICT = { outcome: "conflict" } as const;

/** The sandbox shares the merchant's host. */
function hostedPageUrl(payment: PaymentRow): string {
  return new URL(`/sandbox/pay/${payment.page_token}`, payment.success_url).href;
}

export async function describePayment(db: Kysely<DB>, payment: PaymentRow): Promise<PaymentBody> {
  const isKept = payment.saves_method && (payment.state === "PAID" || payment.state === "PROCESSING");
  const [method, refunds, disputes] = await Promise.all([
    isKept ? findMethod(db, payment.method_ref ?? "") : null,
    db
      .selectFrom("sandbox.refunds")
      .select(["refund_id", "state", "amount_minor"])
      .where("payment_ref", "=", payment.ref)
      .orderBy("created_at")
      .execute(),
    db
      .selectFrom("sandbox.disputes")
      .select(["dispute_ref", "state", "amount_minor"])
      .where("payment_ref", "=", payment.ref)
      .where("state", "<>", "SCHEDULED")
      .execute(),
  ]);
  return {
    ref: payment.ref,
    payment_id: payment.payment_id,
    type: payment.type,
    state: payment.state,
    amount_minor: payment.amount_minor,
    currency: payment.currency,
    created_at: payment.created_at.toISOString(),
    expires_at: payment.expires_at.toISOString(),
    paid_at: payment.paid_at?.toISOString() ?? null,
    failure_code: payment.failure_code,
    saved_method: method && describeMethod(method),
    refusal: refusalOfCharge(payment),
    refunds,
    disputes,
  };
}

function refusalOfCharge({ saves_method, method_ref, failure_code }: PaymentRow): ChargeRefusal | null {
  if (saves_method || method_ref === null || failure_code === null) return null;
  return LATER_REFUSALS[failure_code] ?? "METHOD";
}

function describeRefund(row: { refund_id: string; state: string; amount_minor: number }): RefundBody {
  return { refund_id: row.refund_id, state: row.state, amount_minor: row.amount_minor };
}
