import { servicesContext } from "../context.ts";
import { decideTerms } from "../domain/auth/registration.server.ts";
import { isCountry } from "../domain/tax/countries.server.ts";
import { countryCall, payoutTypeChange } from "../domain/users/profile.schema.ts";
import { saveProfile } from "../domain/users/profile.server.ts";
import { currencyForm, rankingCall, settingsChange } from "../domain/users/settings.schema.ts";
import { saveSettings, setCurrency, setPaused, setRanking } from "../domain/users/settings.server.ts";
import { termsForm } from "../domain/users/user.schema.ts";
import { apiRefusal, readCall, refuseField } from "../http/api.server.ts";
import { offeredCurrencies, rulesOf } from "../http/rules.server.ts";
import { defaultSettings } from "../product-settings.ts";
import { call, dataOf, fields } from "./call.server.ts";
import { apiUser, userData } from "./user-data.server.ts";

export const settingsCalls = [
  call({
    name: "setRanking",
    method: "patch",
    path: "/api/account/ranking",
    who: "creator",
    request: { body: fields(rankingCall) },
    answers: { 200: dataOf(userData) },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { db, clock } = context.get(servicesContext);
      await setRanking(db, viewer.id, req.valid("json").ranking_enabled, clock());
      return await apiUser(context, viewer.id);
    },
  }),

  call({
    name: "setCountry",
    method: "patch",
    path: "/api/account/country",
    who: "creator",
    request: { body: fields(countryCall) },
    answers: { 200: dataOf(userData) },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { country_id } = req.valid("json");
      const { db, clock, reservedNames } = context.get(servicesContext);
      if (!(await isCountry(db, country_id)))
        return refuseField(context, "country_id", "errors.country.required");
      await saveProfile(db, viewer.id, { country_id }, reservedNames, clock());
      return await apiUser(context, viewer.id);
    },
  }),

  call({
    name: "setPayoutType",
    method: "patch",
    path: "/api/account/payout-type",
    who: "creator",
    request: { body: fields(payoutTypeChange) },
    answers: { 200: dataOf(userData) },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { db, clock } = context.get(servicesContext);
      await saveSettings(db, viewer.id, req.valid("json"), clock());
      return await apiUser(context, viewer.id);
    },
  }),

  call({
    name: "changeSettings",
    method: "patch",
    path: "/api/account/settings",
    who: "member",
    described: settingsChange("EUR", defaultSettings.rules.tip),
    answers: { 200: dataOf(userData) },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { db, clock } = context.get(servicesContext);
      const body = await readCall(req.raw, context, settingsChange(viewer.currency, rulesOf(context).tip));
      const { min_payout, default_price_per_message, is_paused, ...rest } = body;
      const amounts = {
        min_payout_minor: min_payout,
        default_price_per_message_minor: default_price_per_message,
      };
      await saveSettings(db, viewer.id, { ...rest, ...amounts }, clock());
      if (is_paused !== undefined) await setPaused(db, viewer.id, is_paused, clock());
      return await apiUser(context, viewer.id);
    },
  }),

  call({
    name: "decideVerificationTerms",
    method: "patch",
    path: "/api/account/verification-terms",
    who: "creator",
    passes: "terms",
    request: { body: fields(termsForm) },
    answers: { 200: dataOf(userData) },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { db, clock } = context.get(servicesContext);
      await decideTerms(db, viewer.id, req.valid("json").accepted, clock());
      return await apiUser(context, viewer.id);
    },
  }),

  call({
    name: "setCurrency",
    method: "patch",
    path: "/api/account/currency",
    who: "creator",
    request: { body: fields(currencyForm) },
    answers: { 200: dataOf(userData) },
    refusals: { 409: ["in_progress"] },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { db, clock } = context.get(servicesContext);
      const { currency } = req.valid("json");
      if (!offeredCurrencies(context, viewer.currency).includes(currency))
        return refuseField(context, "currency", "errors.currency.required");
      const outcome = await setCurrency(db, viewer.id, currency, clock());
      if (outcome !== "in_progress") return await apiUser(context, viewer.id);
      const text = "errors.payout.in_progress";
      return apiRefusal(context, { status: 409, code: outcome, text, errors: { currency: [text] } });
    },
  }),
];
