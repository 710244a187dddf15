/** A page of ours that the script got, and the style sheet inside it. */
export interface FetchedPage {
  page: Document;
  css: string;
}

const STYLE = /<style[^>]*>([\s\S]*?)<\/style>/;

/** Fetches a page to take a part of it; null when it is not there, or leads elsewhere. */
export async function fetchPage(address: string): Promise<FetchedPage | null> {
  const response = await fetch(address, { cache: "no-store" }).catch(() => null);
  if (!response?.ok || response.redirected) return null;
  return readPage(await response.text());
}

/** Its style sheet is taken out before it is read: this page's policy knows its own alone, and would complain. */
function readPage(html: string): FetchedPage {
  return {
    page: new DOMParser().parseFromString(html.replace(STYLE, ""), "text/html"),
    css: STYLE.exec(html)?.[1] ?? "",
  };
}
