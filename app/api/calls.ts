import { OpenAPIHono } from "@hono/zod-openapi";
import { invalidCall, refuseUnknown } from "../http/api.server.ts";
import { accountAccessCalls } from "./account-access.ts";
import type { ApiEnv, Call } from "./call.server.ts";
import { fields } from "./call.server.ts";
import { creatorCalls } from "./creators.ts";
import { debtCalls } from "./debts.ts";
import { grouplistMemberCalls } from "./grouplist-members.ts";
import { grouplistCalls } from "./grouplists.ts";
import { itemCalls } from "./items.ts";
import { leaderboardCalls } from "./leaderboard.ts";
import { lookupCalls } from "./lookups.ts";
import { mediafileCalls } from "./mediafiles.ts";
import { microblogCalls } from "./microblog.ts";
import { monthlyTipCalls } from "./monthly-tips.ts";
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
import { webhookCalls } from "./webhooks.ts";

export const CALLS_BY_GROUP = {
  session: sessionCalls,
  registration: registrationCalls,
  profile: profileCalls,
  settings: settingsCalls,
  account_access: accountAccessCalls,
  lookups: lookupCalls,
  seller: sellerCalls,
  mediafiles: mediafileCalls,
  payments: paymentCalls,
  payouts: [...payoutCalls, ...debtCalls],
  tips: tipCalls,
  vouchers: voucherCalls,
  leaderboard: leaderboardCalls,
  grouplists: grouplistCalls,
  grouplist_members: grouplistMemberCalls,
  received_tips: [...receivedTipCalls, ...monthlyTipCalls],
  sales: salesCalls,
  creators: creatorCalls,
  items: itemCalls,
  tracking: trackingCalls,
  microblog: microblogCalls,
  webhooks: webhookCalls,
} as const satisfies Record<string, readonly Call[]>;

export type CallGroup = keyof typeof CALLS_BY_GROUP;

export const CALLS: readonly Call[] = Object.values(CALLS_BY_GROUP).flat();

export const calls = new OpenAPIHono<ApiEnv>();
for (const [name, group] of Object.entries(CALLS_BY_GROUP)) calls.route("/", groupOf(name, group));

function groupOf(name: string, group: readonly Call[]): OpenAPIHono<ApiEnv> {
  const app = new OpenAPIHono<ApiEnv>({
    defaultHook(result, { env: { context } }) {
      if (result.success) return undefined;
      return result.target === "param"
        ? refuseUnknown(context, "errors.api.id")
        : invalidCall(context, result.error.issues);
    },
  });
  for (const { route, middleware, described, handler } of group) {
    const tagged = { ...route, tags: [name] };
    if (described)
      app.openAPIRegistry.registerPath({
        ...tagged,
        request: { ...route.request, body: fields(described) },
      });
    app.openapiRoutes([{ route: { ...tagged, middleware, hide: described !== null }, handler }]);
  }
  return app;
}
