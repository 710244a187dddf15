import { z } from "zod";
import { servicesContext } from "../context.ts";
import { businessDate } from "../domain/calendar.ts";
import { countryName, currencyName } from "../domain/money/formats.ts";
import { currencyDigits } from "../domain/money/minor.ts";
import { offeredPayCurrencies } from "../domain/payments/quote.server.ts";
import { listCountries } from "../domain/tax/countries.server.ts";
import { listFeatured, listNewCreators } from "../domain/users/creator-lists.server.ts";
import { apiJson } from "../http/api.server.ts";
import { apiFresh } from "../http/fresh-answer.server.ts";
import { getLocale } from "../http/i18n.server.ts";
import { likelyCountry } from "../http/likely-country.server.ts";
import { findReader } from "../http/reader.server.ts";
import { rulesOf } from "../http/rules.server.ts";
import { productRules } from "../product-rules.ts";
import { call, dataOf } from "./call.server.ts";
import { creatorData, creatorJson } from "./user-data.server.ts";

const eventData = z
  .object({ title: z.string(), text: z.string(), url: z.string().nullable(), color: z.string() })
  .meta({ id: "Event" })
  .nullable();

const countryData = z
  .object({ id: z.int(), iso_3166_1: z.string(), name: z.string() })
  .meta({ id: "Country" });

const locationData = z
  .object({ country_id: z.int().nullable(), country: z.string().nullable() })
  .meta({ id: "Location" });

const currencyData = z
  .object({ code: z.string(), name: z.string(), digits: z.int(), profile: z.boolean() })
  .meta({ id: "Currency" });

export const lookupCalls = [
  call({
    name: "listCountries",
    method: "get",
    path: "/api/countries",
    who: "anyone",
    answers: {
      200: dataOf(z.array(countryData)),
      304: null,
    },
    async handler({ req, env: { context } }) {
      const locale = getLocale(context);
      const countries = await listCountries(context.get(servicesContext).db);
      const named = countries.map(({ id, iso_3166_1 }) => ({
        id,
        iso_3166_1,
        name: countryName(iso_3166_1, locale),
      }));
      return apiFresh(req.raw, { data: named.sort((a, b) => a.name.localeCompare(b.name, locale)) });
    },
  }),

  call({
    name: "getLocation",
    method: "get",
    path: "/api/location",
    who: "anyone",
    answers: { 200: dataOf(locationData) },
    async handler({ req, env: { context } }) {
      const likely = await likelyCountry(req.raw, context);
      const countries = await listCountries(context.get(servicesContext).db);
      const country = countries.find(({ iso_3166_1 }) => iso_3166_1 === likely);
      return apiJson({ data: { country_id: country?.id ?? null, country: country?.iso_3166_1 ?? null } });
    },
  }),

  call({
    name: "listCurrencies",
    method: "get",
    path: "/api/currencies",
    who: "anyone",
    answers: {
      200: dataOf(z.array(currencyData)),
      304: null,
    },
    handler({ req, env: { context } }) {
      const locale = getLocale(context);
      const { content } = rulesOf(context);
      const currencies = offeredPayCurrencies(context.get(servicesContext).providers, content).map(
        (code) => ({
          code,
          name: currencyName(code, locale),
          digits: currencyDigits(code),
          profile: content.currencies.some((each) => each === code),
        }),
      );
      return apiFresh(req.raw, { data: currencies });
    },
  }),

  call({
    name: "getActiveEvent",
    method: "get",
    path: "/api/special-event/active",
    who: "anyone",
    answers: { 200: dataOf(eventData), 304: null },
    async handler({ req, env: { context } }) {
      const { announcements, clock } = context.get(servicesContext);
      const { event } = await announcements(getLocale(context), clock());
      return apiFresh(req.raw, { data: event });
    },
  }),

  call({
    name: "listFeaturedCreators",
    method: "get",
    path: "/api/seller/featured-creators",
    who: "anyone",
    answers: { 200: dataOf(z.array(creatorData)), 304: null },
    async handler({ req, env: { context } }) {
      const { clock, publicUrl } = context.get(servicesContext);
      const reader = await findReader(req.raw, context);
      const monthStart = `${businessDate(clock()).slice(0, 7)}-01`;
      const creators = await listFeatured(reader, monthStart, productRules.shown_creators);
      return apiFresh(req.raw, { data: creators.map((creator) => creatorJson(creator, publicUrl)) });
    },
  }),

  call({
    name: "listNewCreators",
    method: "get",
    path: "/api/seller/new-creators",
    who: "anyone",
    answers: { 200: dataOf(z.array(creatorData)), 304: null },
    async handler({ req, env: { context } }) {
      const { publicUrl } = context.get(servicesContext);
      const creators = await listNewCreators(await findReader(req.raw, context), productRules.shown_creators);
      return apiFresh(req.raw, { data: creators.map((creator) => creatorJson(creator, publicUrl)) });
    },
  }),
];
