import { z } from "zod";
import { type AccountSnapshot, type DirectAccounts, ProviderRefused } from "../provider-port.ts";

const accountAnswer = z.object({
  ref: z.string().min(1),
  merchant_ref: z.string(),
  country: z.string().regex(/^[A-Z]{2}$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  takes_payments: z.boolean(),
  pays_out: z.boolean(),
  is_submitted: z.boolean(),
  due: z.array(z.object({ name: z.string().min(1), by: z.iso.datetime().nullable() })),
  disabled_reason: z.string().nullable(),
  legal_name: z.string().nullable(),
});
const linkAnswer = z.object({ url: z.url({ protocol: /^https?$/ }) });
const payoutsAnswer = z.object({
  payouts: z.array(
    z.object({
      ref: z.string().min(1),
      currency: z.string().regex(/^[A-Z]{3}$/),
      amount_minor: z.int().positive(),
      state: z.enum(["PENDING", "PAID", "FAILED"]),
      arrives_on: z.iso.date(),
      failure_code: z.string().nullable(),
    }),
  ),
});

const madeAnswer = z.object({ ref: z.string().regex(/^[!-~]{1,100}$/) });
const feeReturnAnswer = z.object({ returned_minor: z.int() });

type Ask = <Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  post?: object,
) => Promise<z.infer<Schema> | null>;

/** `ask` answers null for an unknown account or charge. */
export function sandboxAccounts(ask: Ask, noticeUrl: string): DirectAccounts {
  const path = (accountRef: string, act = "") => `/accounts/${encodeURIComponent(accountRef)}${act}`;
  return {
    brand: "Sandpay",

    async create({ userId, country, currency, locale }) {
      const order = { merchant_ref: userId, country, currency, locale, notice_url: noticeUrl };
      const account = await ask("/accounts", accountAnswer, order);
      return { accountRef: account?.ref ?? "" };
    },

    async onboardingUrl(accountRef, { returnUrl, refreshUrl }) {
      const order = { return_url: returnUrl, refresh_url: refreshUrl };
      return (await ask(path(accountRef, "/links"), linkAnswer, order))?.url ?? refreshUrl;
    },

    async fetch(accountRef) {
      const account = await ask(path(accountRef), accountAnswer);
      return account && snapshot(account);
    },

    async disconnect(accountRef) {
      await ask(path(accountRef, "/disconnection"), accountAnswer, {});
    },

    async returnFee({ providerRef, totalMinor, currency }) {
      const call = `/accounts/fee_returns/${encodeURIComponent(providerRef)}`;
      const returned = await ask(call, feeReturnAnswer, { total_minor: totalMinor, currency });
      if (!returned) throw new ProviderRefused(`no fee of ${providerRef} to give back so much of`);
    },

    async transfer({ transferId, accountRef, amountMinor, currency, providerRef }) {
      const order = {
        merchant_ref: transferId,
        payment_ref: providerRef,
        amount_minor: amountMinor,
        currency,
      };
      const made = await ask(path(accountRef, "/transfers"), madeAnswer, order);
      if (!made) throw new ProviderRefused(`no account ${accountRef} to pass a share on to`);
      return { transferRef: made.ref };
    },

    async reverseTransfer({ reversalId, transferRef, amountMinor }) {
      const call = `/accounts/transfer_reversals/${encodeURIComponent(transferRef)}`;
      const made = await ask(call, madeAnswer, { merchant_ref: reversalId, amount_minor: amountMinor });
      if (!made) throw new ProviderRefused(`no transfer ${transferRef} to take back`);
      return { reversalRef: made.ref };
    },

    async payouts(accountRef, since) {
      const found = await ask(path(accountRef, `/payouts?since=${since.toISOString()}`), payoutsAnswer);
      return (found?.payouts ?? []).map((payout) => ({
        ...{ payoutRef: payout.ref, accountRef, currency: payout.currency, amountMinor: payout.amount_minor },
        ...{ state: payout.state, arrivesOn: payout.arrives_on, failureCode: payout.failure_code },
      }));
    },
  };
}

function snapshot(account: z.infer<typeof accountAnswer>): AccountSnapshot {
  return {
    ...{ accountRef: account.ref, userId: account.merchant_ref },
    ...{ country: account.country, currency: account.currency },
    ...{
      takesPayments: account.takes_payments,
      paysOut: account.pays_out,
      isSubmitted: account.is_submitted,
    },
    due: account.due.map(({ name, by }) => ({ name, by: by === null ? null : new Date(by) })),
    disabledReason: account.disabled_reason,
    legalName: account.legal_name,
  };
}
