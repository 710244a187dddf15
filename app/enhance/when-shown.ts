/** Now, for input before the script, and after the browser restores fields. */
export function whenShown(takeUp: () => void): void {
  takeUp();
  addEventListener("pageshow", takeUp);
}
