import { whenShown } from "./when-shown.ts";

const CHECK_HEADER = "Tribute-Check";

/** What the pointer is held down on, if it is something that leads away from the form or sends it. */
let pressed: Element | null = null;

/**
 * When a field is left, the server says what is wrong with it, by the same rules as for the whole form: in every form that
 * leaves its rules to the server (`noValidate`), also one that comes into the page later, such as in a dialog.
 */
export function checkOnBlur(): void {
  const press = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest("button, a") : null;
  };
  addEventListener("pointerdown", press, true);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (pressed = null), true);
  addEventListener("change", ({ target }) => {
    const isTicked = target instanceof HTMLInputElement && target.type === "checkbox";
    if (isTicked || target instanceof HTMLSelectElement) checkField(target);
  });
  addEventListener("focusout", ({ target }) => {
    // What is sent is checked anyway, and a line that comes now could move the button away from under the finger.
    if (!pressed && isTyped(target)) checkField(target);
  });
  whenShown(() => {
    for (const form of document.querySelectorAll<HTMLFormElement>(CHECKED)) {
      const filled = [...form.elements].filter(isTyped).filter(isFilledIn);
      if (filled.length > 0) void check(form, filled);
    }
  });
}

const CHECKED = "form[method=post][novalidate]";

/** The fields that were left before: what is typed into one field can make another one right or wrong. */
const left = new WeakSet<Typed>();

function checkField(field: Typed): void {
  const { form } = field;
  if (!form?.matches(CHECKED)) return;
  left.add(field);
  const others = [...form.elements].filter(isTyped).filter((each) => each !== field && left.has(each));
  void check(form, [field, ...others]);
}

const LIVE_PAUSE_MS = 200;

/** A field whose answer is worth having while one types, such as a name that may be taken. */
export function checkWhileTyping(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>("input[data-live]")) {
    let pause: ReturnType<typeof setTimeout>;
    const askSoon = () => {
      clearTimeout(pause);
      praise(field, false);
      pause = setTimeout(() => {
        if (field.form && field.value.length >= field.minLength) void check(field.form, [field]);
      }, LIVE_PAUSE_MS);
    };
    field.addEventListener("input", askSoon);
    // Also what was typed before this script came, by somebody who is still in the field.
    whenShown(() => {
      if (field.value !== field.defaultValue) askSoon();
    });
  }
}

/** Says under a field that what stands in it is good. */
function praise(field: Typed, isGood: boolean): void {
  const place = document.querySelector<HTMLElement>(`[data-good-for="${field.id}"]`);
  if (place) place.textContent = isGood ? (place.dataset.good ?? "") : "";
}

type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isTyped(field: EventTarget | null): field is Typed {
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) return true;
  return field instanceof HTMLInputElement && !/^(radio|checkbox|range|file|hidden|submit)$/.test(field.type);
}

/** Left with something else in it than the server sent; a field that one is still typing in is checked when it is left. */
function isFilledIn(field: Typed): boolean {
  const wasSent =
    field instanceof HTMLSelectElement
      ? [...field.selectedOptions].every((option) => option.defaultSelected)
      : field.value === field.defaultValue;
  return field !== document.activeElement && !wasSent;
}

async function check(form: HTMLFormElement, fields: readonly Typed[]): Promise<void> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
  const asked = fields.map(({ value }) => value);
  try {
    const response = await fetch(form.action, { method: "POST", body, headers: { [CHECK_HEADER]: "1" } });
    if (!response.ok) return;
    const { errors }: { errors: Record<string, string[]> } = await response.json();
    fields.forEach((field, place) => {
      if (field.value === asked[place]) showProblem(field, errors[field.name]);
    });
  } catch {
    // Offline for a moment: the form itself will be checked when it is sent.
  }
}

function showProblem(field: Typed, texts: readonly string[] | undefined): void {
  const place = document.getElementById(`${field.id}-error`);
  if (!place) return;
  place.textContent = texts?.join(" ") ?? "";
  if (texts) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
  praise(field, !texts && field.value !== "");
}
