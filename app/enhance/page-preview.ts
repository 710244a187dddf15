import { whenShown } from "./when-shown.ts";

function follow(place: HTMLElement, field: HTMLInputElement): void {
  const before = [...place.childNodes];
  const show = () => {
    const file = field.files?.[0];
    if (file) void face(file).then((shown) => place.replaceChildren(shown));
    else if (field.type !== "file" && field.value.trim() !== "") place.textContent = field.value.trim();
    else place.replaceChildren(...before);
  };
  field.addEventListener("input", show);
  field.addEventListener("change", show);
  whenShown(show);
}

async function face(file: File): Promise<HTMLElement> {
  const ring = document.createElement("span");
  ring.className = "face ring";
  const picture = new Image(120, 120);
  picture.className = "face-pic";
  picture.alt = "";
  // The policy allows only data URLs.
  picture.src = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.readAsDataURL(file);
  });
  ring.append(picture);
  return ring;
}

for (const place of document.querySelectorAll<HTMLElement>("[data-shows]")) {
  const field = document.getElementById(place.dataset.shows ?? "");
  if (field instanceof HTMLInputElement) follow(place, field);
}
