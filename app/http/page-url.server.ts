/**
 * The address of the page that a request is about. The framework's script asks for a page's data at the page's own address
 * with ".data" behind it, and names the routes whose data it wants in the query.
 */
export function pageUrl({ url }: Pick<Request, "url">): URL {
  const page = new URL(url);
  if (!page.pathname.endsWith(DATA)) return page;
  page.pathname = pagePath(page.pathname);
  page.searchParams.delete("_routes");
  return page;
}

/** The path of the page that a path requests, or whose data it requests. */
export function pagePath(path: string): string {
  if (!path.endsWith(DATA)) return path;
  const page = path.slice(0, -DATA.length);
  return page === "/_root" ? "/" : page.replace(/\/_$/, "/");
}

/** True for a request of the framework's script: for a page's data, or with a form for its action. */
export function isDataRequest({ url }: Pick<Request, "url">): boolean {
  return new URL(url).pathname.endsWith(DATA);
}

/** The end of a path that requests a page's data. */
export const DATA = ".data";
