import type Stripe from "stripe";
import { z } from "zod";
import { proportionOf } from "../../../money/fee.ts";
import { minor } from "../../../money/minor.ts";
import { feeReturnName } from "../../fee-returns.ts";
import {
  type AccountSnapshot,
  type DirectAccounts,
  ProviderConflict,
  type ProviderPayout,
  ProviderRefused,
  ProviderUnavailable,
} from "../../provider-port.ts";
import { AccountGone, type Ask, UnknownAtStripe } from "./client.server.ts";
import { accountName, PAYMENT_KEY, REFUND_KEY, type Session } from "./objects.ts";

export const LOSSES = ["application", "stripe"] as const;
export type Losses = (typeof LOSSES)[number];

const USER_KEY = "user_id";
const PAYOUTS_LISTED = 1_000;

const currency = z
  .string()
  .regex(/^[a-z]{3}$/)
  .transform((code) => code.toUpperCase());
const names = z.array(z.string()).nullish();
const requirements = z
  .object({
    currently_due: names,
    past_due: names,
    current_deadline: z.int().nullish(),
    disabled_reason: z.string().nullish(),
  })
  .nullish();
const accountSchema = z.object({
  id: accountName,
  metadata: z.object({ [USER_KEY]: z.string().optional() }).nullish(),
  country: z.string().regex(/^[A-Z]{2}$/),
  default_currency: currency,
  charges_enabled: z.boolean(),
  payouts_enabled: z.boolean(),
  details_submitted: z.boolean(),
  requirements,
  future_requirements: requirements,
  business_type: z.string().nullish(),
  company: z.object({ name: z.string().nullish() }).nullish(),
  individual: z.object({ first_name: z.string().nullish(), last_name: z.string().nullish() }).nullish(),
});
type Account = z.infer<typeof accountSchema>;
type Requirements = z.infer<typeof requirements>;

const payoutSchema = z.object({
  id: z.string().regex(/^[!-~]{1,100}$/),
  amount: z.int(),
  currency,
  status: z.enum(["paid", "pending", "in_transit", "canceled", "failed"]),
  arrival_date: z.int(),
  failure_code: z.string().nullable(),
});

const feeSchema = z.object({ id: z.string(), amount: z.int(), amount_refunded: z.int(), currency });

/**
 * Connect: Stripe's fees are ours, its pages ask for what it wants, losses follow the setting
 * (docs/decisions/099).
 */
export function stripeAccounts(
  ask: Ask,
  losses: Losses,
  sessionOf: (providerRef: string) => Promise<Session | null>,
): DirectAccounts {
  return {
    login: "https://connect.stripe.com/express_login",
    create: (order) => createAccount(ask, accountParams(order, losses), order.userId),

    async onboardingUrl(account, { returnUrl, refreshUrl }) {
      const { url } = await ask(z.object({ url: z.url({ protocol: /^https?$/ }) }), (stripe) =>
        stripe.accountLinks.create({
          ...{ account, type: "account_onboarding", return_url: returnUrl, refresh_url: refreshUrl },
          // All at once, so that less comes due later.
          collection_options: { fields: "eventually_due" },
        }),
      );
      return url;
    },

    fetch: (accountRef) => fetchAccount(ask, accountRef),

    /** Refunds, disputes and remaining money need an account that was in use. */
    async disconnect(accountRef) {
      const account = await fetchAccount(ask, accountRef);
      if (account && !account.isSubmitted)
        await ask(z.object({ deleted: z.literal(true) }), (stripe) => stripe.accounts.del(accountRef));
    },

    returnFee: (charge) => returnFee(ask, charge, sessionOf),

    payouts: (accountRef, since) => listPayouts(ask, accountRef, since),
  };
}

function accountParams(
  { userId, country, currency, email }: Parameters<DirectAccounts["create"]>[0],
  losses: Losses,
): Stripe.AccountCreateParams {
  return {
    ...{ country, default_currency: currency.toLowerCase(), email, metadata: { [USER_KEY]: userId } },
    controller: {
      fees: { payer: "application" },
      losses: { payments: losses },
      stripe_dashboard: { type: "express" },
      requirement_collection: "stripe",
    },
    // The platform's settings at Stripe add other methods.
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
  };
}

/** Stripe repeats its first answer for a day, also of a deleted account. */
async function createAccount(
  ask: Ask,
  params: Stripe.AccountCreateParams,
  userId: string,
  before = "",
): Promise<{ accountRef: string }> {
  const { id } = await ask(z.object({ id: accountName }), (stripe) =>
    stripe.accounts.create(params, { idempotencyKey: `${userId}-account${before}` }),
  );
  if (await fetchAccount(ask, id)) return { accountRef: id };
  return await createAccount(ask, params, userId, `-after-${id}`);
}

async function fetchAccount(ask: Ask, accountRef: string): Promise<AccountSnapshot | null> {
  if (!accountName.safeParse(accountRef).success) return null;
  try {
    return snapshotOf(await ask(accountSchema, (stripe) => stripe.accounts.retrieve(accountRef)));
  } catch (error) {
    if (error instanceof AccountGone || error instanceof UnknownAtStripe) return null;
    throw error;
  }
}

function snapshotOf(account: Account): AccountSnapshot {
  return {
    ...{ accountRef: account.id, country: account.country, currency: account.default_currency },
    userId: account.metadata?.[USER_KEY] ?? null,
    takesPayments: account.charges_enabled,
    paysOut: account.payouts_enabled,
    isSubmitted: account.details_submitted,
    due: dueOf(account),
    disabledReason: account.requirements?.disabled_reason ?? null,
    legalName: legalNameOf(account),
  };
}

/** What is due now comes first, so its day counts for later items, too. */
function dueOf({ requirements, future_requirements }: Account): AccountSnapshot["due"] {
  const due = new Map<string, Date | null>();
  for (const wanted of [requirements, future_requirements])
    for (const name of [...(wanted?.past_due ?? []), ...(wanted?.currently_due ?? [])])
      if (!due.has(name)) due.set(name, deadlineOf(wanted));
  return [...due].map(([name, by]) => ({ name, by }));
}

function deadlineOf(wanted: Requirements): Date | null {
  const seconds = wanted?.current_deadline;
  return seconds ? new Date(seconds * 1000) : null;
}

/** Stripe hides it where its own pages collect it. */
function legalNameOf({ individual, company, business_type }: Account): string | null {
  const person = [individual?.first_name, individual?.last_name].filter(Boolean).join(" ");
  return (business_type === "company" ? company?.name : person || company?.name) || null;
}

async function listPayouts(ask: Ask, accountRef: string, since: Date): Promise<ProviderPayout[]> {
  const payouts = await ask(z.array(payoutSchema), (stripe) =>
    stripe.payouts
      .list(
        { created: { gte: Math.trunc(since.getTime() / 1000) }, limit: 100 },
        { stripeAccount: accountRef },
      )
      .autoPagingToArray({ limit: PAYOUTS_LISTED }),
  );
  // Below zero it collects what the account owes to Stripe.
  return payouts
    .filter(({ amount }) => amount > 0)
    .map(({ id, amount, currency, status, arrival_date, failure_code }) => ({
      ...{ payoutRef: id, accountRef, currency, amountMinor: amount, state: payoutState(status) },
      arrivesOn: new Date(arrival_date * 1000).toISOString().slice(0, 10),
      failureCode: failure_code ?? (status === "canceled" ? status : null),
    }));
}

function payoutState(status: z.infer<typeof payoutSchema>["status"]): ProviderPayout["state"] {
  if (status === "paid") return "PAID";
  return status === "failed" || status === "canceled" ? "FAILED" : "PENDING";
}

/** Keyed by what has gone back, so that two at once are one. */
async function returnFee(
  ask: Ask,
  charge: { providerRef: string; totalMinor: number; currency: string },
  sessionOf: (providerRef: string) => Promise<Session | null>,
): Promise<void> {
  const session = await sessionOf(charge.providerRef);
  const paid = session?.payment_intent?.latest_charge;
  if (!paid || session.currency !== charge.currency)
    throw new ProviderRefused(`stripe: no payment ${charge.providerRef} in ${charge.currency}`);
  const id = paid.application_fee;
  if (!id) throw new ProviderRefused(`stripe: ${charge.providerRef} has no fee of ours`);
  const fee = await ask(feeSchema, (stripe) => stripe.applicationFees.retrieve(id));
  const ordered = paid.application_fee_amount ?? 0;
  // Where Stripe keeps our fee in another currency.
  const total =
    fee.currency === charge.currency || ordered === 0
      ? charge.totalMinor
      : proportionOf(minor(fee.amount), charge.totalMinor, ordered);
  if (total > fee.amount) throw new ProviderRefused(`stripe: the fee of ${charge.providerRef} is smaller`);
  if (total <= fee.amount_refunded) return;
  const reference = feeReturnName({ from: fee.amount_refunded, to: total });
  const metadata = { [PAYMENT_KEY]: session.client_reference_id ?? "", [REFUND_KEY]: reference };
  try {
    await ask(z.object({ id: z.string() }), (stripe) =>
      stripe.applicationFees.createRefund(
        id,
        { amount: total - fee.amount_refunded, metadata },
        { idempotencyKey: `${id}-after-${fee.amount_refunded}` },
      ),
    );
  } catch (error) {
    if (error instanceof ProviderConflict) throw new ProviderUnavailable(error.message);
    throw error;
  }
}
