const SHOWN_MS = 3000;
const LOOK = `
  .toast { position: fixed; z-index: 4; inset: auto 16px 24px; width: fit-content; max-width: 480px; margin: 0 auto;
    padding: 14px 20px; border: 1px solid var(--line); border-radius: 12px; background: var(--background);
    box-shadow: var(--shadow); font-size: 16px; }
`;

const sheet = new CSSStyleSheet();
sheet.replaceSync(LOOK);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

/** Without script the line stays in the page. */
export function showToasts(): void {
  for (const note of document.querySelectorAll<HTMLElement>("[data-toast]")) {
    showToast(note, SHOWN_MS);
  }
}

export function showToast(note: HTMLElement, milliseconds: number): void {
  note.className = "toast";
  // Inserted anew, to be announced.
  document.body.append(note);
  setTimeout(() => note.remove(), milliseconds);
}
