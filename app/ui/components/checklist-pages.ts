export const CHECKLIST_PAGES = [
  ["profile", "/account/edit"],
  ["verification", "/account/verification"],
  ["payout_data", "/account/payoutdata"],
  ["social_media", "/account/socialmedia"],
] as const;
