import { z } from "zod";

/** The sandbox's wire format as this adapter understands it; its own copy, as for any provider. */
const refundAnswer = z.object({
  refund_id: z.string().min(1),
  state: z.enum(["PENDING", "DONE", "FAILED"]),
  amount_minor: z.int().positive(),
});

const paymentAnswer = z.object({
  ref: z.string().min(1),
  payment_id: z.string().min(1),
  state: z.enum(["OPEN", "PROCESSING", "PAID", "FAILED", "CANCELLED", "EXPIRED"]),
  amount_minor: z.int().positive(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  paid_at: z.iso.datetime().nullable(),
  failure_code: z.string().nullable(),
  refunds: z.array(refundAnswer),
  disputes: z.array(
    z.object({
      dispute_ref: z.string().min(1),
      state: z.enum(["OPEN", "WON", "LOST"]),
      amount_minor: z.int().positive(),
    }),
  ),
});
export type PaymentAnswer = z.infer<typeof paymentAnswer>;

export const createdSchema = z.object({
  payment: paymentAnswer,
  redirect_url: z.url({ protocol: /^https?$/ }),
});
export const paymentSchema = z.object({ payment: paymentAnswer });
export const refundSchema = z.object({ refund: refundAnswer });
export const problemSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Printable: what else a name could hold, no database takes. */
const name = z.string().regex(/^[\x20-\x7e]{1,100}$/);

export const noticeSchema = z.object({
  event_id: name,
  kind: name,
  payment_ref: name,
  payment_id: name,
  created_at: z.iso.datetime(),
});
