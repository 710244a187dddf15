/** In the order of setting up (docs/product.md, 6.16). */
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

export type MailState = { state: "none" | "sent" | "waiting" } | { state: "failing"; reason: string };

export interface ReadinessFacts {
  is_brand_saved: boolean;
  unfit_variables: readonly string[];
  template_pages: number;
  /** Names, including the test provider. */
  providers: readonly string[];
  last_event_at: Date | null;
  has_mail_server: boolean;
  mail: MailState;
  has_own_payout_account: boolean;
  are_rates_fetched: boolean;
  has_old_rates: boolean;
  /** Operators who may approve money's acts and have signed in. */
  approvers: number;
  needs_second_operator: boolean;
}

export interface ReadinessItem {
  step: ReadinessStep;
  is_done: boolean;
  is_fixed: boolean;
  /** Null: in the environment alone. */
  page: string | null;
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

/** In order. All done: ready for real money. */
export function judgeReadiness(facts: ReadinessFacts): ReadinessItem[] {
  return READINESS_STEPS.map((step) => {
    const judged = RULES[step](facts);
    return { step, ...judged, is_fixed: judged.page === null };
  });
}

export function countMissing(items: readonly ReadinessItem[]): number {
  return items.filter(({ is_done }) => !is_done).length;
}
