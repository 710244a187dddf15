import { whenShown } from "./when-shown.ts";

/**
 * Shows how far a file is on its way. Where it ends is what the plain form would show: the page that a taken file leads
 * to, or the reason of a refused one at its field.
 */
export function watchUploads(place: ParentNode): void {
  for (const form of place.querySelectorAll<HTMLFormElement>("form[data-progress]")) {
    form.addEventListener("submit", (event) => {
      // The dropzone has one of its own, without a name.
      const input = form.querySelector<HTMLInputElement>("input[type=file][name]");
      if (!input?.files?.length) return;
      event.preventDefault();
      void send(form, input);
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

async function send(form: HTMLFormElement, input: HTMLInputElement): Promise<void> {
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
  // Sending it again might do it twice: where the form has words for that, it says so and stops. Elsewhere the browser
  // itself says best what is wrong with the line.
  const fail = () => {
    if (form.dataset.failed === undefined) return form.submit();
    done();
    sayAt(input, form.dataset.failed);
  };
  const fields = new FormData(form);
  const ahead = await sendAhead(form, input, fields, bar.show);
  // On a line that just broke, the same file is not sent a second time unasked.
  if (ahead === "lost") return fail();
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  if (ahead !== "kept") showProgress(request, bar.show);
  request.addEventListener("error", fail);
  request.addEventListener("load", () => {
    if (request.status === 422) {
      done();
      showProblem(input, request.responseText);
    } else if (request.status < 400) {
      form.reset();
      leave(form, request.responseURL);
    } else form.submit();
  });
  request.send(fields);
}

function showProgress({ upload }: XMLHttpRequest, show: (part: number) => void): void {
  upload.addEventListener("progress", ({ loaded, total }) => show(total > 0 ? loaded / total : 0));
}

/**
 * Sends a picture by the API's call, where the form says which kind it is: the form then goes with the picture's id in
 * place of the file. Where the call does not take it, the form goes as it stands, and its page says why.
 */
async function sendAhead(
  form: HTMLFormElement,
  input: HTMLInputElement,
  fields: FormData,
  show: (part: number) => void,
): Promise<"kept" | "refused" | "lost"> {
  const [file] = input.files ?? [];
  const key = form.dataset.upload;
  if (!file || key === undefined) return "refused";
  const body = new FormData();
  for (const [name, value] of [...fields]) if (name.endsWith("_percent")) body.set(name, value);
  body.set("key", key);
  body.set("is_public", "1");
  body.set("file", file);
  const request = new XMLHttpRequest();
  request.open("POST", "/api/mediafiles");
  showProgress(request, show);
  await new Promise((resolve) => {
    request.addEventListener("loadend", resolve);
    request.send(body);
  });
  const id = request.status === 201 ? /"id":"([\w-]+)"/.exec(request.responseText)?.[1] : undefined;
  if (id === undefined) return request.status === 0 ? "lost" : "refused";
  fields.delete(input.name);
  fields.delete("remove_image");
  fields.set("image_id", id);
  return "kept";
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
