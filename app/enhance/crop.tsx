import { type ReactElement, useState } from "react";
import { createRoot } from "react-dom/client";
import Cropper from "react-easy-crop";
import css from "react-easy-crop/react-easy-crop.css?inline";
import { whenShown } from "./when-shown.ts";

/** A picture as its chooser sees it, small enough to be moved about. */
interface Preview {
  url: string;
  width: number;
  height: number;
}

const PREVIEW_EDGE = 1200;
const SHAPES: Record<string, { aspect: number; round: boolean }> = {
  item: { aspect: 1, round: false },
  avatar: { aspect: 1, round: true },
  header: { aspect: 3, round: false },
};

/** Moves the three sliders by the picture itself; they stay the form's fields, and what keyboards use. */
function CropPlace({
  preview,
  kind,
  maxZoom,
  write,
}: {
  preview: Preview;
  kind: string;
  maxZoom: number;
  write(values: { x_percent: number; y_percent: number; zoom_percent: number }): void;
}): ReactElement {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const shape = SHAPES[kind] ?? { aspect: 1, round: false };
  return (
    <Cropper
      image={preview.url}
      crop={crop}
      zoom={zoom}
      maxZoom={maxZoom}
      aspect={shape.aspect}
      cropShape={shape.round ? "round" : "rect"}
      showGrid={false}
      disableAutomaticStylesInjection
      onCropChange={setCrop}
      onZoomChange={setZoom}
      onCropComplete={(area) => {
        const share = (start: number, size: number) => (size >= 100 ? 50 : (start / (100 - size)) * 100);
        const widest = Math.min(100, ((shape.aspect * preview.height) / preview.width) * 100);
        write({
          x_percent: share(area.x, area.width),
          y_percent: share(area.y, area.height),
          zoom_percent: (widest / area.width) * 100,
        });
      }}
    />
  );
}

/** The chosen file, upright and small; null for what the browser cannot show, which the server will tell. */
async function readPreview(file: File): Promise<Preview | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, PREVIEW_EDGE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return { url: canvas.toDataURL("image/jpeg", 0.85), width: canvas.width, height: canvas.height };
  } catch {
    return null;
  }
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

/** Each picture that is cropped: by moving it, once a file is chosen; before that there is nothing to crop. */
export function showCrops(place: ParentNode): void {
  for (const fields of place.querySelectorAll<HTMLDetailsElement>("[data-crop]")) showCrop(fields);
}

function showCrop(fields: HTMLDetailsElement): void {
  const input = fields.closest("form")?.querySelector<HTMLInputElement>("input[type=file][name]");
  const place = fields.querySelector<HTMLElement>(".crop-place");
  if (!input || !place) return;
  const root = createRoot(place);
  const slider = (name: string) => fields.querySelector<HTMLInputElement>(`[name=${name}]`);
  const write = (values: Record<string, number>) => {
    for (const [name, value] of Object.entries(values)) {
      const moved = slider(name);
      if (moved) moved.value = String(value);
    }
  };
  const maxZoom = Number(slider("zoom_percent")?.max) / 100;
  const show = async () => {
    const [file] = input.files ?? [];
    fields.hidden = file === undefined;
    const preview = file ? await readPreview(file) : null;
    place.hidden = preview === null;
    fields.open = preview !== null;
    if (preview)
      root.render(
        <CropPlace
          key={preview.url}
          preview={preview}
          kind={fields.dataset.crop ?? ""}
          maxZoom={maxZoom}
          write={write}
        />,
      );
  };
  input.addEventListener("change", show);
  whenShown(() => void show());
}
