import { checkOnBlur, checkWhileTyping } from "./check-on-blur.ts";
import { whenShown } from "./when-shown.ts";

checkOnBlur();
checkWhileTyping();
counters();
ownAmount();
onceOnly();

/** Counts down the characters that a message may still have. */
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

/** A typed amount and a chosen one take each other's place. */
function ownAmount(): void {
  const own = document.querySelector<HTMLInputElement>("[data-own]");
  const choices = [...document.querySelectorAll<HTMLInputElement>("[data-choice]")];
  // What is typed counts for the server, too.
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

/** A form that begins a payment is sent once; the server would take a second time for the first anyway. */
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
