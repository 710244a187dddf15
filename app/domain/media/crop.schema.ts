import { z } from "zod";
import { productRules } from "../../product-rules.ts";

export interface Crop {
  x_percent: number;
  y_percent: number;
  zoom_percent: number;
}

export const MIDDLE: Crop = { x_percent: 50, y_percent: 50, zoom_percent: 100 };

const between = (minimum: number, maximum: number, fallback: number) =>
  z.coerce
    .number()
    .catch(fallback)
    .transform((value) => Math.min(maximum, Math.max(minimum, Number.isFinite(value) ? value : fallback)));

export const ZOOM_MAXIMUM = 4;

const cropUpTo = (zoom_maximum: number) =>
  z.object({
    x_percent: between(0, 100, MIDDLE.x_percent),
    y_percent: between(0, 100, MIDDLE.y_percent),
    zoom_percent: between(100, 100 * zoom_maximum, MIDDLE.zoom_percent),
  });

export const cropForm = cropUpTo(ZOOM_MAXIMUM);

export const itemCropForm = cropUpTo(productRules.item.image_zoom_maximum);

/** Whole pixels, never empty or outside. */
export function cropWindow(
  picture: { width: number; height: number },
  shape: { width: number; height: number },
  crop: Crop,
): { left: number; top: number; width: number; height: number } {
  const scale = Math.min(picture.width / shape.width, picture.height / shape.height);
  const zoom = 100 / crop.zoom_percent;
  const size = (edge: number, maximum: number) =>
    Math.max(1, Math.min(maximum, Math.trunc(edge * scale * zoom)));
  const width = size(shape.width, picture.width);
  const height = size(shape.height, picture.height);
  return {
    left: Math.trunc(((picture.width - width) * crop.x_percent) / 100),
    top: Math.trunc(((picture.height - height) * crop.y_percent) / 100),
    width,
    height,
  };
}
