/**
 * Takes up what a page's fields hold: now, as somebody on a slow line has typed and chosen before this script arrived,
 * and once more when the browser has put back what it kept of the page.
 */
export function whenShown(takeUp: () => void): void {
  takeUp();
  addEventListener("pageshow", takeUp);
}
