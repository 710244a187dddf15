import { z } from "zod";
import { LOCALES } from "../../../locales/index.ts";
import { productRules } from "../../product-rules.ts";
import { momentInBerlin } from "../calendar.ts";
import { cleanLine } from "../typed-text.schema.ts";

const rules = productRules.announcement;

const minute = z
  .string("errors.announcement.required")
  .trim()
  .refine((at) => momentInBerlin(at) !== null, "errors.announcement.time");

const line = (longest: number) =>
  z
    .string("errors.announcement.required")
    .regex(/^[^\0]*$/, "errors.announcement.long")
    .overwrite(cleanLine)
    .min(1, "errors.announcement.required")
    .max(longest, "errors.announcement.long");

const times = { starts_at: minute, ends_at: minute };
const inEachLanguage = (name: string, longest: number): Record<string, z.ZodString> =>
  Object.fromEntries(LOCALES.map((locale) => [`${name}_${locale}`, line(longest)]));

const inOrder = <Times extends { starts_at: string; ends_at: string }>(form: z.ZodType<Times>) =>
  form.refine((times) => times.ends_at > times.starts_at, {
    error: "errors.announcement.order",
    path: ["ends_at"],
  });

export const noticeForm = inOrder(z.object({ ...times, ...inEachLanguage("text", rules.text_characters) }));

export const eventForm = inOrder(
  z.object({
    ...times,
    ...inEachLanguage("title", rules.title_characters),
    ...inEachLanguage("text", rules.text_characters),
    url: z
      .string()
      .trim()
      .max(rules.url_characters, "errors.announcement.url")
      .refine(
        (url) => url === "" || /^\/(?![/\\])[^\s\\]*$/.test(url) || isSecure(url),
        "errors.announcement.url",
      )
      .optional(),
    color: z
      .string("errors.announcement.required")
      .trim()
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}$/, "errors.announcement.color"),
  }),
);

function isSecure(url: string): boolean {
  return /^https:\/\/[^\s\\]+$/.test(url) && URL.canParse(url);
}

export interface AnnouncedValues {
  starts_at: string;
  ends_at: string;
  url?: string | undefined;
  color?: string | undefined;
  [text: string]: string | undefined;
}
