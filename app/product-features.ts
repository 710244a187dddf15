export const FEATURES = [
  "vouchers",
  "groups",
  "leaderboard",
  "microblog",
  "discord",
  "goals",
  "supporters",
  "indexing",
] as const;
export type Feature = (typeof FEATURES)[number];

export const REGISTRATIONS = ["open", "invitation", "closed"] as const;
