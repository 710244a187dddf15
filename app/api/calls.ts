import { accountAccessCalls } from "./account-access.ts";
import type { Call } from "./call.server.ts";
import { creatorCalls } from "./creators.ts";
import { grouplistMemberCalls } from "./grouplist-members.ts";
import { grouplistCalls } from "./grouplists.ts";
import { itemCalls } from "./items.ts";
import { leaderboardCalls } from "./leaderboard.ts";
import { lookupCalls } from "./lookups.ts";
import { mediafileCalls } from "./mediafiles.ts";
import { paymentCalls } from "./payments.ts";
import { payoutCalls } from "./payouts.ts";
import { profileCalls } from "./profile.ts";
import { receivedTipCalls } from "./received-tips.ts";
import { registrationCalls } from "./registration.ts";
import { salesCalls } from "./sales.ts";
import { sellerCalls } from "./seller.ts";
import { sessionCalls } from "./session.ts";
import { settingsCalls } from "./settings.ts";
import { tipCalls } from "./tips.ts";
import { trackingCalls } from "./tracking.ts";
import { voucherCalls } from "./vouchers.ts";

/** Every call of the API. */
export const CALLS: readonly Call[] = [
  ...sessionCalls,
  ...registrationCalls,
  ...profileCalls,
  ...settingsCalls,
  ...accountAccessCalls,
  ...lookupCalls,
  ...sellerCalls,
  ...mediafileCalls,
  ...paymentCalls,
  ...payoutCalls,
  ...tipCalls,
  ...voucherCalls,
  ...leaderboardCalls,
  ...grouplistCalls,
  ...grouplistMemberCalls,
  ...receivedTipCalls,
  ...salesCalls,
  ...creatorCalls,
  ...itemCalls,
  ...trackingCalls,
];
