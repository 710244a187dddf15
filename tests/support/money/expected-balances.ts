import { proportionOf } from "../../../app/domain/money/fee.ts";
import { minor } from "../../../app/domain/money/minor.ts";
import type { Payment } from "../../../app/domain/payments/payment-record.server.ts";
import type { DisputeSnapshot } from "../../../app/domain/payments/provider-port.ts";

/** A tip, and what its fan, its bank and its provider know of it. */
export interface ToldTip {
  creator: number;
  payment: Payment;
  is_paid: boolean;
  /** What went back by refunds that the provider carried out. */
  refunded_minor: number;
  /** Whether its disputes are over the whole charge; refunds are then possible too. */
  is_whole: boolean;
  /** As the bank has it; it never goes back. */
  dispute: DisputeSnapshot | null;
}

/** A payout that was taken in, and what became of it. */
export interface ToldPayout {
  id: string;
  creator: number;
  currency: string;
  amount_minor: number;
  net_minor: number;
  end: "open" | "paid" | "back";
}

/**
 * What the answers to commands come to, kept by whoever gave them, without a look at the books. Commands that run at
 * once may come in any order; whatever the order, this is what must be left of each creator's money when all is quiet.
 */
export class MoneyTold {
  readonly tips: ToldTip[] = [];
  readonly payouts: ToldPayout[] = [];

  /** What stands to a creator's name in a currency: waiting, available, held and on its way, less what is owed. */
  left(creator: number, currency: string): number {
    const tips = this.tips.filter((tip) => tip.creator === creator && tip.payment.currency === currency);
    const earned = tips.reduce(
      (sum, tip) => sum + (tip.is_paid ? tip.payment.amount_minor - lost(tip) : 0),
      0,
    );
    return this.payoutsOf(creator, currency).reduce((sum, payout) => sum - takenBy(payout), earned);
  }

  inTransit(creator: number, currency: string): number {
    return this.payoutsOf(creator, currency)
      .filter((payout) => payout.end === "open")
      .reduce((sum, payout) => sum + payout.net_minor, 0);
  }

  private payoutsOf(creator: number, currency: string): ToldPayout[] {
    return this.payouts.filter((payout) => payout.creator === creator && payout.currency === currency);
  }
}

/** The bank moves a dispute forward: what is lost may still be won, what is won stays won. Null when it does not. */
export function moveDispute(
  tip: ToldTip,
  to: DisputeSnapshot["state"],
  percent: number,
): DisputeSnapshot | null {
  const from = tip.dispute?.state ?? null;
  const isForward =
    to === "OPEN" ? from === null : to === "LOST" ? from === "OPEN" : from !== null && from !== "WON";
  if (!isForward) return null;
  const charged = tip.payment.charged_minor;
  const part = minor(Math.max(1, Math.trunc((charged * percent) / 100)));
  const amountMinor = tip.dispute?.amountMinor ?? (tip.is_whole ? charged : part);
  tip.dispute = { disputeRef: "dispute-1", state: to, amountMinor };
  return tip.dispute;
}

function lost({ payment, dispute, refunded_minor, is_whole }: ToldTip): number {
  if (dispute?.state !== "LOST") return refunded_minor;
  if (is_whole) return payment.amount_minor;
  return proportionOf(payment.amount_minor, dispute.amountMinor, payment.charged_minor);
}

function takenBy({ end, amount_minor, net_minor }: ToldPayout): number {
  if (end === "back") return 0;
  return end === "paid" ? amount_minor : amount_minor - net_minor;
}
