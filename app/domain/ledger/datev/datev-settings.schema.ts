import { z } from "zod";
import { DATEV_CHARTS, type DatevAccount, type DatevSettings, isDatevAccount } from "./datev-accounts.ts";

/** The settings of the export for accountants (docs/money.md, 8), as the environment gives them. */
export const datevSettings = {
  DATEV_CONSULTANT: z.coerce.number().int().min(1001).max(9_999_999).optional().meta({
    fallback: "none; in a demo `1001`",
    description:
      "The accountant's number (Berater). Live mode without it and `DATEV_CLIENT` has no export for DATEV.",
  }),
  DATEV_CLIENT: z.coerce
    .number()
    .int()
    .min(1)
    .max(99_999)
    .optional()
    .meta({ fallback: "none; in a demo `1`", description: "The operator's number there (Mandant)." }),
  DATEV_CHART: z
    .enum(DATEV_CHARTS)
    .default("SKR03")
    .meta({ description: "The chart of accounts, `SKR03` or `SKR04`." }),
  DATEV_ACCOUNT_DIGITS: z.coerce
    .number()
    .int()
    .min(4)
    .max(8)
    .default(4)
    .meta({ description: "How many digits its numbers have." }),
  DATEV_YEAR_BEGINS: z.coerce
    .number()
    .int()
    .min(1)
    .max(12)
    .default(1)
    .meta({ description: "The month that the financial year begins with." }),
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
    .meta({ description: "Account numbers instead of the proposed ones: `bank=1210, goodwill=4905`." }),
};

const shape = z.object(datevSettings);

/** What a demo exports as. */
const DEMO = { consultant: 1001, client: 1 };

/** The settings as the export takes them; null where nobody said which numbers we have at an accountant. */
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

/** Numbers that are longer than the accounts of the chart, as lines for who starts the product. */
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
