/** The pages that are hydrated: those of signed-in users. */
const APP_PAGES = [
  /^\/(?:account|admin)(?:\/|$)/,
  /^\/dashboard(?:$|\/(?:fans|share-kit|payouts|statistics|tips\/[^/]+(?:\/(?:reply|refund))?)$)/,
  /^\/dashboard\/items(?:\/new|\/[^/]+\/edit)?$/,
  /^\/statistics$/,
  /^\/payout(?:\/settings|\/withdrawal)?$/,
  /^\/grouplists$/,
  // What a group's owner and its members see; its own page, its tips and invitations are for guests.
  /^\/gl\/(?!invite\/)[^/]+\/(?:edit(?:\/invite-link)?|ranking|deletion|creators(?:\/[^/]+\/[^/]+)?|leave)$/,
];

/** Below them: files, and pages of guests. */
const OTHERS = [
  /^\/account\/(?:deleted(?:\/|$)|export$)/,
  /^\/dashboard\/tips\/table$/,
  /^\/admin\/(?:keys$|documents\/|(?:tips|items)\/[^/]+\/image$|groups\/[^/]+\/picture\/)/,
  /^\/admin\/users\/[^/]+\/statements\/./,
  /^\/admin\/payouts\/(?:batches\/)?[^/]+\/(?:file|statement|cancellation)$/,
  /^\/admin\/books\/(?:journal\/[^/]+(?:$|\/datev\/)|(?:oss|sellers)\/)/,
];

/**
 * True for the path of a hydrated page. The border is the route: a link across it loads the document, and so does a
 * redirect.
 */
export function isAppPath(path: string): boolean {
  const pathname = path.split(/[?#]/)[0] ?? "";
  const isOf = (pages: readonly RegExp[]) => pages.some((each) => each.test(pathname));
  return isOf(APP_PAGES) && !isOf(OTHERS);
}
