import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { minor } from "../money/minor.ts";
import type { PaymentSnapshot } from "../payments/provider-port.ts";
import { askRefund } from "../suspense/surplus-refunds.server.ts";
import { putAside, type SurplusReason } from "../suspense/suspense-entries.server.ts";
import type { TipAndPayment } from "../tips/tip-and-payment.server.ts";
import type { TipServices } from "../tips/tip-services.ts";

/** Money that fits nothing waits in suspense, as much as came, until the provider has taken it back. */
export async function giveBack(
  trx: Transaction<DB>,
  services: TipServices,
  payment: TipAndPayment["payment"],
  snapshot: PaymentSnapshot,
  reason: SurplusReason,
  now: Date,
): Promise<`refunding_${SurplusReason}`> {
  const paidAt = snapshot.paidAt ?? now;
  const money = {
    ...{ payment_id: payment.id, provider: payment.provider, provider_ref: snapshot.providerRef },
    ...{ currency: snapshot.currency, received_minor: minor(snapshot.amountMinor), reason },
  };
  const entry = await putAside(trx, money, paidAt, now);
  await trx
    .updateTable("payments")
    .set({
      status: "REFUNDED",
      failure_reason: null,
      provider_ref: snapshot.providerRef,
      settled_at: paidAt,
    })
    .where("id", "=", payment.id)
    .execute();
  // Where the fan's bank is at it, an operator looks first.
  if (snapshot.disputes.length === 0) await askRefund(trx, services, entry, services.newId(), now);
  return `refunding_${reason}`;
}
