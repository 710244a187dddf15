import { z } from "zod";

const minorUnits = z.int();
const countedSchema = z.object({ count: z.int(), amount_minor: minorUnits });

/** Whom a statement is for, as the account was when it was issued. */
export const statementCreatorSchema = z.object({
  name: z.string(),
  company: z.string().nullable(),
  address: z.string().nullable(),
  zipcode: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  vat_id: z.string().nullable(),
});

/** Tips by the fan's country, the largest sum first. */
export const tipsByCountrySchema = z.array(countedSchema.extend({ country: z.string() }));

/**
 * Everything that the statement of a payout says, frozen when it is issued: whoever reads it years later reads the same.
 * Amounts in minor units of the payout's currency; what came back is counted as positive, too.
 */
export const statementFactsSchema = z.object({
  number: z.int().positive(),
  issued_at: z.iso.datetime(),
  /** Our own name and address, line by line. */
  issuer: z.array(z.string()),
  period: z.object({ from: z.iso.datetime(), until: z.iso.datetime() }),
  /** Statements that were cancelled, whose tips this one lists again. */
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
    /** Masked; null where nothing is known that names it. */
    account: z.string().nullable(),
  }),
  /** What is in the fee. */
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
  /** Tips that became available in the period, by the fan's country; the largest sum first. */
  tips: tipsByCountrySchema,
  /** What was taken back of available money in the period, and what of that was given back after all. */
  refunds: countedSchema.nullable(),
  /** Refunds that a statement before this one named, and that the provider refused. */
  refunds_failed: countedSchema.nullable().default(null),
  chargebacks: countedSchema.nullable(),
  chargebacks_won: countedSchema.nullable(),
  /** Debts that were given up; below zero where a dispute that was won made one good. */
  waived: countedSchema.nullable().default(null),
  /** What went to debts in other currencies, less what came from there; below zero where more came. */
  set_offs: countedSchema.nullable().default(null),
});

/** What the document says that cancels a statement, whose payout came back: the same, taken back. */
export const cancellationFactsSchema = z.object({
  number: z.int().positive(),
  issued_at: z.iso.datetime(),
  issuer: z.array(z.string()),
  /** Why the money came back, as the bank or an operator said. */
  reason: z.string().nullable(),
  statement: statementFactsSchema,
});

export type CancellationFacts = z.infer<typeof cancellationFactsSchema>;
export type StatementCreator = z.infer<typeof statementCreatorSchema>;
export type TipsByCountry = z.infer<typeof tipsByCountrySchema>;
export type StatementFacts = z.infer<typeof statementFactsSchema>;

/** What can change a creator's money, in the order in which a statement names it. */
export const MOVEMENTS = [
  "tips",
  "vouchers",
  "refunds",
  "chargebacks",
  "chargebacks_won",
  "waived",
  "set_offs",
  "payouts",
  "payouts_returned",
  "given_up",
  "corrections",
  "other",
] as const;

/**
 * Everything that the statement of a month says, frozen when it is issued. Amounts in minor units of its currency; what
 * left the creator is negative. `opening_minor` and all movements make up `closing_minor`, to the cent.
 */
export const monthStatementFactsSchema = z.object({
  number: z.int().positive(),
  issued_at: z.iso.datetime({ offset: true }),
  issuer: z.array(z.string()),
  month: z.string().regex(/^\d{4}-\d{2}$/),
  currency: z.string(),
  /** When its creator left for good; null for everybody else. It goes up to then. */
  left_at: z.iso.datetime().nullable().default(null),
  creator: statementCreatorSchema,
  /** VIES had called its VAT id invalid when this was issued. */
  is_vat_id_refused: z.boolean().default(false),
  opening_minor: minorUnits,
  movements: z.array(countedSchema.extend({ kind: z.enum(MOVEMENTS) })),
  closing_minor: minorUnits,
  /** What the closing balance is made of; money owed is negative. */
  closing: z.object({
    creator_pending: minorUnits,
    creator_available: minorUnits,
    creator_dispute_hold: minorUnits,
    creator_unverified: minorUnits,
    creator_receivable: minorUnits,
  }),
  /** Tips received in the month, by the fan's country; the largest sum first. */
  tips: tipsByCountrySchema,
  /** Payouts asked for in the month, the earliest first. */
  payouts: z.array(
    z.object({
      id: z.string(),
      requested_at: z.iso.datetime({ offset: true }),
      amount_minor: minorUnits,
      fee_minor: minorUnits,
      /** In the fee; null where there is none in it. */
      vat: z.object({ country: z.string(), rate_bps: z.int(), amount_minor: minorUnits }).nullable(),
      net_minor: minorUnits,
    }),
  ),
});

export type MonthStatementFacts = z.infer<typeof monthStatementFactsSchema>;
