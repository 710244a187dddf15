import { reloadOnFailedChunk } from "./reload-once.ts";

export function shareLinks(): void {
  if (!navigator.share) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-share]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      navigator.share({ title: link.dataset.share ?? "", url: link.href }).catch(() => {
        // Cancelled by the visitor.
      });
    });
  }
}

const DELAY_MS = 100;

export function tellView(): void {
  if (navigator.doNotTrack === "1" || ("globalPrivacyControl" in navigator && navigator.globalPrivacyControl))
    return;
  const { pathname, search } = location;
  const view = {
    type: "FRONTEND",
    method: "GET",
    path: pathname,
    query: search,
    referrer: document.referrer,
  };
  const body = new Blob([JSON.stringify(view)], { type: "application/json" });
  setTimeout(() => navigator.sendBeacon("/api/tracking/access", body), DELAY_MS);
}

// Loads parts on demand; every page works without.
reloadOnFailedChunk();
shareLinks();
tellView();
if (document.querySelector("form[novalidate], form[data-once]")) void import("./form-comforts.ts");
if (document.querySelector("[data-update]")) void import("./update-price.ts");
if (document.querySelector("[data-waiting]")) void import("./watch-payment.ts");
if (document.querySelector("[data-viewer], [data-visitor]")) void import("./watch-viewer.ts");
if (document.querySelector("a[data-dialog]"))
  void import("./dialogs.ts").then(({ openDialogs }) => openDialogs());
if (document.querySelector("[data-dropzone]")) void import("./dropzone.ts");
if (document.querySelector("[data-shows]")) void import("./page-preview.ts");
if (document.querySelector("[data-toast]")) void import("./toast.ts").then(({ showToasts }) => showToasts());
if (document.querySelector("[data-copy]"))
  void import("./copy.ts").then(({ offerCopying }) => offerCopying(document));
if (document.querySelector("[data-passkey]"))
  void import("./passkey.ts").then(({ offerPasskeys }) => offerPasskeys());
const season = document.querySelector<HTMLElement>("[data-season]")?.dataset.season;
if (season) whenIdle(() => void import("./season.ts").then(({ showSeason }) => showSeason(season)));

const IDLE_AT_MOST_MS = 5000;

/** Safari has no idle callback, and Chromium can exceed its limit. */
function whenIdle(act: () => void): void {
  let isDone = false;
  const once = () => {
    if (!isDone) act();
    isDone = true;
  };
  if ("requestIdleCallback" in window) requestIdleCallback(once);
  setTimeout(once, IDLE_AT_MOST_MS);
}
