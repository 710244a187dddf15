import { showToast } from "./toast.ts";

const SHOWN_MS = 2000;

/** Buttons that copy a text; without script, or where the browser forbids it, they are not there. */
export function offerCopying(root: ParentNode): void {
  if (!navigator.clipboard) return;
  for (const button of root.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const isCopied = await navigator.clipboard.writeText(button.dataset.copy ?? "").then(
        () => true,
        () => false,
      );
      // Where it is refused, the text is above the button.
      if (!isCopied) return;
      const note = document.createElement("p");
      note.setAttribute("role", "status");
      note.textContent = button.dataset.copied ?? "";
      showToast(note, SHOWN_MS);
    });
  }
}
