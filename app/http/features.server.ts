import { data, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { settingsContext } from "../context.ts";
import { feeRules, isFree } from "../domain/money/fee.ts";
import type { PublicProfile } from "../domain/users/profile.server.ts";
import { FEATURES, type Feature } from "../product-features.ts";
import type { Features } from "../product-settings.ts";
import { pagePattern } from "./guards.server.ts";
import { rulesOf } from "./rules.server.ts";

const PATTERNS: Partial<Record<Feature, RegExp>> = {
  vouchers: /^\/(voucher(\/:amount|\/:token\/(payment|summary))?|api\/voucher\/send)$/,
  groups: /^\/(gl|grouplists|leaderboard\/grouplists|api\/(leaderboard\/)?grouplist[^/]*)(\/|$)/,
  leaderboard: /^\/(leaderboard|api\/leaderboard|api\/account\/ranking)(\/|$)/,
  microblog: /^\/(account\/twitter|api\/twitter)(\/|$)/,
  discord: /^\/((account\/)?discord|webhooks\/discord)(\/|$)/,
};

/** A page or call that is off answers 404 (docs/product.md, 6.16). */
export function isOff(features: Features, pattern: string): boolean {
  const isClosed =
    features.registration === "closed" && /^\/((api\/)?register|admin\/users\/invitation)$/.test(pattern);
  return isClosed || FEATURES.some((feature) => !features[feature] && PATTERNS[feature]?.test(pattern));
}

export function featuresOf(context: Readonly<RouterContextProvider>): Features {
  return context.get(settingsContext).features;
}

export function neededInvitation(context: Readonly<RouterContextProvider>, token: string | undefined) {
  return featuresOf(context).registration === "open" ? ("open" as const) : { token: token || null };
}

/** Without our fee a direct tip would have no entry in the books. */
export function isStopped(
  context: Readonly<RouterContextProvider>,
  receiver: { is_direct: boolean },
): boolean {
  return receiver.is_direct && isFree(feeRules(rulesOf(context)));
}

export function offeredProfile(context: Readonly<RouterContextProvider>, profile: PublicProfile) {
  const { goals, supporters } = featuresOf(context);
  const { minimum_minor, maximum_minor } = rulesOf(context).tip;
  const items = profile.items.filter(
    ({ amount_minor }) => amount_minor >= minimum_minor && amount_minor <= maximum_minor,
  );
  return {
    ...profile,
    is_paused: profile.is_paused || isStopped(context, profile),
    items,
    amounts: { ...profile.amounts, are_offered: profile.amounts.are_offered || items.length === 0 },
    goal: goals ? profile.goal : null,
    shows_supporters: supporters && profile.shows_supporters,
    supporters: supporters ? profile.supporters : [],
  };
}

export const featureGate: MiddlewareFunction<Response> = async ({ context, pattern }, next) => {
  if (isOff(featuresOf(context), pagePattern(pattern))) throw data(null, { status: 404 });
  return await next();
};
