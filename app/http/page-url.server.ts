/** The framework requests a page's data at its address with ".data" and a query of route names. */
export function pageUrl({ url }: Pick<Request, "url">): URL {
  const page = new URL(url);
  if (!page.pathname.endsWith(DATA)) return page;
  page.pathname = pagePath(page.pathname);
  page.searchParams.delete("_routes");
  return page;
}

export function pagePath(path: string): string {
  if (!path.endsWith(DATA)) return path;
  const page = path.slice(0, -DATA.length);
  return page === "/_root" ? "/" : page.replace(/\/_$/, "/");
}

export function isDataRequest({ url }: Pick<Request, "url">): boolean {
  return new URL(url).pathname.endsWith(DATA);
}

export const DATA = ".data";
