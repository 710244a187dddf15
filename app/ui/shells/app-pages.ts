/**
 * The pages that are hydrated: those of signed-in users. The border is the route: a link across it loads the document, and
 * so does a redirect.
 */
const APP_PAGES =
  /^\/(?:account(?:\/(?!deleted(?:\/|$)|export$)|$)|dashboard(?:\/(?:fans|share-kit|tips\/(?!table$)[^/]+(?:\/(?:reply|refund))?))?$)/;

/** True for the path of a hydrated page. */
export function isAppPath(path: string): boolean {
  return APP_PAGES.test(path.split(/[?#]/)[0] ?? "");
}
