import { sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { minor } from "../money/minor.ts";
import type { PaymentSnapshot } from "../payments/provider-port.ts";
import { putAside } from "../suspense/suspense-entries.server.ts";
import type { TipAndPayment } from "../tips/tip-and-payment.server.ts";

/**
 * Whether a success is another one than those that a payment has had: some providers let a fan pay twice for one order,
 * and name each success (docs/product.md, 4.6). The caller holds the payment's lock.
 */
export async function isOtherMoney(
  trx: Transaction<DB>,
  paymentId: string,
  { receipt }: Pick<PaymentSnapshot, "receipt">,
): Promise<boolean> {
  if (receipt === undefined) return false;
  const known = await trx
    .selectFrom("payment_events")
    .select("id")
    .where("payment_id", "=", paymentId)
    .where(sql<string>`detail ->> 'receipt'`, "=", receipt)
    .limit(1)
    .executeTakeFirst();
  return known === undefined;
}

/** Keeps it in suspense under a name of its own: an operator gives it back by the reference that stands there. */
export async function putOtherAside(
  trx: Transaction<DB>,
  services: { newId: () => string },
  { provider }: TipAndPayment["payment"],
  snapshot: PaymentSnapshot,
  now: Date,
): Promise<"paid_again"> {
  const money = {
    ...{ payment_id: services.newId(), provider, currency: snapshot.currency },
    ...{ provider_ref: `${snapshot.providerRef} ${snapshot.receipt}`, reason: "second_success" as const },
    received_minor: minor(snapshot.amountMinor),
  };
  await putAside(trx, money, snapshot.paidAt ?? now, now);
  return "paid_again";
}
