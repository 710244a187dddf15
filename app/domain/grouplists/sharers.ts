import { productRules } from "../../product-rules.ts";
import { type Minor, minor } from "../money/minor.ts";
import type { GroupPage, ShownMember } from "./group-page.server.ts";

/** The members who get a share of a tip: owner and members whose pages are public and who are not paused. */
export function sharersOf({ members }: Pick<GroupPage, "members">): ShownMember[] {
  return members.filter((each) => each.can_receive && !each.is_paused && each.status !== "PENDING");
}

/** Those of them who are named by their usernames. */
export function namedAmong(able: readonly ShownMember[], usernames: readonly string[]): ShownMember[] {
  const asked = new Set(usernames.map((each) => each.toLowerCase()));
  return able.filter(({ username }) => asked.has(username.toLowerCase()));
}

/** The least that so many can share. */
export function minimumFor(count: number): Minor {
  const { tip, grouplist } = productRules;
  return minor(Math.max(tip.minimum_minor, count * grouplist.share_minimum_minor));
}
