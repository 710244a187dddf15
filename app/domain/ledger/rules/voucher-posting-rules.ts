import { type Minor, minor } from "../../money/minor.ts";
import { type AccountRef, cause, creatorAccount, platform } from "../chart.ts";
import type { Posting, Transfer } from "../post.server.ts";
import { chargedSource, type PaidFacts, positive, type ReversedFacts } from "./posting-rules.ts";

/** Face value, owed to the holder of the code. */
export function voucherPaid(payment: PaidFacts, at: Date): Posting {
  const { account, inflow } = chargedSource(payment);
  const { currency } = payment;
  return {
    key: `pay:${payment.payment_id}:paid`,
    kind: "voucher_paid",
    cause: cause("payment", payment.payment_id),
    reference: `payment:${payment.payment_id}`,
    effective_at: at,
    transfers: positive([
      ...inflow,
      { from: account, to: platform("voucher_liability", currency), amount_minor: payment.amount_minor },
      {
        from: account,
        to: platform("service_fee_revenue", currency),
        amount_minor: payment.service_fee_minor,
      },
      {
        from: account,
        to: platform("vat_output", currency, payment.country),
        amount_minor: payment.vat_minor,
      },
    ]),
  };
}

export interface RedeemedVoucher {
  redemption_id: string;
  voucher_id: string;
  face_minor: Minor;
  face_currency: string;
  creator_id: string;
  amount_minor: Minor;
  currency: string;
}

/** Pending until the purchase matures; apart before verification. */
type CreditPlace = "UNVERIFIED" | { waits: boolean; shard: number };

/** At the day's rate across currencies. */
export function voucherRedeemed(redeemed: RedeemedVoucher, place: CreditPlace, at: Date): Posting {
  return {
    ...ofRedemption(redeemed, at),
    key: `voucher:${redeemed.redemption_id}:redeem`,
    kind: "voucher_redeemed",
    transfers: crossing(
      { account: platform("voucher_liability", redeemed.face_currency), minor: redeemed.face_minor },
      { account: placeOf(redeemed, place), minor: redeemed.amount_minor },
    ),
  };
}

export function voucherVerified(redeemed: RedeemedVoucher, place: CreditPlace, at: Date): Posting {
  return {
    ...ofRedemption(redeemed, at),
    key: `voucher:${redeemed.redemption_id}:verified`,
    kind: "voucher_verified",
    transfers: [
      {
        from: placeOf(redeemed, "UNVERIFIED"),
        to: placeOf(redeemed, place),
        amount_minor: redeemed.amount_minor,
      },
    ],
  };
}

/** Mirrors a pending redemption. */
export function voucherReturned(redeemed: RedeemedVoucher, redemptionTransaction: number, at: Date): Posting {
  const before = voucherRedeemed(redeemed, "UNVERIFIED", at);
  return {
    ...ofRedemption(redeemed, at),
    key: `voucher:${redeemed.redemption_id}:return`,
    kind: "voucher_returned",
    reverses: redemptionTransaction,
    transfers: before.transfers.map((t) => ({ ...t, from: t.to, to: t.from })),
  };
}

/** A late chargeback revives it first. */
interface EndedVoucher {
  id: string;
  currency: string;
  amount_minor: Minor;
  expiries: number;
}

export function voucherExpired(voucher: EndedVoucher, at: Date): Posting {
  const turn = voucher.expiries === 1 ? "" : `:${voucher.expiries}`;
  return {
    key: `voucher:${voucher.id}:expire${turn}`,
    kind: "voucher_expired",
    cause: cause("voucher", voucher.id, String(voucher.expiries)),
    reference: `voucher:${voucher.id}`,
    effective_at: at,
    transfers: [
      {
        from: platform("voucher_liability", voucher.currency),
        to: platform("breakage_revenue", voucher.currency),
        amount_minor: voucher.amount_minor,
      },
    ],
  };
}

/** Reclaimed after expiry: owed again before it goes. */
export function voucherRevived(voucher: EndedVoucher, expiryTransaction: number, at: Date): Posting {
  const expired = voucherExpired(voucher, at);
  return {
    ...expired,
    key: `voucher:${voucher.id}:revive:${voucher.expiries}`,
    kind: "voucher_revived",
    reverses: expiryTransaction,
    transfers: expired.transfers.map((t) => ({ ...t, from: t.to, to: t.from })),
  };
}

export interface TakenPart {
  account: AccountRef;
  amount_minor: Minor;
}

/**
 * To the payment's source. A redeemed voucher's money passes through what we owe for vouchers; even below a
 * cent, so that this never falls below zero.
 */
export function fromCreators(
  payment: ReversedFacts,
  source: AccountRef,
  parts: readonly TakenPart[],
  taken: Minor,
): Transfer[] {
  if (payment.purpose === "TIP")
    return parts.map(({ account, amount_minor }) => ({ from: account, to: source, amount_minor }));
  const liability = platform("voucher_liability", payment.currency);
  const own = parts.filter((each) => each.amount_minor > 0);
  const back = own.map(({ account, amount_minor }) => ({
    from: account,
    to: account.currency === payment.currency ? liability : platform("fx_position", account.currency),
    amount_minor,
  }));
  const hasCrossed = payment.redeemed_in !== null && payment.redeemed_in !== payment.currency;
  const crossed = hasCrossed
    ? [{ from: platform("fx_position", payment.currency), to: liability, amount_minor: taken }]
    : [];
  return [...back, ...crossed, { from: liability, to: source, amount_minor: taken }];
}

function crossing(
  from: { account: AccountRef; minor: Minor },
  to: { account: AccountRef; minor: Minor },
): Transfer[] {
  if (from.account.currency === to.account.currency)
    return [{ from: from.account, to: to.account, amount_minor: to.minor }];
  return [
    {
      from: from.account,
      to: platform("fx_position", from.account.currency),
      amount_minor: minor(from.minor),
    },
    { from: platform("fx_position", to.account.currency), to: to.account, amount_minor: minor(to.minor) },
  ];
}

function placeOf({ creator_id, currency }: RedeemedVoucher, place: CreditPlace): AccountRef {
  if (place === "UNVERIFIED") return creatorAccount("creator_unverified", creator_id, currency);
  return place.waits
    ? creatorAccount("creator_pending", creator_id, currency, place.shard)
    : creatorAccount("creator_available", creator_id, currency);
}

function ofRedemption({ redemption_id, voucher_id }: RedeemedVoucher, at: Date) {
  return {
    cause: cause("redemption", redemption_id),
    reference: `voucher:${voucher_id}`,
    effective_at: at,
  };
}
