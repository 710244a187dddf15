export { readVoucher } from "./found-voucher.server.ts";
export { lapseVouchers } from "./lapse.server.ts";
export { groupCode } from "./voucher-code.ts";
export { lastDayOf } from "./voucher-dates.ts";
export {
  findVoucherDraft,
  isUnpaid,
  saveVoucherPayment,
  startVoucher,
  type VoucherDraft,
  type VoucherStatus,
} from "./voucher-drafts.server.ts";
export { findAnyReceipt, findVoucherResult, type VoucherResult } from "./voucher-result.server.ts";
