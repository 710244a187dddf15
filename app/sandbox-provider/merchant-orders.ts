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

const currency = z.string().regex(/^[A-Z]{3}$/, "an ISO 4217 code");
const directSchema = z.object({ account_ref: text(60), application_fee_minor: z.int().nonnegative() });
type Direct = z.infer<typeof directSchema> | undefined;
const hasSmallFee = ({ direct, amount_minor }: { direct?: Direct; amount_minor: number }) =>
  (direct?.application_fee_minor ?? 0) <= amount_minor;
const FEE_TOO_LARGE = { path: ["direct"], message: "a fee above the amount" };

const KEPT_TYPES = ["INETCASH_CC", "INETCASH_DD"] as const;
const isKept = (type: string) => KEPT_TYPES.some((each) => each === type);

export const paymentOrderSchema = z
  .object({
    payment_id: merchantId,
    type: z.enum(["INETCASH_CC", "INETCASH_DB", "INETCASH_OB", "INETCASH_DD"]),
    amount_minor: minorUnits,
    currency,
    description: text(200),
    locale: z.enum(LOCALES),
    success_url: webAddress,
    failed_url: webAddress,
    notice_url: webAddress,
    expires_at: z.iso.datetime(),
    direct: directSchema.optional(),
    /** The page keeps the method, too. */
    saves_method: z.boolean().optional(),
  })
  .refine(hasSmallFee, FEE_TOO_LARGE)
  .refine((order) => !order.saves_method || isKept(order.type), {
    path: ["saves_method"],
    message: "not for this type",
  })
  .refine((order) => CURRENCIES[order.type]?.includes(order.currency) ?? true, {
    path: ["currency"],
    message: "not on offer for this type",
  });
export type PaymentOrderBody = z.infer<typeof paymentOrderSchema>;

export const chargeOrderSchema = z
  .object({
    payment_id: merchantId,
    type: z.enum(KEPT_TYPES),
    amount_minor: minorUnits,
    currency,
    description: text(200),
    notice_url: webAddress,
    method_ref: text(60),
    customer_ref: text(60),
    direct: directSchema.optional(),
  })
  .refine(hasSmallFee, FEE_TOO_LARGE);
export type ChargeOrderBody = z.infer<typeof chargeOrderSchema>;

export const setUpOrderSchema = z.object({
  set_up_id: merchantId,
  type: z.enum(KEPT_TYPES),
  currency,
  locale: z.enum(LOCALES),
  customer_ref: z
    .string()
    .regex(/^cus_[0-9a-f]{32}$/)
    .nullable(),
  account_ref: text(60).nullable(),
  success_url: webAddress,
  failed_url: webAddress,
  notice_url: webAddress,
  expires_at: z.iso.datetime(),
});
export type SetUpOrderBody = z.infer<typeof setUpOrderSchema>;

export const removalSchema = z.object({ customer_ref: text(60) });
export type RemovalBody = z.infer<typeof removalSchema>;

export const refundOrderSchema = z.object({
  refund_id: merchantId,
  amount_minor: minorUnits,
  currency,
});
/** In all, minor units of `currency`. */
export const feeReturnSchema = z.object({
  total_minor: z.int().positive(),
  currency,
});
export type FeeReturnBody = z.infer<typeof feeReturnSchema>;

export type RefundOrderBody = z.infer<typeof refundOrderSchema>;
