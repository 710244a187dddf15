import { productRules } from "../../product-rules.ts";
import { BOOKED, FOR_EVER, MONEY, type Retained } from "./retained.ts";

const rules = productRules.retention;

export const tips: Retained[] = [
  {
    table: "tips",
    columns:
      "sender_name sender_email share_email show_on_page off_page_at off_page_by fan_key message image_id decline_reason review_reason details_seen_at",
    what: "a fan's words, address with its hash, and picture",
    why: "The creator reads them; receipt and thank-you; reviews.",
    until: `Not paid and never begun to: ${rules.draft_days} days after the draft ended, with the row. Payment begun but not paid: emptied ${rules.unpaid_words_days} days after the end. Paid: as long as the creator's account; of a tip to a group as long as the account of anybody who shares it.`,
    after_deletion: {
      stays: "the row, for the books",
      empty: ["sender_name", "sender_email", "fan_key", "message", "image_id", "decline_reason"],
    },
  },
  {
    table: "tips",
    columns: "begun_by",
    what: "that a creator began a tip to themselves, or to a group of theirs, while signed in",
    why: "It does not count for their rank.",
    until: `Paid: emptied at once. Not paid: emptied with the fan's words ${rules.unpaid_words_days} days after the end, or deleted with the row.`,
    after_deletion: { stays: "the row, for the books", empty: ["begun_by"] },
  },
  {
    table: "tips",
    columns: `activated_at amount_minor announced_at chosen_creator_ids country created_at creator_id currency
      group_tip_id group_turn grouplist_id id is_ranked item_name locale paid_at pay_currency payment_type read_at reviewed_at reviewed_by status tribute_item_id updated_at voucher_id`,
    what: "what a tip was worth and how it stands",
    why: `${MONEY} Money that arrives late revives a tip that ended unpaid.`,
    until: `Not paid: ${rules.unpaid_days} days after the end; deleted. Paid: it stays.`,
    after_deletion: { stays: "amounts and times", empty: ["item_name"] },
  },
  {
    table: "monthly_tip_totals",
    columns: "amount_minor creator_id currency dimension key month tips_count",
    what: "what a creator's tips come to by month, way of payment, country and item",
    why: "The creator's statistics.",
    until: "As long as the creator's account.",
    after_deletion: { stays: "sums without the items' names" },
  },
  {
    table: "grouplist_totals",
    columns: `amount_minor grouplist_id is_listed period period_start ranked_eur_minor ranked_tips_count
      tips_count`,
    what: "what a group's tips come to by day and month",
    why: "The group's page and its place in the ranking.",
    until: "As long as the group.",
    after_deletion: { stays: "the group's sums, which name nobody" },
  },
  {
    table: "grouplist_ranks",
    columns: "day grouplist_id range rank",
    what: "which place a group had in the ranking when yesterday ended",
    why: "The leaderboard shows who moved.",
    until: "One day; deleted.",
    after_deletion: { stays: "the group's place, which names nobody, until then" },
  },
  {
    table: "leaderboard_ranks",
    columns: "creator_id day range rank",
    what: "which place a creator had in the ranking when yesterday ended",
    why: "The leaderboard shows who moved.",
    until: "One day; deleted.",
    after_deletion: "gone",
  },
  {
    table: "fan_totals",
    columns: "amount_minor creator_id currency fan_key last_paid_at tips_count",
    what: "what each fan has given a creator; a fan is the hash of an address",
    why: "The creator sees who comes back.",
    until: "As long as the creator's account.",
    after_deletion: { stays: "one sum without any fan" },
  },
  {
    table: "fan_counts",
    columns: "creator_id currency fans_count returning_count",
    what: "how many fans a creator has, and how many came back",
    why: "The creator's statistics.",
    until: "As long as the creator's account.",
    after_deletion: "gone",
  },
  {
    table: "waiting_totals",
    columns: "amount_minor counted_minor creator_id currency day month",
    what: "what of a creator's money is not available yet, by day",
    why: "The creator sees when money becomes available.",
    until: "The day is over and nothing of it waits; deleted within a day.",
    after_deletion: { stays: "sums, until nothing waits" },
  },
  {
    table: "tip_replies",
    columns: "created_at id message position tip_id",
    what: "a creator's thank-yous",
    why: "The creator sees what was sent; there are at most two.",
    until: "As long as the creator's account.",
    after_deletion: "gone",
  },
  {
    table: "payments",
    columns: `amount_minor charged_currency charged_minor country created_at currency failure_reason id member_ids
      provider provider_ref purpose rate rate_date receipt_number redirect_url service_fee_bps service_fee_minor settled_at
      status tip_id total_minor type vat_minor vat_rate_bps voucher_id`,
    what: "attempts to pay",
    why: MONEY,
    until: `No money moved: with their tip or voucher, ${rules.unpaid_days} days after its end; deleted. Otherwise they stay.`,
    after_deletion: BOOKED,
  },
  {
    table: "vouchers",
    columns: "email message sender_name",
    what: "who bought a voucher, and their words",
    why: "Mail and page of the voucher, its redemption and a withdrawal.",
    until: `Not paid and never begun to: ${rules.draft_days} days after the draft ended, with the row. Payment begun but not paid: emptied ${rules.unpaid_words_days} days after the end. Paid: emptied ${rules.voucher_words_days} days after the voucher was redeemed, expired or was paid back.`,
    after_deletion: BOOKED,
  },
  {
    table: "vouchers",
    columns: `amount_minor code_encrypted code_end code_hash country created_at currency disputed_at ended_at expires_at
      expiries id locale lock_reason locked_at locked_by matures_at paid_at pay_currency payment_type status updated_at
      waited_days`,
    what: "what a voucher is worth and how it stands; its code encrypted, until it is used",
    why: MONEY,
    until: `Not paid: ${rules.unpaid_days} days after the end; deleted. Paid: it stays, without the code once it is used or over.`,
    after_deletion: BOOKED,
  },
  {
    table: "voucher_redemptions",
    columns: `amount_minor asked_at creator_id currency ended_at id rate rate_date return_reason status tip_id voucher_id
      was_pending`,
    what: "who redeemed a voucher, and what was credited",
    why: MONEY,
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
  {
    table: "stopped_thank_yous",
    columns: "address_key stopped_at",
    what: "a part of the hash of an address that wants no more thank-yous",
    why: "None is sent there.",
    until: FOR_EVER,
    after_deletion: "nobody's",
  },
  {
    table: "payment_starts",
    columns: "address_hash by_button network_hash order_id payment_id receiver_id result started_at",
    what: "keyed hashes of address and network from which a payment was started",
    why: "Stolen cards that are tried out are noticed.",
    until: `${productRules.payment_starts.kept_hours} hours; deleted.`,
    after_deletion: { stays: "ids and hashes, until then" },
  },
  {
    table: "payment_waits",
    columns: "order_id since wait_until",
    what: "how long a tip or a voucher waits for its payment to be let through",
    why: "It waits once.",
    until: `${productRules.payment_starts.kept_hours} hours; deleted.`,
    after_deletion: BOOKED,
  },
  {
    table: "payment_events",
    columns: "at detail id kind payment_id",
    what: "the history of a payment",
    why: MONEY,
    until: "With the payment; the history of money that moved cannot be deleted.",
    after_deletion: BOOKED,
  },
  {
    table: "provider_webhook_events",
    columns: `event_id handled_at id kind last_error next_try_at outcome payment_id provider provider_ref received_at
      tries`,
    what: "that a provider had news of a payment; their text is not kept",
    why: "News that comes twice changes nothing.",
    until: `${rules.provider_notice_days} days after it was dealt with; deleted.`,
    after_deletion: BOOKED,
  },
  {
    table: "payment_lookups",
    columns: "failures last_error looks next_look_at payment_id",
    what: "when an open payment is looked up next",
    why: "A provider's notice may be lost.",
    until: "The payment is closed; deleted.",
    after_deletion: BOOKED,
  },
];
