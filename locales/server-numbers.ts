import { productRules as rules } from "../app/product-rules.ts";
import { holdText, type PayoutTerms, type Rules, termsText } from "../app/product-settings.ts";
import { LANGUAGES, type Locale } from "./index.ts";
import { numbersOf, ruleNumbers, textVariables } from "./rule-numbers.ts";
import { textOf } from "./text-of.ts";

/** As `ruleNumbers`, for texts of guests' pages, mails and the API alone: no browser loads them. */
function serverNumbers(tag: string, { tip, content, payout }: Rules) {
  const { whole, amount } = numbersOf(tag);
  const [smallest_preset = tip.minimum_minor] = tip.presets_minor;
  return {
    choice_cookie_days: whole(rules.choice_cookie_days),
    complaint_months: whole(rules.content_notices.complaint_months),
    creator_invitation_days: whole(rules.creator_invitation_days),
    operator_link_hours: whole(rules.link_hours.operator),
    draft_days: whole(rules.retention.draft_days),
    known_device_days: whole(rules.known_device_days),
    notice_words_days: whole(rules.content_notices.words_days),
    support_note_days: whole(rules.retention.support_note_days),
    password_link_minutes: whole(rules.link_hours.password * 60),
    paying_browser_hours: whole(rules.receipt.browser_hours),
    replies: whole(content.thank_yous_maximum),
    remembered_days: whole(rules.tip.remembered_days),
    idempotency_hours: whole(rules.idempotency.kept_hours),
    payment_start_hours: whole(rules.payment_starts.kept_hours),
    payout_data_unused_days: whole(rules.retention.payout_data_unused_days),
    payout_data_years: whole(rules.retention.payout_data_years),
    payout_day: whole(payout.day),
    payout_minimum: amount(payout.automatic_minimum_minor),
    pending_registration_minutes: whole(rules.pending_registration_minutes),
    provider_notice_days: whole(rules.retention.provider_notice_days),
    microblog_days: whole(rules.microblog.kept_days),
    preselected_tip: amount(tip.preselected_minor),
    mail_days: whole(rules.retention.mail_days),
    traffic_kept_days: whole(rules.retention.traffic_days),
    sandbox_notice_days: whole(rules.retention.sandbox_notice_days),
    sandbox_unpaid_days: whole(rules.retention.sandbox_unpaid_days),
    passkey_challenge_minutes: whole(rules.passkey.challenge_minutes),
    second_factor_minutes: whole(rules.second_factor_minutes),
    second_factor_setup_days: whole(rules.retention.second_factor_setup_days),
    seller_notice_days: whole(rules.retention.seller_notice_days),
    tax_details_years: whole(rules.retention.tax_details_years),
    tax_mails: whole(rules.dac7.mails),
    session_days: whole(rules.session_days),
    shared_days: whole(rules.shared_days),
    smallest_preset: amount(smallest_preset),
    unconfirmed_days: whole(rules.retention.unconfirmed_days),
    ended_series_years: whole(rules.retention.ended_series_years),
    unpaid_days: whole(rules.retention.unpaid_days),
    unpaid_words_days: whole(rules.retention.unpaid_words_days),
    unsubmitted_document_days: whole(rules.retention.unsubmitted_document_days),
    unused_hours: whole(rules.upload.unused_hours),
    voucher_held_hours: whole(rules.voucher.held_hours),
    voucher_lockout_minutes: whole(rules.voucher.lockout.minutes),
    voucher_pending_days: whole(rules.voucher.pending_days),
    voucher_words_days: whole(rules.retention.voucher_words_days),
    voucher_maximum: amount(content.voucher_maximum_minor),
    voucher_minimum: amount(content.voucher_minimum_minor),
    voucher_years: whole(content.voucher_valid_years),
    overlay_kept_days: whole(rules.overlay.kept_days),
    webhook_days: whole(rules.webhook.tried_days),
    webhook_deliveries_kept: whole(rules.webhook.deliveries_kept),
    withdrawal_days: whole(content.voucher_withdrawal_days),
  };
}

/** What each kind of withdrawal costs; `textOf` gives the language's texts. */
function payoutTerms(tag: string, { payout }: Rules, textOf: (key: string) => string) {
  const { amount } = numbersOf(tag);
  const said = (terms: PayoutTerms) => {
    const { fee_minor, free_from_minor, minimum_minor } = terms;
    const values = { fee: fee_minor, free: free_from_minor ?? 0, least: minimum_minor };
    return Object.entries(values).reduce(
      (text, [name, minor]) => text.replace(`{{${name}}}`, amount(minor)),
      textOf(termsText(terms)),
    );
  };
  const { EU, SPECIAL, DEFAULT, PAXUM } = payout.regions;
  return {
    ...{ payout_terms_eu: said(EU), payout_terms_special: said(SPECIAL) },
    ...{ payout_terms_default: said(DEFAULT), payout_terms_paxum: said(PAXUM) },
  };
}

/** When a method's money is available; `textOf` gives the language's texts. */
function holdTerms(tag: string, { hold_days }: Rules, textOf: (key: string) => string) {
  const number = new Intl.NumberFormat(tag);
  const said = (days: number) => textOf(holdText(days)).replace("{{days}}", number.format(days));
  const { INETCASH_CC, INETCASH_DD, INETCASH_OB } = hold_days;
  return { hold_card: said(INETCASH_CC), hold_debit: said(INETCASH_DD), hold_transfer: said(INETCASH_OB) };
}

/** "10 %", "10 % (at least 0.50)". */
function serviceFee(tag: string, set: Rules, textOf: (key: string) => string) {
  const { whole, amount } = numbersOf(tag);
  const rate = `${whole(set.service_fee_bps / 100)} %`;
  const least = amount(set.service_fee_minimum_minor);
  if (set.service_fee_minimum_minor === 0) return rate;
  return textOf("tip:amount.feeLeast").replace("{{rate}}", rate).replace("{{least}}", least);
}

/** `textOf` gives a text of the language by its key. */
export function everyNumber(tag: string, set: Rules, textOf: (key: string) => string) {
  return {
    ...ruleNumbers(tag, set.tip),
    ...serverNumbers(tag, set),
    ...payoutTerms(tag, set, textOf),
    ...holdTerms(tag, set, textOf),
    service_fee: serviceFee(tag, set, textOf),
  };
}

export type AllNumbers = ReturnType<typeof everyNumber>;

/** As `textVariables`, for every text. */
export function allTextVariables(
  locale: Locale,
  { brand, rules: set }: { brand: { name: string; short_name: string }; rules: Rules },
) {
  return {
    ...textVariables(locale, brand, set.tip),
    rule: everyNumber(LANGUAGES[locale].tag, set, (key) => textOf(locale, key)),
  };
}
