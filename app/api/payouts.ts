import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { servicesContext } from "../context.ts";
import { payoutCodeForm, payoutDataForm } from "../domain/payouts/destinations/payout-data.schema.ts";
import {
  confirmPayoutData,
  findPayoutData,
  openPayoutDetails,
  requestPayoutData,
} from "../domain/payouts/destinations/payout-data.server.ts";
import { findPayout, listPayouts } from "../domain/payouts/requests/overview.server.ts";
import { payoutsPage, withdrawalCall } from "../domain/payouts/requests/payout.schema.ts";
import { requestWithdrawal, type WithdrawalRefusal } from "../domain/payouts/requests/withdrawals.server.ts";
import { listCountries } from "../domain/tax/countries.server.ts";
import { apiJson, apiRefusal, readCall, refuseField, requireApiBudget } from "../http/api.server.ts";
import { payoutsWaitUntil } from "../http/email-undo-end.server.ts";
import { isId } from "../http/ids.ts";
import { refuseStale } from "./account-access.ts";
import { byId, call, dataOf, fields, pagesOf } from "./call.server.ts";
import { destinationData, payoutData, payoutDataJson, payoutJson } from "./payout-data.server.ts";
import { codesByStatus } from "./refusals.ts";

/** Status by cause: account, moment or amount. */
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
};

export const payoutCalls = [
  call({
    method: "get",
    path: "/api/payouts",
    who: "creator",
    request: { query: payoutsPage },
    answers: { 200: pagesOf(payoutData) },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { page } = req.valid("query");
      const { db, publicUrl } = context.get(servicesContext);
      const { payouts, next } = await listPayouts(db, viewer.id, { number: page });
      return apiJson({
        data: payouts.map((payout) => payoutJson(payout, publicUrl)),
        meta: { page, next_page: next === null ? null : page + 1 },
      });
    },
  }),

  call({
    method: "post",
    path: "/api/payout/request",
    who: "creator",
    described: withdrawalCall("EUR"),
    answers: { 201: dataOf(payoutData) },
    refusals: codesByStatus(STATUSES),
    again: async (c, payoutId) => await payoutAnswer(c.env.context, c.var.viewer.id, payoutId),
    async handler({ req, env: { context }, var: { viewer, keep } }) {
      const services = context.get(servicesContext);
      const values = { until: await payoutsWaitUntil(context, viewer.id) };
      const refuse = (reason: WithdrawalRefusal) =>
        apiRefusal(context, {
          status: STATUSES[reason],
          code: reason,
          text: "errors.payout.request",
          errors: { amount: [`errors.payout.${reason}`] },
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
    method: "post",
    path: "/api/payoutdata",
    who: "creator",
    described: payoutDataForm(() => null),
    answers: { 201: dataOf(z.object({ id: z.string() })) },
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
      return apiJson({ data: payoutDataJson(shown, details) });
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
