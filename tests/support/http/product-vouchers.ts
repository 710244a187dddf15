import { createEncryption, createVoucherCodes } from "../../../app/crypto/crypto.server.ts";
import { groupCode } from "../../../app/domain/vouchers/voucher.schema.ts";
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
  return { ...bought, code: groupCode(bought.code) };
}
