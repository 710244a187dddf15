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
