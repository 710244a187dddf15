import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { lockBalances } from "../ledger/post.server.ts";
import { isHeld } from "../ledger/rules/posting-rules.ts";
import { proportionOf } from "../money/fee.ts";
import { type Minor, minor } from "../money/minor.ts";
import { spread } from "../money/split.ts";

export interface ChargeBreakdown {
  currency: string;
  charged_currency: string;
  amount_minor: Minor;
  service_fee_minor: Minor;
  vat_minor: Minor;
  charged_minor: Minor;
  application_fee_minor: Minor | null;
}

export interface ReversalBreakdown {
  tip_minor: Minor;
  service_fee_minor: Minor;
  vat_minor: Minor;
  charged_minor: Minor;
  application_fee_minor: Minor;
}

export const NOTHING: ReversalBreakdown = {
  tip_minor: minor(0),
  service_fee_minor: minor(0),
  vat_minor: minor(0),
  charged_minor: minor(0),
  application_fee_minor: minor(0),
};

/** Skips failed refunds; includes open and lost disputes. */
export async function sumReversed(db: Kysely<DB>, paymentId: string): Promise<ReversalBreakdown> {
  const { rows } = await sql<Record<keyof ReversalBreakdown, number>>`
    select coalesce(sum(tip_minor), 0)::bigint as tip_minor, coalesce(sum(service_fee_minor), 0)::bigint as service_fee_minor,
      coalesce(sum(vat_minor), 0)::bigint as vat_minor, coalesce(sum(charged_minor), 0)::bigint as charged_minor,
      coalesce(sum(application_fee_minor), 0)::bigint as application_fee_minor
    from (
      select tip_minor, service_fee_minor, vat_minor, amount_minor as charged_minor, application_fee_minor from refunds
      where payment_id = ${paymentId}::uuid and asked_by <> 'PRODUCT' and status <> 'FAILED'
      union all
      select coalesce(d.voucher_minor, (select sum(h.claimed_minor) from dispute_holds h where h.dispute_id = d.id), 0),
        d.service_fee_minor, d.vat_minor, d.charged_minor, d.application_fee_minor
      from disputes d where d.payment_id = ${paymentId}::uuid and d.status in ('OPEN', 'LOST')
    ) as part`.execute(db);
  const [sum] = rows;
  if (!sum) return NOTHING;
  return {
    tip_minor: minor(sum.tip_minor),
    service_fee_minor: minor(sum.service_fee_minor),
    vat_minor: minor(sum.vat_minor),
    charged_minor: minor(sum.charged_minor),
    application_fee_minor: minor(sum.application_fee_minor),
  };
}

export function leftOf(whole: ChargeBreakdown, before: ReversalBreakdown): ReversalBreakdown {
  const less = (all: Minor, gone: Minor) => minor(Math.max(0, all - gone));
  return {
    tip_minor: less(whole.amount_minor, before.tip_minor),
    service_fee_minor: less(whole.service_fee_minor, before.service_fee_minor),
    vat_minor: less(whole.vat_minor, before.vat_minor),
    charged_minor: less(whole.charged_minor, before.charged_minor),
    application_fee_minor: less(whole.application_fee_minor ?? minor(0), before.application_fee_minor),
  };
}

/** In proportion, cumulatively: the last part takes the rest. */
export function partByTip(whole: ChargeBreakdown, before: ReversalBreakdown, tip: Minor): ReversalBreakdown {
  const left = leftOf(whole, before);
  const share = (all: Minor, gone: Minor, rest: Minor) =>
    tip === left.tip_minor
      ? rest
      : upTo(proportionOf(all, before.tip_minor + tip, whole.amount_minor), gone, rest);
  const fee = share(whole.service_fee_minor, before.service_fee_minor, left.service_fee_minor);
  const vat = share(whole.vat_minor, before.vat_minor, left.vat_minor);
  const isLast = tip === left.tip_minor;
  // In another currency, something must remain for the last part.
  const most = isLast ? left.charged_minor : Math.max(0, left.charged_minor - 1);
  const charged =
    whole.currency === whole.charged_currency
      ? minor(tip + fee + vat)
      : minor(Math.min(most, share(whole.charged_minor, before.charged_minor, left.charged_minor)));
  return withApplicationFee(whole, before, {
    ...{ tip_minor: tip, service_fee_minor: fee, vat_minor: vat, charged_minor: charged },
  });
}

/** In one currency fee and VAT; else cumulative, in proportion to the charge. */
function withApplicationFee(
  whole: ChargeBreakdown,
  before: ReversalBreakdown,
  part: Omit<ReversalBreakdown, "application_fee_minor">,
): ReversalBreakdown {
  const { application_fee_minor: all } = whole;
  const left = leftOf(whole, before);
  if (all === null) return { ...part, application_fee_minor: minor(0) };
  if (whole.currency === whole.charged_currency)
    return { ...part, application_fee_minor: minor(part.service_fee_minor + part.vat_minor) };
  const isLast = part.charged_minor === left.charged_minor;
  const until = proportionOf(all, before.charged_minor + part.charged_minor, whole.charged_minor);
  const fee = isLast
    ? left.application_fee_minor
    : upTo(until, before.application_fee_minor, left.application_fee_minor);
  return { ...part, application_fee_minor: fee };
}

export function partByCharge(
  whole: ChargeBreakdown,
  before: ReversalBreakdown,
  wanted: number,
): ReversalBreakdown {
  const left = leftOf(whole, before);
  const charged = minor(Math.min(wanted, left.charged_minor));
  if (charged === left.charged_minor) return left;
  const share = (all: Minor, gone: Minor, rest: Minor) =>
    upTo(proportionOf(all, before.charged_minor + charged, whole.charged_minor), gone, rest);
  const tip = share(whole.amount_minor, before.tip_minor, left.tip_minor);
  const vat = share(whole.vat_minor, before.vat_minor, left.vat_minor);
  if (whole.currency !== whole.charged_currency) {
    const fee = share(whole.service_fee_minor, before.service_fee_minor, left.service_fee_minor);
    return withApplicationFee(whole, before, {
      ...{ tip_minor: tip, service_fee_minor: fee, vat_minor: vat, charged_minor: charged },
    });
  }
  // In one currency parts add up: the fee takes the rounding, then the tip, then VAT.
  const ofVat = Math.min(vat, charged);
  const ofTip = Math.min(tip, charged - ofVat);
  const ofFee = Math.min(charged - ofVat - ofTip, left.service_fee_minor);
  const moreTip = Math.min(charged - ofVat - ofTip - ofFee, left.tip_minor - ofTip);
  return withApplicationFee(whole, before, {
    tip_minor: minor(ofTip + moreTip),
    service_fee_minor: minor(ofFee),
    vat_minor: minor(charged - ofTip - moreTip - ofFee),
    charged_minor: charged,
  });
}

function upTo(total: Minor, gone: Minor, rest: Minor): Minor {
  return minor(Math.min(rest, Math.max(0, total - gone)));
}

export interface AllocationLeft {
  id: string;
  creator_id: string;
  currency: string;
  amount_minor: number;
  shard: number;
  is_released: boolean;
  left_minor: number;
  waiting_minor: number;
}

/** In the creators' order. The caller holds the payment's lock. */
export async function lockAllocations(trx: Transaction<DB>, paymentId: string): Promise<AllocationLeft[]> {
  return await readAllocations(trx, paymentId, sql`for update of a`);
}

/** Locks shares and balances. */
export async function lockShares(
  trx: Transaction<DB>,
  payment: { id: string; application_fee_minor: Minor | null; is_transferred: boolean },
): Promise<{ allocations: AllocationLeft[]; available: ReadonlyMap<string, number> }> {
  const allocations = await lockAllocations(trx, payment.id);
  if (!isHeld(payment)) return { allocations, available: leftOfEach(allocations) };
  const creators = allocations.map((each) => each.creator_id);
  const currency = currencyOf(allocations);
  const balances = currency === null ? new Map() : await lockBalances(trx, creators, currency);
  return { allocations, available: new Map([...balances].map(([id, own]) => [id, own.creator_available])) };
}

/** What is not with us is refunded from the creator's account, whatever its balance. */
export function leftOfEach(allocations: readonly AllocationLeft[]): ReadonlyMap<string, number> {
  return new Map(allocations.map(({ creator_id, left_minor }) => [creator_id, left_minor]));
}

export async function listAllocations(db: Kysely<DB>, paymentId: string): Promise<AllocationLeft[]> {
  return await readAllocations(db, paymentId, sql``);
}

async function readAllocations(
  db: Kysely<DB>,
  paymentId: string,
  lock: ReturnType<typeof sql>,
): Promise<AllocationLeft[]> {
  const { rows } = await sql<AllocationLeft>`
    select a.id, a.creator_id, a.currency, a.amount_minor, coalesce(a.pending_shard, 0) as shard, a.released_at is not null as is_released,
      a.amount_minor - taken.whole as left_minor,
      case when a.released_at is null then a.amount_minor - taken.waiting else 0 end as waiting_minor
    from tip_allocations a
    cross join lateral (
      select coalesce(sum(part.whole), 0)::bigint as whole, coalesce(sum(part.waiting), 0)::bigint as waiting
      from (
        select h.claimed_minor as whole, h.from_pending_minor as waiting
        from dispute_holds h join disputes d on d.id = h.dispute_id
        where h.allocation_id = a.id and d.status in ('OPEN', 'LOST')
        union all
        select r.amount_minor, r.from_pending_minor
        from refund_parts r join refunds f on f.id = r.refund_id
        where r.allocation_id = a.id and f.status <> 'FAILED'
      ) as part
    ) as taken
    where a.payment_id = ${paymentId}::uuid
    order by a.creator_id ${lock}`.execute(db);
  return rows;
}

export function currencyOf(shares: readonly { currency: string }[]): string | null {
  return shares[0]?.currency ?? null;
}

/**
 * In proportion to the rest. A voucher in another currency gives the part's proportion of the whole,
 * cumulatively.
 */
export function takeFromShares(
  payment: ChargeBreakdown,
  before: ReversalBreakdown,
  part: Minor,
  shares: readonly AllocationLeft[],
): number[] {
  const [only, ...others] = shares;
  if (!only || only.currency === payment.currency || others.length > 0)
    return spread(
      part,
      shares.map((each) => each.left_minor),
    );
  const until = before.tip_minor + part;
  if (until >= payment.amount_minor) return [only.left_minor];
  const gone = only.amount_minor - only.left_minor;
  const taken = proportionOf(minor(only.amount_minor), until, payment.amount_minor) - gone;
  return [Math.min(only.left_minor, Math.max(0, taken))];
}
