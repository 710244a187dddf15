import type { Transaction } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { listPaymentsOfVoucher } from "../payments/payment-record.server.ts";
import type { Providers } from "../payments/provider-port.ts";
import type { TipServices } from "../tips/tip-services.ts";
import { type Confirmation, confirmOrder, type Order, type OrderOutcome } from "./checkout.server.ts";

/** Begins the payment of a voucher, once, as a tip's (docs/product.md, 5.12). */
export async function confirmVoucher(
  services: TipServices & { providers: Providers },
  confirmation: Confirmation & { voucher_id: string },
): Promise<OrderOutcome> {
  return await confirmOrder(services, confirmation, (trx) => lockVoucher(trx, confirmation.voucher_id));
}

async function lockVoucher(trx: Transaction<DB>, voucherId: string): Promise<Order<never>> {
  const [voucher] = await lockVoucherToPay(trx, { voucher_id: voucherId });
  if (!voucher) throw new Error(`no voucher ${voucherId}`);
  return {
    ...voucher,
    of: { purpose: "VOUCHER", voucher_id: voucher.id },
    // Nobody's page is crowded by vouchers: address, network and everywhere bound them.
    receiver_id: voucher.id,
    is_over: voucher.status !== "DRAFT" && voucher.status !== "AWAITING_PAYMENT",
    payments: await listPaymentsOfVoucher(trx, voucher.id),
    payer_email: voucher.email,
    findMembers: async () => ({ member_ids: null }),
    refusal: null,
    moveOn: (now) =>
      trx
        .updateTable("vouchers")
        .set({ status: "AWAITING_PAYMENT", updated_at: now })
        .where("id", "=", voucher.id)
        .execute(),
  };
}

const lockVoucherToPay = hotQuery("lock-voucher-to-pay", { voucher_id: parameter<string>() }, (db, given) =>
  db
    .selectFrom("vouchers")
    .select(["id", "status", "amount_minor", "currency", "payment_type", "country", "pay_currency", "email"])
    .where("id", "=", given("voucher_id"))
    .forUpdate(),
);
