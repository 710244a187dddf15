import { z } from "zod";
import { networkKind } from "../network-kind.ts";
import { xNetwork } from "./x.server.ts";

/** X (docs/operations.md, X). It is set up by the keys of the platform's own app there. */
export const xKind = networkKind({
  name: "x",
  company: "X Internet Unlimited Company (IE)",
  switchedOnBy: "X_API_KEY",
  settings: {
    X_API_KEY: z
      .string()
      .regex(/^\w{10,100}$/, "an app's key has letters and digits")
      .meta({
        description:
          "Key of the platform's app at X, see [X](operations.md#x); without it creators can link no account.",
      }),
    X_API_SECRET: z
      .string({ error: "X_API_KEY needs it" })
      .regex(/^\w{10,100}$/, "letters and digits")
      .meta({ description: "Its secret." }),
    X_MONTHLY_BUDGET: z
      .string()
      .regex(/^\d{1,6}(?:\.\d{2})?$/, "write an amount in US dollars, as in 25.00")
      .default("25.00")
      .meta({
        description:
          "What all creators' posts may cost in a month (Berlin), in US dollars. Beyond it nothing is posted.",
      }),
    X_API_BASE: z
      .url({ protocol: /^https?$/ })
      .optional()
      .meta({
        fallback: "X's own",
        description: "For tests: where a fake of X's API is. Refused in live mode.",
      }),
  },

  liveProblem: ({ X_API_BASE }) =>
    X_API_BASE === undefined ? null : "X_API_BASE is for tests; live mode needs X itself",

  open: (settings, { clock }) =>
    xNetwork({
      apiKey: settings.X_API_KEY,
      apiSecret: settings.X_API_SECRET,
      base: settings.X_API_BASE ?? null,
      monthlyBudgetMills: millsOf(settings.X_MONTHLY_BUDGET),
      clock,
    }),
});

/** "25.00" or "25" US dollars in thousandths. */
function millsOf(budget: string): number {
  const [dollars, cents = "00"] = budget.split(".");
  return Number(`${dollars}${cents}0`);
}
