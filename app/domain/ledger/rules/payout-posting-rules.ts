import { type Minor, minor } from "../../money/minor.ts";
import { cause, creatorAccount, platform } from "../chart.ts";
import type { Posting, Transfer } from "../post.server.ts";
import { positive } from "./posting-rules.ts";

export interface PayoutFacts {
  id: string;
  creator_id: string;
  currency: string;
  amount_minor: Minor;
  fee_minor: Minor;
  fee_vat_minor: Minor;
  fee_vat_country: string | null;
  period: string | null;
}

/** Gross G, fee F: G − F goes to the bank, F to us and the tax office. */
export function payoutRequested(payout: PayoutFacts, at: Date): Posting {
  return {
    key: requestKey(payout),
    kind: "payout_requested",
    cause: cause("payout", payout.id),
    reference: `payout:${payout.id}`,
    effective_at: at,
    transfers: requestTransfers(payout),
  };
}

export function requestKey(payout: Pick<PayoutFacts, "id" | "creator_id" | "currency" | "period">): string {
  return payout.period === null
    ? `payout:${payout.id}:request`
    : `autopayout:${payout.creator_id}:${payout.currency}:${payout.period}`;
}

export function payoutPaid(
  payout: Pick<PayoutFacts, "id" | "creator_id" | "currency" | "amount_minor" | "fee_minor">,
  at: Date,
): Posting {
  return {
    key: `payout:${payout.id}:paid`,
    kind: "payout_paid",
    cause: cause("payout", payout.id),
    reference: `payout:${payout.id}`,
    effective_at: at,
    transfers: [
      {
        from: creatorAccount("payout_in_transit", payout.creator_id, payout.currency),
        to: platform("bank", payout.currency),
        amount_minor: minor(payout.amount_minor - payout.fee_minor),
      },
    ],
  };
}

/** Before PAID: mirrors the request. */
export function payoutReturned(payout: PayoutFacts, requestTransaction: number, at: Date): Posting {
  return {
    key: `payout:${payout.id}:returned`,
    kind: "payout_returned",
    cause: cause("payout", payout.id),
    reference: `payout:${payout.id}`,
    effective_at: at,
    reverses: requestTransaction,
    transfers: requestTransfers(payout).map((t) => ({ ...t, from: t.to, to: t.from })),
  };
}

/** After PAID: money and fee are the creator's again. */
export function payoutBounced(payout: PayoutFacts, at: Date): Posting {
  const transfers = requestTransfers(payout).map((t): Transfer => {
    const from = t.to.code === "payout_in_transit" ? platform("bank", payout.currency) : t.to;
    return { ...t, from, to: t.from };
  });
  return {
    key: `payout:${payout.id}:bounced`,
    kind: "payout_bounced",
    cause: cause("payout", payout.id),
    reference: `payout:${payout.id}`,
    effective_at: at,
    transfers,
  };
}

export function returnedMoneyRepays(
  payout: Pick<PayoutFacts, "id" | "creator_id" | "currency">,
  amount: Minor,
  at: Date,
): Posting {
  return {
    key: `payout:${payout.id}:repay`,
    kind: "repaid",
    cause: cause("payout", payout.id),
    reference: `payout:${payout.id}`,
    effective_at: at,
    transfers: positive([
      {
        from: creatorAccount("creator_available", payout.creator_id, payout.currency),
        to: creatorAccount("creator_receivable", payout.creator_id, payout.currency),
        amount_minor: amount,
      },
    ]),
  };
}

interface GivenUp {
  id: string;
  creator_id: string;
  currency: string;
  amount_minor: Minor;
}

/** At deletion, below the minimum payout. */
export function balanceForfeited({ id, creator_id, currency, amount_minor }: GivenUp, at: Date): Posting {
  return {
    key: `giveup:${creator_id}:${currency}`,
    kind: "remainder_given_up",
    cause: cause("give_up", id),
    reference: `user:${creator_id}`,
    effective_at: at,
    transfers: positive([
      {
        from: creatorAccount("creator_available", creator_id, currency),
        to: platform("breakage_revenue", currency),
        amount_minor,
      },
    ]),
  };
}

/** A deleted account's money that cannot be paid out. */
export function leftoverGivenUp(given: GivenUp, at: Date): Posting {
  return { ...balanceForfeited(given, at), key: `giveup:${given.id}:leaver` };
}

function requestTransfers(payout: PayoutFacts): Transfer[] {
  const { creator_id, currency } = payout;
  const from = creatorAccount("creator_available", creator_id, currency);
  return positive([
    {
      from,
      to: creatorAccount("payout_in_transit", creator_id, currency),
      amount_minor: minor(payout.amount_minor - payout.fee_minor),
    },
    {
      from,
      to: platform("payout_fee_revenue", currency),
      amount_minor: minor(payout.fee_minor - payout.fee_vat_minor),
    },
    {
      from,
      to: platform("vat_output", currency, payout.fee_vat_country ?? ""),
      amount_minor: payout.fee_vat_minor,
    },
  ]);
}
