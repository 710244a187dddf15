export const APPROVAL_DONE = [
  "approved",
  "declined",
  "taken_back",
  "gone",
  "own",
  "frozen",
  "accounts_wait",
  "no_account",
] as const;
