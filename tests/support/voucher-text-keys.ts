const words = (text: string): readonly string[] => text.split(" ");

/** The texts of vouchers whose keys are put together while the program runs (composed-text-keys.ts). */
export const VOUCHER_KEYS: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    ["subject", "text", "open"].map((part) => [
      `mail:voucherNews.${part}.*`,
      words("pending redeemed returned taken_back withdrawn"),
    ]),
  ),
  "errors:voucher.*": words("redeemed expired not_valid price_changed cannot_redeem no_rate"),
  "errors:voucher.withdrawal.*": words("redeemed disputed charged_back too_late not_paid nothing_left"),
  "redeem:held.*": words("blocked redeemed expired not_valid"),
  "redeem:done.*": ["redeemed", "pending"],
  "redeem:cannot.*": ["operator", "locked", "direct", "no_rate"],
  "adminVouchers:states.*": words("VALID PENDING REDEEMED EXPIRED REFUNDED VOID"),
  "adminVouchers:redemptions.states.*": words("PENDING DONE RETURNED"),
  "adminVouchers:redemptions.why.*": words("LOCKED DELETED TIME DISPUTED WITHDRAWN"),
  "adminVouchers:done.*": words(
    "locked unlocked gone mailed requested waiting redeemed disputed charged_back not_paid nothing_left too_late",
  ),
};
