import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { servicesContext } from "../context.ts";
import { toDecimal } from "../domain/money/minor.ts";
import {
  maskDetails,
  type PayoutDestination,
  payoutCodeForm,
  payoutDataForm,
  payoutDetailsSchema,
} from "../domain/payouts/destinations/payout-data.schema.ts";
import {
  confirmPayoutData,
  findPayoutData,
  openPayoutDetails,
  type PayoutDataFacts,
  requestPayoutData,
} from "../domain/payouts/destinations/payout-data.server.ts";
import { findPayout, type ListedPayout, listPayouts } from "../domain/payouts/requests/overview.server.ts";
import { payoutsPage, withdrawalCall } from "../domain/payouts/requests/payout.schema.ts";
import { requestWithdrawal, type WithdrawalRefusal } from "../domain/payouts/requests/withdrawals.server.ts";
import { listCountries } from "../domain/tax/countries.server.ts";
import { payoutsWaitUntil } from "../http/account-standing.server.ts";
import { apiJson, apiRefusal, readCall, refuseField, requireApiBudget } from "../http/api.server.ts";
import { isId } from "../http/ids.ts";
import { rulesOf } from "../http/rules.server.ts";
import { refuseStale } from "./account-access.ts";
import { decimal } from "./amounts.ts";
import { findCountry } from "./begun-payment.server.ts";
import { byId, call, dataOf, fields, pagesOf } from "./call.server.ts";
import { codesByStatus } from "./responses.ts";

const figure = { amount: decimal, amount_minor: z.int() };
const time = z.iso.datetime().nullable();

const payoutData = z
  .object({
    id: z.string(),
    status: z.enum(["REQUESTED", "PROCESSING", "PAID", "RETURN_REPORTED", "FAILED"]),
    payout_type: z.enum(["MONTHLY", "MANUAL"]),
    method: z.enum(["BANK", "PAXUM"]),
    currency: z.string(),
    ...{ ...figure, fee: decimal, fee_minor: z.int(), net: decimal, net_minor: z.int() },
    failure_reason: z.string().nullable(),
    requested_at: time,
    paid_at: time,
    country_overview: z
      .array(
        z.object({ country: z.string().nullable(), count: z.int(), ...figure }).meta({ id: "PayoutCountry" }),
      )
      .nullable(),
    statement_number: z.int().nullable(),
    statement_url: z.string().nullable(),
  })
  .meta({ id: "Payout" });

/** Prescribed names; account numbers and addresses are masked. */
const destinationData = payoutDetailsSchema
  .extend({
    id: z.string(),
    status: z.enum(["CODE_SENT", "PENDING", "ACCEPTED", "DECLINED", "REPLACED"]),
    masked_account: z.string(),
    bank_country: z.string().nullable(),
    created_at: z.iso.datetime(),
    decline_reason: z.string().nullable(),
  })
  .meta({ id: "PayoutData" });

export function payoutJson(payout: ListedPayout, publicUrl: string) {
  const { currency, amount_minor, fee_minor, net_minor, country_overview } = payout;
  return {
    id: payout.id,
    status: payout.status,
    payout_type: payout.payout_type,
    method: payout.method,
    currency,
    amount: toDecimal(amount_minor, currency),
    amount_minor,
    fee: toDecimal(fee_minor, currency),
    fee_minor,
    net: toDecimal(net_minor, currency),
    net_minor,
    failure_reason: payout.failure_reason,
    requested_at: payout.requested_at,
    paid_at: payout.paid_at,
    country_overview:
      country_overview?.map(({ country, count, amount_minor: sum_minor }) => ({
        ...{ country, count, amount: toDecimal(sum_minor, currency), amount_minor: sum_minor },
      })) ?? null,
    statement_number: payout.statement_number,
    statement_url:
      payout.statement_number === null ? null : new URL(`/payout/${payout.id}/statement`, publicUrl).href,
  };
}

/** Masked for the owner too. */
function payoutDataJson(shown: PayoutDataFacts, details: PayoutDestination, bank_country: string | null) {
  const { id, status, masked_account, created_at, decline_reason } = shown;
  return { id, status, masked_account, ...maskDetails(details), bank_country, created_at, decline_reason };
}

/** By cause: account, moment or amount. */
const STATUSES: Record<WithdrawalRefusal, number> = {
  not_active: 403,
  in_progress: 409,
  no_payout_data: 409,
  payout_data_pending: 409,
  address_changed: 409,
  currency_changed: 409,
  frozen: 409,
  below_minimum: 422,
  above_available: 422,
  held_for_debt: 422,
  debt_without_rate: 409,
  fee_changed: 409,
};

export const payoutCalls = [
  call({
    name: "listPayouts",
    method: "get",
    path: "/api/payouts",
    who: "creator",
    request: { query: payoutsPage },
    answers: { 200: pagesOf(payoutData) },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { page, after } = req.valid("query");
      const { db, publicUrl } = context.get(servicesContext);
      const { payouts, next } = await listPayouts(db, viewer.id, { number: page, after });
      return apiJson({
        data: payouts.map((payout) => payoutJson(payout, publicUrl)),
        meta: {
          ...{ page, next_page: next === null ? null : page + 1 },
          next: next === null ? null : (payouts.at(-1)?.id ?? null),
        },
      });
    },
  }),

  call({
    name: "requestPayout",
    method: "post",
    path: "/api/payout/request",
    who: "creator",
    described: withdrawalCall("EUR"),
    answers: { 201: dataOf(payoutData) },
    refusals: codesByStatus(STATUSES),
    again: async (c, payoutId) => await payoutAnswer(c.env.context, c.var.viewer.id, payoutId),
    async handler({ req, env: { context }, var: { viewer, keep } }) {
      const services = { ...context.get(servicesContext), rules: rulesOf(context) };
      const values = { until: await payoutsWaitUntil(context, viewer.id) };
      const refuse = (reason: WithdrawalRefusal) =>
        apiRefusal(context, {
          status: STATUSES[reason],
          code: reason,
          text: "errors.payout.request",
          errors: { [reason === "fee_changed" ? "fee_minor" : "amount"]: [`errors.payout.${reason}`] },
          values,
        });
      if (viewer.status !== "ACTIVE" && viewer.status !== "CHARGEBACK") return refuse("not_active");
      const fields = await readCall(req.raw, context, withdrawalCall(viewer.currency));
      const takes_old_rate = services.config.mode !== "live";
      const asked = { user_id: viewer.id, seen_currency: viewer.currency, takes_old_rate, ...fields };
      const outcome = await requestWithdrawal(services, asked);
      if (outcome.outcome === "refused") return refuse(outcome.reason);
      await keep(outcome.payout_id);
      return await payoutAnswer(context, viewer.id, outcome.payout_id);
    },
  }),

  call({
    name: "setPayoutData",
    method: "post",
    path: "/api/payoutdata",
    who: "creator",
    described: payoutDataForm(() => null),
    answers: { 201: dataOf(z.object({ id: z.string() }).meta({ id: "NewPayoutData" })) },
    refusals: { 409: ["in_progress"], 422: ["owner"] },
    async handler({ req, env: { context }, var: { viewer } }) {
      const services = context.get(servicesContext);
      const countries = await listCountries(services.db);
      const countryOf = (id: number) => countries.find((each) => each.id === id)?.iso_3166_1 ?? null;
      const details = await readCall(req.raw, context, payoutDataForm(countryOf), "errors.payout.data");
      await requireApiBudget(context, "payout_data", "errors.payout.data", viewer.id);
      const bank_country = details.bank_country_id === null ? null : countryOf(details.bank_country_id);
      const asker = { session_id: viewer.session_id };
      const given = { user_id: viewer.id, details, bank_country, asker };
      const outcome = await requestPayoutData(services, given).catch(refuseStale(context));
      if (outcome.outcome === "code_sent") return apiJson({ data: { id: outcome.id } }, { status: 201 });
      const text = "errors.payout.data";
      if (outcome.reason === "in_progress") {
        const errors = { "": ["errors.payout.in_progress"] };
        return apiRefusal(context, { status: 409, code: "in_progress", text, errors });
      }
      const errors = { [outcome.field]: ["errors.payout.owner"] };
      return apiRefusal(context, { status: 422, code: "owner", text, errors });
    },
  }),

  call({
    name: "confirmPayoutData",
    method: "post",
    path: "/api/payoutdata/{id}/confirm",
    who: "creator",
    request: { params: byId, body: fields(payoutCodeForm) },
    answers: { 200: dataOf(destinationData) },
    refusals: { 409: ["in_progress"], 422: ["invalid_code"] },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { id } = req.valid("param");
      const { code } = req.valid("json");
      const services = context.get(servicesContext);
      const outcome = isId(id) ? await confirmPayoutData(services, { user_id: viewer.id, id, code }) : "void";
      if (outcome === "in_progress")
        return apiRefusal(context, { status: 409, code: "in_progress", text: "errors.payout.in_progress" });
      if (outcome !== "confirmed") return refuseField(context, "code", "errors.payout.code", "invalid_code");
      const { accepted, change } = await findPayoutData(services.db, viewer.id);
      const shown = [change, accepted].find((each) => each?.id === id);
      const details = await openPayoutDetails(services, id);
      if (!shown || !details) throw new Error(`payout data ${id} is confirmed and missing`);
      const { bank_country_id: bank } = details;
      const bank_country = bank === null ? null : await findCountry(context, bank);
      return apiJson({ data: payoutDataJson(shown, details, bank_country) });
    },
  }),
];

async function payoutAnswer(
  context: Readonly<RouterContextProvider>,
  userId: string,
  payoutId: string,
): Promise<Response> {
  const { db, publicUrl } = context.get(servicesContext);
  const payout = await findPayout(db, { user_id: userId, payout_id: payoutId });
  if (!payout) throw new Error(`payout ${payoutId} was requested and is not there`);
  return apiJson({ data: payoutJson(payout, publicUrl) }, { status: 201 });
}
