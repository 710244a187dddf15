import { prefetchLinks } from "./prefetch.ts";
import { reloadOnFailedChunk } from "./reload-once.ts";
import { shareLinks } from "./share.ts";
import { takeUpUploads } from "./take-up-uploads.ts";

// All the script of a guest page, part by part as the page needs it. Every page works without; it makes some things
// quicker to see.
reloadOnFailedChunk();
prefetchLinks();
shareLinks();
if (document.querySelector("form[data-check], form[data-once]")) void import("./form-comforts.ts");
if (document.querySelector("[data-update]")) void import("./update-price.ts");
if (document.querySelector("[data-case-keys]"))
  void import("./case-keys.ts").then(({ watchCaseKeys }) => watchCaseKeys());
if (document.querySelector("[data-waiting]")) void import("./watch-payment.ts");
if (document.querySelector("[data-viewer], [data-visitor]")) void import("./watch-viewer.ts");
if (document.querySelector("a[data-dialog]"))
  void import("./dialogs.ts").then(({ openDialogs }) => openDialogs());
if (document.querySelector("[data-dropzone]")) void import("./dropzone.tsx");
if (document.querySelector("[data-toast]")) void import("./toast.ts").then(({ showToasts }) => showToasts());
if (document.querySelector("[data-copy]"))
  void import("./copy.ts").then(({ offerCopying }) => offerCopying(document));
if (document.querySelector("[data-tiles]"))
  void import("./order-items.ts").then(({ orderByDrag }) => orderByDrag());
takeUpUploads(document);
