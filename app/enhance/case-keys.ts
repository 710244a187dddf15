// The keys of a case in the back office: j and k lead to the next and the previous one. a and d only go to the
// decision: what is decided is decided by Enter or a click.
const PLACES: Record<string, string> = {
  j: '[data-key="j"]',
  k: '[data-key="k"]',
  a: 'form[action$="/acceptance"] button',
  d: 'form[action$="/decline"] textarea',
};

export function watchCaseKeys(): void {
  for (const hint of document.querySelectorAll<HTMLElement>("[data-keys-hint]")) hint.hidden = false;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
    const place = document.querySelector<HTMLElement>(PLACES[event.key] ?? ":not(*)");
    if (!place) return;
    event.preventDefault();
    if (place instanceof HTMLAnchorElement) place.click();
    else {
      place.scrollIntoView({ block: "center" });
      place.focus({ preventScroll: true });
    }
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select") !== null;
}
