const KEY = "reloaded_at";
const PAUSE_MS = 60_000;

let isReloading = false;

/** Once in 60 seconds, on all pages together (docs/product.md, 9.7). */
export function mayReload(): boolean {
  if (isReloading) return true;
  const last = Number(sessionStorage.getItem(KEY));
  if (Date.now() - last < PAUSE_MS) return false;
  sessionStorage.setItem(KEY, String(Date.now()));
  isReloading = true;
  return true;
}

/** After a deployment chunks may be gone. */
export function reloadOnFailedChunk(): void {
  addEventListener("vite:preloadError", (event) => {
    if (!navigator.onLine) return;
    event.preventDefault();
    if (mayReload()) location.reload();
  });
}
