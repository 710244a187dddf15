import type { LegalPage } from "./domain/legal-texts/legal-texts.schema.ts";
import { PROFILE_CURRENCIES, type ProfileCurrency } from "./domain/money/minor.ts";
import type { Feature, REGISTRATIONS } from "./product-features.ts";
import { ORIGIN } from "./product-name.ts";
import { productRules } from "./product-rules.ts";

/** Drawn from an upload; in pixels. */
export interface BrandPicture {
  readonly hash: string;
  readonly width: number;
  readonly height: number;
}

interface BrandValue {
  readonly title: string;
  readonly text: string;
}

/** docs/product.md, 6.16. Colours are "#rrggbb". */
export interface Brand {
  readonly name: string;
  readonly short_name: string;
  readonly accent_light: string | null;
  readonly accent_dark: string | null;
  /** By locale; a missing one is ours. */
  readonly headline: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, readonly BrandValue[]>>;
  /** Replaces the name at the top; drawn at twice the size. */
  readonly logo_light: BrandPicture | null;
  readonly logo_dark: BrandPicture | null;
  readonly icon: BrandPicture | null;
  readonly support_email: string;
  readonly mail_sender: string | null;
  readonly issuer: readonly string[];
  readonly social_links: readonly { readonly label: string; readonly url: string }[];
  /** The footer's "runs on Tribute", under another name. */
  readonly names_origin: boolean;
}

export interface LegalVersion {
  readonly page: LegalPage;
  readonly version: number;
  readonly valid_from: Date;
  readonly published_at: Date;
}

/** The provider's, common countries', or the receiver's alone. */
export const PAY_CURRENCIES = ["all", "common", "own"] as const;
type PayCurrencies = (typeof PAY_CURRENCIES)[number];

/** The identity document's front is always needed. */
export const WAIVABLE_DOCUMENTS = ["mediafile_passback", "mediafile_shootout", "mediafile_invoice"] as const;
type WaivableDocument = (typeof WAIVABLE_DOCUMENTS)[number];

export interface ContentRules {
  readonly message_characters_maximum: number;
  readonly thank_yous_maximum: number;
  readonly voucher_minimum_minor: number;
  readonly voucher_maximum_minor: number;
  readonly voucher_presets_minor: readonly number[];
  /** To the end of that year after the purchase. */
  readonly voucher_valid_years: number;
  readonly voucher_withdrawal_days: number;
  /** Of new profiles, groups and vouchers; the first is a new account's. */
  readonly currencies: readonly ProfileCurrency[];
  readonly pay_currencies: PayCurrencies;
  /** Also without a sign of misuse. */
  readonly review_always: boolean;
  readonly waived_documents: readonly WaivableDocument[];
}

/** Rules in force; minor units. Payments keep theirs. */
export interface Rules {
  readonly service_fee_bps: number;
  readonly service_fee_minimum_minor: number;
  readonly tip: {
    readonly minimum_minor: number;
    readonly maximum_minor: number;
    readonly presets_minor: readonly number[];
    readonly preselected_minor: number;
  };
  readonly content: ContentRules;
  readonly hold_days: Readonly<Record<keyof typeof productRules.hold_days, number>>;
  readonly payout: {
    readonly day: number;
    readonly automatic_minimum_minor: number;
    readonly regions: Readonly<Record<PayoutRegion, PayoutTerms>>;
  };
}

export type PayoutRegion = keyof typeof productRules.payout.regions;

export interface PayoutTerms {
  readonly fee_minor: number;
  /** Null where it is never free. */
  readonly free_from_minor: number | null;
  readonly minimum_minor: number;
}

export function termsText({ fee_minor, free_from_minor }: PayoutTerms) {
  if (fee_minor === 0) return "legal:payoutTerms.free";
  return free_from_minor === null ? "legal:payoutTerms.always" : "legal:payoutTerms.below";
}

export function holdText(days: number) {
  if (days === 0) return "legal:holdTerms.none";
  return days === 1 ? "legal:holdTerms.one" : "legal:holdTerms.more";
}

export interface Features extends Readonly<Record<Feature, boolean>> {
  readonly registration: (typeof REGISTRATIONS)[number];
}

/** Immutable: caches know it by identity. */
export interface Settings {
  readonly version: number;
  readonly brand: Brand;
  /** A page without one has our template. */
  readonly legal_versions: readonly LegalVersion[];
  readonly features: Features;
  readonly rules: Rules;
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

const { minimum_minor, maximum_minor, presets_minor, preselected_minor } = productRules.tip;
const { day, automatic_minimum_minor, regions } = productRules.payout;
const { voucher } = productRules;

export const defaultSettings: Settings = {
  version: 0,
  brand: {
    name: ORIGIN,
    short_name: "tribute",
    accent_light: null,
    accent_dark: null,
    headline: {},
    values: {},
    logo_light: null,
    logo_dark: null,
    icon: null,
    support_email: "hello@tribute.example",
    mail_sender: null,
    issuer: ["Tribute (demo)", "Beispielstraße 1", "10115 Berlin", "DE000000000"],
    social_links: [],
    names_origin: true,
  },
  legal_versions: [],
  features: {
    ...{ vouchers: true, groups: true, leaderboard: true, microblog: true, discord: true },
    ...{ goals: true, supporters: true, indexing: true, registration: "open" },
  },
  rules: {
    service_fee_bps: productRules.service_fee.standard_bps,
    service_fee_minimum_minor: productRules.service_fee.minimum_minor,
    tip: { minimum_minor, maximum_minor, presets_minor, preselected_minor },
    content: {
      message_characters_maximum: productRules.tip.message_characters_maximum,
      thank_yous_maximum: productRules.reply.per_tip_maximum,
      voucher_minimum_minor: voucher.minimum_minor,
      voucher_maximum_minor: voucher.maximum_minor,
      voucher_presets_minor: voucher.presets_minor,
      voucher_valid_years: voucher.valid_years,
      voucher_withdrawal_days: voucher.withdrawal_days,
      currencies: PROFILE_CURRENCIES,
      pay_currencies: "all",
      review_always: false,
      waived_documents: [],
    },
    hold_days: productRules.hold_days,
    payout: { day, automatic_minimum_minor, regions },
  },
  pictures: new Map(),
};
