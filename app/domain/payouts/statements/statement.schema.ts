import { z } from "zod";

const minorUnits = z.int();
const countedSchema = z.object({ count: z.int(), amount_minor: minorUnits });

export const statementCreatorSchema = z.object({
  name: z.string(),
  company: z.string().nullable(),
  address: z.string().nullable(),
  zipcode: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  vat_id: z.string().nullable(),
});

export const tipsByCountrySchema = z.array(countedSchema.extend({ country: z.string() }));

/** Frozen at issue. Minor units; reversals are positive. */
export const statementFactsSchema = z.object({
  number: z.int().positive(),
  issued_at: z.iso.datetime(),
  issuer: z.array(z.string()),
  period: z.object({ from: z.iso.datetime(), until: z.iso.datetime() }),
  /** Lists their tips again. */
  instead_of: z
    .array(
      z.object({
        number: z.int(),
        from: z.iso.datetime({ offset: true }),
        until: z.iso.datetime({ offset: true }),
      }),
    )
    .default([]),
  creator: statementCreatorSchema,
  payout: z.object({
    id: z.string(),
    currency: z.string(),
    amount_minor: minorUnits,
    fee_minor: minorUnits,
    net_minor: minorUnits,
    method: z.enum(["BANK", "PAXUM"]),
    account: z.string().nullable(),
  }),
  vat: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("none") }),
    z.object({
      kind: z.literal("included"),
      country: z.string(),
      rate_bps: z.int(),
      amount_minor: minorUnits,
    }),
    z.object({ kind: z.literal("reverse_charge") }),
  ]),
  tips: tipsByCountrySchema,
  refunds: countedSchema.nullable(),
  /** Of an earlier statement; the provider refused them. */
  refunds_failed: countedSchema.nullable().default(null),
  chargebacks: countedSchema.nullable(),
  chargebacks_won: countedSchema.nullable(),
  /** Below zero where a won dispute repaid one. */
  waived: countedSchema.nullable().default(null),
  /** Paid to debts in other currencies, less received. */
  set_offs: countedSchema.nullable().default(null),
});

/** A returned payout's statement, reversed. */
export const cancellationFactsSchema = z.object({
  number: z.int().positive(),
  issued_at: z.iso.datetime(),
  issuer: z.array(z.string()),
  reason: z.string().nullable(),
  statement: statementFactsSchema,
});

export type CancellationFacts = z.infer<typeof cancellationFactsSchema>;
export type StatementCreator = z.infer<typeof statementCreatorSchema>;
export type TipsByCountry = z.infer<typeof tipsByCountrySchema>;
export type StatementFacts = z.infer<typeof statementFactsSchema>;

export const MOVEMENTS = [
  "tips",
  "vouchers",
  "refunds",
  "chargebacks",
  "chargebacks_won",
  "waived",
  "set_offs",
  "direct",
  "payouts",
  "payouts_returned",
  "given_up",
  "corrections",
  "other",
] as const;

/**
 * Frozen at issue. Minor units; outgoing is negative. `opening_minor` and all movements give `closing_minor`.
 */
export const monthStatementFactsSchema = z.object({
  number: z.int().positive(),
  issued_at: z.iso.datetime({ offset: true }),
  issuer: z.array(z.string()),
  month: z.string().regex(/^\d{4}-\d{2}$/),
  currency: z.string(),
  left_at: z.iso.datetime().nullable().default(null),
  creator: statementCreatorSchema,
  is_vat_id_refused: z.boolean().default(false),
  opening_minor: minorUnits,
  movements: z.array(countedSchema.extend({ kind: z.enum(MOVEMENTS) })),
  closing_minor: minorUnits,
  /** Owed money is negative. */
  closing: z.object({
    creator_pending: minorUnits,
    creator_available: minorUnits,
    creator_dispute_hold: minorUnits,
    creator_unverified: minorUnits,
    creator_receivable: minorUnits,
  }),
  tips: tipsByCountrySchema,
  payouts: z.array(
    z.object({
      id: z.string(),
      requested_at: z.iso.datetime({ offset: true }),
      amount_minor: minorUnits,
      fee_minor: minorUnits,
      vat: z.object({ country: z.string(), rate_bps: z.int(), amount_minor: minorUnits }).nullable(),
      net_minor: minorUnits,
    }),
  ),
});

export type MonthStatementFacts = z.infer<typeof monthStatementFactsSchema>;
