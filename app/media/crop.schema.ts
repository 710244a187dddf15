import { z } from "zod";
import { productRules } from "../product-rules.ts";

/** Which part of a picture shows: how near, and where of what is left at the sides, in percent from left and top. */
export interface Crop {
  x_percent: number;
  y_percent: number;
  zoom_percent: number;
}

/** The middle, as much of it as fits. */
export const MIDDLE: Crop = { x_percent: 50, y_percent: 50, zoom_percent: 100 };

const between = (minimum: number, maximum: number, fallback: number) =>
  z.coerce
    .number()
    .catch(fallback)
    .transform((value) => Math.min(maximum, Math.max(minimum, Number.isFinite(value) ? value : fallback)));

/** How near a picture of a profile can be taken. */
export const ZOOM_MAXIMUM = 4;

/** The fields beside a picture's file; what makes no sense is taken for the nearest that does. */
const cropUpTo = (zoom_maximum: number) =>
  z.object({
    x_percent: between(0, 100, MIDDLE.x_percent),
    y_percent: between(0, 100, MIDDLE.y_percent),
    zoom_percent: between(100, 100 * zoom_maximum, MIDDLE.zoom_percent),
  });

export const cropForm = cropUpTo(ZOOM_MAXIMUM);

/** The same for the picture of a tribute item. */
export const itemCropForm = cropUpTo(productRules.item.image_zoom_maximum);

/** The window of the wished shape inside a picture, in whole points; never empty, never outside. */
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
