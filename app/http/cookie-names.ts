/** Every cookie that the product sets; the privacy page says what each is for, and a test finds one that is missing. */
export const COOKIE_NAMES = [
  "session",
  "second_step",
  "logging_out",
  "device",
  "registration",
  "locale",
  "theme",
  "notice",
  "keys",
  "shared",
  "done",
  "paying",
  "held_voucher",
] as const;
