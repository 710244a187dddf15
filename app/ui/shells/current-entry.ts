import type { ShownViewer } from "./layout-data.ts";

/** The pages without an entry of their own, by the start of their addresses. The first match counts. */
const PARENTS = [
  ["/dashboard/items", "/dashboard/items"],
  ["/dashboard/fans", "/dashboard/fans"],
  ["/dashboard/statistics", "/statistics"],
  ["/statistics", "/statistics"],
  ["/dashboard/payouts", "/payout"],
  ["/payout", "/payout"],
  ["/dashboard/share-kit", "profile"],
  ["/dashboard", "/dashboard"],
  ["/grouplists", "/grouplists"],
  ["/gl", "/grouplists"],
  ["/voucher/redeem", "/voucher/redeem"],
  ["/account/edit", "/account/edit"],
  ["/account/amounts", "/account/edit"],
  ["/account/picture", "/account/edit"],
  ["/account/socialmedia", "/account/socialmedia"],
  ["/account/twitter", "/account/twitter"],
  ["/account/discord", "/discord"],
  ["/discord", "/discord"],
  ["/account/privacy", "/account/settings"],
  ["/account/currency", "/account/settings"],
  ["/account/settings", "/account/settings"],
] as const;

type Person = Pick<ShownViewer, "isOperator" | "isActive" | "isComingIn" | "username">;

/** The address of the menu's entry that a page belongs to (docs/product.md, 9.7). */
export function currentEntry(path: string, viewer: Person): string {
  const page = path.split("?")[0] ?? path;
  if (viewer.isOperator) return page.startsWith("/account/security") ? "/account/security" : "/account";
  const isAt = (start: string) => page === start || page.startsWith(`${start}/`);
  if (isAt("/account/payoutdata")) return viewer.isActive ? "/payout" : "/account/payoutdata";
  if (isAt("/account/verification") && !viewer.isActive) return "/account/verification";
  if (viewer.isComingIn && (isAt("/account/email") || isAt("/account/delete"))) return page;
  const [, entry] = PARENTS.find(([start]) => isAt(start)) ?? [];
  if (entry === "profile") return `/${viewer.username}`;
  return entry ?? (isAt("/account") ? "/account" : page);
}
