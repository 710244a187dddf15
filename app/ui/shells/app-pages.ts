/**
 * The pages that are hydrated: those of signed-in users. The border is the route: a link across it loads the document, and
 * so does a redirect.
 */
const APP_PAGES = [
  /^\/account(?:\/(?!deleted(?:\/|$)|export$)|$)/,
  /^\/dashboard(?:\/(?:fans|share-kit|payouts|statistics|items(?:\/new|\/[^/]+\/edit)?|tips\/(?!table$)[^/]+(?:\/(?:reply|refund))?))?$/,
  /^\/statistics$/,
  /^\/payout(?:\/settings|\/withdrawal)?$/,
  /^\/grouplists$/,
  // What a group's owner and its members see; its own page, its tips and invitations are for guests.
  /^\/gl\/(?!invite\/)[^/]+\/(?:edit(?:\/invite-link)?|ranking|deletion|creators(?:\/[^/]+\/[^/]+)?|leave)$/,
];

/** True for the path of a hydrated page. */
export function isAppPath(path: string): boolean {
  const pathname = path.split(/[?#]/)[0] ?? "";
  return APP_PAGES.some((pages) => pages.test(pathname));
}
