import { z } from "zod";
import type { Locale } from "../../../locales/index.ts";
import { productRules } from "../../product-rules.ts";
import { defaultSettings, type Rules } from "../../product-settings.ts";
import { figure, figures, percentage, seen_version, storedMoney } from "./rule-fields.schema.ts";

export const storedRules = z.object({
  service_fee_bps: z.int().exactOptional(),
  service_fee_minimum_minor: z.int().nonnegative().exactOptional(),
  tip_minimum_minor: storedMoney,
  tip_maximum_minor: storedMoney,
  tip_presets_minor: z.array(z.int()).exactOptional(),
  tip_preselected_minor: storedMoney,
});

type StoredRules = z.infer<typeof storedRules>;

/** What an operator may set, as stored. */
export function flatRules({ service_fee_bps, service_fee_minimum_minor, tip }: Rules): Required<StoredRules> {
  const { minimum_minor, maximum_minor, presets_minor, preselected_minor } = tip;
  return {
    ...{ service_fee_bps, service_fee_minimum_minor },
    ...{ tip_minimum_minor: minimum_minor, tip_maximum_minor: maximum_minor },
    ...{ tip_presets_minor: [...presets_minor], tip_preselected_minor: preselected_minor },
  };
}

/** Operators choose within these, as the tables do; minor units. */
export const RULE_RANGES = {
  fee_bps_maximum: 3000,
  /** The smallest voucher on offer. */
  fee_minimum_most_minor: 1_00,
  tip_least_minor: 50,
  tip_most_minor: 5_000_00,
} as const;

const { tip } = productRules;

/** An empty field is the default. Refuses values beyond the ranges, with the reason. */
export function rulesForm(locale: Locale) {
  return z
    .object({
      seen_version,
      service_fee_bps: percentage(locale),
      service_fee_minimum_minor: figure(locale),
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
      if (rules.service_fee_minimum_minor > Math.min(RULE_RANGES.fee_minimum_most_minor, least))
        refuse("service_fee_minimum_minor", "errors.rules.fee_minimum");
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
