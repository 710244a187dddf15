import { z } from "zod";
import { CHARGE_REFUSALS, type PaymentSnapshot, type SavedMethod } from "../provider-port.ts";

export const refundAnswer = z.object({
  refund_id: z.string().min(1),
  state: z.enum(["PENDING", "DONE", "FAILED"]),
  amount_minor: z.int().positive(),
});

export const methodAnswer = z.object({
  method_ref: z.string().min(1),
  customer_ref: z.string().min(1),
  label: z.string().min(1),
  expires_on: z.iso.date().nullable(),
});

export const paymentAnswer = z.object({
  ref: z.string().min(1),
  payment_id: z.string().min(1),
  state: z.enum(["OPEN", "PROCESSING", "PAID", "FAILED", "CANCELLED", "EXPIRED"]),
  amount_minor: z.int().positive(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  paid_at: z.iso.datetime().nullable(),
  failure_code: z.string().nullable(),
  saved_method: methodAnswer.nullish(),
  refusal: z.enum(CHARGE_REFUSALS).nullish(),
  refunds: z.array(refundAnswer),
  disputes: z.array(
    z.object({
      dispute_ref: z.string().min(1),
      state: z.enum(["OPEN", "WON", "LOST"]),
      amount_minor: z.int().positive(),
    }),
  ),
});
type PaymentAnswer = z.infer<typeof paymentAnswer>;

export function snapshot(answer: PaymentAnswer): PaymentSnapshot {
  return {
    providerRef: answer.ref,
    paymentId: answer.payment_id,
    state: answer.state,
    amountMinor: answer.amount_minor,
    currency: answer.currency,
    paidAt: answer.paid_at === null ? null : new Date(answer.paid_at),
    failureCode: answer.failure_code,
    ...(answer.saved_method && { savedMethod: savedMethod(answer.saved_method) }),
    ...(answer.refusal && { refusal: answer.refusal }),
    refunds: answer.refunds.map((refund) => ({
      refundId: refund.refund_id,
      state: refund.state,
      amountMinor: refund.amount_minor,
    })),
    disputes: answer.disputes.map((dispute) => ({
      disputeRef: dispute.dispute_ref,
      state: dispute.state,
      amountMinor: dispute.amount_minor,
    })),
  };
}

export function savedMethod(answer: z.infer<typeof methodAnswer>): SavedMethod {
  return {
    ...{ customerRef: answer.customer_ref, methodRef: answer.method_ref },
    ...{ label: answer.label, expiresOn: answer.expires_on },
  };
}
