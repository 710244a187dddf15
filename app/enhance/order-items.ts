import { readPage } from "./fetch-page.ts";

/** Tiles that are dragged to their place by a handle. Keyboards and screen readers use the arrows, as without script. */
export function orderByDrag(): void {
  for (const list of document.querySelectorAll<HTMLElement>("[data-tiles]")) {
    const said = document.createElement("p");
    said.className = "hidden-visually";
    said.setAttribute("role", "status");
    list.after(said);
    showHandles(list);
    list.addEventListener("pointerdown", (event) => {
      const handle = event.target instanceof Element ? event.target.closest("[data-handle]") : null;
      const tile = handle?.closest<HTMLElement>("[data-item]");
      if (handle && tile && event.button === 0) drag(list, tile, event, said);
    });
  }
}

function showHandles(list: HTMLElement): void {
  const handles = list.querySelectorAll<HTMLElement>("[data-handle]");
  for (const handle of handles) handle.hidden = handles.length < 2;
}

function tilesOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>("[data-item]")];
}

function drag(list: HTMLElement, tile: HTMLElement, start: PointerEvent, said: HTMLElement): void {
  start.preventDefault();
  const from = tilesOf(list).indexOf(tile);
  tile.style.opacity = "0.6";
  const move = ({ clientX, clientY }: PointerEvent) => {
    const over = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-item]");
    if (!over || over === tile || !list.contains(over)) return;
    const tiles = tilesOf(list);
    if (tiles.indexOf(over) > tiles.indexOf(tile)) over.after(tile);
    else over.before(tile);
  };
  const end = () => {
    removeEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"]) removeEventListener(name, end);
    tile.style.opacity = "";
    const place = tilesOf(list).indexOf(tile);
    if (place !== from) void save(list, tile, place, said);
  };
  addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, end);
}

/** Keeps the new place; the page's own answer says which arrows lead nowhere now. What fails shows the page as it is. */
async function save(list: HTMLElement, tile: HTMLElement, place: number, said: HTMLElement): Promise<void> {
  const body = new URLSearchParams({ position: String(place) });
  const address = `/dashboard/items/${tile.dataset.item}/order`;
  const response = await fetch(address, { method: "POST", body }).catch(() => null);
  const html = response?.ok && response.redirected ? await response.text() : "";
  const fresh = readPage(html).page.querySelector("[data-tiles]");
  if (!fresh) {
    location.reload();
    return;
  }
  list.replaceChildren(...fresh.childNodes);
  showHandles(list);
  said.textContent = list.dataset.tiles ?? "";
}
