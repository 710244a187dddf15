import type { Minor } from "../../money/minor.ts";
import { type AccountCode, type AccountRef, accountTraits, cause, creatorAccount } from "../chart.ts";
import type { Posting } from "../post.server.ts";

type CorrectedOwner = "provider" | "country" | "creator" | null;

/** The others follow their own rows. */
type CorrectedCode = Exclude<
  AccountCode,
  | "creator_pending"
  | "creator_unverified"
  | "creator_dispute_hold"
  | "payout_in_transit"
  | "creator_transfer"
  | "voucher_liability"
  | "payout_fee_revenue"
  | "direct_passed"
  | "creator_direct"
>;

interface CorrectedPair {
  accounts: readonly [CorrectedCode, CorrectedCode];
  one_way?: boolean;
}

/** Check 59 of db/checks has the same list (docs/money.md, 3). */
const PAIRS: readonly CorrectedPair[] = [
  { accounts: ["bank", "own_funds"] },
  { accounts: ["bank", "bank_fee"] },
  { accounts: ["bank", "psp_clearing"] },
  { accounts: ["bank", "vat_output"] },
  { accounts: ["bank", "suspense"] },
  { accounts: ["bank", "goodwill"] },
  { accounts: ["bank", "fx_position"] },
  { accounts: ["bank", "creator_receivable"], one_way: true },
  { accounts: ["psp_clearing", "psp_fee"] },
  { accounts: ["psp_clearing", "chargeback_fee"] },
  { accounts: ["psp_clearing", "chargeback_loss"] },
  { accounts: ["psp_clearing", "goodwill"] },
  { accounts: ["psp_clearing", "suspense"] },
  { accounts: ["psp_clearing", "fx_position"] },
  { accounts: ["exchange_difference", "fx_position"] },
  { accounts: ["service_fee_revenue", "vat_output"] },
  { accounts: ["suspense", "breakage_revenue"] },
  { accounts: ["suspense", "creator_available"] },
  { accounts: ["goodwill", "creator_available"] },
];

export interface CorrectionKind {
  debit: CorrectedCode;
  credit: CorrectedCode;
  owner: CorrectedOwner;
}

export const CORRECTION_KINDS: readonly CorrectionKind[] = PAIRS.flatMap(
  ({ accounts: [first, second], one_way }) => {
    const owner = ownerOf(first) ?? ownerOf(second);
    const there = { debit: first, credit: second, owner };
    return one_way ? [there] : [there, { debit: second, credit: first, owner }];
  },
);

function ownerOf(code: AccountCode): CorrectedOwner {
  if (code === "psp_clearing") return "provider";
  if (code === "vat_output") return "country";
  return accountTraits(code).keeps_balance ? "creator" : null;
}

export function findCorrectionKind(wanted: { debit: string; credit: string }): CorrectionKind | undefined {
  return CORRECTION_KINDS.find(({ debit, credit }) => debit === wanted.debit && credit === wanted.credit);
}

export interface Correction {
  id: string;
  debit_code: CorrectedCode;
  credit_code: CorrectedCode;
  owner: string;
  currency: string;
  amount_minor: Minor;
}

export function correctionPosted(correction: Correction, at: Date): Posting {
  const { id, debit_code, credit_code, amount_minor } = correction;
  return {
    key: `correction:${id}`,
    kind: "correction_posted",
    cause: cause("correction", id),
    reference: `correction:${id}`,
    effective_at: at,
    transfers: [
      { from: accountOf(correction, debit_code), to: accountOf(correction, credit_code), amount_minor },
    ],
  };
}

export function correctionReversed(correction: Correction, transaction: number, at: Date): Posting {
  const posted = correctionPosted(correction, at);
  return {
    ...posted,
    key: `correction:${correction.id}:reversed`,
    kind: "correction_reversed",
    reverses: transaction,
    transfers: posted.transfers.map((row) => ({ ...row, from: row.to, to: row.from })),
  };
}

/** The debt is owed again. */
export function repaymentReversed(
  { id, owner, currency }: Correction,
  repayment: { transaction: number; amount_minor: Minor },
  at: Date,
): Posting {
  return {
    key: `correction:${id}:repay_reversed`,
    kind: "repayment_reversed",
    cause: cause("correction", id),
    reference: `allocation:correction:${id}`,
    effective_at: at,
    reverses: repayment.transaction,
    transfers: [
      {
        from: creatorAccount("creator_receivable", owner, currency),
        to: creatorAccount("creator_available", owner, currency),
        amount_minor: repayment.amount_minor,
      },
    ],
  };
}

function accountOf({ owner, currency }: Correction, code: AccountCode): AccountRef {
  return { code, owner: ownerOf(code) === null ? "" : owner, currency, shard: 0 };
}
