import { createEncryption, createVoucherCodes } from "../../../app/crypto/crypto.server.ts";
import { groupCode } from "../../../app/domain/vouchers/voucher-code.ts";
import { records } from "../database/records.ts";
import { scriptedProvider } from "../money/scripted-provider.ts";
import { createTipWorld, type TipWorld } from "../money/tip-world.ts";
import { type Bought, buyVoucher, type VoucherWish } from "../money/vouchers.ts";
import { TEST_SECRETS } from "./product.ts";

/** The shared product's database as a world of money whose vouchers the product knows. */
export function productWorld(): TipWorld {
  const secret = TEST_SECRETS.APP_SECRET;
  const now = () => new Date();
  // The product's own clock goes on by itself.
  const passSeconds = () => {
    throw new Error("no test moves the clock of the shared product");
  };
  return {
    ...createTipWorld(records(), { now, passSeconds }),
    voucherCodes: createVoucherCodes(createEncryption(secret), secret),
    provider: scriptedProvider(now, "sandbox"),
  };
}

/** A voucher of the shared product that is paid, its code as it is printed. */
export async function buyInProduct(wish: Partial<VoucherWish> = {}): Promise<Bought> {
  const bought = await buyVoucher(productWorld(), wish);
  return { ...bought, code: groupCode(bought.code) };
}
