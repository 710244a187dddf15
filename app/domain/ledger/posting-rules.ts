import { type Minor, minor } from "../money/minor.ts";
import { type AccountRef, creatorAccount, platform } from "./accounts.ts";
import type { Posting, Transfer } from "./ledger.server.ts";

/** The facts of a payment that its postings are made of, in minor units. */
export interface PaidFacts {
  payment_id: string;
  currency: string;
  amount_minor: Minor;
  service_fee_minor: Minor;
  vat_minor: Minor;
  country: string;
  charged_minor: Minor;
  charged_currency: string;
}

/** A creator's part of a tip, and whether it waits (card, direct debit) or is there at once (bank transfers). */
export interface Share {
  creator_id: string;
  amount_minor: Minor;
  slot: number;
  waits: boolean;
}

/** "tip paid" (money.md, Posting rules): the fan's money is at the provider, the creators' tip, our fee and its VAT. */
export function tipPaid(payment: PaidFacts, shares: readonly Share[], at: Date): Posting {
  const source = chargedSource(payment);
  const credits: Transfer[] = shares.map((share) => ({
    from: source.account,
    to: creatorAccount(
      share.waits ? "creator_pending" : "creator_available",
      share.creator_id,
      payment.currency,
      share.waits ? share.slot : 0,
    ),
    amount_minor: share.amount_minor,
  }));
  return {
    key: `pay:${payment.payment_id}:paid`,
    kind: "tip_paid",
    reference: `payment:${payment.payment_id}`,
    effective_at: at,
    transfers: positive([
      ...source.inflow,
      ...credits,
      { from: source.account, to: platform("service_fee_revenue", payment.currency), amount_minor: payment.service_fee_minor },
      { from: source.account, to: platform("vat_output", payment.currency, payment.country), amount_minor: payment.vat_minor },
    ]),
  };
}

/** Money that fits nothing, such as a second success for one tip: kept aside to be refunded. */
export function inboundToSuspense(payment: PaidFacts, at: Date): Posting {
  return {
    key: `inbound:${payment.payment_id}`,
    kind: "inbound_suspense",
    reference: `payment:${payment.payment_id}`,
    effective_at: at,
    transfers: [
      {
        from: platform("psp_clearing", payment.charged_currency),
        to: platform("suspense", payment.charged_currency),
        amount_minor: payment.charged_minor,
      },
    ],
  };
}

/** The refund of money that was kept aside: it leaves the provider's clearing again. */
export function suspenseRefunded(refundId: string, paymentId: string, currency: string, amount: Minor, at: Date): Posting {
  return {
    key: `refund:${refundId}`,
    kind: "suspense_refunded",
    reference: `payment:${paymentId}`,
    effective_at: at,
    transfers: [{ from: platform("suspense", currency), to: platform("psp_clearing", currency), amount_minor: amount }],
  };
}

/** "tip matures": what waited becomes available. */
export function released(
  allocation: { id: string; creator_id: string; currency: string; slot: number },
  amount: Minor,
  at: Date,
): Posting {
  return {
    key: `alloc:${allocation.id}:release`,
    kind: "released",
    reference: `allocation:${allocation.id}`,
    effective_at: at,
    transfers: positive([
      {
        from: creatorAccount("creator_pending", allocation.creator_id, allocation.currency, allocation.slot),
        to: creatorAccount("creator_available", allocation.creator_id, allocation.currency),
        amount_minor: amount,
      },
    ]),
  };
}

/** "any later credit": what a creator owes after a lost dispute is repaid from what became available. */
export function repaid(allocation: { id: string; creator_id: string; currency: string }, amount: Minor, at: Date): Posting {
  return {
    key: `alloc:${allocation.id}:repay`,
    kind: "repaid",
    reference: `allocation:${allocation.id}`,
    effective_at: at,
    transfers: positive([
      {
        from: creatorAccount("creator_available", allocation.creator_id, allocation.currency),
        to: creatorAccount("creator_receivable", allocation.creator_id, allocation.currency),
        amount_minor: amount,
      },
    ]),
  };
}

/** "payout requested", gross, without a fee: the money is on its way to the bank. */
export function payoutRequested(payoutId: string, creatorId: string, currency: string, gross: Minor, at: Date): Posting {
  return {
    key: `payout:${payoutId}:request`,
    kind: "payout_requested",
    reference: `payout:${payoutId}`,
    effective_at: at,
    transfers: [
      {
        from: creatorAccount("creator_available", creatorId, currency),
        to: creatorAccount("payout_in_transit", creatorId, currency),
        amount_minor: gross,
      },
    ],
  };
}

/** "bank confirms": the payout has left our account. */
export function payoutPaid(payoutId: string, creatorId: string, currency: string, net: Minor, at: Date): Posting {
  return {
    key: `payout:${payoutId}:paid`,
    kind: "payout_paid",
    reference: `payout:${payoutId}`,
    effective_at: at,
    transfers: [
      {
        from: creatorAccount("payout_in_transit", creatorId, currency),
        to: platform("bank", currency),
        amount_minor: net,
      },
    ],
  };
}

/** "provider settles": what the provider captured reaches our bank, less what it keeps. */
export function providerSettled(file: string, currency: string, gross: Minor, fee: Minor, at: Date): Posting {
  return {
    key: `settle:${file}`,
    kind: "provider_settled",
    reference: `settlement:${file}`,
    effective_at: at,
    transfers: positive([
      { from: platform("bank", currency), to: platform("psp_clearing", currency), amount_minor: minor(gross - fee) },
      { from: platform("psp_fee", currency), to: platform("psp_clearing", currency), amount_minor: fee },
    ]),
  };
}

/** What a dispute holds of one creator's share. */
export interface Hold {
  creator_id: string;
  currency: string;
  slot: number;
  claimed_minor: Minor;
  from_pending_minor: Minor;
  from_available_minor: Minor;
}

/** "dispute opened": pending, then available money is held, as far as it goes. */
export function disputeOpened(disputeId: string, paymentId: string, holds: readonly Hold[], at: Date): Posting {
  return {
    key: `dispute:${disputeId}:open`,
    kind: "dispute_opened",
    reference: `payment:${paymentId}`,
    effective_at: at,
    transfers: positive(holds.flatMap(holdTransfers)),
  };
}

/** "dispute won": what was held goes back to where it came from. */
export function disputeWon(disputeId: string, paymentId: string, holds: readonly Hold[], at: Date): Posting {
  return {
    key: `dispute:${disputeId}:won`,
    kind: "dispute_won",
    reference: `payment:${paymentId}`,
    effective_at: at,
    transfers: positive(holds.flatMap(holdTransfers).map((t) => ({ ...t, from: t.to, to: t.from }))),
  };
}

/** The part of a charge that a dispute takes back, already in proportion. */
export interface LostParts {
  service_fee_minor: Minor;
  vat_minor: Minor;
  charged_minor: Minor;
}

/** "dispute lost": the hold pays, the rest is owed by the creator; fee and VAT return in proportion. */
export function disputeLost(
  disputeId: string,
  payment: PaidFacts,
  holds: readonly Hold[],
  lost: LostParts,
  at: Date,
): Posting {
  const source = chargedSource(payment);
  const fromCreators = holds.flatMap((hold): Transfer[] => {
    const held = minor(hold.from_pending_minor + hold.from_available_minor);
    return [
      { from: creatorAccount("creator_dispute_hold", hold.creator_id, hold.currency), to: source.account, amount_minor: held },
      {
        from: creatorAccount("creator_receivable", hold.creator_id, hold.currency),
        to: source.account,
        amount_minor: minor(hold.claimed_minor - held),
      },
    ];
  });
  const outflow = source.inflow.map((t) => ({ from: t.to, to: t.from, amount_minor: lost.charged_minor }));
  return {
    key: `dispute:${disputeId}:lost`,
    kind: "dispute_lost",
    reference: `payment:${payment.payment_id}`,
    effective_at: at,
    transfers: positive([
      ...fromCreators,
      { from: platform("service_fee_revenue", payment.currency), to: source.account, amount_minor: lost.service_fee_minor },
      { from: platform("vat_output", payment.currency, payment.country), to: source.account, amount_minor: lost.vat_minor },
      ...outflow,
    ]),
  };
}

/** A lost dispute is won after all: the bank returns the money, which becomes available; fee and VAT come back too. */
export function disputeReversed(
  disputeId: string,
  payment: PaidFacts,
  holds: readonly Hold[],
  lost: LostParts,
  at: Date,
): Posting {
  const source = chargedSource(payment);
  return {
    key: `dispute:${disputeId}:won`,
    kind: "dispute_reversed",
    reference: `payment:${payment.payment_id}`,
    effective_at: at,
    transfers: positive([
      ...source.inflow.map((t) => ({ ...t, amount_minor: lost.charged_minor })),
      ...holds.map((hold) => ({
        from: source.account,
        to: creatorAccount("creator_available", hold.creator_id, hold.currency),
        amount_minor: hold.claimed_minor,
      })),
      { from: source.account, to: platform("service_fee_revenue", payment.currency), amount_minor: lost.service_fee_minor },
      { from: source.account, to: platform("vat_output", payment.currency, payment.country), amount_minor: lost.vat_minor },
    ]),
  };
}

/** Where a payment's money comes from: the provider's clearing, or fx_position when it was charged in another currency. */
function chargedSource(payment: PaidFacts): { account: AccountRef; inflow: Transfer[] } {
  if (payment.charged_currency === payment.currency) {
    return { account: platform("psp_clearing", payment.currency), inflow: [] };
  }
  return {
    account: platform("fx_position", payment.currency),
    inflow: [
      {
        from: platform("psp_clearing", payment.charged_currency),
        to: platform("fx_position", payment.charged_currency),
        amount_minor: payment.charged_minor,
      },
    ],
  };
}

function holdTransfers(hold: Hold): Transfer[] {
  const to = creatorAccount("creator_dispute_hold", hold.creator_id, hold.currency);
  return [
    {
      from: creatorAccount("creator_pending", hold.creator_id, hold.currency, hold.slot),
      to,
      amount_minor: hold.from_pending_minor,
    },
    { from: creatorAccount("creator_available", hold.creator_id, hold.currency), to, amount_minor: hold.from_available_minor },
  ];
}

function positive(transfers: readonly Transfer[]): Transfer[] {
  return transfers.filter((transfer) => transfer.amount_minor > 0);
}
