export const CREATOR_EVENT_TYPES = [
  "tip.received",
  "tip.refunded",
  "tip.charged_back",
  "tip.thanked",
  "goal.reached",
  "monthly.started",
  "monthly.ended",
  "payout.paid",
  "voucher.redeemed",
  "group.tip_received",
  "group.member_joined",
  "group.member_left",
] as const;

export type CreatorEventType = (typeof CREATOR_EVENT_TYPES)[number];
