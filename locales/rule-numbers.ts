import { productRules as rules } from "../app/product-rules.ts";
import { LANGUAGES, type Locale } from "./index.ts";

/** Minor units; an operator sets them. */
export interface TipLimits {
  minimum_minor: number;
  maximum_minor: number;
}

const MEGABYTE = 1024 * 1024;

/** Amounts are "5" or "0.50". */
export function numbersOf(tag: string) {
  const number = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 });
  const money = new Intl.NumberFormat(tag, {
    minimumFractionDigits: 2,
    trailingZeroDisplay: "stripIfInteger",
  });
  return {
    whole: (value: number) => number.format(value),
    amount: (minor: number) => money.format(minor / 100),
  };
}

/**
 * The numbers of the rules that texts of hydrated pages name as {{rule.password_minimum}}, each as the language writes it.
 * The others are in server-numbers.ts.
 */
export function ruleNumbers(tag: string, tip: TipLimits) {
  const { whole, amount } = numbersOf(tag);
  return {
    about_maximum: whole(rules.creator_page.about_characters),
    age: whole(rules.age_minimum),
    chat_link_minutes: whole(rules.chat_bot.link_minutes),
    dac7_activities: whole(rules.dac7.activities),
    dac7_sum: amount(rules.dac7.eur_minor),
    deletion_link_hours: whole(rules.link_hours.deletion),
    admin_rows: whole(rules.admin_rows),
    announcement_text: whole(rules.announcement.text_characters),
    announcement_title: whole(rules.announcement.title_characters),
    declines: whole(rules.verification.declines_maximum),
    display_name_maximum: whole(rules.username.characters_maximum),
    display_name_minimum: whole(rules.username.characters_minimum),
    document_days: whole(rules.verification.document_days),
    email_link_hours: whole(rules.link_hours.email),
    email_undo_days: whole(rules.email_undo_days),
    group_members: whole(rules.grouplist.members_maximum),
    group_name_maximum: whole(rules.grouplist.name_characters_maximum),
    groups_owned: whole(rules.grouplist.owned_maximum),
    goal_title_maximum: whole(rules.creator_page.goal.title_characters),
    iban_end: whole(rules.support.iban_end_characters),
    invoice_months: whole(rules.verification.invoice_months),
    item_amount_maximum: amount(tip.maximum_minor),
    item_amount_minimum: amount(Math.max(rules.item.minimum_minor, tip.minimum_minor)),
    item_name_maximum: whole(rules.item.name_characters.maximum),
    item_name_minimum: whole(rules.item.name_characters.minimum),
    items_maximum: whole(rules.item.per_creator_maximum),
    items_waiting: whole(rules.item.unverified_waiting_maximum),
    leaderboard_days: whole(rules.leaderboard.window_days),
    refund_request_days: whole(rules.refund.request_days),
    refund_reason_minimum: whole(rules.refund.request_characters.minimum),
    later_words_hours: whole(rules.tip.later_words_hours),
    ledger_check_minutes: whole(rules.ledger_check_minutes),
    message_price_maximum: amount(tip.maximum_minor),
    message_price_minimum: amount(tip.minimum_minor),
    min_payout_maximum: amount(rules.payout.min_payout_maximum_minor),
    min_payout_minimum: amount(rules.payout.min_payout_minimum_minor),
    notice_explanation_maximum: whole(rules.content_notices.explanation_characters.maximum),
    notice_explanation_minimum: whole(rules.content_notices.explanation_characters.minimum),
    overview_days: whole(rules.overview.days),
    overview_weeks: whole(rules.overview.weeks),
    search_maximum: whole(rules.support.search_characters.maximum),
    search_minimum: whole(rules.support.search_characters.minimum),
    note_maximum: whole(rules.support.note_characters_maximum),
    legal_text_kilobytes: whole(rules.legal_text_bytes_maximum / 1024),
    letter_days: whole(rules.support.letter_days),
    often_days: whole(rules.tip.often_chosen.days),
    often_tips: whole(rules.tip.often_chosen.tips_minimum),
    own_amounts_minimum: whole(rules.tip.own_amounts.minimum),
    password_maximum: whole(rules.password.characters_maximum),
    fresh_code: whole(rules.fresh_code_minutes),
    password_minimum: whole(rules.password.characters_minimum),
    password_advised: whole(rules.password.characters_advised),
    payout_code_minutes: whole(rules.payout.code_minutes),
    late_post_hours: whole(rules.microblog.late_hours),
    pin_minutes: whole(rules.microblog.pin_minutes),
    mail_failed_days: whole(rules.retention.mail_failed_days),
    mail_retry_days: whole(rules.mail_retry_days),
    traffic_days: whole(rules.traffic.days),
    rate_alarm_days: whole(rules.reference_rate_alarm_days),
    rate_days: whole(rules.reference_rate_days_maximum),
    rate_leap_percent: whole(rules.reference_rate_leap_bps / 100),
    rate_far_leap_percent: whole(rules.reference_rate_far_leap_bps / 100),
    news_days: whole(rules.reconcile.news_days),
    reason_maximum: whole(rules.reason_characters_maximum),
    reference_maximum: whole(rules.reference_characters_maximum),
    refund_days: whole(rules.refund.creator_days),
    register_link_hours: whole(rules.link_hours.register),
    reply_maximum: whole(rules.reply.characters_maximum),
    return_days: whole(rules.payout.return_confirmed_bank_days),
    results_megabytes: whole(rules.payout.results_bytes_maximum / MEGABYTE),
    review_hours: whole(rules.review_hours),
    sender_name_maximum: whole(rules.tip.sender_name_characters_maximum),
    api_key_name_characters: whole(rules.api_key.name_characters),
    webhooks: whole(rules.webhook.addresses_maximum),
    api_keys: whole(rules.api_key.per_account),
    passkey_name_characters: whole(rules.passkey.name_characters),
    passkeys: whole(rules.passkey.per_account),
    supporters_shown: whole(rules.creator_page.supporters.shown),
    start_again_seconds: whole(rules.payment_starts.again_seconds),
    start_button_seconds: whole(rules.payment_starts.button.seconds),
    suspense_days: whole(rules.suspense_days),
    found_transactions: whole(rules.found_transactions),
    fetched_days: whole(rules.settlement.fetched_days),
    preview_hours: whole(rules.settlement.preview_hours),
    unnamed_days: whole(rules.settlement.unnamed_days.from),
    unnamed_days_upto: whole(rules.settlement.unnamed_days.upto),
    unpaid_hours: whole(rules.tip.unpaid_hours),
    upload_megabytes: whole(rules.upload.bytes_maximum / MEGABYTE),
    username_change_days: whole(rules.username_change_days),
    username_maximum: whole(rules.username.characters_maximum),
    username_minimum: whole(rules.username.characters_minimum),
    username_redirect_days: whole(rules.username_redirect_days),
    voucher_code_characters: whole(rules.voucher.code_characters),
    debt_margin_percent: whole(rules.payout.debt_margin_bps / 100),
    working_days: whole(rules.verification.working_days),
  };
}

/** Each text may name them without getting them: the brand's names and the numbers of the rules. */
export function textVariables(
  locale: Locale,
  { name, short_name }: { name: string; short_name: string },
  tip: TipLimits,
) {
  return { brand: name, short_brand: short_name, rule: ruleNumbers(LANGUAGES[locale].tag, tip) };
}
