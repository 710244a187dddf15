export interface FetchedPage {
  page: Document;
  css: string;
}

const STYLE = /<style[^>]*>([\s\S]*?)<\/style>/;

/** Null when missing or redirected elsewhere. */
export async function fetchPage(address: string): Promise<FetchedPage | null> {
  const response = await fetch(address, { cache: "no-store" }).catch(() => null);
  if (!response?.ok || response.redirected) return null;
  return readPage(await response.text());
}

/** Removes the style first: the host's policy would report it. */
function readPage(html: string): FetchedPage {
  return {
    page: new DOMParser().parseFromString(html.replace(STYLE, ""), "text/html"),
    css: STYLE.exec(html)?.[1] ?? "",
  };
}
