import { showToast } from "./toast.ts";

const SHOWN_MS = 2000;

export function offerCopying(root: ParentNode): void {
  if (!navigator.clipboard) return;
  for (const button of root.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const isCopied = await navigator.clipboard.writeText(button.dataset.copy ?? "").then(
        () => true,
        () => false,
      );
      if (!isCopied) return;
      const note = document.createElement("p");
      note.setAttribute("role", "status");
      note.textContent = button.dataset.copied ?? "";
      showToast(note, SHOWN_MS);
    });
  }
}
