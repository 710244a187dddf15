import { z } from "zod";
import {
  countedSchema,
  minorUnits,
  statementCreatorSchema,
  tipsByCountrySchema,
} from "./statement.schema.ts";

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
