import { z } from "zod";
import { minor } from "../../money/minor.ts";
import { SETTLED_KINDS } from "../provider-port.ts";

const amount = z.int().transform(minor);

export const settledEventSchema = z.object({
  event_ref: z.string(),
  kind: z.enum(SETTLED_KINDS),
  payment_ref: z.string().nullable(),
  reference: z.string().nullable(),
  currency: z.string(),
  gross_minor: amount,
  fee_minor: amount,
  other_currency: z.string().nullable(),
  other_minor: amount.nullable(),
  occurred_on: z.string().nullable(),
  reaches_bank: z.boolean(),
  is_as_settled: z.boolean().exactOptional(),
});

export const saidSchema = z.object({
  kind: z.enum(SETTLED_KINDS),
  payment_ref: z.string().nullable(),
  reference: z.string().nullable(),
  currency: z.string(),
  gross_minor: amount,
  fee_minor: amount,
  other_currency: z.string().nullable(),
  other_minor: amount.nullable(),
  reaches_bank: z.boolean(),
});

export const totalsSchema = z.record(
  z.string(),
  z.object({ gross_minor: z.int(), fee_minor: z.int(), bank_minor: z.int().optional() }),
);
