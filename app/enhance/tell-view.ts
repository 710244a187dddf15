const DELAY_MS = 100;

/** Not with Do Not Track. */
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
