/** Payouts of a creator whom fans pay directly. */
export default {
  title: "Paid out by {{provider}}",
  about:
    "Fans pay straight into your account at {{provider}}. {{provider}} pays you out, on its own days and without a minimum.",
  held: "What we hold from before is below and paid out as before.",
  paused: "Tips are paused.",
  resume: "Resume",
  unready: "Fans cannot pay you: no account takes payments.",
  free: "Without a fee, creators paid directly take no tips.",
  disputed:
    "Disputed since {{day}}: {{amount}}. Send {{provider}} in time what shows that the fan meant to pay.",
  login: "Your account at {{provider}}",
  list: "Payouts by {{provider}}",
  none: "No payouts yet.",
  day: "Arrives",
  amount: "Amount",
  state: "State",
  states: { PENDING: "On its way", PAID: "Paid", FAILED: "Failed" },
  mend: "Check your bank account at {{provider}}; it then tries again.",
  choice: {
    title: "Fans’ money",
    HELD: "Comes to us, and we pay you out.",
    DIRECT: "Goes straight into your account at {{provider}}.",
    effect: "Applies to new tips. What we hold for you is paid out as before.",
    groups: "Groups whose tips we hold share none with you then; vouchers may be off.",
    toDirect: "Be paid directly",
    toHeld: "Be paid by us",
    moved: "Saved. New tips go the new way.",
    not_moved: "Not possible at present.",
  },
};
