import { checkOnBlur, checkWhileTyping } from "./check-on-blur.ts";
import { whenShown } from "./when-shown.ts";

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
  const choices = [...document.querySelectorAll<HTMLInputElement>("[data-choice]")];
  // The server prefers the typed amount too.
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

/** The server treats a second post as the first. */
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
