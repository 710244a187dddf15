import { whenShown } from "./when-shown.ts";

/** The plain file input stays the form's field. */
function openPlace(place: HTMLElement, input: HTMLInputElement, text: string): void {
  const area = document.createElement("div");
  const show = () => {
    const name = input.files?.[0]?.name;
    const shown = document.createElement(name === undefined ? "span" : "b");
    shown.textContent = name ?? text;
    area.replaceChildren(shown);
    if (name !== undefined) forgetProblem(input);
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    const [item] = event.dataTransfer?.items ?? [];
    area.removeAttribute("data-idle");
    area.toggleAttribute("data-accept", item === undefined || input.accept.split(",").includes(item.type));
  };
  const rest = () => {
    area.removeAttribute("data-accept");
    area.setAttribute("data-idle", "");
  };
  area.addEventListener("dragenter", drag);
  area.addEventListener("dragover", drag);
  area.addEventListener("dragleave", rest);
  area.addEventListener("drop", (event) => {
    event.preventDefault();
    rest();
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    // The server validates, as without script.
    const transfer = new DataTransfer();
    transfer.items.add(file);
    input.files = transfer.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  area.addEventListener("click", () => input.click());
  input.addEventListener("change", show);
  rest();
  show();
  // Browsers restore files after scripts run.
  whenShown(show);
  place.append(area);
  place.hidden = false;
}

function forgetProblem(input: HTMLInputElement): void {
  const problem = document.getElementById(`${input.id}-error`);
  if (problem) problem.textContent = "";
  input.removeAttribute("aria-invalid");
}

// Touch screens cannot drop files.
const isPhone = matchMedia("(pointer: coarse)").matches;
for (const place of document.querySelectorAll<HTMLElement>("[data-dropzone]")) {
  const input = place.parentElement?.querySelector<HTMLInputElement>("input[type=file]");
  if (input) openPlace(place, input, (isPhone ? place.dataset.phone : place.dataset.dropzone) ?? "");
}
