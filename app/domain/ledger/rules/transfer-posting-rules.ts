import type { Minor } from "../../money/minor.ts";
import { cause, clearing, creatorAccount, platform } from "../chart.ts";
import type { Posting, Transfer } from "../post.server.ts";

interface PassedShare {
  id: string;
  payment_id: string;
  provider: string;
  creator_id: string;
  currency: string;
  amount_minor: Minor;
}

/** Off-balance from then on. */
export function sharePassed(share: PassedShare, at: Date): Posting {
  return {
    key: `transfer:${share.id}`,
    kind: "share_passed",
    cause: cause("direct_transfer", share.id),
    reference: `payment:${share.payment_id}`,
    effective_at: at,
    transfers: passing(share),
  };
}

/** All or a part. */
export function shareReversed(share: PassedShare, at: Date): Posting {
  return {
    ...ofReversal(share, at),
    key: `reversal:${share.id}`,
    kind: "share_reversed",
    transfers: passing(share).map(mirrored),
  };
}

export type LossAccount = "goodwill" | "chargeback_loss";

/** The member's account could not return it: our loss, no debt. */
export function shareLost(share: PassedShare, account: LossAccount, at: Date): Posting {
  return {
    ...ofReversal(share, at),
    key: `reversal:${share.id}:lost`,
    kind: "share_lost",
    transfers: loss(share, account),
  };
}

export function shareRegained(
  share: PassedShare,
  account: LossAccount,
  lostTransaction: number,
  at: Date,
): Posting {
  return {
    ...ofReversal(share, at),
    key: `reversal:${share.id}:regained`,
    kind: "share_regained",
    reverses: lostTransaction,
    transfers: loss(share, account).map(mirrored),
  };
}

function passing({ creator_id, currency, provider, amount_minor }: PassedShare): Transfer[] {
  const own = creatorAccount("creator_transfer", creator_id, currency);
  const direct = creatorAccount("creator_direct", creator_id, currency);
  return [
    { from: own, to: clearing(provider, currency), amount_minor },
    { from: platform("direct_passed", currency), to: direct, amount_minor },
  ];
}

function loss({ creator_id, currency, amount_minor }: PassedShare, account: LossAccount): Transfer[] {
  const own = creatorAccount("creator_transfer", creator_id, currency);
  return [{ from: platform(account, currency), to: own, amount_minor }];
}

function mirrored(transfer: Transfer): Transfer {
  return { ...transfer, from: transfer.to, to: transfer.from };
}

function ofReversal({ id, payment_id }: PassedShare, at: Date) {
  return {
    cause: cause("direct_reversal", id),
    reference: `payment:${payment_id}`,
    effective_at: at,
  };
}
