import { whenShown } from "./when-shown.ts";

const CHECK_HEADER = "Tribute-Check";

let pressed: Element | null = null;

/** On blur the server checks a field by the form's rules, in every `noValidate` form. */
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
    // Submitting checks anyway, and a new line could move the pressed button.
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

/** One field's value can affect another's error. */
const left = new WeakSet<Typed>();

function checkField(field: Typed): void {
  const { form } = field;
  if (!form?.matches(CHECKED)) return;
  left.add(field);
  const others = [...form.elements].filter(isTyped).filter((each) => each !== field && left.has(each));
  void check(form, [field, ...others]);
}

const LIVE_PAUSE_MS = 200;

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
    whenShown(() => {
      if (field.value !== field.defaultValue) askSoon();
    });
  }
}

function praise(field: Typed, isGood: boolean): void {
  const place = document.querySelector<HTMLElement>(`[data-good-for="${field.id}"]`);
  if (place) place.textContent = isGood ? (place.dataset.good ?? "") : "";
}

type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isTyped(field: EventTarget | null): field is Typed {
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) return true;
  return field instanceof HTMLInputElement && !/^(radio|checkbox|range|file|hidden|submit)$/.test(field.type);
}

/** Changed since the server's value, and not being edited. */
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
    // Offline: the form is checked when sent.
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

checkOnBlur();
checkWhileTyping();
counters();
ownAmount();
onceOnly();

function counters(): void {
  for (const area of document.querySelectorAll<HTMLTextAreaElement>("textarea[data-counter]")) {
    const place = document.querySelector(`[data-counter-for="${area.id}"]`);
    const text = area.dataset.counter ?? "";
    const maximum = Number(/\d+/.exec(text)?.[0]);
    const show = () => {
      const left = maximum - [...area.value.trim()].length;
      if (place) place.textContent = left < maximum ? text.replace(String(maximum), String(left)) : "";
    };
    area.addEventListener("input", show);
    whenShown(show);
  }
}

function ownAmount(): void {
  const own = document.querySelector<HTMLInputElement>("[data-own]");
  const choices = [...document.querySelectorAll<HTMLInputElement>('[name="choice"]')];
  // As the server does.
  const preferTyped = () => {
    if (own && own.value.trim() !== "") for (const choice of choices) choice.checked = false;
  };
  own?.addEventListener("input", preferTyped);
  whenShown(preferTyped);
  for (const choice of choices) {
    choice.addEventListener("change", () => {
      if (!own) return;
      own.value = "";
      own.removeAttribute("aria-invalid");
      const problem = document.getElementById(`${own.id}-error`);
      if (problem) problem.textContent = "";
    });
  }
}

function onceOnly(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-once]")) {
    let isSent = false;
    form.addEventListener("submit", (event) => {
      if (isSent) event.preventDefault();
      isSent = true;
    });
    addEventListener("pageshow", () => {
      isSent = false;
    });
  }
}
