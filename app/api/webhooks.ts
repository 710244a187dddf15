import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { servicesContext } from "../context.ts";
import type { ActingUser } from "../domain/auth/sessions.server.ts";
import {
  addEndpoint,
  listDeliveries,
  listEndpoints,
  removeEndpoint,
  renewSecret,
  sendAgain,
  sendTest,
  switchEndpoint,
} from "../domain/creator-events/endpoints.server.ts";
import {
  CREATOR_EVENT_TYPES,
  receiverAddress,
  WEBHOOK_FORMATS,
} from "../domain/creator-events/webhook.schema.ts";
import { truth } from "../domain/typed-text.schema.ts";
import type { Viewer } from "../domain/users/viewer.ts";
import { apiDone, apiJson, apiRefusal, isByKey, refuseField, refuseUnknown } from "../http/api.server.ts";
import { isId } from "../http/ids.ts";
import { refuseStale, refuseStranger } from "./account-access.ts";
import { byId, call, dataOf, fields } from "./call.server.ts";

type Context = Readonly<RouterContextProvider>;

const time = z.iso.datetime();

const webhookFields = {
  ...{ id: z.string(), address: z.string(), format: z.enum(WEBHOOK_FORMATS) },
  events: z.array(z.enum(CREATOR_EVENT_TYPES)),
  ...{ is_on: z.boolean(), off_reason: z.enum(["CREATOR", "GONE", "FAILING"]).nullable() },
  ...{ failing_since: time.nullable(), earlier_until: time.nullable(), made_at: time },
};

const webhookData = z.object(webhookFields).meta({ id: "Webhook" });

const newWebhookData = z.object({ ...webhookFields, secret: z.string() }).meta({ id: "NewWebhook" });

const secretData = z.object({ secret: z.string(), until: time.nullable() }).meta({ id: "WebhookSecret" });

const deliveryData = z
  .object({
    ...{ id: z.string(), type: z.enum([...CREATOR_EVENT_TYPES, "webhook.test"]) },
    status: z.enum(["WAITING", "DELIVERED", "GIVEN_UP", "DROPPED"]),
    ...{ happened_at: time, tried_at: time.nullable(), due_at: time, tries_count: z.int() },
    ...{ answer_status: z.int().nullable(), answer: z.string().nullable(), answer_ms: z.int().nullable() },
  })
  .meta({ id: "Delivery" });

/** For sessions, as on the page; a key was made with it. */
const password = z.string("errors.password.required").max(1024, "errors.password.long").optional();

const webhookCall = z.object({
  address: receiverAddress,
  format: z.enum(WEBHOOK_FORMATS, "errors.webhook.format").default("STANDARD"),
  events: z
    .array(z.enum(CREATOR_EVENT_TYPES, "errors.webhook.events"), "errors.webhook.events")
    .min(1, "errors.webhook.events"),
  password,
});

const CHANGES = { who: "creator", scope: "webhooks:manage" } as const;
const UNKNOWN = { 404: ["not_found"] };
const BY_PASSWORD = { 422: ["wrong_password"], 429: ["blocked"] };

export const webhookCalls = [
  call({
    name: "listWebhooks",
    method: "get",
    path: "/api/webhooks",
    ...CHANGES,
    answers: { 200: dataOf(z.array(webhookData)) },
    async handler({ env: { context }, var: { viewer } }) {
      return apiJson({ data: await listEndpoints(context.get(servicesContext).db, viewer.id) });
    },
  }),

  call({
    name: "createWebhook",
    method: "post",
    path: "/api/webhooks",
    ...CHANGES,
    request: { body: fields(webhookCall) },
    answers: { 201: dataOf(newWebhookData) },
    refusals: { ...BY_PASSWORD, 409: ["too_many"] },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { address, format, events, password } = req.valid("json");
      const services = context.get(servicesContext);
      if (address.protocol !== "https:" && services.config.mode === "live")
        return refuseField(context, "address", "errors.webhook.https");
      const asker = await askerOf(req.raw, context, viewer, password);
      if (asker instanceof Response) return asker;
      const of = { user_id: viewer.id, asker, address, format };
      // Ko-fi's format knows received tips alone.
      const added = await addEndpoint(services, { ...of, events }).catch(refuseStale(context));
      if (added.outcome === "too_many")
        return apiRefusal(context, { status: 409, code: "too_many", text: "errors.webhook.enough" });
      if (added.outcome !== "added") return refuseField(context, "address", "errors.webhook.public");
      const made = (await listEndpoints(services.db, viewer.id)).findLast(
        (each) => each.address === address.href,
      );
      if (!made) return refuseUnknown(context, "errors.api.webhook");
      return apiJson({ data: { ...made, secret: added.secret } }, { status: 201 });
    },
  }),

  call({
    name: "switchWebhook",
    method: "patch",
    path: "/api/webhooks/{id}",
    ...CHANGES,
    request: { params: byId, body: fields(z.object({ is_on: truth("errors.api.truth") })) },
    answers: { 200: dataOf(webhookData) },
    refusals: UNKNOWN,
    async handler({ req, env: { context }, var: { viewer } }) {
      const own = { user_id: viewer.id, id: req.valid("param").id };
      if (isId(own.id)) await switchEndpoint(context.get(servicesContext), own, req.valid("json").is_on);
      const data = await findOwn(context, own);
      return data ? apiJson({ data }) : refuseUnknown(context, "errors.api.webhook");
    },
  }),

  call({
    name: "deleteWebhook",
    method: "delete",
    path: "/api/webhooks/{id}",
    ...CHANGES,
    request: { params: byId },
    answers: { 204: null },
    refusals: UNKNOWN,
    async handler({ req, env: { context }, var: { viewer } }) {
      const own = { user_id: viewer.id, id: req.valid("param").id };
      if (!(await findOwn(context, own))) return refuseUnknown(context, "errors.api.webhook");
      await removeEndpoint(context.get(servicesContext), own);
      return apiDone();
    },
  }),

  call({
    name: "renewWebhookSecret",
    method: "post",
    path: "/api/webhooks/{id}/secret",
    ...CHANGES,
    request: { params: byId, body: { ...fields(z.object({ password })), required: false } },
    answers: { 200: dataOf(secretData) },
    refusals: { ...BY_PASSWORD, ...UNKNOWN },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { id } = req.valid("param");
      const asker = await askerOf(req.raw, context, viewer, req.valid("json")?.password);
      if (asker instanceof Response) return asker;
      const services = context.get(servicesContext);
      const own = { user_id: viewer.id, id, asker };
      const renewed = isId(id) ? await renewSecret(services, own).catch(refuseStale(context)) : null;
      if (!renewed) return refuseUnknown(context, "errors.api.webhook");
      return apiJson({ data: { secret: renewed.secret, until: renewed.until } });
    },
  }),

  call({
    name: "listDeliveries",
    method: "get",
    path: "/api/webhooks/{id}/deliveries",
    ...CHANGES,
    request: { params: byId },
    answers: { 200: dataOf(z.array(deliveryData)) },
    refusals: UNKNOWN,
    async handler({ req, env: { context }, var: { viewer } }) {
      const own = { user_id: viewer.id, id: req.valid("param").id };
      if (!(await findOwn(context, own))) return refuseUnknown(context, "errors.api.webhook");
      return apiJson({ data: await listDeliveries(context.get(servicesContext).db, own) });
    },
  }),

  call({
    name: "testWebhook",
    method: "post",
    path: "/api/webhooks/{id}/test",
    ...CHANGES,
    request: { params: byId },
    answers: { 204: null },
    refusals: { ...UNKNOWN, 409: ["off"] },
    async handler({ req, env: { context }, var: { viewer } }) {
      const own = { user_id: viewer.id, id: req.valid("param").id };
      if (!(await findOwn(context, own))) return refuseUnknown(context, "errors.api.webhook");
      return queued(context, await sendTest(context.get(servicesContext), own));
    },
  }),

  call({
    name: "sendDeliveryAgain",
    method: "post",
    path: "/api/webhooks/{id}/deliveries/{delivery}/again",
    ...CHANGES,
    request: { params: byId.extend({ delivery: z.string() }) },
    answers: { 204: null },
    refusals: { ...UNKNOWN, 409: ["off"] },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { id, delivery } = req.valid("param");
      const services = context.get(servicesContext);
      const own = { user_id: viewer.id, id };
      const known = isId(id) ? await listDeliveries(services.db, own) : [];
      if (!known.some((each) => each.id === delivery)) return refuseUnknown(context, "errors.api.delivery");
      return queued(context, await sendAgain(services, { ...own, delivery_id: delivery }));
    },
  }),
];

async function findOwn(context: Context, { user_id, id }: { user_id: string; id: string }) {
  const endpoints = await listEndpoints(context.get(servicesContext).db, user_id);
  return endpoints.find((each) => each.id === id) ?? null;
}

async function askerOf(
  request: Request,
  context: Context,
  viewer: Viewer,
  password = "",
): Promise<Response | ActingUser> {
  if (isByKey(request)) return { session_id: viewer.session_id };
  return await refuseStranger(context, viewer, {
    field: "password",
    password,
    text: "errors.password.wrong",
  });
}

const TEST_SECONDS = 60;

function queued(context: Context, outcome: "queued" | "off" | "too_often"): Response {
  if (outcome === "queued") return apiDone();
  if (outcome === "off")
    return apiRefusal(context, { status: 409, code: "off", text: "errors.api.webhook_off" });
  const headers = { "Retry-After": String(TEST_SECONDS) };
  return apiRefusal(context, {
    status: 429,
    code: "too_many_requests",
    text: "errors.api.too_often",
    headers,
  });
}
