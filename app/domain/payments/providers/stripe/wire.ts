import { z } from "zod";

/** What this adapter reads of Stripe's objects, and no more. An answer of another shape leaves the outcome open. */

const amount = z.int().nonnegative();
const currency = z
  .string()
  .regex(/^[a-z]{3}$/)
  .transform((code) => code.toUpperCase());
/** Printable: what else a name could hold, no database takes. */
const name = z.string().regex(/^[\x20-\x7e]{1,100}$/);

/** Our id of a payment, as a page bears it. */
const metadata = z.record(z.string(), z.string()).nullable();

/** A payment's page, as it is made. */
export const createdSchema = z.object({ id: name, url: z.url({ protocol: /^https?$/ }) });

export const customerSchema = z.object({ id: name });

/** A page with its payment: asked for with `EXPAND`. */
export const sessionSchema = z.object({
  id: name,
  client_reference_id: z.string().nullable(),
  metadata,
  status: z.enum(["open", "complete", "expired"]),
  payment_status: z.enum(["paid", "unpaid", "no_payment_required"]),
  amount_total: amount,
  currency,
  url: z.string().nullable(),
  success_url: z.string().nullable(),
  cancel_url: z.string().nullable(),
  allowed_payment_method_types: z.array(z.string()).nullish(),
  customer_details: z.object({ email: z.string().nullable() }).nullish(),
  presentment_details: z.object({ presentment_amount: amount, presentment_currency: currency }).nullish(),
  /** There is none before the fan has tried to pay. */
  payment_intent: z
    .object({
      id: name,
      status: z.string(),
      amount_received: amount,
      last_payment_error: z
        .object({ code: z.string().nullish(), decline_code: z.string().nullish() })
        .nullish(),
      latest_charge: z.object({ created: z.int(), disputed: z.boolean() }).nullable(),
    })
    .nullable(),
});
export type Session = z.infer<typeof sessionSchema>;
export const EXPAND = ["payment_intent.latest_charge"];

/** A page as lists show it. */
export const listedSchema = z.object({
  id: name,
  client_reference_id: z.string().nullable(),
  metadata,
});
export type Listed = z.infer<typeof listedSchema>;

export const refundSchema = z.object({
  id: name,
  amount: z.int().positive(),
  status: z.string(),
  metadata,
});
export type Refund = z.infer<typeof refundSchema>;

export const disputeSchema = z.object({ id: name, amount: z.int().positive(), currency, status: z.string() });
export type Dispute = z.infer<typeof disputeSchema>;

export const eventSchema = z.object({
  id: name,
  type: name,
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
export const eventPaymentSchema = z.object({ payment_intent: name });
