/** The door of vouchers: bought like a tip, redeemed by a creator with the code (docs/product.md, 5.12). */
export { findLockout, withinTries } from "./code-tries.server.ts";
export { expireVouchers } from "./expire-vouchers.server.ts";
export { readVoucher } from "./found-voucher.server.ts";
export { lapseVouchers } from "./lapse.server.ts";
export {
  forgetCode,
  markVoucherRefunded,
  noteDisputed,
  restateVoucher,
  takeHold,
} from "./move-voucher.server.ts";
export { findOwnRedemption, listPendingRedemptions } from "./own-redemptions.server.ts";
export { returnRedemption, settleRedemptions } from "./pending-redemptions.server.ts";
export { checkVoucher, type Redemption, redeemVoucher } from "./redeem-voucher.server.ts";
export { resendVoucher } from "./resend-voucher.server.ts";
export { settleVoucher } from "./settle-voucher.server.ts";
export { groupCode, readTypedCode } from "./voucher-code.ts";
export { endOfWithdrawal, lastDayOf } from "./voucher-dates.ts";
export {
  blockVoucher,
  findVoucherFacts,
  searchVouchers,
  unblockVoucher,
  type VoucherFacts,
} from "./voucher-desk.server.ts";
export {
  findVoucherDraft,
  isUnpaid,
  saveVoucherPayment,
  startVoucher,
  type VoucherDraft,
} from "./voucher-drafts.server.ts";
export { findAnyReceipt, findAnyResult, type VoucherResult } from "./voucher-result.server.ts";
export { findBoughtVoucher, isWithdrawn } from "./withdrawable.server.ts";
