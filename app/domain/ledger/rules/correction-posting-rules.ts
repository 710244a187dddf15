import type { Minor } from "../../money/minor.ts";
import { type AccountCode, type AccountRef, accountTraits, cause, creatorAccount } from "../chart.ts";
import type { Posting } from "../post.server.ts";

/** Whose account one of the two is: of a payment provider, a country, a creator, or only the platform's own. */
type CorrectedOwner = "provider" | "country" | "creator" | null;

/** The accounts that a correction may touch: what waits, is held or is on its way goes by its own rows. */
type CorrectedCode = Exclude<
  AccountCode,
  | "creator_pending"
  | "creator_unverified"
  | "creator_dispute_hold"
  | "payout_in_transit"
  | "voucher_liability"
  | "payout_fee_revenue"
>;

/** Two accounts between which operators may correct the books, and in which directions. */
interface CorrectedPair {
  accounts: readonly [CorrectedCode, CorrectedCode];
  /** Only "first account, to second account": the other way round has a process of its own. */
  one_way?: boolean;
}

/** All that a correcting entry may move (docs/money.md, 3). Check 59 of db/checks has the same list. */
const PAIRS: readonly CorrectedPair[] = [
  { accounts: ["bank", "own_funds"] },
  { accounts: ["bank", "bank_fee"] },
  { accounts: ["bank", "psp_clearing"] },
  { accounts: ["bank", "vat_output"] },
  { accounts: ["bank", "suspense"] },
  { accounts: ["bank", "goodwill"] },
  { accounts: ["bank", "fx_position"] },
  // A creator pays by transfer what they owe.
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

/** One choice of an operator: which account is debited, which is credited. */
export interface CorrectionKind {
  debit: CorrectedCode;
  credit: CorrectedCode;
  owner: CorrectedOwner;
}

/** Every choice that there is, each pair in its directions. */
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

/** The choice that debits the one account and credits the other; undefined where there is none. */
export function findCorrectionKind(wanted: { debit: string; credit: string }): CorrectionKind | undefined {
  return CORRECTION_KINDS.find(({ debit, credit }) => debit === wanted.debit && credit === wanted.credit);
}

/** A correcting entry as its row says it, in minor units. */
export interface Correction {
  id: string;
  debit_code: CorrectedCode;
  credit_code: CorrectedCode;
  /** A provider's name, a country or a creator's id: of the one account that has an owner; empty where neither has. */
  owner: string;
  currency: string;
  amount_minor: Minor;
}

/** "correcting entry": what two operators say is missing in the books. */
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

/** The exact mirror of a correcting entry, whose transaction it reverses. */
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

/** The mirror of what repaid a debt from a correcting entry: its money goes back, so the debt is owed again. */
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
