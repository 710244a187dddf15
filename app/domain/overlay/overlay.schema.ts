import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import { type Locale, typedAmount } from "../money/minor.ts";

/** A page makes its own; its version says nothing. */
const sourceId = z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

const alertTurn = z
  .string()
  .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[1-9]\d{0,5}$/)
  .transform((text) => {
    const [id = "", turn] = text.split(".");
    return { id, turn: Number(turn) };
  });

export const shownForm = z
  .object({ alert: alertTurn, source: sourceId })
  .transform(({ alert, source }) => ({ ...alert, source_id: source }));

export const ALERT_INTENTS = ["skip", "replay", "approve", "refuse"] as const;

export const alertForm = z.object({ intent: z.enum(ALERT_INTENTS), alert: alertTurn });

export const OVERLAY_DESIGNS = ["NOTE", "RIBBON", "BURST"] as const;
export const OVERLAY_SOUNDS = ["CHIME", "OWN", "NONE"] as const;

/** Nothing that loads, and no escapes that could spell it. */
const LOADS = /@import|@font-face|url\s*\(|src\s*\(|image-set|\\|<\//i;

const { shown_seconds, css_bytes } = productRules.overlay;

const seconds = z
  .string("errors.overlay.seconds")
  .regex(/^\d{1,2}$/, "errors.overlay.seconds")
  .transform(Number)
  .refine(
    (value) => value >= shown_seconds.minimum && value <= shown_seconds.maximum,
    "errors.overlay.seconds",
  );

/** What is left out is as by default. */
export function overlayStyleForm(currency: string, locale: Locale) {
  return z.object({
    design: z.enum(OVERLAY_DESIGNS, "errors.overlay.design"),
    accent: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}$/, "errors.settings.colour")
      .optional()
      .transform((text) => text ?? null),
    shown_seconds: seconds,
    minimum: typedAmount(currency, locale, {
      isAllowed: (amount) => amount > 0,
      text: "errors.amount.invalid",
    }),
    sound: z.enum(OVERLAY_SOUNDS, "errors.overlay.sound"),
    own_css: z
      .string()
      .refine((text) => new TextEncoder().encode(text).byteLength <= css_bytes, "errors.overlay.css_long")
      .refine((text) => !LOADS.test(text), "errors.overlay.css_loads")
      .optional()
      .transform((text) => text ?? null),
  });
}
