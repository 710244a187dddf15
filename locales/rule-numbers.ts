import { productRules as rules } from "../app/product-rules.ts";

const MEGABYTE = 1024 * 1024;

/** The numbers of the rules that texts name as {{rule.password_minimum}}, each as the language writes it. */
export function ruleNumbers(tag: string) {
  const number = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 });
  const whole = (value: number) => number.format(value);
  const amount = (minor: number) => number.format(minor / 100);
  const [smallest_preset] = rules.tip.presets_minor;
  return {
    age: whole(rules.age_minimum),
    deletion_link_hours: whole(rules.link_hours.deletion),
    announcement_text: whole(rules.announcement.text_characters),
    announcement_title: whole(rules.announcement.title_characters),
    declines: whole(rules.verification.declines_maximum),
    display_name_maximum: whole(rules.username.characters_maximum),
    display_name_minimum: whole(rules.username.characters_minimum),
    document_days: whole(rules.verification.document_days),
    email_link_hours: whole(rules.link_hours.email),
    email_undo_days: whole(rules.email_undo_days),
    invoice_months: whole(rules.verification.invoice_months),
    item_name_maximum: whole(rules.item.name_characters.maximum),
    item_name_minimum: whole(rules.item.name_characters.minimum),
    items_maximum: whole(rules.item.per_creator_maximum),
    items_waiting: whole(rules.item.unverified_waiting_maximum),
    ledger_check_minutes: whole(rules.ledger_check_minutes),
    message_maximum: whole(rules.tip.message_characters_maximum),
    message_price_maximum: amount(rules.tip.maximum_minor),
    message_price_minimum: amount(rules.tip.minimum_minor),
    min_payout_maximum: amount(rules.payout.min_payout_maximum_minor),
    overview_days: whole(rules.overview.days),
    overview_weeks: whole(rules.overview.weeks),
    password_link_minutes: whole(rules.link_hours.password * 60),
    password_maximum: whole(rules.password.characters_maximum),
    password_minimum: whole(rules.password.characters_minimum),
    payout_code_minutes: whole(rules.payout.code_minutes),
    payout_minimum: amount(rules.payout.automatic_minimum_minor),
    preselected_tip: amount(rules.tip.preselected_minor),
    mail_failed_days: whole(rules.retention.mail_failed_days),
    mail_retry_days: whole(rules.mail_retry_days),
    traffic_days: whole(rules.traffic.days),
    rate_leap_percent: whole(rules.reference_rate_leap_bps / 100),
    news_days: whole(rules.reconcile.news_days),
    reason_maximum: whole(rules.reason_characters_maximum),
    reference_maximum: whole(rules.reference_characters_maximum),
    refund_days: whole(rules.refund.creator_days),
    register_link_hours: whole(rules.link_hours.register),
    replies: whole(rules.reply.per_tip_maximum),
    reply_maximum: whole(rules.reply.characters_maximum),
    results_megabytes: whole(rules.payout.results_bytes_maximum / MEGABYTE),
    review_hours: whole(rules.review_hours),
    sender_name_maximum: whole(rules.tip.sender_name_characters_maximum),
    smallest_preset: amount(smallest_preset),
    start_again_seconds: whole(rules.payment_starts.again_seconds),
    suspense_days: whole(rules.suspense_days),
    unnamed_days: whole(rules.settlement.unnamed_days.from),
    unnamed_days_upto: whole(rules.settlement.unnamed_days.upto),
    unpaid_hours: whole(rules.tip.unpaid_hours),
    upload_megabytes: whole(rules.upload.bytes_maximum / MEGABYTE),
    username_change_days: whole(rules.username_change_days),
    username_maximum: whole(rules.username.characters_maximum),
    username_minimum: whole(rules.username.characters_minimum),
    username_redirect_days: whole(rules.username_redirect_days),
    working_days: whole(rules.verification.working_days),
  };
}

export type RuleNumbers = ReturnType<typeof ruleNumbers>;
