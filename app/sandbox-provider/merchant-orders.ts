import { z } from "zod";
import { LOCALES } from "../../locales/index.ts";

/** Bounded, and without NUL, which PostgreSQL refuses. */
const text = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((value) => !value.includes("\0"), "contains NUL");
const merchantId = z.string().regex(/^[\w.:-]{1,64}$/, "1 to 64 of A-Z a-z 0-9 _ . : -");
const webAddress = z.url({ protocol: /^https?$/ }).max(2000);
const minorUnits = z.int().positive().max(100_000_000_000);

/** By rail; cards take any. */
const CURRENCIES: Record<string, readonly string[]> = {
  INETCASH_DB: ["EUR", "GBP"],
  INETCASH_OB: ["EUR"],
  INETCASH_DD: ["EUR"],
};

export const paymentOrderSchema = z
  .object({
    payment_id: merchantId,
    type: z.enum(["INETCASH_CC", "INETCASH_DB", "INETCASH_OB", "INETCASH_DD"]),
    amount_minor: minorUnits,
    currency: z.string().regex(/^[A-Z]{3}$/, "an ISO 4217 code"),
    description: text(200),
    locale: z.enum(LOCALES),
    success_url: webAddress,
    failed_url: webAddress,
    notice_url: webAddress,
    expires_at: z.iso.datetime(),
    /** Minor units of `currency`; the account's owner is paid directly. */
    direct: z.object({ account_ref: text(60), application_fee_minor: z.int().nonnegative() }).optional(),
  })
  .refine(({ direct, amount_minor }) => (direct?.application_fee_minor ?? 0) <= amount_minor, {
    path: ["direct"],
    message: "a fee above the amount",
  })
  .refine((order) => CURRENCIES[order.type]?.includes(order.currency) ?? true, {
    path: ["currency"],
    message: "not on offer for this type",
  });
export type PaymentOrderBody = z.infer<typeof paymentOrderSchema>;

export const refundOrderSchema = z.object({
  refund_id: merchantId,
  amount_minor: minorUnits,
  currency: z.string().regex(/^[A-Z]{3}$/, "an ISO 4217 code"),
});
/** What has gone back of the merchant's fee in all, minor units of `currency`. */
export const feeReturnSchema = z.object({
  total_minor: z.int().positive(),
  currency: z.string().regex(/^[A-Z]{3}$/, "an ISO 4217 code"),
});
export type FeeReturnBody = z.infer<typeof feeReturnSchema>;

export type RefundOrderBody = z.infer<typeof refundOrderSchema>;
