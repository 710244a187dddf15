import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { servicesContext } from "../context.ts";
import { toDecimal } from "../domain/money/minor.ts";
import { pageAfter } from "../domain/page-number.schema.ts";
import { type Fan, listFans } from "../domain/statistics/statistics.server.ts";
import { findReceivedTip, listNumberedTips, type ReceivedTip } from "../domain/tips/received-tips.server.ts";
import { replyCall } from "../domain/tips/reply.schema.ts";
import { fansPage, tipsPage } from "../domain/tips/tip.schema.ts";
import { markTipRead, type ReplyRefusal, replyToTip, replyUnder } from "../domain/tips/tip-replies.server.ts";
import {
  apiJson,
  apiRefusal,
  refuseField,
  refuseOff,
  refuseTooMany,
  refuseUnknown,
  requireApiBudget,
} from "../http/api.server.ts";
import { isId } from "../http/ids.ts";
import { findReader } from "../http/reader.server.ts";
import { rulesOf } from "../http/rules.server.ts";
import { productRules } from "../product-rules.ts";
import type { ContentRules } from "../product-settings.ts";
import { decimal, tippedGroup } from "./amounts.ts";
import { byId, call, dataOf, fields, pagesOf } from "./call.server.ts";

type Context = Readonly<RouterContextProvider>;

const time = z.iso.datetime();
const text = z.string().nullable();

const REPLY_REFUSALS = [
  "in_review",
  "voucher",
  "closed",
  "anonymous",
  "no_email",
  "used_up",
] as const satisfies readonly ReplyRefusal[];

export const tipData = z
  .object({
    id: z.string(),
    status: z.enum(["PENDING", "ACTIVE", "DECLINED", "REFUNDED", "CHARGEBACK"]),
    name: text,
    sender_name: text,
    sender_email: text,
    ...{ currency: z.string(), amount: decimal, amount_minor: z.int() },
    ...{ refunded: decimal, refunded_minor: z.int() },
    message: text,
    image_url: text,
    paid_at: time,
    read_at: time.nullable(),
    is_new: z.boolean(),
    is_voucher: z.boolean(),
    is_monthly: z.boolean(),
    is_on_page: z.boolean(),
    grouplist: tippedGroup.nullable(),
    replies: z.array(z.object({ message: z.string(), created_at: time }).meta({ id: "ThankYou" })),
    reply_refusal: z.enum([...REPLY_REFUSALS, "off"]).nullable(),
  })
  .meta({ id: "Tip" });

const fanData = z
  .object({
    ...{ name: text, email: text },
    is_everybody_else: z.boolean(),
    ...{ currency: z.string(), tips_count: z.int(), amount: decimal, amount_minor: z.int() },
    last_paid_at: time,
  })
  .meta({ id: "Fan" });

export const receivedTipCalls = [
  call({
    name: "listTips",
    method: "get",
    path: "/api/tributes",
    who: "creator",
    scope: "tips:read",
    request: { query: tipsPage },
    answers: { 200: pagesOf(tipData) },
    async handler({ req, env: { context }, var: { viewer } }) {
      const query = req.valid("query");
      const { db } = context.get(servicesContext);
      const { tips, next } = await listNumberedTips(db, viewer.id, query);
      return apiJson({
        data: tips.map((tip) => tipJson(tip, shownBy(context))),
        meta: { page: query.page, next_page: pageAfter(query.page, next !== null), next },
      });
    },
  }),

  call({
    name: "getTip",
    method: "get",
    path: "/api/tribute/{id}",
    who: "creator",
    scope: "tips:read",
    request: { params: byId },
    answers: { 200: dataOf(tipData) },
    refusals: { 404: ["not_found"] },
    async handler({ req, env: { context }, var: { viewer } }) {
      const params = req.valid("param");
      return (await answerTip(context, ownTip(viewer, params))) ?? refuseUnknown(context, "errors.api.tip");
    },
  }),

  call({
    name: "markTipRead",
    method: "post",
    path: "/api/tribute/{id}/read",
    who: "creator",
    request: { params: byId },
    answers: { 200: dataOf(tipData) },
    refusals: { 404: ["not_found"] },
    async handler({ req, env: { context }, var: { viewer } }) {
      const params = req.valid("param");
      const { db, clock } = context.get(servicesContext);
      const tip = ownTip(viewer, params);
      const outcome = isId(tip.tip_id) ? await markTipRead(db, tip, clock()) : "missing";
      const answer = outcome === "read" ? await answerTip(context, tip) : null;
      return answer ?? refuseUnknown(context, "errors.api.tip");
    },
  }),

  call({
    name: "thankForTip",
    method: "post",
    path: "/api/tribute/{id}/reply",
    who: "creator",
    request: { params: byId, body: fields(replyCall) },
    answers: {
      200: z.object({ data: tipData, meta: z.object({ is_mailed: z.boolean() }).meta({ id: "Mailed" }) }),
    },
    refusals: { 404: ["feature_off", "not_found"], 409: REPLY_REFUSALS, 422: ["not_allowed"] },
    async handler({ req, env: { context }, var: { viewer } }) {
      const params = req.valid("param");
      const { message } = req.valid("json");
      const tip = ownTip(viewer, params);
      const services = context.get(servicesContext);
      const rules = rulesOf(context).content;
      if (rules.thank_yous_maximum === 0) return refuseOff(context);
      if (!isId(tip.tip_id) || !(await findReceivedTip(services.db, tip)))
        return refuseUnknown(context, "errors.api.tip");
      await requireApiBudget(context, "reply", "errors.reply.too_often", viewer.id);
      const outcome = await replyToTip(services, { ...tip, message, rules });
      if (outcome === "missing") return refuseUnknown(context, "errors.api.tip");
      if (outcome === "too_often") return refuseTooMany(context, "errors.reply.too_often");
      if (outcome === "not_allowed")
        return refuseField(context, "message", "errors.reply.not_allowed", outcome);
      if (outcome !== "sent" && outcome !== "kept")
        return apiRefusal(context, { status: 409, code: outcome, text: `errors.reply.${outcome}` });
      const meta = { is_mailed: outcome === "sent" };
      return (await answerTip(context, tip, meta)) ?? refuseUnknown(context, "errors.api.tip");
    },
  }),

  call({
    name: "listFans",
    method: "get",
    path: "/api/tributes/users",
    who: "creator",
    scope: "tips:read",
    request: { query: fansPage },
    answers: { 200: pagesOf(fanData) },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { page, before, after } = req.valid("query");
      const { clock } = context.get(servicesContext);
      const { at, skip } = after ?? { at: before ?? clock(), skip: 0 };
      const place = { at, skip: skip + (page - 1) * productRules.fans_page };
      const { fans, next } = await listFans(await findReader(req.raw, context), viewer.id, place);
      const meta = {
        ...{ page, next_page: pageAfter(page, next !== null) },
        next: next && `${next.at.toISOString()}~${next.skip}`,
      };
      return apiJson({ data: fans.map(fanJson), meta });
    },
  }),
];

interface OwnTip {
  tip_id: string;
  creator_id: string;
}

function ownTip(viewer: { id: string }, params: Readonly<Record<string, string>>): OwnTip {
  return { tip_id: params.id ?? "", creator_id: viewer.id };
}

async function answerTip(context: Context, tip: OwnTip, meta?: { is_mailed: boolean }) {
  const { db } = context.get(servicesContext);
  const found = isId(tip.tip_id) ? await findReceivedTip(db, tip) : null;
  return found && apiJson({ data: tipJson(found, shownBy(context)), ...(meta && { meta }) });
}

const shownBy = (context: Context) => ({
  publicUrl: context.get(servicesContext).publicUrl,
  content: rulesOf(context).content,
});

/** Content under review is null, as on the dashboard. */
export function tipJson(
  tip: ReceivedTip,
  { publicUrl, content }: { publicUrl: string; content: ContentRules },
): z.input<typeof tipData> {
  const reply = replyUnder(content, tip);
  const { currency, amount_minor, refunded_minor } = tip;
  return {
    id: tip.id,
    status: tip.status,
    name: tip.item_name,
    sender_name: tip.sender_name,
    sender_email: tip.sender_email,
    currency,
    amount: toDecimal(amount_minor, currency),
    amount_minor,
    refunded: toDecimal(refunded_minor, currency),
    refunded_minor,
    message: tip.message,
    image_url: tip.has_image ? new URL(`/dashboard/tips/${tip.id}/image`, publicUrl).href : null,
    paid_at: tip.paid_at.toISOString(),
    read_at: tip.read_at?.toISOString() ?? null,
    is_new: tip.is_new,
    is_voucher: tip.is_voucher,
    is_monthly: tip.is_monthly,
    is_on_page: tip.is_on_page,
    grouplist: tip.group,
    replies: tip.replies.map(({ message, created_at }) => ({
      message,
      created_at: created_at.toISOString(),
    })),
    reply_refusal: reply === "possible" ? null : reply,
  };
}

function fanJson(fan: Fan): z.input<typeof fanData> {
  const { name, email, is_everybody_else, currency, tips_count, amount_minor, last_paid_at } = fan;
  return {
    ...{ name, email, is_everybody_else, currency, tips_count },
    ...{ amount: toDecimal(amount_minor, currency), amount_minor },
    last_paid_at: last_paid_at.toISOString(),
  };
}
