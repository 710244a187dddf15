/** The privacy page lists each; a test finds a missing one. */
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
  "fan",
  "held_voucher",
] as const;
