import { whenShown } from "./when-shown.ts";

/** The parts of the payment step that depend on country and currency. */
const PARTS = ["price", "ways"];
/** Stands in the main button: who is pressing it would press nothing if it were replaced. */
const TOTAL = "total";

/**
 * Another country or currency shows its price and its ways to pay at once, and so does another way to pay where the fee
 * is not the same for all; the button for it is not needed then.
 */
function updatePrice(): void {
  const button = document.querySelector<HTMLButtonElement>("[data-update]");
  const form = button?.form;
  if (!button || !form) return;
  const selects = [...form.querySelectorAll("select")];
  const types = button.dataset.update === "type" ? () => radiosOf(form) : () => [];
  const chosen = () =>
    [...selects, ...types().filter((radio) => radio.checked)].map(({ value }) => value).join();
  /** What the page's price is for: at first what the server chose. */
  let shown = [
    ...selects.flatMap(({ options }) => [...options].filter((each) => each.defaultSelected)),
    ...types().filter((radio) => radio.defaultChecked),
  ]
    .map(({ value }) => value)
    .join();
  let isAsking = false;
  /** One question after the other: two at once would not be saved in the order in which they were chosen. */
  const update = async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      for (let wanted = chosen(); wanted !== shown; wanted = chosen()) {
        const page = await ask(form);
        await released();
        // Something else was chosen meanwhile: this answer is about what is no longer wanted.
        if (wanted === chosen()) show(form, page);
        shown = wanted;
        button.hidden = true;
      }
    } catch {
      button.hidden = false;
    } finally {
      isAsking = false;
    }
  };
  button.hidden = true;
  form.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement || types().some((radio) => radio === target)) void update();
  });
  whenShown(() => void update());
}

let isPressed = false;

/** Waits for a press that is under way: a price of another height would move the button away from under it. */
async function released(): Promise<void> {
  if (!isPressed) return;
  await new Promise<void>((resolve) => {
    // After the click that the press ends with.
    addEventListener("pointerup", () => setTimeout(resolve), { once: true });
    addEventListener("pointercancel", () => resolve(), { once: true });
  });
}

function watchPresses(): void {
  addEventListener("pointerdown", () => (isPressed = true), true);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (isPressed = false), true);
}

function radiosOf(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>('[name="type"]')];
}

/** Saves what is chosen; returns the page with its price. */
async function ask(form: HTMLFormElement): Promise<Document> {
  const body = new URLSearchParams({ step: "update" });
  for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
  const response = await fetch(form.action, { method: "POST", body });
  if (!response.ok) throw new Error(String(response.status));
  // Its style sheet is not taken over, and our policy would complain about another one than our own.
  const html = (await response.text()).replace(/<style>.*?<\/style>/s, "");
  return new DOMParser().parseFromString(html, "text/html");
}

function show(form: HTMLFormElement, page: Document): void {
  const type = new FormData(form).get("type");
  for (const id of PARTS) {
    const fresh = page.getElementById(id);
    if (fresh) document.getElementById(id)?.replaceWith(fresh);
  }
  const total = document.getElementById(TOTAL);
  if (total) total.textContent = page.getElementById(TOTAL)?.textContent ?? "";
  // What was chosen meanwhile stays chosen, if it is still on offer.
  const same = form.querySelector<HTMLInputElement>(`[name="type"][value="${type}"]`);
  if (same) same.checked = true;
}

watchPresses();
updatePrice();
