import { z } from "zod";
import { servicesContext } from "../context.ts";
import {
  findDebts,
  findSetOff,
  type SetOff,
  type SetOffOffer,
  setOffDebt,
} from "../domain/earnings/debts.server.ts";
import { toDecimal } from "../domain/money/minor.ts";
import { setOffForm } from "../domain/payouts/requests/payout.schema.ts";
import { apiJson, apiRefusal } from "../http/api.server.ts";
import { decimal } from "./amounts.ts";
import { call, dataOf, fields } from "./call.server.ts";
import { codesByStatus } from "./responses.ts";

const offerData = z
  .object({
    ...{ from_currency: z.string(), from_minor: z.int(), from_amount: decimal },
    ...{ debt_currency: z.string(), debt_minor: z.int(), debt_amount: decimal },
    ...{ rate: z.string(), rate_date: z.string() },
  })
  .meta({ id: "SetOff" });

const debtData = z
  .object({
    ...{ currency: z.string(), amount: decimal, amount_minor: z.int() },
    offers: z.array(offerData),
    lacks_rate: z.boolean(),
  })
  .meta({ id: "Debt" });

function offerJson(offer: SetOffOffer) {
  return {
    ...offer,
    from_amount: toDecimal(offer.from_minor, offer.from_currency),
    debt_amount: toDecimal(offer.debt_minor, offer.debt_currency),
  };
}

const STATUSES: Record<Extract<SetOff, { outcome: "refused" }>["reason"], number> = {
  not_active: 403,
  nothing_to_set_off: 409,
  no_rate: 409,
  changed: 409,
};

export const debtCalls = [
  call({
    name: "listDebts",
    method: "get",
    path: "/api/payout/debts",
    who: "creator",
    answers: { 200: dataOf(z.array(debtData)) },
    async handler({ env: { context }, var: { viewer } }) {
      const services = context.get(servicesContext);
      const needs_fresh_rate = services.config.mode === "live";
      const { debts } = await findDebts(services, { creator_id: viewer.id, needs_fresh_rate });
      const data = debts.map(({ currency, owed_minor, offers, lacks_rate }) => ({
        ...{ currency, amount: toDecimal(owed_minor, currency), amount_minor: owed_minor },
        ...{ offers: offers.map(offerJson), lacks_rate },
      }));
      return apiJson({ data });
    },
  }),

  call({
    name: "setOffDebt",
    method: "post",
    path: "/api/payout/set-offs",
    who: "creator",
    request: { body: fields(setOffForm) },
    answers: { 201: dataOf(offerData) },
    refusals: codesByStatus(STATUSES),
    again: async ({ env: { context }, var: { viewer } }, setOffId) => {
      const { db } = context.get(servicesContext);
      const offer = await findSetOff(db, { creator_id: viewer.id, set_off_id: setOffId });
      if (!offer) throw new Error(`set-off ${setOffId} was made and is not there`);
      return apiJson({ data: offerJson(offer) }, { status: 201 });
    },
    async handler({ req, env: { context }, var: { viewer, keep } }) {
      const body = req.valid("json");
      const services = context.get(servicesContext);
      const needs_fresh_rate = services.config.mode === "live";
      const outcome = await setOffDebt(services, { creator_id: viewer.id, ...body, needs_fresh_rate });
      if (outcome.outcome === "refused")
        return apiRefusal(context, {
          status: STATUSES[outcome.reason],
          code: outcome.reason,
          text: `errors.payout.set_off.${outcome.reason}`,
        });
      await keep(outcome.set_off_id);
      return apiJson({ data: offerJson(outcome.offer) }, { status: 201 });
    },
  }),
];
