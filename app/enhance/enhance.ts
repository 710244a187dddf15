import { reloadOnFailedChunk } from "./reload-once.ts";
import { shareLinks } from "./share.ts";
import { tellView } from "./tell-view.ts";

// All the script of a guest page, part by part as the page needs it. Every page works without; it makes some things
// quicker to see.
reloadOnFailedChunk();
shareLinks();
tellView();
if (document.querySelector("form[novalidate], form[data-once]")) void import("./form-comforts.ts");
if (document.querySelector("[data-update]")) void import("./update-price.ts");
if (document.querySelector("[data-waiting]")) void import("./watch-payment.ts");
if (document.querySelector("[data-viewer], [data-visitor]")) void import("./watch-viewer.ts");
if (document.querySelector("a[data-dialog]"))
  void import("./dialogs.ts").then(({ openDialogs }) => openDialogs());
if (document.querySelector("[data-dropzone]")) void import("./dropzone.tsx");
if (document.querySelector("[data-toast]")) void import("./toast.ts").then(({ showToasts }) => showToasts());
if (document.querySelector("[data-copy]"))
  void import("./copy.ts").then(({ offerCopying }) => offerCopying(document));
if (document.querySelector("[data-passkey]"))
  void import("./passkey.ts").then(({ offerPasskeys }) => offerPasskeys());
const season = document.querySelector<HTMLElement>("[data-season]")?.dataset.season;
if (season) whenIdle(() => void import("./season.ts").then(({ showSeason }) => showSeason(season)));

/** The longest that idle work waits for a browser that is never idle. */
const IDLE_AT_MOST_MS = 5000;

/**
 * Not before everything else is done, or after a while. The clock is our own: Safari does not tell when it is idle, and
 * Chromium was seen to let the callback wait beyond its own time limit on a page that draws nothing.
 */
function whenIdle(act: () => void): void {
  let isDone = false;
  const once = () => {
    if (!isDone) act();
    isDone = true;
  };
  if ("requestIdleCallback" in window) requestIdleCallback(once);
  setTimeout(once, IDLE_AT_MOST_MS);
}
