import { z } from "zod";
import { providerKind } from "../provider-kind.ts";
import { stripeProvider } from "./stripe.server.ts";

/** Stripe (docs/operations.md, Stripe). A live product needs a live key, and no other place than Stripe's own. */
export const stripeKind = providerKind({
  name: "stripe",
  company: "Stripe Payments Europe, Limited (IE)",
  settings: {
    STRIPE_SECRET_KEY: z
      .string({ error: "the stripe provider needs it" })
      .regex(/^(sk|rk)_(test|live)_\w{8,}$/, "a key of Stripe's begins with sk_live_ or rk_live_")
      .meta({
        description:
          "Live mode needs it with Stripe, see [Stripe](operations.md#stripe). A restricted key needs write for Checkout Sessions, Customers, Refunds and PaymentIntents, read for Charges and Disputes.",
      }),
    STRIPE_WEBHOOK_SECRET: z
      .string({ error: "the stripe provider needs it" })
      .regex(/^whsec_\w{8,}$/, "a secret of Stripe's begins with whsec_")
      .meta({ description: "The endpoint's signing secret, `whsec_…`; live mode needs it with Stripe." }),
    STRIPE_STATEMENT_DESCRIPTOR: z
      .string()
      .regex(
        /^(?=.*[A-Za-z])[^<>\\'"*]{5,22}$/,
        "5 to 22 characters, one of them a letter, and none of < > \\ ' \" *",
      )
      .optional()
      .meta({
        fallback: "the account's own",
        description: "5 to 22 characters for bank statements; behind the account's own words for cards.",
      }),
    STRIPE_API_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .meta({
        fallback: "Stripe's own",
        description: "For tests: where a fake of Stripe's API is. Refused in live mode.",
      }),
  },

  liveProblem(settings) {
    if (/^.._test_/.test(settings.STRIPE_SECRET_KEY))
      return "STRIPE_SECRET_KEY: a test key moves no real money; live mode needs a live one";
    if (settings.STRIPE_API_URL !== undefined)
      return "STRIPE_API_URL is for tests; live mode needs Stripe itself";
    return null;
  },

  open: (settings) =>
    stripeProvider({
      secretKey: settings.STRIPE_SECRET_KEY,
      webhookSecret: settings.STRIPE_WEBHOOK_SECRET,
      statementDescriptor: settings.STRIPE_STATEMENT_DESCRIPTOR ?? null,
      apiUrl: settings.STRIPE_API_URL ?? null,
    }),
});
