const APP_PAGES = [
  /^\/(?:account|admin)(?:\/|$)/,
  /^\/dashboard(?:$|\/(?:fans|share-kit|overlay(?:\/style)?|payouts|statistics|tips\/[^/]+(?:\/(?:reply|refund))?)$)/,
  /^\/dashboard\/items(?:\/new|\/[^/]+\/edit)?$/,
  /^\/statistics$/,
  /^\/payout(?:\/settings|\/withdrawal)?$/,
  /^\/grouplists$/,
  // Management pages of groups; the group's page, tips and invitations are guest pages.
  /^\/gl\/(?!invite\/)[^/]+\/(?:edit(?:\/invite-link)?|ranking|deletion|creators(?:\/[^/]+\/[^/]+)?|leave)$/,
];

/** Files and guest pages below them. */
const OTHERS = [
  /^\/account\/(?:deleted(?:\/|$)|export$)/,
  /^\/dashboard\/tips\/table$/,
  /^\/admin\/(?:keys$|documents\/|(?:tips|items)\/[^/]+\/image$|groups\/[^/]+\/picture\/)/,
  /^\/admin\/users\/[^/]+\/statements\/./,
  /^\/admin\/payouts\/(?:batches\/)?[^/]+\/(?:file|statement|cancellation)$/,
  /^\/admin\/books\/(?:journal\/[^/]+(?:$|\/datev\/)|(?:oss|sellers)\/)/,
];

/** A link or redirect across the border loads a document. */
export function isAppPath(path: string): boolean {
  const pathname = path.split(/[?#]/)[0] ?? "";
  const isOf = (pages: readonly RegExp[]) => pages.some((each) => each.test(pathname));
  return isOf(APP_PAGES) && !isOf(OTHERS);
}
