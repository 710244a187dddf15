import { type Minor, minor } from "../../money/minor.ts";
import { type AccountRef, type Cause, cause, clearing, creatorAccount, platform } from "../chart.ts";
import type { Posting, Transfer } from "../post.server.ts";

export interface PaidFacts {
  payment_id: string;
  purpose: "TIP" | "VOUCHER";
  provider: string;
  currency: string;
  amount_minor: Minor;
  service_fee_minor: Minor;
  vat_minor: Minor;
  country: string;
  charged_minor: Minor;
  charged_currency: string;
}

export interface ReversedFacts extends PaidFacts {
  /** The redeemer's; null for a tip, and before redemption. */
  redeemed_in: string | null;
}

/** Pending (card, direct debit) or available at once (bank transfer). */
interface Share {
  creator_id: string;
  amount_minor: Minor;
  shard: number;
  waits: boolean;
}

/** The provider holds the creators' tip, our fee and VAT (docs/money.md, 3). */
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

/** Debts are repaid from it once. */
export interface Credit {
  name: string;
  cause: Cause;
  creator_id: string;
  currency: string;
}

export function creditOf(allocation: { id: string; creator_id: string; currency: string }): Credit {
  const { id, creator_id, currency } = allocation;
  return { name: id, cause: cause("allocation", id), creator_id, currency };
}

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

export interface SettledSums {
  /** Less collections from it. */
  bank_minor: Minor;
  collected_minor: Minor;
  /** Less returned ones. */
  psp_fee_minor: Minor;
  psp_fee_returned_minor: Minor;
  chargeback_fee_minor: Minor;
  chargeback_fee_returned_minor: Minor;
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

/** fx_position when charged in another currency. */
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

/** Rules may list zero rows. */
export function positive(transfers: readonly Transfer[]): Transfer[] {
  return transfers.filter((transfer) => transfer.amount_minor > 0);
}
