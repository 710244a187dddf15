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
  application_fee_minor: Minor | null;
  /** A direct group's: each share goes to the member's own account. */
  is_transferred: boolean;
}

export function isHeld({
  application_fee_minor,
  is_transferred,
}: Pick<PaidFacts, "application_fee_minor" | "is_transferred">): boolean {
  return application_fee_minor === null && !is_transferred;
}

export interface ReversedFacts extends PaidFacts {
  redeemed_in: string | null;
}

/** Pending (card, direct debit) or available at once (bank transfer). */
interface Share {
  creator_id: string;
  amount_minor: Minor;
  shard: number;
  waits: boolean;
}

/** The provider holds tip, fee and VAT (docs/money.md, 3). */
export function tipPaid(payment: PaidFacts, shares: readonly Share[], at: Date): Posting {
  const source = chargedSource(payment);
  const credits: Transfer[] = shares.map((share) => ({
    from: source.creators,
    to: ofCreator(
      payment,
      creatorAccount(
        share.waits ? "creator_pending" : "creator_available",
        share.creator_id,
        payment.currency,
        share.waits ? share.shard : 0,
      ),
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

/** Available money repays a debt after a lost dispute. */
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
  bank_minor: Minor;
  collected_minor: Minor;
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

interface ChargedSource {
  /** Pays our fee and its VAT. */
  account: AccountRef;
  creators: AccountRef;
  inflow: Transfer[];
}

export function chargedSource(payment: PaidFacts): ChargedSource {
  const { currency, charged_currency, application_fee_minor: fee } = payment;
  const isSame = charged_currency === currency;
  const account = isSame ? clearing(payment.provider, currency) : platform("fx_position", currency);
  const inflow = {
    from: clearing(payment.provider, charged_currency),
    to: platform("fx_position", charged_currency),
    amount_minor: fee ?? payment.charged_minor,
  };
  const creators = fee === null ? account : platform("direct_passed", currency);
  return { account, creators, inflow: isSame ? [] : [inflow] };
}

/** Off-balance for a direct charge. */
export function ofCreator(payment: PaidFacts, held: AccountRef): AccountRef {
  if (isHeld(payment)) return held;
  const code = payment.is_transferred ? "creator_transfer" : "creator_direct";
  return creatorAccount(code, held.owner, held.currency);
}

export function positive(transfers: readonly Transfer[]): Transfer[] {
  return transfers.filter((transfer) => transfer.amount_minor > 0);
}

/** We owe its face value to the code's holder. */
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

/** Bank or provider reclaims an expired voucher: we owe it again first. */
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
 * A redeemed voucher's money passes through what we owe, even below a cent, so that this never falls below
 * zero.
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
