import { inject } from "vitest";
import { createEncryption, createVoucherCodes } from "../../../app/crypto/crypto.server.ts";
import { groupCode } from "../../../app/domain/vouchers/voucher.schema.ts";
import {
  hashBody,
  insertPaymentOnce,
  newPageToken,
  newRef,
} from "../../../app/sandbox-provider/sandbox-store.server.ts";
import { records } from "../database/records.ts";
import { scriptedProvider } from "../money/scripted-provider.ts";
import { createTipWorld, type TipWorld } from "../money/tip-world.ts";
import { type Bought, buyVoucher, type VoucherWish } from "../money/vouchers.ts";
import { TEST_SECRETS } from "./product.ts";

/** The shared product's database, or that of a test's own, as a world of money whose vouchers the product knows. */
export function productWorld(db = records()): TipWorld {
  const secret = TEST_SECRETS.APP_SECRET;
  const now = () => new Date();
  // The product's own clock goes on by itself.
  const passSeconds = () => {
    throw new Error("no test moves the clock of the shared product");
  };
  return {
    ...createTipWorld(db, { now, passSeconds }),
    voucherCodes: createVoucherCodes(createEncryption(secret), secret),
    provider: scriptedProvider(now, "sandbox"),
  };
}

/** A voucher of the shared product, or of a test's own, that is paid, its code as it is printed. */
export async function buyInProduct(
  wish: Partial<VoucherWish> = {},
  world: TipWorld = productWorld(),
): Promise<Bought> {
  const bought = await buyVoucher(world, wish);
  await payInSandbox(world, bought);
  return { ...bought, code: groupCode(bought.code) };
}

/** The product's jobs refund at its own sandbox, which must know the payment. */
async function payInSandbox({ db }: TipWorld, { payment }: Bought): Promise<void> {
  const { id, type, charged_minor, charged_currency, created_at } = payment;
  const provider_ref = newRef("pay");
  await insertPaymentOnce(db, {
    ...{ ref: provider_ref, payment_id: id, page_token: newPageToken(), body_hash: hashBody({ id }) },
    ...{ type, amount_minor: charged_minor, currency: charged_currency, description: "Voucher" },
    ...{ locale: "en", success_url: "/", failed_url: "/", state: "PAID" },
    notice_url: `${inject("product").url}/webhooks/sandbox`,
    ...{ created_at, paid_at: created_at, ended_at: created_at, expires_at: created_at },
  });
  await db.updateTable("payments").set({ provider_ref }).where("id", "=", id).execute();
}
