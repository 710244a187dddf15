import { z } from "zod";
import type { Locale } from "../../../locales/index.ts";
import { productRules } from "../../product-rules.ts";
import {
  type ContentRules,
  defaultSettings,
  PAY_CURRENCIES,
  type Rules,
  WAIVABLE_DOCUMENTS,
} from "../../product-settings.ts";
import { PROFILE_CURRENCIES } from "../money/minor.ts";
import { ticked } from "../typed-text.schema.ts";
import { figure, figures, seen_version, storedMoney, whole } from "./rule-fields.schema.ts";

const count = z.int().nonnegative().exactOptional();

export const storedContentRules = z.object({
  message_characters_maximum: count,
  thank_yous_maximum: count,
  voucher_minimum_minor: storedMoney,
  voucher_maximum_minor: storedMoney,
  voucher_presets_minor: z.array(z.int()).exactOptional(),
  voucher_valid_years: count,
  voucher_withdrawal_days: count,
  currencies: z.array(z.enum(PROFILE_CURRENCIES)).exactOptional(),
  pay_currencies: z.enum(PAY_CURRENCIES).exactOptional(),
  waived_documents: z.array(z.enum(WAIVABLE_DOCUMENTS)).exactOptional(),
  review_always: z.boolean().exactOptional(),
});

export const flatContentRules = ({ content }: Rules): ContentRules => content;

/** Operators choose within these; columns take no more than the maximum. */
export const CONTENT_RANGES = {
  message_characters: { minimum: 50, maximum: productRules.tip.message_characters_maximum },
  thank_yous: { minimum: 0, maximum: productRules.reply.per_tip_maximum },
  voucher: { minimum: 1_00, maximum: 1_000_00 },
  /** By law a claim lapses with the third year; a distance contract may be withdrawn from for two weeks. */
  voucher_years: { minimum: productRules.voucher.valid_years, maximum: 10 },
  voucher_days: { minimum: productRules.voucher.withdrawal_days, maximum: 60 },
} as const;

const currencies = z
  .string()
  .max(100, "errors.rules.currencies")
  .transform((text, context) => {
    const codes = text
      .toUpperCase()
      .split(/[;,\s]/)
      .filter(Boolean);
    const known = PROFILE_CURRENCIES.filter((currency) => codes.includes(currency));
    if (known.length > 0 && known.length === codes.length) return known;
    context.addIssue({ code: "custom", message: "errors.rules.currencies" });
    return z.NEVER;
  });

/** An empty field is the default. Refuses values beyond the ranges, with the reason. */
export function contentRulesForm(locale: Locale) {
  return z
    .object({
      seen_version,
      message_characters_maximum: whole(CONTENT_RANGES.message_characters, "errors.rules.message_characters"),
      thank_yous_maximum: whole(CONTENT_RANGES.thank_yous, "errors.rules.thank_yous"),
      voucher_minimum_minor: figure(locale),
      voucher_maximum_minor: figure(locale),
      voucher_presets_minor: figures(locale),
      voucher_valid_years: whole(CONTENT_RANGES.voucher_years, "errors.rules.voucher_years"),
      voucher_withdrawal_days: whole(CONTENT_RANGES.voucher_days, "errors.rules.voucher_days"),
      currencies: currencies.optional(),
      pay_currencies: z.enum(PAY_CURRENCIES, "errors.rules.currencies").optional(),
      waived_documents: z.array(z.enum(WAIVABLE_DOCUMENTS, "errors.rules.documents")).optional(),
      review_always: ticked,
    })
    .transform(({ seen_version, ...form }, context) => {
      const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
      const rules: ContentRules = { ...defaultSettings.rules.content, ...given };
      for (const [name, message] of voucherProblems(rules))
        context.addIssue({ code: "custom", path: [name], message });
      return { seen_version, rules };
    });
}

function voucherProblems(rules: ContentRules): (readonly [keyof ContentRules, string])[] {
  const { voucher_minimum_minor: least, voucher_maximum_minor: most, voucher_presets_minor: presets } = rules;
  const { voucher } = CONTENT_RANGES;
  const { minimum, maximum } = productRules.tip.own_amounts;
  const isFit =
    presets.length >= minimum &&
    presets.length <= maximum &&
    new Set(presets).size === presets.length &&
    presets.every((each) => each >= least && each <= most);
  return [
    ...(least < voucher.minimum ? [["voucher_minimum_minor", "errors.rules.voucher_minimum"] as const] : []),
    ...(most <= least || most > voucher.maximum
      ? [["voucher_maximum_minor", "errors.rules.voucher_maximum"] as const]
      : []),
    ...(isFit ? [] : [["voucher_presets_minor", "errors.rules.presets"] as const]),
  ];
}
