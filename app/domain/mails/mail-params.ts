import { z } from "zod";

import { productRules } from "../../product-rules.ts";

const link = z.object({ token_id: z.string() });

/** Replaces words of a declaration. */
export const LEFT_OUT = "[…]";

/** Stored with the cause, so a late mail describes that moment. */
export const mailParams = {
  receipt: z.object({
    payment_id: z.string(),
    receiver_name: z.string().nullable(),
    receiver_username: z.string().nullable(),
    group_slug: z.string().optional(),
    item_name: z.string().nullable(),
    message: z.string().nullable(),
    type: z.enum(["INETCASH_CC", "INETCASH_DB", "INETCASH_OB", "INETCASH_DD"]),
    currency: z.string(),
    amount_minor: z.number(),
    service_fee_minor: z.number(),
    /** Older queued mails have 10 %. */
    service_fee_bps: z.number().default(1000),
    vat_minor: z.number(),
    vat_rate_bps: z.number(),
    total_minor: z.number(),
    charged_minor: z.number(),
    charged_currency: z.string(),
    rate: z.string(),
    rate_date: z.string(),
    paid_at: z.iso.datetime(),
    series_id: z.string().optional(),
  }),
  series: z.object({
    series_id: z.string(),
    receiver_name: z.string().nullable(),
    receiver_path: z.string().nullable(),
    currency: z.string(),
    amount_minor: z.number(),
    total_minor: z.number(),
    day: z.number(),
    next_charge_on: z.string().nullable(),
    method_label: z.string().nullable(),
    is_debit: z.boolean(),
    consent: z.string(),
    consented_at: z.iso.datetime(),
    news: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("STARTED") }),
      z.object({ kind: z.literal("REMINDER") }),
      z.object({ kind: z.literal("PRICE"), total_minor: z.number(), from: z.string() }),
      z.object({
        kind: z.literal("PROBLEM"),
        problem: z.enum(["RETRY", "METHOD", "CONFIRM", "RECEIVER"]),
        retry_on: z.string().nullable(),
      }),
      z.object({
        kind: z.literal("CHANGED"),
        change: z.enum(["AMOUNT", "DAY", "METHOD", "PAUSED", "RESUMED", "REMINDERS_OFF"]),
      }),
      z.object({
        kind: z.literal("ENDED"),
        reason: z.enum([
          ...(["FAN", "OPERATOR", "DISPUTE", "UNPAID"] as const),
          ...(["RECEIVER_GONE", "RECEIVER_UNABLE", "CURRENCY"] as const),
        ]),
        ended_at: z.iso.datetime(),
        is_charging: z.boolean(),
        asked_back: z.object({ total_minor: z.number(), until: z.string() }).nullable().default(null),
      }),
    ]),
  }),
  series_links: z.object({
    series: z.array(z.object({ series_id: z.string(), receiver_name: z.string().nullable() })),
  }),
  declaration: z.object({
    kind: z.enum(["CANCEL", "WITHDRAW"]),
    name: z.string().nullable(),
    email: z.string(),
    contract: z.string().nullable(),
    until: z.string().nullable(),
    reason: z.string().nullable(),
    received_at: z.iso.datetime(),
    /** A running one; null without any, and in the support's copy. */
    series_id: z.string().nullable(),
    /** Contract and day, for the linked page. */
    words_encrypted: z.string().nullable().default(null),
    is_copy: z.boolean(),
  }),
  register: link,
  password_reset: link,
  deletion: link,
  operator_invitation: link,
  creator_invitation: link,
  email_change: link,
  email_change_notice: z.object({ new_email: z.string() }),
  email_changed: z.object({
    token_id: z.string(),
    new_email: z.string(),
    undo_until: z.iso.datetime(),
  }),
  email_restored: link,
  webhook_off: z.object({ reason: z.enum(["GONE", "FAILING"]), host: z.string() }),
  password_changed: z.object({ changed_at: z.iso.datetime() }),
  export_ready: z.object({}),
  deletion_announced: z.object({}),
  account_deleted: z.object({}),
  verification_accepted: z.object({}),
  verification_declined: z.object({
    reasons: z.array(
      z.object({
        kind: z.enum(["mediafile_pass", "mediafile_passback", "mediafile_shootout", "mediafile_invoice"]),
        reason: z.string(),
      }),
    ),
  }),
  account_locked: z.object({ reason: z.string().nullable() }),
  content_notice: z.object({ token_id: z.string(), number: z.number() }),
  content_decision: z.object({
    token_id: z.string(),
    number: z.number(),
    side: z.enum(["REPORTER", "CREATOR"]),
    decision: z.enum(["NO_ACTION", "REMOVED", "RESTRICTED"]),
    reasons: z.string(),
    is_complaint: z.boolean(),
    until: z.string(),
  }),
  grouplist_news: z.object({
    kind: z.enum([
      "asked",
      "left",
      "approved",
      "declined",
      "removed",
      "deleted",
      "group_approved",
      "group_declined",
      "change_approved",
      "change_declined",
      "inherited",
    ]),
    slug: z.string(),
    group: z.string().nullable(),
    person: z.string().nullable(),
    reason: z.string().nullable(),
  }),
  new_tip: z.object({
    sender_name: z.string().nullable(),
    item_name: z.string().nullable(),
    message: z.string().nullable(),
    currency: z.string(),
    amount_minor: z.number(),
  }),
  new_tips: z.object({
    count: z.number(),
    sums: z.array(z.object({ currency: z.string(), amount_minor: z.number() })),
  }),
  thank_you: z.object({
    creator_name: z.string(),
    creator_username: z.string(),
    message: z.string(),
    currency: z.string(),
    amount_minor: z.number(),
    paid_at: z.string().nullable(),
    address_key: z.string(),
    series_id: z.string().optional(),
  }),
  refund_requested: z.object({
    tip_id: z.string(),
    currency: z.string(),
    amount_minor: z.number(),
    until: z.iso.datetime(),
  }),
  refund_answered: z.object({
    payment_id: z.string(),
    is_refunded: z.boolean(),
    currency: z.string(),
    amount_minor: z.number(),
  }),
  money_model_moved: z.object({ money_model: z.enum(["HELD", "DIRECT"]) }),
  connected_account: z.object({
    what: z.enum(["CONNECTED", "DUE", "RESTRICTED", "DISCONNECTED"]),
    by: z.iso.datetime().nullable(),
    brand: z.string(),
  }),
  direct_dispute: z.object({ amount_minor: z.int(), currency: z.string(), paid_at: z.iso.datetime() }),
  payout_code: z.object({ details_id: z.string() }),
  payout_data_decided: z.object({
    is_accepted: z.boolean(),
    reason: z.string().nullable(),
    masked_account: z.string(),
  }),
  tax_details_wanted: z.object({ year: z.number(), is_reportable: z.boolean() }),
  payout_sent: z.object({
    currency: z.string(),
    amount_minor: z.number(),
    fee_minor: z.number(),
    masked_account: z.string(),
    statement_number: z.number(),
  }),
  payout_failed: z.object({
    currency: z.string(),
    amount_minor: z.number(),
    masked_account: z.string(),
    reason: z.string().nullable(),
    /** The canceled statement of a sent payout. */
    cancellation_number: z.number().nullable().default(null),
  }),
  vat_id_refused: z.object({ vat_id: z.string(), checked_at: z.iso.datetime() }),
  second_factor_changed: z.object({ is_on: z.boolean(), changed_at: z.iso.datetime() }),
  passkey_changed: z.object({ is_added: z.boolean(), name: z.string(), changed_at: z.iso.datetime() }),
  new_device: z.object({
    signed_in_at: z.iso.datetime(),
    browser: z.string(),
    system: z.string(),
    country: z.string().nullable(),
  }),
  network_link: z.object({
    state: z.enum(["linked", "failed"]),
    way: z.enum(["creator", "channel", "member"]),
    network: z.string(),
    handle: z.string(),
    at: z.iso.datetime(),
  }),
  voucher_bought: z.object({
    voucher_id: z.string(),
    payment_id: z.string().optional(),
    amount_minor: z.number(),
    currency: z.string(),
    valid_until: z.string(),
    withdrawal_days: z.int().default(productRules.voucher.withdrawal_days),
  }),
  voucher_news: z.object({
    kind: z.enum(["pending", "redeemed", "returned", "taken_back", "withdrawn"]),
    amount_minor: z.number(),
    currency: z.string(),
    code_end: z.string(),
  }),
  chain_head: z.object({
    day: z.iso.date(),
    hash: z.string().nullable(),
    entries_count: z.int(),
    checkpoints_count: z.int(),
    destinations_count: z.int(),
    batches_count: z.int(),
    acts_count: z.int(),
    statements_count: z.int(),
    /** A head of an earlier check that is missing now. */
    missing: z.object({ day: z.iso.date(), hash: z.string(), entries_count: z.int() }).nullish(),
  }),
  operator_changed: z.object({
    change: z.enum(["created", "joined", "role", "removed", "factor_on", "factor_off"]),
    email: z.string(),
    changed_at: z.iso.datetime(),
  }),
  test_mail: z.object({}),
} as const;

export type MailTemplate = keyof typeof mailParams;

export type MailParams = { [Name in MailTemplate]: z.infer<(typeof mailParams)[Name]> };
