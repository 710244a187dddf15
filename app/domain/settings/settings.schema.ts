import { z } from "zod";
import type { Locale } from "../../../locales/index.ts";
import { FEATURES, type Feature, REGISTRATIONS } from "../../product-features.ts";
import { productRules } from "../../product-rules.ts";
import { defaultSettings, type Rules } from "../../product-settings.ts";
import { parseAmount } from "../money/minor.ts";
import { cleanLine, fieldsByLocale, ticked } from "../typed-text.schema.ts";

const NAME_CHARACTERS = 30;
const SHORT_NAME_CHARACTERS = 20;
const LINE_CHARACTERS = 120;
const HEADLINE_CHARACTERS = 60;
const LINES_MAXIMUM = 8;

/** Letters, digits and few signs: it gets into mails' senders, one-time passwords and texts with values. */
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

/** The group's version that the page showed. */
const seen_version = z.coerce
  .number("errors.settings.stale")
  .int("errors.settings.stale")
  .nonnegative("errors.settings.stale");

/** An empty field is as by default. */
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

/** Only what differs from the defaults is stored, so that a release may change those. */
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

const money = z.int().positive().exactOptional();

export const storedRules = z.object({
  service_fee_bps: z.int().exactOptional(),
  tip_minimum_minor: money,
  tip_maximum_minor: money,
  tip_presets_minor: z.array(z.int()).exactOptional(),
  tip_preselected_minor: money,
});

type StoredRules = z.infer<typeof storedRules>;

/** What an operator may set of the rules, as it is stored. */
export function flatRules({ service_fee_bps, tip }: Rules): Required<StoredRules> {
  const { minimum_minor, maximum_minor, presets_minor, preselected_minor } = tip;
  return {
    ...{ service_fee_bps, tip_minimum_minor: minimum_minor, tip_maximum_minor: maximum_minor },
    ...{ tip_presets_minor: [...presets_minor], tip_preselected_minor: preselected_minor },
  };
}

/** Within these an operator sets rules; money in minor units. */
export const RULE_RANGES = { fee_bps_maximum: 3000, tip_least_minor: 50, tip_most_minor: 10_000_00 } as const;

const { tip } = productRules;

/** An amount of each currency, or a percentage with two decimals as basis points. */
const figure = (locale: Locale) =>
  z
    .string()
    .trim()
    .optional()
    .transform((text, context) => {
      if (!text) return undefined;
      const value = parseAmount(text, locale, "EUR");
      if (value !== null) return value;
      context.addIssue({ code: "custom", message: "errors.rules.figure" });
      return z.NEVER;
    });

const figures = (locale: Locale) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      if (!text?.trim()) return undefined;
      const values = text.split(/\s*(?:;|\n|,\s)\s*/).filter(Boolean);
      const amounts = values.flatMap((each) => parseAmount(each, locale, "EUR") ?? []);
      if (amounts.length === values.length) return amounts.sort((a, b) => a - b);
      context.addIssue({ code: "custom", message: "errors.rules.figure" });
      return z.NEVER;
    });

/** An empty field is as by default. What the ranges forbid is refused with the reason. */
export function rulesForm(locale: Locale) {
  return z
    .object({
      seen_version,
      service_fee_bps: figure(locale),
      tip_minimum_minor: figure(locale),
      tip_maximum_minor: figure(locale),
      tip_presets_minor: figures(locale),
      tip_preselected_minor: figure(locale),
    })
    .transform(({ seen_version, ...form }, context) => {
      const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
      const rules: Required<StoredRules> = { ...flatRules(defaultSettings.rules), ...given };
      const refuse = (name: keyof typeof form, message: string) =>
        context.addIssue({ code: "custom", path: [name], message });
      const { service_fee_bps, tip_minimum_minor: least, tip_maximum_minor: most } = rules;
      const { tip_presets_minor: presets, tip_preselected_minor: preselected } = rules;
      if (service_fee_bps > RULE_RANGES.fee_bps_maximum) refuse("service_fee_bps", "errors.rules.fee");
      if (least < RULE_RANGES.tip_least_minor || least > tip.minimum_minor * 100)
        refuse("tip_minimum_minor", "errors.rules.minimum");
      if (most <= least || most > RULE_RANGES.tip_most_minor)
        refuse("tip_maximum_minor", "errors.rules.maximum");
      const { minimum, maximum } = tip.own_amounts;
      const isFit =
        presets.length >= minimum &&
        presets.length <= maximum &&
        new Set(presets).size === presets.length &&
        presets.every((each) => each >= least && each <= most);
      if (!isFit) refuse("tip_presets_minor", "errors.rules.presets");
      if (!presets.includes(preselected)) refuse("tip_preselected_minor", "errors.rules.preselected");
      return { seen_version, rules };
    });
}
