import { fetchPage } from "./fetch-page.ts";

const ADDRESS = "/api/user";

/** Polls while visible; no change is a 304. An ended session leads to /login (docs/product.md, 9.7). */
function watchViewer(frame: HTMLElement): void {
  const everyMs = Number(frame.dataset.refresh) * 1000;
  let etag = "";
  let shownTip = frame.dataset.viewer ?? "";
  let pause: ReturnType<typeof setTimeout>;
  const look = async () => {
    clearTimeout(pause);
    if (document.hidden) return;
    try {
      const headers: Record<string, string> = etag ? { "If-None-Match": etag } : {};
      const response = await fetch(ADDRESS, { cache: "no-store", headers });
      if (response.status === 401) {
        location.replace("/login");
        return;
      }
      if (response.status === 200) {
        etag = response.headers.get("ETag") ?? "";
        const { data }: { data: { has_new_tips: boolean; latest_new_tip_id: string | null } } =
          await response.json();
        showNewTips(frame, data.has_new_tips);
        if (data.latest_new_tip_id !== null && data.latest_new_tip_id !== shownTip) await refreshTips();
        shownTip = data.latest_new_tip_id ?? "";
      }
    } catch {
      // Offline: retry.
    }
    pause = setTimeout(look, everyMs);
  };
  pause = setTimeout(look, everyMs);
  document.addEventListener("visibilitychange", () => void look());
  // The bfcache may restore a page of an ended session.
  addEventListener("pageshow", (event) => {
    if (event.persisted) void look();
  });
}

function showNewTips(frame: HTMLElement, isNew: boolean): void {
  const suffix = frame.dataset.suffix ?? "";
  const plain = document.title.endsWith(suffix) ? document.title.slice(0, -suffix.length) : document.title;
  document.title = isNew ? plain + suffix : plain;
  for (const dot of document.querySelectorAll<HTMLElement>("[data-tips-dot]")) dot.hidden = !isNew;
}

const LIVE = ["[data-tip-list]", "[data-tip-side]"];

async function refreshTips(): Promise<void> {
  const isFree = (part: Element | null): part is Element =>
    part !== null && !part.contains(document.activeElement);
  if (!LIVE.some((name) => isFree(document.querySelector(name)))) return;
  const fetched = await fetchPage(location.href);
  if (!fetched) return;
  const sheet = new CSSStyleSheet();
  await sheet.replace(fetched.css);
  document.adoptedStyleSheets = [sheet];
  for (const name of LIVE) {
    const part = document.querySelector(name);
    const news = fetched.page.querySelector(name);
    if (!news || !isFree(part)) continue;
    part.replaceWith(news);
    if (news.querySelector("[data-copy]")) (await import("./copy.ts")).offerCopying(news);
  }
}

/** A login in another tab continues here. */
async function checkVisitor(): Promise<void> {
  const response = await fetch(ADDRESS, { cache: "no-store" }).catch(() => null);
  if (response?.status === 401) console.info("Nobody is signed in.");
  if (response?.status === 200) location.replace("/dashboard");
}

const frame = document.querySelector<HTMLElement>("[data-viewer]");
if (frame) watchViewer(frame);
else void checkVisitor();
