import { z } from "zod";
import type { Locale } from "../../../locales/index.ts";
import { defaultSettings, type PayoutTerms, type Rules } from "../../product-settings.ts";
import { figure, figureOrNone, seen_version, storedMoney, whole } from "./rule-fields.schema.ts";

const days = z.int().nonnegative().exactOptional();
/** Without a fee a withdrawal is free. */
const storedFee = z.int().nonnegative().exactOptional();
const storedFreeFrom = z.int().positive().nullable().exactOptional();

export const storedPayoutRules = z.object({
  payout_day: z.int().exactOptional(),
  automatic_minimum_minor: storedMoney,
  ...{ card_hold_days: days, transfer_hold_days: days, debit_hold_days: days },
  ...{ eu_fee_minor: storedFee, eu_free_from_minor: storedFreeFrom, eu_minimum_minor: storedMoney },
  special_fee_minor: storedFee,
  special_free_from_minor: storedFreeFrom,
  special_minimum_minor: storedMoney,
  default_fee_minor: storedFee,
  default_free_from_minor: storedFreeFrom,
  default_minimum_minor: storedMoney,
  paxum_fee_minor: storedFee,
  paxum_free_from_minor: storedFreeFrom,
  paxum_minimum_minor: storedMoney,
});

export const PAYOUT_RULES = storedPayoutRules.keyof().options;

type Stored = z.infer<typeof storedPayoutRules>;

export const COMMON_PAYOUT_RULES = [
  ...(["payout_day", "automatic_minimum_minor"] as const),
  ...(["card_hold_days", "transfer_hold_days", "debit_hold_days"] as const),
] as const;
export const REGIONS = ["eu", "special", "default", "paxum"] as const;
export const REGION_TERMS = ["fee_minor", "free_from_minor", "minimum_minor"] as const;

/** What an operator may set, as stored. */
export function flatPayoutRules({ payout, hold_days }: Rules): Required<Stored> {
  const { EU, SPECIAL, DEFAULT, PAXUM } = payout.regions;
  return {
    payout_day: payout.day,
    automatic_minimum_minor: payout.automatic_minimum_minor,
    ...{ card_hold_days: hold_days.INETCASH_CC, transfer_hold_days: hold_days.INETCASH_OB },
    debit_hold_days: hold_days.INETCASH_DD,
    ...{ eu_fee_minor: EU.fee_minor, eu_free_from_minor: EU.free_from_minor },
    ...{ eu_minimum_minor: EU.minimum_minor, special_fee_minor: SPECIAL.fee_minor },
    ...{ special_free_from_minor: SPECIAL.free_from_minor, special_minimum_minor: SPECIAL.minimum_minor },
    ...{ default_fee_minor: DEFAULT.fee_minor, default_free_from_minor: DEFAULT.free_from_minor },
    ...{ default_minimum_minor: DEFAULT.minimum_minor, paxum_fee_minor: PAXUM.fee_minor },
    ...{ paxum_free_from_minor: PAXUM.free_from_minor, paxum_minimum_minor: PAXUM.minimum_minor },
  };
}

/** The rules in force for stored values. */
export function payoutRulesFrom(stored: Stored): Pick<Rules, "payout" | "hold_days"> {
  const all = { ...flatPayoutRules(defaultSettings.rules), ...stored };
  const termsOf = (region: (typeof REGIONS)[number]): PayoutTerms => ({
    fee_minor: all[`${region}_fee_minor`],
    free_from_minor: all[`${region}_free_from_minor`],
    minimum_minor: all[`${region}_minimum_minor`],
  });
  const transfer = all.transfer_hold_days;
  return {
    hold_days: {
      ...{ INETCASH_CC: all.card_hold_days, INETCASH_DD: all.debit_hold_days },
      ...{ INETCASH_DB: transfer, INETCASH_OB: transfer },
    },
    payout: {
      day: all.payout_day,
      automatic_minimum_minor: all.automatic_minimum_minor,
      regions: {
        ...{ EU: termsOf("eu"), SPECIAL: termsOf("special") },
        ...{ DEFAULT: termsOf("default"), PAXUM: termsOf("paxum") },
      },
    },
  };
}

/** Operators choose within these; minor units. */
export const PAYOUT_RANGES = {
  day: { minimum: 1, maximum: 28 },
  // Fans can return direct debits for 56 days.
  hold_days: { minimum: 0, maximum: 60 },
  ...{ fee_most_minor: 50_00, free_from_most_minor: 10_000_00 },
  ...{ automatic_least_minor: 5_00, automatic_most_minor: 1_000_00 },
} as const;

/** An empty field is the default. Refuses values beyond the ranges, with the reason. */
export function payoutRulesForm(locale: Locale) {
  return z
    .object({
      seen_version,
      payout_day: whole(PAYOUT_RANGES.day, "errors.payouts.day"),
      automatic_minimum_minor: figure(locale),
      card_hold_days: whole(PAYOUT_RANGES.hold_days, "errors.payouts.hold_days"),
      transfer_hold_days: whole(PAYOUT_RANGES.hold_days, "errors.payouts.hold_days"),
      debit_hold_days: whole(PAYOUT_RANGES.hold_days, "errors.payouts.hold_days"),
      // A schema each: conform reads a shared one once.
      eu_fee_minor: figure(locale),
      eu_free_from_minor: figureOrNone(locale),
      eu_minimum_minor: figure(locale),
      special_fee_minor: figure(locale),
      special_free_from_minor: figureOrNone(locale),
      special_minimum_minor: figure(locale),
      default_fee_minor: figure(locale),
      default_free_from_minor: figureOrNone(locale),
      default_minimum_minor: figure(locale),
      paxum_fee_minor: figure(locale),
      paxum_free_from_minor: figureOrNone(locale),
      paxum_minimum_minor: figure(locale),
    })
    .transform(({ seen_version, ...form }, context) => {
      const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
      const shipped = flatPayoutRules(defaultSettings.rules);
      const rules: Required<Stored> = { ...shipped, ...given };
      const refuse = (name: keyof typeof form, message: string) =>
        context.addIssue({ code: "custom", path: [name], message });
      const { automatic_least_minor, automatic_most_minor, ...most } = PAYOUT_RANGES;
      const automatic = rules.automatic_minimum_minor;
      if (automatic < automatic_least_minor || automatic > automatic_most_minor)
        refuse("automatic_minimum_minor", "errors.payouts.automatic");
      for (const region of REGIONS) {
        const fee = rules[`${region}_fee_minor`];
        const minimum = rules[`${region}_minimum_minor`];
        const free = rules[`${region}_free_from_minor`];
        if (fee > most.fee_most_minor) refuse(`${region}_fee_minor`, "errors.payouts.fee");
        // A higher one would withhold payable money from leaving creators.
        if (minimum <= fee || minimum > shipped[`${region}_minimum_minor`])
          refuse(`${region}_minimum_minor`, "errors.payouts.least");
        if (free !== null && (free < minimum || free > most.free_from_most_minor))
          refuse(`${region}_free_from_minor`, "errors.payouts.free");
      }
      return { seen_version, rules };
    });
}
