import { z } from "zod";
import { productRules } from "../../product-rules.ts";
import type { AccountCode } from "./chart.ts";

const DATEV_CHARTS = ["SKR03", "SKR04"] as const;
type DatevChart = (typeof DATEV_CHARTS)[number];

/** VAT of other countries is declared elsewhere. */
export type DatevAccount = AccountCode | "vat_output_abroad";

/** No automatic tax, since our VAT is its own line. All creators' money is one liability. */
const PROPOSED: Record<DatevAccount, Record<DatevChart, number>> = {
  psp_clearing: { SKR03: 1360, SKR04: 1460 },
  bank: { SKR03: 1200, SKR04: 1800 },
  own_funds: { SKR03: 730, SKR04: 3510 },
  creator_receivable: { SKR03: 1500, SKR04: 1300 },
  psp_fee: { SKR03: 4970, SKR04: 6855 },
  chargeback_fee: { SKR03: 4970, SKR04: 6855 },
  chargeback_loss: { SKR03: 2400, SKR04: 6930 },
  bank_fee: { SKR03: 4970, SKR04: 6855 },
  exchange_difference: { SKR03: 2150, SKR04: 6880 },
  goodwill: { SKR03: 4900, SKR04: 6300 },
  creator_pending: { SKR03: 1700, SKR04: 3500 },
  creator_unverified: { SKR03: 1700, SKR04: 3500 },
  creator_available: { SKR03: 1700, SKR04: 3500 },
  creator_dispute_hold: { SKR03: 1700, SKR04: 3500 },
  payout_in_transit: { SKR03: 1700, SKR04: 3500 },
  creator_transfer: { SKR03: 1700, SKR04: 3500 },
  fx_position: { SKR03: 1792, SKR04: 3630 },
  voucher_liability: { SKR03: 1710, SKR04: 3250 },
  vat_output: { SKR03: 1770, SKR04: 3800 },
  vat_output_abroad: { SKR03: 1768, SKR04: 3818 },
  suspense: { SKR03: 1590, SKR04: 1370 },
  service_fee_revenue: { SKR03: 8200, SKR04: 4200 },
  payout_fee_revenue: { SKR03: 8200, SKR04: 4200 },
  breakage_revenue: { SKR03: 2700, SKR04: 4830 },
  // Statistical accounts for other people's money.
  direct_passed: { SKR03: 9292, SKR04: 9292 },
  creator_direct: { SKR03: 9293, SKR04: 9293 },
};

function isDatevAccount(name: string): name is DatevAccount {
  return Object.hasOwn(PROPOSED, name);
}

export interface DatevSettings {
  consultant: number;
  client: number;
  chart: DatevChart;
  account_digits: number;
  year_begins_month: number;
  own_numbers: ReadonlyMap<DatevAccount, number>;
}

/** Trailing zeros, as DATEV lengthens its charts. */
export function datevNumber(settings: DatevSettings, account: DatevAccount): number {
  const own = settings.own_numbers.get(account);
  if (own !== undefined) return own;
  return PROPOSED[account][settings.chart] * 10 ** (settings.account_digits - 4);
}

export function datevNumbers(settings: DatevSettings): { account: DatevAccount; number: string }[] {
  return Object.keys(PROPOSED)
    .filter(isDatevAccount)
    .map((account) => ({
      account,
      number: String(datevNumber(settings, account)).padStart(settings.account_digits, "0"),
    }));
}

export function datevAccountOf({ code, owner }: { code: AccountCode; owner: string }): DatevAccount {
  const isAbroad = code === "vat_output" && owner !== productRules.payout.vat_home_country;
  return isAbroad ? "vat_output_abroad" : code;
}

export const datevSettings = {
  DATEV_CONSULTANT: z.coerce.number().int().min(1001).max(9_999_999).optional().meta({
    fallback: "none; in a demo `1001`",
    description: "The accountant's number (Berater). Live mode needs it and `DATEV_CLIENT` for DATEV.",
  }),
  DATEV_CLIENT: z.coerce
    .number()
    .int()
    .min(1)
    .max(99_999)
    .optional()
    .meta({ fallback: "none; in a demo `1`", description: "Your number there (Mandant)." }),
  DATEV_CHART: z.enum(DATEV_CHARTS).default("SKR03").meta({ description: "`SKR03` or `SKR04`." }),
  DATEV_ACCOUNT_DIGITS: z.coerce
    .number()
    .int()
    .min(4)
    .max(8)
    .default(4)
    .meta({ description: "Digits of its numbers." }),
  DATEV_YEAR_BEGINS: z.coerce
    .number()
    .int()
    .min(1)
    .max(12)
    .default(1)
    .meta({ description: "First month of the financial year." }),
  DATEV_ACCOUNTS: z
    .string()
    .default("")
    .transform((list, context) => {
      const numbers = new Map<DatevAccount, number>();
      for (const entry of list.split(",").map((each) => each.trim())) {
        if (entry === "") continue;
        const [, name = "", number] = /^(\w+)=([1-9]\d{0,7})$/.exec(entry) ?? [];
        if (isDatevAccount(name)) numbers.set(name, Number(number));
        else context.addIssue(`"${entry}" is not account=number, as in bank=1210`);
      }
      return numbers;
    })
    .meta({ description: "Own account numbers: `bank=1210, goodwill=4905`." }),
};

const shape = z.object(datevSettings);

const DEMO = { consultant: 1001, client: 1 };

export function datevSettingsOf(given: z.infer<typeof shape>, mode: "demo" | "live"): DatevSettings | null {
  const { DATEV_CONSULTANT: consultant, DATEV_CLIENT: client } = given;
  const named = consultant !== undefined && client !== undefined ? { consultant, client } : null;
  const numbers = named ?? (mode === "demo" ? DEMO : null);
  return (
    numbers && {
      ...numbers,
      chart: given.DATEV_CHART,
      account_digits: given.DATEV_ACCOUNT_DIGITS,
      year_begins_month: given.DATEV_YEAR_BEGINS,
      own_numbers: given.DATEV_ACCOUNTS,
    }
  );
}

export function datevProblems(given: z.infer<typeof shape>): string[] {
  const { DATEV_ACCOUNT_DIGITS: digits, DATEV_ACCOUNTS: numbers } = given;
  const isHalf = (given.DATEV_CONSULTANT === undefined) !== (given.DATEV_CLIENT === undefined);
  return [
    ...(isHalf ? ["DATEV_CONSULTANT and DATEV_CLIENT need each other"] : []),
    ...[...numbers]
      .filter(([, number]) => String(number).length > digits)
      .map(([name]) => `DATEV_ACCOUNTS: the number of ${name} has more than ${digits} digits`),
  ];
}
