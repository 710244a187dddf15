import { z } from "zod";
import { FEATURES, type Feature, REGISTRATIONS } from "../../product-features.ts";
import { cleanLine, fieldsByLocale, ticked } from "../typed-text.schema.ts";
import { seen_version } from "./rule-fields.schema.ts";

const NAME_CHARACTERS = 30;
const SHORT_NAME_CHARACTERS = 20;
const LINE_CHARACTERS = 120;
const HEADLINE_CHARACTERS = 60;
const LINES_MAXIMUM = 8;

/** It gets into mail senders, one-time passwords and texts with values. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}\p{M} .&'’!+-]*$/u;

const line = (characters: number) =>
  z
    .string()
    .regex(/^[^\0]*$/, "errors.settings.sign")
    .overwrite(cleanLine)
    .max(characters, "errors.settings.long");

const name = (characters: number) => line(characters).regex(NAME, "errors.settings.name");

const colour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, "errors.settings.colour");

const linesOf = (characters: number) =>
  z
    .string()
    .regex(/^[^\0]*$/, "errors.settings.sign")
    .transform((text) => text.split("\n").map(cleanLine).filter(Boolean))
    .refine((all) => all.length <= LINES_MAXIMUM, "errors.settings.lines")
    .refine((all) => all.every((each) => each.length <= characters), "errors.settings.long");

const lines = linesOf(LINE_CHARACTERS);

const LINK = /^(\S.*?)\s+(https:\/\/\S+)$/;

const links = lines
  .refine((all) => all.every((each) => isLink(each)), "errors.settings.links")
  .transform((all) =>
    all.map((each) => {
      const [, label = "", url = ""] = LINK.exec(each) ?? [];
      return { label, url };
    }),
  );

function isLink(text: string): boolean {
  const url = LINK.exec(text)?.[2];
  return url !== undefined && URL.canParse(url);
}

const VALUES_MAXIMUM = 3;
const VALUE_CHARACTERS = 200;
const VALUE = /^(\S.*?):\s+(\S.*)$/;

const values = linesOf(VALUE_CHARACTERS)
  .refine((all) => all.length <= VALUES_MAXIMUM, "errors.settings.lines")
  .refine((all) => new Set(all).size === all.length, "errors.settings.values")
  .refine((all) => all.every((each) => VALUE.test(each)), "errors.settings.values")
  .transform((all) =>
    all.map((each) => {
      const [, title = "", text = ""] = VALUE.exec(each) ?? [];
      return { title, text };
    }),
  );

export const brandForm = z.object({
  seen_version,
  name: name(NAME_CHARACTERS).optional(),
  short_name: name(SHORT_NAME_CHARACTERS).optional(),
  accent_light: colour.optional(),
  accent_dark: colour.optional(),
  ...fieldsByLocale("headline", line(HEADLINE_CHARACTERS).optional()),
  ...fieldsByLocale("values", values.optional()),
  support_email: z.email("errors.settings.email").optional(),
  mail_sender: name(NAME_CHARACTERS).optional(),
  issuer: lines.optional(),
  social_links: links.optional(),
  hides_origin: ticked,
});

export type BrandForm = z.infer<typeof brandForm>;

const text = z.string().exactOptional();
const flag = z.boolean().exactOptional();

export const BRAND_PICTURES = ["logo_light", "logo_dark", "icon"] as const;
export type BrandPictureName = (typeof BRAND_PICTURES)[number];

/** `data`: the PNG in base64. */
const picture = z
  .object({
    hash: z.string().regex(/^[0-9a-f]{32}$/),
    width: z.int(),
    height: z.int(),
    data: z.base64(),
  })
  .exactOptional();

export const storedBrand = z.object({
  ...{ name: text, short_name: text, accent_light: text, accent_dark: text, support_email: text },
  ...{ mail_sender: text, issuer: z.array(z.string()).exactOptional(), names_origin: flag },
  headline: z.record(z.string(), z.string()).exactOptional(),
  values: z.record(z.string(), z.array(z.object({ title: z.string(), text: z.string() }))).exactOptional(),
  ...{ logo_light: picture, logo_dark: picture, icon: picture },
  social_links: z.array(z.object({ label: z.string(), url: z.string() })).exactOptional(),
});

const each = <Value extends z.ZodType>(value: Value) =>
  // Every feature has one.
  Object.fromEntries(FEATURES.map((feature) => [feature, value])) as Record<Feature, Value>;

export const featuresForm = z.object({
  seen_version,
  ...each(ticked),
  registration: z.enum(REGISTRATIONS, "errors.settings.registration"),
});

export const storedFeatures = z.object({
  ...each(flag),
  registration: z.enum(REGISTRATIONS).exactOptional(),
});
