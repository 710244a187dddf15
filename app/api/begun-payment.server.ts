import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { servicesContext } from "../context.ts";
import { formatAmount, minor } from "../domain/money/minor.ts";
import type { ConfirmOutcome } from "../domain/payment-updates/checkout.server.ts";
import { findPayment } from "../domain/payments/payment-record.server.ts";
import { isPayable, quote } from "../domain/payments/quote.server.ts";
import { listCountries } from "../domain/tax/countries.server.ts";
import { apiJson, apiRefusal, refuseField, refuseUnknown } from "../http/api.server.ts";
import { getLocale } from "../http/i18n.server.ts";
import { payingBrowserCookie } from "../http/paying-browser.server.ts";
import { rulesOf } from "../http/rules.server.ts";
import type { Refusals } from "./responses.ts";

type Context = Readonly<RouterContextProvider>;

export const begunPayment = z
  .object({
    payment_id: z.string(),
    url: z.string(),
    summary_url: z.string(),
  })
  .meta({ id: "BegunPayment" });

export const PAYMENT_REFUSALS: Refusals = {
  409: ["price_changed"],
  429: ["blocked", "wait"],
  503: ["provider_unavailable"],
};

const PROVIDER_AWAY_SECONDS = 10;

export async function countryCodes(context: Context): Promise<(id: number) => string | null> {
  const countries = await listCountries(context.get(servicesContext).db);
  return (id) => countries.find((each) => each.id === id)?.iso_3166_1 ?? null;
}

/** By id or ISO code; null if unknown. */
export async function findCountry(context: Context, named: number | string): Promise<string | null> {
  const countries = await listCountries(context.get(servicesContext).db);
  return countries.find((each) => each.id === named || each.iso_3166_1 === named)?.iso_3166_1 ?? null;
}

/** Returns the refusal when this way cannot pay the order. */
export async function chargeOf(
  context: Context,
  order: Omit<Parameters<typeof quote>[1], "now" | "needs_fresh_rate" | "rules">,
): Promise<number | Response> {
  const { db, providers, clock, config } = context.get(servicesContext);
  const { type, pay_currency, country } = order;
  if (!isPayable(rulesOf(context).content, order))
    return refuseField(context, "pay_currency", "errors.currency.required");
  if (type !== null && !providers.offers(pay_currency, country).has(type))
    return refuseField(context, "type", "errors.offer.not_offered");
  const needs_fresh_rate = config.mode === "live";
  const price = await quote(db, { ...order, now: clock(), needs_fresh_rate, rules: rulesOf(context) });
  return price ? price.charged_minor : refuseField(context, "pay_currency", "errors.offer.no_rate");
}

/** `summary`: path of the order's page; `name`: its receiver's. */
export async function begunAnswer(
  request: Request,
  context: Context,
  outcome: ConfirmOutcome,
  { summary, name }: { summary: string; name: string },
): Promise<Response> {
  const refuse = (status: number, text: string) =>
    apiRefusal(context, { status, code: outcome.outcome, text });
  switch (outcome.outcome) {
    case "pay": {
      const { payment_id, redirect_url: url } = outcome;
      const summary_url = context.get(servicesContext).publicUrl + summary;
      const cookie = await payingBrowserCookie(request, context, payment_id);
      const isProgram = request.headers.has("Authorization");
      return apiJson(
        { data: { payment_id, url, summary_url } },
        { status: 201, ...(isProgram ? {} : { headers: { "Set-Cookie": cookie } }) },
      );
    }
    case "members_changed":
      return refuse(409, "errors.api.members_changed");
    case "price_changed":
      return refuse(409, "errors.api.price_changed");
    case "provider_unavailable":
      return apiRefusal(context, {
        ...{ status: 503, code: outcome.outcome, text: "errors.api.provider" },
        headers: { "Retry-After": String(PROVIDER_AWAY_SECONDS) },
      });
    case "too_small_to_split":
      return refuseField(context, "amount", "errors.api.split");
    case "incomplete":
    case "not_offered":
      return refuseField(context, "type", "errors.offer.not_offered");
    case "message_below_price": {
      const price = formatAmount(minor(outcome.price_minor), outcome.currency, getLocale(context));
      return apiRefusal(context, {
        ...{ status: 422, code: "invalid", text: "errors.api.invalid" },
        errors: { message: ["errors.message.price"] },
        values: { name, price },
      });
    }
    case "already_paid":
    case "tried_too_often":
      throw new Error(`an order of this moment is ${outcome.outcome}`);
    case "wait":
    case "press_button":
    case "blocked": {
      const isWaiting = outcome.outcome !== "blocked";
      // A waiting order continues on its page; another call would create another order.
      const page: Record<string, string> = isWaiting
        ? { Location: context.get(servicesContext).publicUrl + summary }
        : {};
      return apiRefusal(context, {
        status: 429,
        code: isWaiting ? "wait" : "blocked",
        text: isWaiting ? "errors.api.payments_wait" : "errors.api.payments_blocked",
        headers: { "Retry-After": String(outcome.seconds), ...page },
        values: { seconds: String(outcome.seconds) },
      });
    }
    case "expired":
      return refuseUnknown(context, "errors.api.creator");
  }
}

export async function begunAgain(context: Context, paymentId: string, path: string): Promise<Response> {
  const { db, tokens, publicUrl } = context.get(servicesContext);
  const payment = await findPayment(db, paymentId);
  if (!payment) throw new Error(`payment ${paymentId} was begun and is not there`);
  const summary =
    payment.voucher_id === null
      ? `${path}/tip/${tokens.sign("tip-draft", payment.tip_id ?? "")}/summary`
      : `/voucher/${tokens.sign("voucher-draft", payment.voucher_id)}/summary`;
  const data = { payment_id: payment.id, url: payment.redirect_url ?? "", summary_url: publicUrl + summary };
  return apiJson({ data }, { status: 201 });
}
