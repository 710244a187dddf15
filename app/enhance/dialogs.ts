import { type FetchedPage, fetchPage } from "./fetch-page.ts";

/** Here: pages carry no CSS for what only the script makes. */
const FRAME = `
  dialog { box-sizing: border-box; width: 100%; max-width: min(100%, var(--dialog-width)); padding: 16px;
    border: 1px solid var(--line); border-radius: 14px; background: var(--background); color: var(--text);
    box-shadow: var(--shadow); overflow-wrap: anywhere; }
  dialog::backdrop { background: rgb(0 0 0 / 55%); }
  dialog > .card { margin: 0; border: 0; background: none; box-shadow: none; }
  .dialog-close { position: absolute; top: 8px; right: 8px; width: 44px; height: 44px; border: 0; border-radius: 10px;
    background: none; color: var(--text); font-size: 24px; line-height: 1; cursor: pointer; }
  @media (max-width: 599px) { dialog { max-width: 100%; height: 100%; max-height: 100%; margin: 0; border: 0; border-radius: 0; } }
`;

export function openDialogs(): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-dialog]") : null;
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void open(link);
  });
}

async function open(link: HTMLAnchorElement): Promise<void> {
  const fetched = await fetchPage(link.href);
  const dialog = document.createElement("dialog");
  const close = document.createElement("button");
  close.type = "button";
  close.className = "dialog-close";
  close.textContent = "×";
  close.setAttribute("aria-label", document.querySelector<HTMLElement>("[data-close]")?.dataset.close ?? "×");
  close.addEventListener("click", () => dialog.close());
  dialog.append(close);
  const sheet = new CSSStyleSheet();
  if (!fetched || !(await fill(dialog, sheet, fetched))) {
    location.assign(link.href);
    return;
  }
  dialog.style.setProperty("--dialog-width", `${link.dataset.dialog ?? 500}px`);
  dialog.addEventListener("close", () => {
    dialog.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    link.focus();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  document.body.append(dialog);
  dialog.showModal();
}

async function fill(
  dialog: HTMLDialogElement,
  sheet: CSSStyleSheet,
  { page, css }: FetchedPage,
): Promise<boolean> {
  const content = page.querySelector("#content");
  if (!content) return false;
  await sheet.replace(css + FRAME);
  dialog.setAttribute("aria-label", page.title);
  while (dialog.lastElementChild?.matches(":not(.dialog-close)")) dialog.lastElementChild.remove();
  dialog.append(...content.childNodes);
  dialog.scrollTop = 0;
  return true;
}
