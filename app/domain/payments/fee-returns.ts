import { type RawBuilder, sql } from "kysely";

/**
 * The total returned before and after a part, in minor units of the charge's currency, as settlements name
 * it.
 */
export const feeReturnName = ({ from, to }: { from: number; to: number }) => `fee ${from}-${to}`;

/** The same as a pattern of PostgreSQL. */
export const FEE_RETURN_PATTERN = "^fee ([0-9]{1,15})-([0-9]{1,15})$";

/** By refunds and lost disputes. */
export const feeReturned = (paymentId: RawBuilder<unknown>) => sql<number>`(
  coalesce((select sum(r.application_fee_minor) from refunds r
    where r.payment_id = ${paymentId} and r.asked_by <> 'PRODUCT' and r.status = 'DONE'), 0)
  + coalesce((select sum(d.application_fee_minor) from disputes d
    where d.payment_id = ${paymentId} and d.status = 'LOST'), 0)
  + coalesce((select sum(x.amount_minor) from suspense_exits x
    where x.payment_id = ${paymentId} and x.kind not in ('KEPT', 'RETURNED_BY_BANK')), 0))::bigint`;
