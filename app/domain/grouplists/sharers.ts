import { productRules } from "../../product-rules.ts";
import type { Rules } from "../../product-settings.ts";
import { type Minor, minor } from "../money/minor.ts";
import type { GroupMemberFacts } from "./group-page.server.ts";

export function sharersOf({ members }: { members: readonly GroupMemberFacts[] }): GroupMemberFacts[] {
  return members.filter((each) => shares(each) && !each.is_left_out);
}

export function shares({ can_receive, is_paused, status }: GroupMemberFacts): boolean {
  return can_receive && !is_paused && status !== "PENDING";
}

export function namedAmong(
  able: readonly GroupMemberFacts[],
  usernames: readonly string[],
): GroupMemberFacts[] {
  const asked = new Set(usernames.map((each) => each.toLowerCase()));
  return able.filter(({ username }) => asked.has(username.toLowerCase()));
}

export function minimumFor(count: number, { tip }: Rules): Minor {
  const { share_minimum_minor } = productRules.grouplist;
  return minor(Math.max(tip.minimum_minor, count * share_minimum_minor));
}
