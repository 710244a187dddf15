/**
 * The address of the page that a request is about. The framework's script asks for a page's data at the page's own address
 * with ".data" behind it, and names the routes whose data it wants in the query.
 */
export function pageUrl({ url }: Pick<Request, "url">): URL {
  const page = new URL(url);
  if (!page.pathname.endsWith(DATA)) return page;
  const path = page.pathname.slice(0, -DATA.length);
  page.pathname = path === "/_root" ? "/" : path.replace(/\/_$/, "/");
  page.searchParams.delete("_routes");
  return page;
}

/** True for a request of the framework's script: for a page's data, or with a form for its action. */
export function isDataRequest({ url }: Pick<Request, "url">): boolean {
  return new URL(url).pathname.endsWith(DATA);
}

const DATA = ".data";
