import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { servicesContext } from "../context.ts";
import {
  beginLink,
  changeSettings,
  completeLink,
  findMicroblog,
  findRequest,
  findSettings,
} from "../domain/microblog/links.server.ts";
import { connectCall, type MicroblogSettings, microblogCall } from "../domain/microblog/microblog.schema.ts";
import { apiJson, apiRefusal, refuseField, requireApiBudget } from "../http/api.server.ts";
import { refuseStale } from "./account-access.ts";
import { call, dataOf, fields } from "./call.server.ts";

const settingsData = microblogCall.required().meta({ id: "MicroblogSettings" });
const microblogData = z
  .object({
    is_available: z.boolean(),
    is_connected: z.boolean(),
    link_failed: z.boolean(),
    screen_name: z.string().nullable(),
    authorize_url: z.url().nullable(),
    settings: settingsData,
  })
  .meta({ id: "Microblog" });

export const microblogCalls = [
  call({
    name: "getMicroblog",
    method: "get",
    path: "/api/twitter",
    who: "creator",
    answers: { 200: dataOf(microblogData) },
    handler: ({ env: { context }, var: { viewer } }) => answer(context, viewer.id),
  }),

  call({
    name: "connectMicroblog",
    method: "post",
    path: "/api/twitter/connect",
    who: "creator",
    request: { body: { ...fields(connectCall), required: false } },
    answers: { 200: dataOf(microblogData) },
    refusals: { 404: ["not_set_up"], 409: ["expired", "taken"], 502: ["network"] },
    async handler({ req, env: { context }, var: { viewer } }) {
      const body = req.valid("json");
      const services = context.get(servicesContext);
      const network = services.networks.find("x");
      if (!network)
        return apiRefusal(context, { status: 404, code: "not_set_up", text: "errors.microblog.not_set_up" });
      const whose = { user_id: viewer.id, asker: { session_id: viewer.session_id } };
      if (body?.pin === undefined) {
        await requireApiBudget(context, "microblog_link", "errors.microblog.many", viewer.id);
        const begun = await beginLink(services, network, whose).catch(refuseStale(context));
        return begun === "begun" ? await answer(context, viewer.id) : away(context, network.label);
      }
      const given = { ...whose, answer: body.pin };
      const outcome = await completeLink(services, network, given).catch(refuseStale(context));
      if (outcome === "pin_wrong") return refuseField(context, "pin", "errors.microblog.pin_wrong");
      if (outcome === "expired" || outcome === "taken")
        return apiRefusal(context, {
          ...{ status: 409, code: outcome, text: `errors.microblog.${outcome}` as const },
          values: { network: network.label },
        });
      return outcome === "away" ? away(context, network.label) : await answer(context, viewer.id);
    },
  }),

  call({
    name: "changeMicroblogSettings",
    method: "patch",
    path: "/api/twitter/settings",
    who: "creator",
    request: { body: fields(microblogCall) },
    answers: { 200: dataOf(settingsData) },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { db, clock } = context.get(servicesContext);
      return apiJson({
        data: namedByApi(await changeSettings(db, viewer.id, "x", namedHere(req.valid("json")), clock())),
      });
    },
  }),
];

async function answer(context: Readonly<RouterContextProvider>, userId: string): Promise<Response> {
  const { db, clock, networks } = context.get(servicesContext);
  const link = await findMicroblog(db, userId, "x");
  const begun = await findRequest(db, userId, "x", clock());
  const data: z.infer<typeof microblogData> = {
    is_available: networks.find("x") !== null,
    is_connected: link !== null && link.failed_at === null,
    link_failed: link !== null && link.failed_at !== null,
    screen_name: link?.handle ?? null,
    authorize_url: begun?.authorize_url ?? null,
    settings: namedByApi(await findSettings(db, userId, "x")),
  };
  return apiJson({ data });
}

function away(context: Readonly<RouterContextProvider>, network: string): Response {
  const values = { network };
  return apiRefusal(context, { status: 502, code: "network", text: "errors.microblog.away", values });
}

const TIP_FREQUENCIES = { all: "ALL", hourly: "HOURLY" } as const;
const ADVERT_FREQUENCIES = { off: "OFF", daily: "DAILY", weekly: "WEEKLY" } as const;

function namedByApi(settings: MicroblogSettings): z.infer<typeof settingsData> {
  return {
    tweet_on_new_donation: settings.on_new_tip,
    tweet_on_new_donation_show_amount: settings.show_amount,
    tweet_on_new_donation_frequency: settings.tip_frequency === "ALL" ? "all" : "hourly",
    tweet_on_profile_ads_frequency: ({ OFF: "off", DAILY: "daily", WEEKLY: "weekly" } as const)[
      settings.advert_frequency
    ],
    tweet_on_tribute_achievement: settings.on_achievement,
  };
}

function namedHere(body: z.infer<typeof microblogCall>): Partial<MicroblogSettings> {
  const tips = body.tweet_on_new_donation_frequency;
  const adverts = body.tweet_on_profile_ads_frequency;
  const given = {
    on_new_tip: body.tweet_on_new_donation,
    show_amount: body.tweet_on_new_donation_show_amount,
    tip_frequency: tips && TIP_FREQUENCIES[tips],
    advert_frequency: adverts && ADVERT_FREQUENCIES[adverts],
    on_achievement: body.tweet_on_tribute_achievement,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
