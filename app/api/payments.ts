import { z } from "zod";
import { servicesContext } from "../context.ts";
import { PROFILE_CURRENCIES, toDecimal } from "../domain/money/minor.ts";
import { countryIdField, payCurrency, readAmount, typeField } from "../domain/payments/payer.schema.ts";
import { isPayable, quote } from "../domain/payments/quote.server.ts";
import { FAILURE_REASONS, PAYMENT_STATUSES } from "../domain/payments/states.ts";
import { findAnyResult } from "../domain/vouchers/voucher-drafts.server.ts";
import { apiJson, refuseField, refuseUnknown } from "../http/api.server.ts";
import { isId } from "../http/ids.ts";
import { rulesOf } from "../http/rules.server.ts";
import { decimal } from "./amounts.ts";
import { findCountry } from "./begun-payment.server.ts";
import { byId, call, dataOf } from "./call.server.ts";

const amounts = (...names: string[]) =>
  Object.fromEntries(
    names.flatMap((name) => [[name, decimal] as const, [`${name}_minor`, z.int()] as const]),
  );

const feeQuery = z.object({
  amount: z.string("errors.amount.required"),
  currency: z.enum(PROFILE_CURRENCIES, "errors.currency.required"),
  pay_currency: payCurrency.optional(),
  type: typeField.optional(),
  country_id: z.union(
    [countryIdField, z.string().regex(/^[A-Z]{2}$/, "errors.country.required")],
    "errors.country.required",
  ),
});

const priceData = z
  .object({
    ...{ currency: z.string(), pay_currency: z.string(), rate: z.string(), rate_date: z.iso.date() },
    ...amounts("amount", "servicefee", "fee_incl_vat", "total", "charged"),
  })
  .meta({ id: "Price" });

const paymentData = z
  .object({
    id: z.string(),
    ...{ status: z.enum(PAYMENT_STATUSES), type: typeField },
    failure_reason: z.enum(FAILURE_REASONS).nullable(),
    currency: z.string(),
    ...amounts("amount", "servicefee", "fee_incl_vat", "total", "charged"),
    pay_currency: z.string(),
    purpose: z.enum(["TIP", "VOUCHER"]),
    receiver: z
      .union([
        z.object({ username: z.string(), name: z.string() }).meta({ id: "CreatorReceiver" }),
        z.object({ grouplist: z.string(), name: z.string() }).meta({ id: "GroupReceiver" }),
      ])
      .nullable(),
  })
  .meta({ id: "Payment" });

export const paymentCalls = [
  call({
    name: "getPrice",
    method: "get",
    path: "/api/payment/fee",
    who: "anyone",
    request: { query: feeQuery },
    answers: { 200: dataOf(priceData) },
    async handler({ req, env: { context } }) {
      const query = req.valid("query");
      const { db, clock, config } = context.get(servicesContext);
      const { currency, pay_currency = currency, type = null, country_id } = query;
      const { tip } = rulesOf(context);
      const read = readAmount({ choice: query.amount }, { ...tip, currency, locale: "en" });
      if ("problem" in read) return refuseField(context, "amount", "errors.amount.invalid");
      const { amount_minor } = read;
      const country = await findCountry(context, country_id);
      if (country === null) return refuseField(context, "country_id", "errors.country.required");
      if (!isPayable(rulesOf(context).content, { currency, pay_currency }))
        return refuseField(context, "pay_currency", "errors.currency.required");
      const needs_fresh_rate = config.mode === "live";
      const order = { amount_minor, currency, type, pay_currency, country, now: clock(), needs_fresh_rate };
      const price = await quote(db, { ...order, rules: rulesOf(context) });
      if (!price) return refuseField(context, "pay_currency", "errors.offer.no_rate");
      const fee = price.service_fee_minor + price.vat_minor;
      return apiJson({
        data: {
          ...{ currency, pay_currency, rate: price.rate, rate_date: price.rate_date },
          ...figures(currency, {
            amount: amount_minor,
            servicefee: price.service_fee_minor,
            fee_incl_vat: fee,
            total: price.total_minor,
          }),
          ...figures(pay_currency, { charged: price.charged_minor }),
        },
      });
    },
  }),

  call({
    name: "getPayment",
    method: "get",
    path: "/api/payment/{id}",
    who: "anyone",
    request: { params: byId },
    answers: { 200: dataOf(paymentData) },
    refusals: { 404: ["not_found"] },
    async handler({ req, env: { context } }) {
      const { id } = req.valid("param");
      const result = isId(id) ? await findAnyResult(context.get(servicesContext), id) : null;
      if (!result) return refuseUnknown(context, "errors.api.payment");
      const { payment } = result;
      const receiver = "receiver" in result ? result.receiver : null;
      const fee = payment.service_fee_minor + payment.vat_minor;
      return apiJson({
        data: {
          id: payment.id,
          status: payment.status,
          type: payment.type,
          failure_reason: payment.failure_reason,
          currency: payment.currency,
          ...figures(payment.currency, {
            amount: payment.amount_minor,
            servicefee: payment.service_fee_minor,
            fee_incl_vat: fee,
            total: payment.total_minor,
          }),
          ...figures(payment.charged_currency, { charged: payment.charged_minor }),
          pay_currency: payment.charged_currency,
          purpose: receiver ? "TIP" : "VOUCHER",
          receiver:
            receiver &&
            (receiver.group
              ? { grouplist: receiver.group.slug, name: receiver.name }
              : { username: receiver.path?.slice(1) ?? "", name: receiver.name }),
        },
      });
    },
  }),
];

function figures(currency: string, all: Readonly<Record<string, number>>) {
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, minor]): [string, string | number][] => [
      [name, toDecimal(minor, currency)],
      [`${name}_minor`, minor],
    ]),
  );
}
