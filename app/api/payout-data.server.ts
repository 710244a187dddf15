import { z } from "zod";
import { toDecimal } from "../domain/money/minor.ts";
import {
  maskDetails,
  type PayoutDestination,
  payoutDetailsSchema,
} from "../domain/payouts/destinations/payout-data.schema.ts";
import type { PayoutDataFacts } from "../domain/payouts/destinations/payout-data.server.ts";
import type { ListedPayout } from "../domain/payouts/requests/overview.server.ts";

const figure = { amount: z.string(), amount_minor: z.int() };
const time = z.iso.datetime().nullable();

export const payoutData = z.object({
  id: z.string(),
  status: z.enum(["REQUESTED", "PROCESSING", "PAID", "RETURN_REPORTED", "FAILED"]),
  payout_type: z.enum(["MONTHLY", "MANUAL"]),
  method: z.enum(["BANK", "PAXUM"]),
  currency: z.string(),
  ...{ ...figure, fee: z.string(), fee_minor: z.int(), net: z.string(), net_minor: z.int() },
  failure_reason: z.string().nullable(),
  requested_at: time,
  paid_at: time,
  country_overview: z
    .array(z.object({ country: z.string().nullable(), count: z.int(), ...figure }))
    .nullable(),
  statement_number: z.int().nullable(),
  statement_url: z.string().nullable(),
});

/** Prescribed names; account numbers and addresses are masked. */
export const destinationData = payoutDetailsSchema.extend({
  id: z.string(),
  status: z.enum(["CODE_SENT", "PENDING", "ACCEPTED", "DECLINED", "REPLACED"]),
  masked_account: z.string(),
  created_at: z.iso.datetime(),
  decline_reason: z.string().nullable(),
});

/** Amounts as decimals and in minor units. */
export function payoutJson(payout: ListedPayout, publicUrl: string) {
  const { currency, amount_minor, fee_minor, net_minor, country_overview } = payout;
  return {
    id: payout.id,
    status: payout.status,
    payout_type: payout.payout_type,
    method: payout.method,
    currency,
    amount: toDecimal(amount_minor, currency),
    amount_minor,
    fee: toDecimal(fee_minor, currency),
    fee_minor,
    net: toDecimal(net_minor, currency),
    net_minor,
    failure_reason: payout.failure_reason,
    requested_at: payout.requested_at,
    paid_at: payout.paid_at,
    country_overview:
      country_overview?.map(({ country, count, amount_minor: sum_minor }) => ({
        ...{ country, count, amount: toDecimal(sum_minor, currency), amount_minor: sum_minor },
      })) ?? null,
    statement_number: payout.statement_number,
    statement_url:
      payout.statement_number === null ? null : new URL(`/payout/${payout.id}/statement`, publicUrl).href,
  };
}

/** Masked for the owner too. */
export function payoutDataJson(shown: PayoutDataFacts, details: PayoutDestination) {
  const { id, status, masked_account, created_at, decline_reason } = shown;
  return { id, status, masked_account, ...maskDetails(details), created_at, decline_reason };
}
