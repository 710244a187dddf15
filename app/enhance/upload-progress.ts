import { whenShown } from "./when-shown.ts";

/**
 * Shows how far a file is on its way. Where it ends is what the plain form would show: the page that a taken file leads
 * to, or the reason of a refused one at its field. A form with more than a file shows all that is wrong with it, in its
 * dialog if it stands in one.
 */
export function watchUploads(place: ParentNode): void {
  for (const form of place.querySelectorAll<HTMLFormElement>("form[data-progress]")) {
    form.addEventListener("submit", (event) => {
      // The dropzone has one of its own, without a name.
      const input = form.querySelector<HTMLInputElement>("input[type=file][name]");
      // What a dialog sends it sends itself, with a file or without: it stays there until all is right.
      if (!input || !(input.files?.length || form.closest("dialog"))) return;
      event.preventDefault();
      send(form, input);
    });
    if (form.dataset.atOnce !== undefined) sendAtOnce(form);
  }
}

/** Sends a file as soon as it is chosen; the button is there for what the browser brought back, and after a refusal. */
function sendAtOnce(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>("input[type=file][name]");
  const button = form.querySelector<HTMLButtonElement>("button[type=submit]");
  if (!input || !button) return;
  const [visit] = performance.getEntriesByType("navigation");
  // A page that was here before brings its files along: those may have been sent.
  const isBack = visit instanceof PerformanceNavigationTiming && visit.type !== "navigate";
  const sendChosen = () => {
    if (input.files?.length && !button.disabled) form.requestSubmit();
  };
  input.addEventListener("change", sendChosen);
  whenShown(() => {
    button.hidden = !(isBack && input.files?.length);
    if (button.hidden) sendChosen();
  });
}

function send(form: HTMLFormElement, input: HTMLInputElement): void {
  const bar = showBar(form);
  const button = form.querySelector<HTMLButtonElement>("button[type=submit]");
  if (button) button.disabled = true;
  const done = () => {
    bar.remove();
    if (button) {
      button.disabled = false;
      button.hidden = false;
    }
  };
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.upload.addEventListener("progress", ({ loaded, total }) =>
    bar.show(total > 0 ? loaded / total : 0),
  );
  // Sending it again might do it twice: where the form has words for that, it says so and stops. Elsewhere the browser
  // itself says best what is wrong with the line.
  request.addEventListener("error", () => {
    if (form.dataset.failed === undefined) return form.submit();
    done();
    sayAt(input, form.dataset.failed);
  });
  request.addEventListener("load", () => {
    if (request.status === 422) {
      done();
      if (form.dataset.whole === undefined) showProblem(input, request.responseText);
      else showRefused(form, request);
    } else if (request.status < 400) {
      form.reset();
      leave(form, request.responseURL);
    } else form.submit();
  });
  request.send(new FormData(form));
}

/** The form anew, with what was typed and what is wrong with it. */
function showRefused(form: HTMLFormElement, request: XMLHttpRequest): void {
  const dialog = form.closest("dialog");
  if (!dialog) location.assign(request.responseURL);
  else dialog.dispatchEvent(new CustomEvent("refused", { detail: request.responseText }));
}

/** A taken file leads on by a redirect; the way to the same page is a fresh look at it. */
function leave(form: HTMLFormElement, address: string): void {
  const section = form.closest("section[id]")?.id;
  const target = new URL(address);
  if (section) target.hash = section;
  const isHere = target.pathname === location.pathname && target.search === location.search;
  // One look alone: what the page says of what was done, it says once.
  if (!isHere || target.hash !== "") location.assign(target);
  if (isHere) location.reload();
}

function showProblem(input: HTMLInputElement, html: string): void {
  // The policy has something to say of styles even in a page that is only read.
  const words = html.replace(/<style[\s\S]*?<\/style>/g, "");
  const page = new DOMParser().parseFromString(words, "text/html");
  const own = page.getElementById(`${input.id}-error`) ?? page.querySelector("[role=alert]");
  sayAt(input, own?.textContent?.trim() ?? "");
}

function sayAt(input: HTMLInputElement, text: string): void {
  const place = document.getElementById(`${input.id}-error`);
  if (place) {
    place.setAttribute("role", "alert");
    place.textContent = text;
  }
  input.setAttribute("aria-invalid", "true");
  input.focus();
}

function showBar(form: HTMLFormElement): { show(part: number): void; remove(): void } {
  const place = document.createElement("p");
  const bar = document.createElement("progress");
  bar.max = 1;
  bar.style.width = "100%";
  bar.style.accentColor = "var(--button)";
  bar.value = 0;
  const words = document.createElement("span");
  words.setAttribute("role", "status");
  place.append(bar, words);
  form.append(place);
  const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
  let said = "";
  const show = (part: number) => {
    bar.value = part;
    // Read out in quarters: more would be noise.
    const step = percent.format(Math.floor(part * 4) / 4);
    if (step === said) return;
    said = step;
    words.textContent = (form.dataset.progress ?? "%s").replace("%s", step);
  };
  show(0);
  return { show, remove: () => place.remove() };
}
