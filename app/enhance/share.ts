/** A link to share opens the phone's own way of sharing, where there is one; else it is the link that it is. */
export function shareLinks(): void {
  if (!navigator.share) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-share]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      navigator.share({ title: link.dataset.share ?? "", url: link.href }).catch(() => {
        // The visitor thought better of it.
      });
    });
  }
}
