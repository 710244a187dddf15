import { type Minor, minor } from "../../money/minor.ts";
import { type Cause, cause, clearing, creatorAccount, platform } from "../chart.ts";
import type { Posting, Transfer } from "../post.server.ts";
import {
  becomeAvailable,
  chargedSource,
  fromCreators,
  isHeld,
  ofCreator,
  type PaidFacts,
  positive,
  type ReversedFacts,
  type TakenPart,
} from "./posting-rules.ts";

export interface RefundPart {
  allocation_id: string;
  creator_id: string;
  currency: string;
  shard: number;
  amount_minor: Minor;
  from_pending_minor: Minor;
  from_available_minor: Minor;
  goodwill_minor: Minor;
}

interface ReturnedParts {
  tip_minor: Minor;
  service_fee_minor: Minor;
  vat_minor: Minor;
  charged_minor: Minor;
  /** In the charged currency. */
  application_fee_minor: Minor;
}

/** Full or part: creators' money or goodwill, fee and VAT leave by the provider. */
export function tipRefunded(
  refundId: string,
  payment: ReversedFacts,
  parts: readonly RefundPart[],
  returned: ReturnedParts,
  at: Date,
): Posting {
  return {
    key: `refund:${refundId}`,
    kind: "tip_refunded",
    cause: cause("refund", refundId),
    reference: `payment:${payment.payment_id}`,
    effective_at: at,
    transfers: refundTransfers(payment, parts, returned),
  };
}

/** Mirrors the refund and reverses its transaction. */
export function refundFailed(
  refundId: string,
  payment: ReversedFacts,
  parts: readonly RefundPart[],
  returned: ReturnedParts,
  refundTransaction: number,
  at: Date,
): Posting {
  const refund = tipRefunded(refundId, payment, parts, returned, at);
  return {
    ...refund,
    key: `refund:${refundId}:failed`,
    kind: "refund_failed",
    reverses: refundTransaction,
    transfers: refund.transfers.map((t) => ({ ...t, from: t.to, to: t.from })),
  };
}

export function releasedAfterRefund(refundId: string, part: RefundPart, at: Date): Posting {
  return {
    key: `refund:${refundId}:release:${part.allocation_id}`,
    kind: "released",
    cause: cause("refund", refundId, part.allocation_id),
    reference: `allocation:${part.allocation_id}`,
    effective_at: at,
    transfers: becomeAvailable(part, part.currency, part.from_pending_minor),
  };
}

interface DebtSetOff {
  id: string;
  creator_id: string;
  from_currency: string;
  from_minor: Minor;
  debt_currency: string;
  debt_minor: Minor;
}

/** An fx position balances each currency. */
export function debtSetOff(given: DebtSetOff, at: Date): Posting {
  const { id, creator_id, from_currency, debt_currency } = given;
  return {
    key: `setoff:${id}`,
    kind: "debt_set_off",
    cause: cause("set_off", id),
    reference: `user:${creator_id}`,
    effective_at: at,
    transfers: [
      {
        from: creatorAccount("creator_available", creator_id, from_currency),
        to: platform("fx_position", from_currency),
        amount_minor: given.from_minor,
      },
      {
        from: platform("fx_position", debt_currency),
        to: creatorAccount("creator_receivable", creator_id, debt_currency),
        amount_minor: given.debt_minor,
      },
    ],
  };
}

export function writtenOff(
  id: string,
  creatorId: string,
  currency: string,
  amount: Minor,
  at: Date,
): Posting {
  return {
    key: `writeoff:${id}`,
    kind: "written_off",
    cause: cause("write_off", id),
    reference: `user:${creatorId}`,
    effective_at: at,
    transfers: [
      {
        from: platform("chargeback_loss", currency),
        to: creatorAccount("creator_receivable", creatorId, currency),
        amount_minor: minor(amount),
      },
    ],
  };
}

export function lossRecovered(
  dispute: DisputeTurn & { payment_id: string },
  creatorId: string,
  currency: string,
  amount: Minor,
  at: Date,
): Posting {
  return {
    key: disputeKey(dispute, `recover:${creatorId}`),
    kind: "loss_recovered",
    cause: causeInTurn(dispute, creatorId),
    reference: `payment:${dispute.payment_id}`,
    effective_at: at,
    transfers: positive([
      {
        from: creatorAccount("creator_available", creatorId, currency),
        to: platform("chargeback_loss", currency),
        amount_minor: amount,
      },
    ]),
  };
}

/** By the provider's back office, beyond what was left: our loss. */
export function refundedBeyond(
  { id, provider_refund_ref: refundRef }: { id: string; provider_refund_ref: string },
  payment: PaidFacts,
  amount: Minor,
  at: Date,
): Posting {
  return {
    key: `refund:${payment.payment_id}:${refundRef}:beyond`,
    kind: "refund_beyond",
    cause: cause("refund_beyond", id),
    reference: `payment:${payment.payment_id}`,
    effective_at: at,
    transfers: positive([
      {
        from: platform("goodwill", payment.charged_currency),
        to: clearing(payment.provider, payment.charged_currency),
        amount_minor: amount,
      },
    ]),
  };
}

export function refundBeyondFailed(
  refund: Parameters<typeof refundedBeyond>[0],
  payment: PaidFacts,
  amount: Minor,
  refundTransaction: number,
  at: Date,
): Posting {
  const beyond = refundedBeyond(refund, payment, amount, at);
  return {
    ...beyond,
    key: `${beyond.key}:failed`,
    kind: "refund_beyond_failed",
    reverses: refundTransaction,
    transfers: beyond.transfers.map((t) => ({ ...t, from: t.to, to: t.from })),
  };
}

function refundTransfers(
  payment: ReversedFacts,
  parts: readonly RefundPart[],
  returned: ReturnedParts,
): Transfer[] {
  const { account, creators, inflow } = chargedSource(payment);
  const { currency } = payment;
  const taken = parts.flatMap((part) => takenOf(payment, part));
  return positive([
    ...fromCreators(payment, creators, taken, returned.tip_minor),
    {
      from: platform("service_fee_revenue", currency),
      to: account,
      amount_minor: returned.service_fee_minor,
    },
    {
      from: platform("vat_output", currency, payment.country),
      to: account,
      amount_minor: returned.vat_minor,
    },
    ...inflow.map((t) => ({ from: t.to, to: t.from, amount_minor: ofCharge(payment, returned) })),
  ]);
}

function ofCharge(payment: PaidFacts, part: Pick<ReturnedParts, "charged_minor" | "application_fee_minor">) {
  return payment.application_fee_minor === null ? part.charged_minor : part.application_fee_minor;
}

function takenOf(payment: ReversedFacts, part: RefundPart): TakenPart[] {
  const { creator_id, currency, shard } = part;
  return [
    {
      account: ofCreator(payment, creatorAccount("creator_pending", creator_id, currency, shard)),
      amount_minor: part.from_pending_minor,
    },
    {
      account: ofCreator(payment, creatorAccount("creator_available", creator_id, currency)),
      amount_minor: part.from_available_minor,
    },
    { account: platform("goodwill", currency), amount_minor: part.goodwill_minor },
  ];
}

/** Each turn has its own postings. */
export interface DisputeTurn {
  id: string;
  turn: number;
}

/** "dispute:{id}:lost", then "dispute:{id}:lost:1". */
export function disputeKey({ id, turn }: DisputeTurn, what: string): string {
  return turn === 0 ? `dispute:${id}:${what}` : `dispute:${id}:${what}:${turn}`;
}

export function causeInTurn({ id, turn }: DisputeTurn, creatorId?: string): Cause {
  return cause("dispute", id, creatorId === undefined ? String(turn) : `${turn}:${creatorId}`);
}

export interface Hold {
  creator_id: string;
  currency: string;
  shard: number;
  claimed_minor: Minor;
  from_pending_minor: Minor;
  from_available_minor: Minor;
}

type HeldFacts = Pick<ReversedFacts, "payment_id" | "application_fee_minor" | "is_transferred">;

/** Holds pending, then available money; nothing that is not with us. */
export function disputeOpened(
  dispute: DisputeTurn,
  payment: HeldFacts,
  holds: readonly Hold[],
  at: Date,
): Posting {
  return {
    key: disputeKey(dispute, "open"),
    kind: "dispute_opened",
    cause: causeInTurn(dispute),
    reference: `payment:${payment.payment_id}`,
    effective_at: at,
    transfers: heldTransfers(payment, holds),
  };
}

export function disputeWon(
  dispute: DisputeTurn,
  payment: HeldFacts,
  holds: readonly Hold[],
  at: Date,
): Posting {
  return {
    key: disputeKey(dispute, "won"),
    kind: "dispute_won",
    cause: causeInTurn(dispute),
    reference: `payment:${payment.payment_id}`,
    effective_at: at,
    transfers: heldTransfers(payment, holds).map(mirrored),
  };
}

/** To another dispute or refund; the next turn claims the rest. */
export function disputeYielded(
  dispute: DisputeTurn,
  payment: HeldFacts,
  holds: readonly Hold[],
  at: Date,
): Posting {
  const back = disputeWon(dispute, payment, holds, at);
  return { ...back, key: disputeKey(dispute, "yielded"), kind: "dispute_yielded" };
}

export interface LostParts extends ReturnedParts {
  /** From suspense if still there, else our loss. */
  suspense_minor: Minor;
  loss_minor: Minor;
}

/** Hold first, then the creator's debt; fee and VAT in proportion. */
export function disputeLost(
  dispute: DisputeTurn,
  payment: ReversedFacts,
  holds: readonly Hold[],
  lost: LostParts,
  at: Date,
): Posting {
  const source = chargedSource(payment);
  const parts = holds.flatMap((hold): TakenPart[] => {
    const held = minor(hold.from_pending_minor + hold.from_available_minor);
    const { creator_id, currency } = hold;
    return [
      {
        account: ofCreator(payment, creatorAccount("creator_dispute_hold", creator_id, currency)),
        amount_minor: held,
      },
      {
        account: ofCreator(payment, creatorAccount("creator_receivable", creator_id, currency)),
        amount_minor: minor(hold.claimed_minor - held),
      },
    ];
  });
  const outflow = source.inflow.map((t) => ({
    from: t.to,
    to: t.from,
    amount_minor: ofCharge(payment, lost),
  }));
  return {
    key: disputeKey(dispute, "lost"),
    kind: "dispute_lost",
    cause: causeInTurn(dispute),
    reference: `payment:${payment.payment_id}`,
    effective_at: at,
    transfers: positive([
      ...fromCreators(payment, source.creators, parts, lost.tip_minor),
      {
        from: platform("service_fee_revenue", payment.currency),
        to: source.account,
        amount_minor: lost.service_fee_minor,
      },
      {
        from: platform("vat_output", payment.currency, payment.country),
        to: source.account,
        amount_minor: lost.vat_minor,
      },
      ...outflow,
      ...beyondLeft(payment, lost),
    ]),
  };
}

interface GivenBack {
  creator_id: string;
  currency: string;
  shard: number;
  to_pending_minor: Minor;
  to_available_minor: Minor;
}

/** The bank returns the money; fee and VAT come back. */
export function disputeReversed(
  dispute: DisputeTurn,
  payment: ReversedFacts,
  returns: readonly GivenBack[],
  lost: LostParts,
  at: Date,
): Posting {
  const source = chargedSource(payment);
  const given = returns.flatMap((back) => givenOf(payment, back));
  return {
    key: disputeKey(dispute, "won"),
    kind: "dispute_reversed",
    cause: causeInTurn(dispute),
    reference: `payment:${payment.payment_id}`,
    effective_at: at,
    transfers: positive([
      ...beyondLeft(payment, lost).map(mirrored),
      ...source.inflow.map((t) => ({ ...t, amount_minor: ofCharge(payment, lost) })),
      ...fromCreators(payment, source.creators, given, lost.tip_minor).map(mirrored),
      {
        from: source.account,
        to: platform("service_fee_revenue", payment.currency),
        amount_minor: lost.service_fee_minor,
      },
      {
        from: source.account,
        to: platform("vat_output", payment.currency, payment.country),
        amount_minor: lost.vat_minor,
      },
    ]),
  };
}

function beyondLeft({ provider, charged_currency: currency }: PaidFacts, lost: LostParts): Transfer[] {
  const to = clearing(provider, currency);
  return [
    { from: platform("suspense", currency), to, amount_minor: lost.suspense_minor },
    { from: platform("chargeback_loss", currency), to, amount_minor: lost.loss_minor },
  ];
}

function mirrored(transfer: Transfer): Transfer {
  return { ...transfer, from: transfer.to, to: transfer.from };
}

function heldTransfers(payment: HeldFacts, holds: readonly Hold[]): Transfer[] {
  return isHeld(payment) ? positive(holds.flatMap(holdTransfers)) : [];
}

function holdTransfers(hold: Hold): Transfer[] {
  const to = creatorAccount("creator_dispute_hold", hold.creator_id, hold.currency);
  return [
    {
      from: creatorAccount("creator_pending", hold.creator_id, hold.currency, hold.shard),
      to,
      amount_minor: hold.from_pending_minor,
    },
    {
      from: creatorAccount("creator_available", hold.creator_id, hold.currency),
      to,
      amount_minor: hold.from_available_minor,
    },
  ];
}

function givenOf(payment: ReversedFacts, back: GivenBack): TakenPart[] {
  const { creator_id, currency, shard } = back;
  return [
    {
      account: ofCreator(payment, creatorAccount("creator_pending", creator_id, currency, shard)),
      amount_minor: back.to_pending_minor,
    },
    {
      account: ofCreator(payment, creatorAccount("creator_available", creator_id, currency)),
      amount_minor: back.to_available_minor,
    },
  ];
}
