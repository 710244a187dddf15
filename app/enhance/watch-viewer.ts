import { fetchPage } from "./fetch-page.ts";

const ADDRESS = "/api/user";

/**
 * Keeps a signed-in page true while its tab is seen: polls the user's state, which costs a 304 when nothing has changed. New
 * tips show in the title and beside the entries of the drawer; a session that is over leads to /login (docs/product.md, 9.7).
 */
function watchViewer(frame: HTMLElement): void {
  const everyMs = Number(frame.dataset.refresh) * 1000;
  let etag = "";
  let shownTip = frame.dataset.viewer ?? "";
  let pause: ReturnType<typeof setTimeout>;
  const look = async () => {
    clearTimeout(pause);
    // A tab that is seen again asks at once.
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
      // The line is down for a moment: ask again.
    }
    pause = setTimeout(look, everyMs);
  };
  pause = setTimeout(look, everyMs);
  document.addEventListener("visibilitychange", () => void look());
  // A page that comes back from where the browser kept it may belong to nobody any more.
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

/** What of the dashboard a new tip changes: the list of tips, and the week and the next payout beside it. */
const LIVE = ["[data-tip-list]", "[data-tip-side]"];

/** The parts of the dashboard take up what is new, but one in which the creator is at work. */
async function refreshTips(): Promise<void> {
  const isFree = (part: Element | null): part is Element =>
    part !== null && !part.contains(document.activeElement);
  if (!LIVE.some((name) => isFree(document.querySelector(name)))) return;
  const fetched = await fetchPage(location.href);
  if (!fetched) return;
  // What is new may look as nothing did on the page before.
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

/** On the pages of visitors: who has signed in elsewhere meanwhile goes on; that nobody has is worth no more than a word. */
async function checkVisitor(): Promise<void> {
  const response = await fetch(ADDRESS, { cache: "no-store" }).catch(() => null);
  if (response?.status === 401) console.info("Nobody is signed in.");
  if (response?.status === 200) location.replace("/dashboard");
}

const frame = document.querySelector<HTMLElement>("[data-viewer]");
if (frame) watchViewer(frame);
else void checkVisitor();
