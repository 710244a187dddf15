import { productRules } from "../../product-rules.ts";
import { checks, money, payouts } from "./money-data.ts";
import { contentCases, mails, microblog, people, signingIn } from "./personal-data.ts";
import { BOOKED, FOR_EVER, MONEY, type Retained } from "./retained.ts";
import { tips } from "./tip-data.ts";

export type { Retained } from "./retained.ts";

const rules = productRules.retention;

const platform: Retained[] = (
  [
    ["countries", "id iso_3166_1"],
    ["currencies", "code digits is_profile_currency"],
    ["reference_rates", "alarmed_at currency rate_date recorded_at source units_per_euro"],
    ["held_rates", "currency decided_at decided_by decision held_at id rate_date source units_per_euro"],
    ["vat_rates", "country rate_bps valid_from"],
    ["notices", "ends_at id starts_at"],
    ["notice_texts", "locale notice_id text"],
    ["special_events", "color ends_at id starts_at url"],
    ["special_event_texts", "locale special_event_id text title"],
    ["completed_seeds", "at name"],
    ["microblog_months", "month network pause_reason paused_until spent_mills"],
  ] as const
).map(
  ([table, columns]): Retained => ({
    table,
    columns,
    what: "the platform's own",
    why: "Prices, pages, what was set up.",
    until: FOR_EVER,
    after_deletion: "nobody's",
  }),
);

const builds: Retained = {
  table: "build_assets",
  columns: "brotli content path served_at",
  what: "the platform's own",
  why: "Pages of one version find their files while another replaces it.",
  until: `${rules.build_asset_days} days after the last process that served them; deleted.`,
  after_deletion: "nobody's",
};

const sandbox: Retained[] = [
  {
    table: "sandbox.payments",
    columns: `amount_minor body_hash challenge_tries challenged_at created_at currency description dispute_plan ended_at
      ending ending_at expires_at failed_url failure_code instrument locale notice_url page_token paid_at payment_id ref
      state success_url type`,
    what: "the built-in provider's payments, without data of the payer",
    why: "It must answer for money that it took, as any provider.",
    until: `No money taken: ${rules.sandbox_unpaid_days} days; deleted. Otherwise they stay.`,
    after_deletion: { stays: "amounts, and the description that the fan read" },
  },
  {
    table: "sandbox.notices",
    columns: `attempts body created_at delivered_at due_at event_id given_up_at kind last_error payment_ref`,
    what: "the built-in provider's news",
    why: "They are sent again until they arrive.",
    until: `Delivered or given up: ${rules.sandbox_notice_days} days; deleted.`,
    after_deletion: BOOKED,
  },
  {
    table: "sandbox.refunds",
    columns: "amount_minor created_at payment_ref refund_id state",
    what: "the built-in provider's refunds",
    why: MONEY,
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
  {
    table: "sandbox.disputes",
    columns: "amount_minor closes_at dispute_ref opens_at outcome payment_ref state",
    what: "the built-in provider's disputes",
    why: MONEY,
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
];

/** Tests compare it with every column and docs/retention.md. */
export const RETENTION: readonly Retained[] = [
  ...people,
  ...signingIn,
  ...tips,
  ...money,
  ...checks,
  ...payouts,
  ...contentCases,
  ...mails,
  ...microblog,
  ...platform,
  builds,
  ...sandbox,
];
