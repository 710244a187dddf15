import { useState } from "react";
import Cropper from "react-easy-crop";
import css from "react-easy-crop/react-easy-crop.css?inline";

export interface Preview {
  url: string;
  width: number;
  height: number;
}

const PREVIEW_EDGE = 1200;
const SHAPES = {
  item: { aspect: 1, round: false },
  avatar: { aspect: 1, round: true },
  header: { aspect: 3, round: false },
} as const;

export type CropValues = Readonly<Record<"x_percent" | "y_percent" | "zoom_percent", number>>;

export default function CropPlace(props: {
  preview: Preview;
  shape: keyof typeof SHAPES;
  zoomMaximum: number;
  onMove: (values: CropValues) => void;
}) {
  const { preview } = props;
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const { aspect, round } = SHAPES[props.shape];
  return (
    <Cropper
      image={preview.url}
      crop={crop}
      zoom={zoom}
      maxZoom={props.zoomMaximum}
      aspect={aspect}
      cropShape={round ? "round" : "rect"}
      showGrid={false}
      disableAutomaticStylesInjection
      onCropChange={setCrop}
      onZoomChange={setZoom}
      onCropComplete={(area) => {
        const share = (start: number, size: number) => (size >= 100 ? 50 : (start / (100 - size)) * 100);
        const widest = Math.min(100, ((aspect * preview.height) / preview.width) * 100);
        props.onMove({
          x_percent: share(area.x, area.width),
          y_percent: share(area.y, area.height),
          zoom_percent: (widest / area.width) * 100,
        });
      }}
    />
  );
}

export async function readPreview(file: File): Promise<Preview | null> {
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

// The policy forbids the library's style element.
const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
