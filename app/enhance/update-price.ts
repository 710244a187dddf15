import { whenShown } from "./when-shown.ts";

/** Depend on country and currency. */
const PARTS = ["price", "sum", "ways", "line", "seen"];
/** Updated in place: replacing the button would lose a press. */
const TOTAL = "total";

function updatePrice(): void {
  const button = document.querySelector<HTMLButtonElement>("[data-update]");
  const form = button?.form;
  if (!button || !form) return;
  const selects = [...form.querySelectorAll("select")];
  const types = button.dataset.update === "type" ? () => radiosOf(form) : () => [];
  const chosen = () =>
    [...selects, ...types().filter((radio) => radio.checked)].map(({ value }) => value).join();
  let shown = [
    ...selects.flatMap(({ options }) => [...options].filter((each) => each.defaultSelected)),
    ...types().filter((radio) => radio.defaultChecked),
  ]
    .map(({ value }) => value)
    .join();
  let isAsking = false;
  /** Sequential, so saves keep their order. */
  const update = async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      for (let wanted = chosen(); wanted !== shown; wanted = chosen()) {
        const page = await ask(form);
        if (!page.getElementById(TOTAL)) return location.reload();
        await released();
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

/** A price of another height would move the pressed button. */
async function released(): Promise<void> {
  if (!isPressed) return;
  await new Promise<void>((resolve) => {
    // After the press's click.
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

async function ask(form: HTMLFormElement): Promise<Document> {
  const body = new URLSearchParams({ step: "update" });
  const email = form.querySelector<HTMLInputElement>('[name="email"]');
  // A half typed address would refuse the price.
  const isPart = (name: string) => !name.endsWith("email") || (email?.value && email.validity.valid);
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && isPart(name)) body.append(name, value);
  const response = await fetch(form.action, { method: "POST", body });
  if (!response.ok) throw new Error(String(response.status));
  // The host's policy would report another style.
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
  // Keeps a choice made meanwhile, if still offered.
  const same = form.querySelector<HTMLInputElement>(`[name="type"][value="${type}"]`);
  if (same) same.checked = true;
}

watchPresses();
updatePrice();
