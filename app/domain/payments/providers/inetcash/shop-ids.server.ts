import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import { z } from "zod";

/** The gateway's name for our payments, and back. */
export interface ShopIds {
  toShopId(paymentId: string): string;
  /** Null for what was not made here. */
  toPaymentId(shopId: string): string | null;
}

/**
 * 128 bits that look random to whoever has no key: one block of a cipher, each id its own, so that the same payment has the
 * same name however often it is begun, and the payment is known before its name was put down (the gateway asks at once).
 */
export function createShopIds(appSecret: string): ShopIds {
  const key = createHash("sha256").update(`inetcash shopid ${appSecret}`).digest().subarray(0, 16);
  const run = (cipher: ReturnType<typeof createCipheriv>, hex: string) =>
    cipher.setAutoPadding(false).update(hex, "hex", "hex") + cipher.final("hex");
  return {
    toShopId: (paymentId) => run(createCipheriv("aes-128-ecb", key, null), paymentId.replaceAll("-", "")),
    toPaymentId(shopId) {
      if (!/^[0-9a-f]{32}$/.test(shopId)) return null;
      const hex = run(createDecipheriv("aes-128-ecb", key, null), shopId);
      const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
      return z.uuid().safeParse(id).success ? id : null;
    },
  };
}
