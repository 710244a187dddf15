import type { RouterContextProvider } from "react-router";
import { clientAddressContext, servicesContext } from "../context.ts";
import { findGroupPage, type GroupPage } from "../domain/grouplists/group-page.server.ts";
import { markOfReceivers } from "../domain/grouplists/share-out.server.ts";
import { minimumFor, namedAmong, sharersOf } from "../domain/grouplists/sharers.ts";
import { formatAmount } from "../domain/money/minor.ts";
import { confirmTip } from "../domain/payment-updates/checkout.server.ts";
import { leaveFansImage, startGroupTip, startTip, takeFansImage } from "../domain/tips/drafts.server.ts";
import { type TipCall, type TipCallReceiver, tipCall } from "../domain/tips/tip-call.schema.ts";
import { findProfileById } from "../domain/users/profile.server.ts";
import { addressKey } from "../http/address-keys.ts";
import {
  apiRefusal,
  findCaller,
  readCall,
  refuseField,
  refuseUnknown,
  requireApiBudget,
} from "../http/api.server.ts";
import { getI18n, getLocale, getTexts } from "../http/i18n.server.ts";
import { providerUrls, starterOf } from "../http/payment-start.server.ts";
import { rulesOf } from "../http/rules.server.ts";
import { defaultSettings } from "../product-settings.ts";
import {
  begunAgain,
  begunAnswer,
  begunPayment,
  chargeOf,
  countryCodes,
  PAYMENT_REFUSALS,
} from "./begun-payment.server.ts";
import { byOwnId, bySlug, type CallContext, call, dataOf } from "./call.server.ts";

type Context = Readonly<RouterContextProvider>;

const ANY_RECEIVER: TipCallReceiver = {
  currency: "EUR",
  items: [],
  default_price_per_message_minor: null,
  countryOf: () => null,
  rules: defaultSettings.rules,
};

const begins = {
  who: "anyone" as const,
  described: tipCall(ANY_RECEIVER),
  answers: { 201: dataOf(begunPayment) },
  refusals: { ...PAYMENT_REFUSALS, 404: ["not_found"] },
};

export const tipCalls = [
  call({
    name: "tipCreator",
    method: "post",
    path: "/api/user/{id}/tribute",
    request: { params: byOwnId },
    ...begins,
    refusals: { ...begins.refusals, 409: ["paused", "price_changed"] },
    handler: tipCreator,
    again: async ({ req, env: { context } }, payment) => {
      const { db, clock } = context.get(servicesContext);
      const profile = await findProfileById(db, req.param("id") ?? "", clock());
      return profile
        ? await begunAgain(context, payment, `/${profile.username}`)
        : refuseUnknown(context, "errors.api.creator");
    },
  }),

  call({
    name: "tipGroup",
    method: "post",
    path: "/api/grouplist/{slug}/tribute",
    request: { params: bySlug },
    ...begins,
    refusals: { ...begins.refusals, 409: ["members_changed", "price_changed"] },
    handler: tipGroup,
    again: (c, payment) => begunAgain(c.env.context, payment, `/gl/${c.req.param("slug")}`),
  }),
];

interface Start {
  path: string;
  name: string;
  receiver: TipCallReceiver;
  begin(tip: { id: string; call: TipCall; viewer_id: string | null }): Promise<boolean>;
  /** Version of the sharers' list; unused for creators. */
  seen_members?: (call: TipCall) => string;
  refuse?: (call: TipCall) => Response | null;
}

async function tipCreator(c: CallContext<"anyone">) {
  const { context } = c.env;
  const { db, clock } = context.get(servicesContext);
  const profile = await findProfileById(db, c.req.param("id") ?? "", clock());
  if (!profile) return refuseUnknown(context, "errors.api.creator");
  if (profile.is_paused)
    return apiRefusal(context, { status: 409, code: "paused", text: "errors.api.paused" });
  const locale = getLocale(context);
  return await start(c, {
    path: `/${profile.username}`,
    name: profile.name,
    receiver: { ...profile, countryOf: await countryCodes(context), rules: rulesOf(context) },
    async begin({ id, call: { amount, ...typed }, viewer_id }) {
      const tip = { id, ...amount, locale, earlier: null, typed, viewer_id, now: clock() };
      await startTip(db, { ...tip, profile });
      return true;
    },
  });
}

async function tipGroup(c: CallContext<"anyone">) {
  const { context } = c.env;
  const { db, clock, providers } = context.get(servicesContext);
  const slug = c.req.param("slug") ?? "";
  const group = await findGroupPage(db, slug, null, clock(), providers.directGroups);
  if (group?.status !== "APPROVED") return refuseUnknown(context, "errors.api.grouplist");
  const locale = getLocale(context);
  const able = sharersOf(group);
  const chosen = (names: readonly string[]) => (names.length === 0 ? [] : namedAmong(able, names));
  return await start(c, {
    path: `/gl/${group.slug}`,
    name: nameOfGroup(context, group),
    receiver: {
      currency: group.currency,
      items: [],
      default_price_per_message_minor: null,
      countryOf: await countryCodes(context),
      rules: rulesOf(context),
    },
    refuse({ creators, amount }) {
      if (able.length === 0 || chosen(creators).length < creators.length)
        return refuseField(context, "creator", "errors.amount.creators");
      const count = creators.length === 0 ? able.length : chosen(creators).length;
      return amount.amount_minor < minimumFor(count, rulesOf(context))
        ? refuseField(context, "amount", "errors.api.split")
        : null;
    },
    seen_members: ({ creators }) => markOfReceivers(creators.length === 0 ? able : chosen(creators)),
    async begin({ id, call: { amount, creators, ...typed }, viewer_id }) {
      const { amount_minor } = amount;
      const started = await startGroupTip(db, {
        ...{ id, group, amount_minor, locale, earlier: null, typed, viewer_id, now: clock() },
        chosen: creators.length === 0 ? null : chosen(creators).map((each) => each.id),
      });
      return started === "started";
    },
  });
}

/** All steps at once. A refusal leaves at most an unpaid draft. */
async function start(
  { req, env: { context }, var: { keep } }: CallContext<"anyone">,
  of: Start,
): Promise<Response> {
  const services = context.get(servicesContext);
  const { db, clock, config, newId, tokens } = services;
  const locale = getLocale(context);
  const { currency, default_price_per_message_minor: price } = of.receiver;
  const fields = await readCall(req.raw, context, tipCall(of.receiver), "errors.api.invalid", {
    name: of.name,
    price: price === null ? "" : formatAmount(price, currency, locale),
    minimum: formatAmount(of.receiver.rules.tip.minimum_minor, currency, locale),
    maximum: formatAmount(of.receiver.rules.tip.maximum_minor, currency, locale),
    characters: of.receiver.rules.content.message_characters_maximum,
  });
  const refused = of.refuse?.(fields);
  if (refused) return refused;
  const { amount, payment, image_id } = fields;
  const charge = await chargeOf(context, { amount_minor: amount.amount_minor, currency, ...payment });
  if (charge instanceof Response) return charge;
  await requireApiBudget(
    context,
    "drafts",
    "errors.api.too_often",
    addressKey(context.get(clientAddressContext)),
  );
  const id = newId();
  const viewer_id = (await findCaller(req.raw, context))?.id ?? null;
  if (!(await of.begin({ id, call: fields, viewer_id })))
    return refuseUnknown(context, "errors.api.grouplist");
  if (image_id !== null && !(await takeFansImage(db, { tip_id: id, image_id, now: clock() })))
    return refuseField(context, "mediafile_id", "errors.item.image_unknown");
  const outcome = await confirmTip(services, {
    tip_id: id,
    seen_charged_minor: fields.seen_charged_minor ?? charge,
    seen_members: of.seen_members?.(fields),
    payment_id: newId(),
    locale,
    description: getI18n(context).t("tip:price.tip", { name: of.name }),
    urls: providerUrls(context, new URL(req.url).origin),
    needs_fresh_rate: config.mode === "live",
    rules: rulesOf(context),
    starter: starterOf(context, id),
  });
  if (outcome.outcome === "pay") await keep(outcome.payment_id);
  // A corrected call sends the picture again; a waiting order keeps it.
  else if (image_id !== null && !["wait", "press_button"].includes(outcome.outcome))
    await leaveFansImage(db, { tip_id: id, now: clock() });
  const summary = `${of.path}/tip/${tokens.sign("tip-draft", id)}/summary`;
  return begunAnswer(req.raw, context, outcome, { summary, name: of.name });
}

function nameOfGroup(context: Context, { name, slug }: GroupPage): string {
  return name ?? getTexts(context, "grouplists")("unnamed", { slug });
}
