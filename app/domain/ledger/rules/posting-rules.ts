import { type Minor, minor } from "../../money/minor.ts";
import { type AccountRef, type Cause, cause, clearing, creatorAccount, platform } from "../chart.ts";
import type { Posting, Transfer } from "../post.server.ts";

/** The facts of a payment that its postings are made of, in minor units. */
export interface PaidFacts {
  payment_id: string;
  purpose: "TIP" | "VOUCHER";
  /** Who took the fan's money. */
  provider: string;
  currency: string;
  amount_minor: Minor;
  service_fee_minor: Minor;
  vat_minor: Minor;
  country: string;
  charged_minor: Minor;
  charged_currency: string;
}

/** A payment of which something goes back. */
export interface ReversedFacts extends PaidFacts {
  /** In which currency its voucher was credited to who redeemed it; null for a tip, and while nobody has. */
  redeemed_in: string | null;
}

/** A creator's part of a tip, and whether it waits (card, direct debit) or is there at once (bank transfers). */
interface Share {
  creator_id: string;
  amount_minor: Minor;
  shard: number;
  waits: boolean;
}

/** "tip paid" (docs/money.md, 3): the fan's money is at the provider, the creators' tip, our fee and its VAT. */
export function tipPaid(payment: PaidFacts, shares: readonly Share[], at: Date): Posting {
  const source = chargedSource(payment);
  const credits: Transfer[] = shares.map((share) => ({
    from: source.account,
    to: creatorAccount(
      share.waits ? "creator_pending" : "creator_available",
      share.creator_id,
      payment.currency,
      share.waits ? share.shard : 0,
    ),
    amount_minor: share.amount_minor,
  }));
  return {
    key: `pay:${payment.payment_id}:paid`,
    kind: "tip_paid",
    cause: cause("payment", payment.payment_id),
    reference: `payment:${payment.payment_id}`,
    effective_at: at,
    transfers: positive([
      ...source.inflow,
      ...credits,
      {
        from: source.account,
        to: platform("service_fee_revenue", payment.currency),
        amount_minor: payment.service_fee_minor,
      },
      {
        from: source.account,
        to: platform("vat_output", payment.currency, payment.country),
        amount_minor: payment.vat_minor,
      },
    ]),
  };
}

/** "tip matures": what waited becomes available. */
export function released(
  allocation: { id: string; creator_id: string; currency: string; shard: number },
  amount: Minor,
  at: Date,
): Posting {
  return {
    key: `alloc:${allocation.id}:release`,
    kind: "released",
    cause: cause("allocation", allocation.id),
    reference: `allocation:${allocation.id}`,
    effective_at: at,
    transfers: becomeAvailable(allocation, allocation.currency, amount),
  };
}

/** From a creator's waiting money to what is available. */
export function becomeAvailable(
  share: { creator_id: string; shard: number },
  currency: string,
  amount: Minor,
): Transfer[] {
  return positive([
    {
      from: creatorAccount("creator_pending", share.creator_id, currency, share.shard),
      to: creatorAccount("creator_available", share.creator_id, currency),
      amount_minor: amount,
    },
  ]);
}

/** What a creator's money became available by: it is repaid from once under this name. */
export interface Credit {
  name: string;
  cause: Cause;
  creator_id: string;
  currency: string;
}

/** A share of a tip as such a credit. */
export function creditOf(allocation: { id: string; creator_id: string; currency: string }): Credit {
  const { id, creator_id, currency } = allocation;
  return { name: id, cause: cause("allocation", id), creator_id, currency };
}

/** "any later credit": what a creator owes after a lost dispute is repaid from what became available. */
export function repaid(credit: Credit, amount: Minor, at: Date): Posting {
  return {
    key: `alloc:${credit.name}:repay`,
    kind: "repaid",
    cause: credit.cause,
    reference: `allocation:${credit.name}`,
    effective_at: at,
    transfers: positive([
      {
        from: creatorAccount("creator_available", credit.creator_id, credit.currency),
        to: creatorAccount("creator_receivable", credit.creator_id, credit.currency),
        amount_minor: amount,
      },
    ]),
  };
}

/** What a provider's file moves in one currency. */
export interface SettledSums {
  /** What came to our bank, and what the provider took from it. */
  bank_minor: Minor;
  collected_minor: Minor;
  /** What the provider kept, and what it gave back of that. */
  psp_fee_minor: Minor;
  psp_fee_returned_minor: Minor;
  chargeback_fee_minor: Minor;
  chargeback_fee_returned_minor: Minor;
  /** What conversions gave away, and what they brought, in this currency. */
  given_minor: Minor;
  brought_minor: Minor;
}

export const SETTLED_NOTHING: SettledSums = {
  bank_minor: minor(0),
  collected_minor: minor(0),
  psp_fee_minor: minor(0),
  psp_fee_returned_minor: minor(0),
  chargeback_fee_minor: minor(0),
  chargeback_fee_returned_minor: minor(0),
  given_minor: minor(0),
  brought_minor: minor(0),
};

/** "provider settles": what went between the provider and our bank, what it kept or gave back, and what it converted. */
export function providerSettled(
  provider: string,
  { settlement_id, currency, ...sums }: SettledSums & { settlement_id: string; currency: string },
  at: Date,
): Posting {
  return {
    key: `settle:${provider}:${settlement_id}:${currency}`,
    kind: "provider_settled",
    cause: cause("settlement", settlement_id, currency),
    reference: `settlement:${provider}:${settlement_id}:${currency}`,
    effective_at: at,
    transfers: settledTransfers(provider, currency, sums),
  };
}

/** What one event of a provider's file moves in a currency after the file was posted. */
export function eventPosted(
  act: "TAKEN" | "REVERSED",
  event: { id: string; provider: string; settlement_id: string },
  { currency, ...sums }: SettledSums & { currency: string },
  at: Date,
): Posting {
  const transfers = settledTransfers(event.provider, currency, sums);
  return {
    key: `settle:event:${event.id}:${act.toLowerCase()}:${currency}`,
    kind: act === "TAKEN" ? "settlement_event_taken" : "settlement_event_reversed",
    cause: cause("settlement_event", event.id, currency),
    reference: `settlement:${event.provider}:${event.settlement_id}:${currency}`,
    effective_at: at,
    transfers: act === "TAKEN" ? transfers : transfers.map((row) => ({ ...row, from: row.to, to: row.from })),
  };
}

function settledTransfers(provider: string, currency: string, sums: SettledSums): Transfer[] {
  const own = clearing(provider, currency);
  const [bank, fee, chargebackFee, position] = [
    platform("bank", currency),
    platform("psp_fee", currency),
    platform("chargeback_fee", currency),
    platform("fx_position", currency),
  ];
  return positive([
    { from: bank, to: own, amount_minor: sums.bank_minor },
    { from: own, to: bank, amount_minor: sums.collected_minor },
    { from: fee, to: own, amount_minor: sums.psp_fee_minor },
    { from: own, to: fee, amount_minor: sums.psp_fee_returned_minor },
    { from: chargebackFee, to: own, amount_minor: sums.chargeback_fee_minor },
    { from: own, to: chargebackFee, amount_minor: sums.chargeback_fee_returned_minor },
    { from: position, to: own, amount_minor: sums.given_minor },
    { from: own, to: position, amount_minor: sums.brought_minor },
  ]);
}

/** Where a payment's money comes from: its provider's clearing, or fx_position when it was charged in another currency. */
export function chargedSource(payment: PaidFacts): { account: AccountRef; inflow: Transfer[] } {
  if (payment.charged_currency === payment.currency) {
    return { account: clearing(payment.provider, payment.currency), inflow: [] };
  }
  return {
    account: platform("fx_position", payment.currency),
    inflow: [
      {
        from: clearing(payment.provider, payment.charged_currency),
        to: platform("fx_position", payment.charged_currency),
        amount_minor: payment.charged_minor,
      },
    ],
  };
}

/** Rules name every row that may come; those of nothing are not written. */
export function positive(transfers: readonly Transfer[]): Transfer[] {
  return transfers.filter((transfer) => transfer.amount_minor > 0);
}
