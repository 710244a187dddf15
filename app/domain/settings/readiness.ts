/** What real money needs, in the order in which it is set up. docs/product.md, 6.16. */
export const READINESS_STEPS = [
  "brand",
  "legal",
  "words",
  "provider",
  "events",
  "mail",
  "payout_account",
  "rates",
  "operators",
] as const;

export type ReadinessStep = (typeof READINESS_STEPS)[number];

/** The newest test mail, or any mail that the mail server took. */
export type MailState =
  | { state: "none" | "sent" | "waiting" }
  /** The mail server's own words. */
  | { state: "failing"; reason: string };

export interface ReadinessFacts {
  /** A first save counts, also of what we ship. */
  is_brand_saved: boolean;
  /** Variables at which live mode would not start. */
  unfit_variables: readonly string[];
  /** Legal pages that are our template still. */
  template_pages: number;
  /** Names, the test provider among them. */
  providers: readonly string[];
  last_event_at: Date | null;
  has_mail_server: boolean;
  mail: MailState;
  has_own_payout_account: boolean;
  are_rates_fetched: boolean;
  has_old_rates: boolean;
  /** Operators that can approve money's acts and have signed in once. */
  approvers: number;
  needs_second_operator: boolean;
}

export interface ReadinessItem {
  step: ReadinessStep;
  is_done: boolean;
  /** Of the environment alone: nothing is set on a page. */
  is_fixed: boolean;
  /** Where it is done; null in the environment alone. */
  page: string | null;
  /** Of the environment; of a missing step, what it lacks. */
  variables: readonly string[];
}

const TEST_PROVIDER = "sandbox";

const MAIL_VARIABLES = ["SMTP_URL", "MAIL_FROM"];
const PAYOUT_VARIABLES = ["PAYOUT_ACCOUNT_OWNER", "PAYOUT_IBAN", "PAYOUT_BIC"];

type Judged = Omit<ReadinessItem, "step" | "is_fixed">;

const RULES: Record<ReadinessStep, (facts: ReadinessFacts) => Judged> = {
  brand: ({ is_brand_saved }) => ({ is_done: is_brand_saved, page: "/admin/settings/brand", variables: [] }),
  legal({ unfit_variables }) {
    const variables = unfit_variables.filter((name) => !MAIL_VARIABLES.includes(name));
    return { is_done: variables.length === 0, page: null, variables };
  },
  words: ({ template_pages }) => ({
    is_done: template_pages === 0,
    page: "/admin/settings/words",
    variables: [],
  }),
  provider: ({ providers }) => ({
    is_done: providers.length > 0 && !providers.includes(TEST_PROVIDER),
    page: null,
    variables: ["PAYMENT_PROVIDER"],
  }),
  events: ({ last_event_at }) => ({
    is_done: last_event_at !== null,
    page: "/admin/payments",
    variables: [],
  }),
  mail({ has_mail_server, mail, unfit_variables }) {
    const unfit = MAIL_VARIABLES.filter((name) => unfit_variables.includes(name));
    const variables = has_mail_server ? unfit : ["SMTP_URL", ...unfit];
    const is_done = variables.length === 0 && mail.state === "sent";
    return { is_done, page: variables.length === 0 ? "#test-mail" : null, variables };
  },
  payout_account: ({ has_own_payout_account }) => ({
    is_done: has_own_payout_account,
    page: null,
    variables: PAYOUT_VARIABLES,
  }),
  rates: ({ are_rates_fetched, has_old_rates }) => ({
    is_done: are_rates_fetched && !has_old_rates,
    page: "/admin/payments/rates",
    variables: are_rates_fetched ? [] : ["REFERENCE_RATES_URL"],
  }),
  operators: ({ approvers, needs_second_operator }) => ({
    is_done: !needs_second_operator || approvers > 1,
    page: "/admin/operators",
    variables: [],
  }),
};

/** Each step, in order. Done are all: ready for real money. */
export function judgeReadiness(facts: ReadinessFacts): ReadinessItem[] {
  return READINESS_STEPS.map((step) => {
    const judged = RULES[step](facts);
    return { step, ...judged, is_fixed: judged.page === null };
  });
}

export function countMissing(items: readonly ReadinessItem[]): number {
  return items.filter(({ is_done }) => !is_done).length;
}
