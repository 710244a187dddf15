import { productRules } from "../../product-rules.ts";
import type { Retained } from "./retained.ts";

const rules = productRules.microblog;

/** What posting to other networks, and the bot of the chat server, need. */
export const microblog: Retained[] = [
  {
    table: "microblog_requests",
    columns: "authorize_url expires_at id network pending_encrypted tries_left user_id",
    what: "links to a network that wait for their PIN, encrypted",
    why: "The PIN completes what was begun.",
    until: `${rules.pin_minutes} minutes; deleted.`,
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
    until: `${rules.kept_days} days; deleted.`,
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
