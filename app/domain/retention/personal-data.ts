import { productRules } from "../../product-rules.ts";
import { FOR_EVER, type Retained } from "./retained.ts";

const rules = productRules.retention;
const { document_days } = productRules.verification;

export const people: Retained[] = [
  {
    table: "users",
    columns: `about address avatar_id city company country_id created_at currency date_of_birth
      default_price_per_message_minor deleted_at email email_notifications email_notifications_chosen_at email_undo_until email_verified_at eu_ust_id featured_at
      firstname goal_currency goal_from goal_minor goal_title header_id id last_seen_at lastname locale min_payout_minor name password_hash
      paused_at payout_method payout_type_id ranking_enabled_at role show_online_status show_supporters status terms_accepted_at updated_at
      username username_changed_at verification_terms_accepted_at verification_terms_declined_at zipcode`,
    what: "accounts",
    why: "The page, the payouts, signing in.",
    until: `The account is deleted: the row stays for the books, without a person. An address that nobody confirmed: ${rules.unconfirmed_days} days; deleted.`,
    after_deletion: {
      stays: "an id, settings and times; the address and the name are made-up ones",
      empty:
        `about address avatar_id city company country_id date_of_birth email_verified_at eu_ust_id featured_at firstname
        goal_currency goal_from goal_minor goal_title header_id last_seen_at lastname locale name password_hash ranking_enabled_at username_changed_at
        zipcode`.split(/\s+/),
    },
  },
  {
    table: "account_status_events",
    columns: "at from_status id reason to_status user_id",
    what: "how an account's status changed, and the reason of a lock",
    why: "Complaints, disputes with creators.",
    until: FOR_EVER,
    after_deletion: { stays: "ids, states and what operators gave as the reason of a lock" },
  },
  {
    table: "social_links",
    columns: "handle is_visible network user_id",
    what: "accounts elsewhere",
    why: "The page and verification.",
    until: "The creator removes them.",
    after_deletion: "gone",
  },
  {
    table: "tribute_items",
    columns: `amount_minor created_at currency decline_reason id image_id name position review_reason reviewed_at
      reviewed_by status user_id`,
    what: "a creator's own things to tip for",
    why: "The page.",
    until: "The creator removes them.",
    after_deletion: "gone",
  },
  {
    table: "profile_words",
    columns: `amount_minor created_at currency decline_reason goal_from id kind replaced_at review_reason reviewed_at
      reviewed_by status user_id words`,
    what: "what a creator wrote for their page and an operator looked at",
    why: "Only what was looked at is shown; complaints.",
    until: "The account is deleted.",
    after_deletion: "gone",
  },
  {
    table: "grouplists",
    columns: `archived_at avatar_id created_at credits_from_turn currency decline_reason id invite_code invites_enabled name new_avatar_id
      new_name ranking_enabled_at review_since reviewed_at reviewed_by slug status tips_paid updated_at`,
    what: "groups that creators share",
    why: "Their pages, and tips to them.",
    until: "The owner deletes them; with tips, a group stays without a page.",
    after_deletion: { stays: "the group, which another member owns or which has no page any more" },
  },
  {
    table: "grouplist_users",
    columns: "asked_at creator_id grouplist_id id joined_at status",
    what: "who is in a group, or asked to be",
    why: "Who shares in its tips.",
    until: "They leave, or are taken out.",
    after_deletion: "gone",
  },
  {
    table: "group_credits",
    columns: "creator_id credit grouplist_id",
    what: "the part of a cent by which somebody is behind or ahead of their fair share of a group's tips",
    why: "Who gets the cent that an even split leaves.",
    until: "As long as the group.",
    after_deletion: { stays: "the part of a cent, for the books' check" },
  },
  {
    table: "username_history",
    columns: "redirects_until user_id username",
    what: "earlier usernames",
    why: "Old addresses lead to the page.",
    until: `${productRules.username_redirect_days} days after the change, or the choice that a reserved name asks for; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "testimonials",
    columns: "creator_id id position role",
    what: "what creators say on the home page",
    why: "The home page.",
    until: "An editor removes them.",
    after_deletion: "gone",
  },
  {
    table: "testimonial_texts",
    columns: "locale testimonial_id text",
    what: "the same in each language",
    why: "The home page.",
    until: "An editor removes them.",
    after_deletion: "gone",
  },
  {
    table: "media_files",
    columns: "created_at height id is_public key owner_id variants width",
    what: "pictures: the row, and the files in the storage",
    why: "Pages and tips show them.",
    until: `Nothing uses them, and they are older than ${productRules.upload.unused_hours} hours; row and files deleted.`,
    after_deletion: "gone",
  },
  {
    table: "verification_documents",
    columns: "byte_count content_type created_at id kind user_id",
    what: "verification documents: the row, and the encrypted file in the storage",
    why: "An operator compares them with the account.",
    until: `${document_days} days after the decision, or ${rules.unsubmitted_document_days} days when they were never submitted; row and file deleted.`,
    after_deletion: "gone",
  },
  {
    table: "verification_cases",
    columns: "decided_at decision submitted_at id operator_id reasons user_id",
    what: "what was submitted and decided",
    why: "The third decline locks; complaints.",
    until: "The account is deleted.",
    after_deletion: "gone",
  },
  {
    table: "document_views",
    columns: "at document_id id kind user_id viewer_id",
    what: "which operator opened which document",
    why: "Misuse can be found.",
    until: FOR_EVER,
    after_deletion: { stays: "ids and times" },
  },
];

export const signingIn: Retained[] = [
  ...(
    [
      [
        "sessions",
        "code_at created_at device_id ends_at expires_at has_second_factor id idle_seconds renewed_at token_hash user_agent user_id",
      ],
      ["api_tokens", "expires_at kind session_id token_hash used_at"],
      ["mailed_tokens", "created_at email expires_at purpose token_hash user_id"],
      ["second_factor_challenges", "expires_at token_hash user_id"],
    ] as const
  ).map(
    ([table, columns]): Retained => ({
      table,
      columns,
      what: "sessions and tokens, as hashes",
      why: "Signing in; links in mails.",
      until: "They expire; deleted within the hour.",
      after_deletion: "gone",
    }),
  ),
  {
    table: "pending_registrations",
    columns: "byte_count content_type created_at document_id id password_hash token_hash",
    what: "of a registration that was refused: the hash of the password, and the encrypted document in the storage",
    why: "Neither has to be entered again.",
    until: `${productRules.pending_registration_minutes} minutes; deleted within the hour.`,
    after_deletion: "nobody's",
  },
  {
    table: "second_factors",
    columns: "confirmed_at created_at last_step secret_encrypted user_id",
    what: "secrets of the two-step login, encrypted",
    why: "Signing in.",
    until: `It is switched off; set up halfway, ${rules.second_factor_setup_days} day; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "recovery_codes",
    columns: "code_hash created_at user_id",
    what: "hashes of the recovery codes",
    why: "Signing in without the device.",
    until: "They are used, or go with the two-step login.",
    after_deletion: "gone",
  },
  {
    table: "passkeys",
    columns: "counter created_at credential_id id last_used_at name public_key transports user_id",
    what: "public keys of passkeys, with their names",
    why: "Signing in without typing a code.",
    until: "The creator removes them, or they go with the two-step login.",
    after_deletion: "gone",
  },
  {
    table: "spent_passkey_challenges",
    columns: "challenge_hash expires_at",
    what: "hashes of challenges that a passkey has answered",
    why: "Each is answered once.",
    until: `${productRules.passkey.challenge_minutes} minutes; deleted within the hour.`,
    after_deletion: "nobody's",
  },
  {
    table: "email_changes",
    columns: "changed_at id new_email old_email recorded_at undo_hash undo_until user_id",
    what: "the address before a change, and the hash of the link that undoes it",
    why: "Who lost an account to a thief gets it back.",
    until: `${productRules.email_undo_days} days after the change; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "known_devices",
    columns: "created_at id last_used_at token_hash user_id",
    what: "hashes of the cookies of devices on which an account signed in",
    why: "Strangers who guess passwords lock nobody out.",
    until: `${productRules.known_device_days} days after the last login; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "known_networks",
    columns: "last_used_at network_hash user_id",
    what: "keyed hashes of networks from which an account signed in",
    why: "Strangers who guess passwords lock nobody out.",
    until: `${productRules.known_device_days} days after the last login; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "recent_writers",
    columns: "user_id wrote_at",
    what: "when an account last changed something, where there is a replica",
    why: "Who has just written sees it at once.",
    until: "An hour; deleted within the next.",
    after_deletion: { stays: "an id and a time, until then" },
  },
  {
    table: "rate_limits",
    columns: "expire key points",
    what: "counters of limits, by keyed hashes",
    why: "Guessing and flooding are slowed down.",
    until: "They run out; deleted within the hour.",
    after_deletion: "nobody's",
  },
  {
    table: "voucher_tries",
    columns: "key last_at locked_until wrong_codes",
    what: "wrong codes of vouchers, by keyed hashes of accounts and addresses",
    why: "Guessing codes is slowed down.",
    until: `${productRules.voucher.lockout.minutes} minutes after the last one; deleted within the hour.`,
    after_deletion: "nobody's",
  },
  {
    table: "idempotency_keys",
    columns: "begun_at body_hash key_hash subject_id",
    what: "calls of programs that move money, by keyed hashes, with the payment or payout that each made",
    why: "A call that is sent again is made once.",
    until: `${productRules.idempotency.kept_hours} hours after it was sent; deleted within the hour.`,
    after_deletion: "nobody's",
  },
  {
    table: "traffic_visitors",
    columns: "day visitor_key",
    what: "who came on a day, as keyed hashes",
    why: "How many came is counted.",
    until: "The day is over; deleted within the hour, with the key that made the hashes.",
    after_deletion: "nobody's",
  },
  ...(
    [
      ["traffic_days", "day salt visitors_count keys_count", "how many came on a day", "nobody's"],
      [
        "traffic_views",
        "asked_locale creator day locale pattern referrer_host step views_count",
        "views of pages by day",
        "gone",
      ],
    ] as const
  ).map(
    ([table, columns, what, after_deletion]): Retained => ({
      table,
      columns,
      what,
      why: "What is used is seen.",
      until: `${rules.traffic_days} days; deleted.`,
      after_deletion,
    }),
  ),
  {
    table: "traffic_entities",
    columns: "day entity_id entity_type event events_count",
    what: "views of creators' pages and items by day",
    why: "What is used is seen.",
    until: `${rules.traffic_days} days; deleted.`,
    after_deletion: "gone",
  },
];

export const contentCases: Retained[] = [
  {
    table: "content_cases",
    columns: `changed_at creator_id explanation id is_emptied locale number reason received_at reporter_email
      reporter_name status target waiting_since`,
    what: "notices about content: what was reported, why, and by whom",
    why: "Digital Services Act: notices are decided, and told to both sides.",
    until: `What was written and by whom: ${productRules.content_notices.words_days} days after the last decision; emptied. The row: it stays.`,
    after_deletion: {
      stays: "the reporter's words until their time, and the number",
      empty: ["creator_id", "target"],
    },
  },
  {
    table: "content_case_links",
    columns: "case_id is_void made_at side token_hash",
    what: "hashes of the links to a case",
    why: "Each side reads its case.",
    until: `${productRules.content_notices.words_days} days after the last decision; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "content_complaints",
    columns: "case_id id made_at side text",
    what: "complaints against a decision",
    why: "Digital Services Act: complaints are decided.",
    until: `The words: ${productRules.content_notices.words_days} days after the last decision; emptied. The row: it stays.`,
    after_deletion: { stays: "that there was one; a creator's own words go", empty: ["text"] },
  },
  {
    table: "content_decisions",
    columns: "case_id complaint_id complaints_until decided_at decided_by decision id reasons",
    what: "decisions about notices, with their reasons",
    why: "Digital Services Act: reports on transparency.",
    until: FOR_EVER,
    after_deletion: { stays: "decision and reasons, which name nobody" },
  },
];

export const mails: Retained[] = [
  {
    table: "mail_outbox",
    columns: `attempts created_at dedupe_key id last_error locale params recipient sent_at status template
      tried_since user_id`,
    what: "mails on their way; once sent, only to whom and when",
    why: "No mail is sent twice; support can see what became of one.",
    until: `What it says: until it is sent. The row: ${rules.mail_days} days, ${rules.mail_failed_days} if it could not be sent; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "demo_mailbox",
    columns: "at html id recipient subject text",
    what: "the demo's mails (/dev/mail)",
    why: "The demo sends no mail.",
    until: `${rules.mail_days} days; deleted.`,
    after_deletion: "gone",
  },
];

const microblogRules = productRules.microblog;

export const microblog: Retained[] = [
  {
    table: "microblog_requests",
    columns: "authorize_url expires_at id network pending_encrypted tries_left user_id",
    what: "links to a network that wait for their PIN, encrypted",
    why: "The PIN completes what was begun.",
    until: `${microblogRules.pin_minutes} minutes; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "microblog_links",
    columns: "account_id credentials_encrypted failed_at handle id linked_at network rounds_at user_id",
    what: "creators' accounts at networks, and the access to them, encrypted",
    why: "Posting there for the creator.",
    until: "The creator removes the link; the access, when the network refuses it.",
    after_deletion: "gone",
  },
  {
    table: "microblog_settings",
    columns: `advert_frequency changed_at network on_achievement on_new_tip reached_count reached_currency reached_minor show_amount
      tip_frequency user_id`,
    what: "what is posted for a creator, and which round figures were reached",
    why: "Nothing else is posted, and nothing twice.",
    until: "The account is deleted.",
    after_deletion: "gone",
  },
  {
    table: "microblog_posts",
    columns: `created_at drop_reason due_at ended_at id network post_id reason says_amount sending_at status subject text
      tries user_id`,
    what: "posts, without anything of a fan",
    why: "Each is made once; complaints.",
    until: `${microblogRules.kept_days} days; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "chat_links",
    columns: "chat_name chat_user_id linked_at user_id",
    what: "creators' accounts at the chat server: their id and name there",
    why: "Whoever names a member there finds the creator's page.",
    until: "The creator removes the link.",
    after_deletion: "gone",
  },
  {
    table: "chat_link_requests",
    columns: "chat_name chat_user_id expires_at id",
    what: "links that were asked for at the chat server: id and name of who asked",
    why: "The creator sees whom they link.",
    until: `${productRules.chat_bot.link_minutes} minutes; deleted.`,
    after_deletion: { stays: "of no account here, for minutes" },
  },
];
