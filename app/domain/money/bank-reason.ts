export const BANK_CODES = [
  ...(["AC01", "AC02", "AC03", "AC04", "AC06", "AC13", "AC14", "AG01", "AG02", "AGNT"] as const),
  ...(["AM01", "AM02", "AM03", "AM04", "AM05", "AM06", "AM07", "AM09", "AM10", "ARDT"] as const),
  ...(["BE01", "BE04", "BE05", "BE06", "BE07", "CNOR", "CURR", "CUST", "CUTA", "DNOR"] as const),
  ...(["DT01", "DUPL", "ED05", "ERIN", "FF01", "FOCR", "FR01", "FRAD", "MD01", "MD06"] as const),
  ...(["MD07", "MS02", "MS03", "NARR", "NOAS", "NOOR", "RC01", "RC04", "RC07", "RF01"] as const),
  ...(["RR01", "RR02", "RR03", "RR04", "SL01", "TECH", "TM01", "UPAY"] as const),
];

type BankCode = (typeof BANK_CODES)[number];

/** Other reasons stay unchanged. */
export function bankReason<Reason extends string | null>(
  reason: Reason,
  nameOf: (code: BankCode) => string,
): Reason | string {
  const code = BANK_CODES.find((each) => reason === each || reason?.startsWith(`${each} `));
  return code === undefined ? reason : `${nameOf(code)} (${reason})`;
}
