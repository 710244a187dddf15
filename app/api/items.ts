import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { servicesContext } from "../context.ts";
import { itemCall, itemOrder } from "../domain/items/item.schema.ts";
import {
  createItem,
  deleteItem,
  findItemOwner,
  listOwnItems,
  moveItem,
} from "../domain/items/items.server.ts";
import { findProfileById } from "../domain/users/profile.server.ts";
import { stageOf } from "../domain/users/viewer.ts";
import {
  apiDone,
  apiJson,
  apiRefusal,
  findCaller,
  readCall,
  refuseField,
  refuseUnknown,
  requireApiBudget,
} from "../http/api.server.ts";
import { offeredProfile } from "../http/features.server.ts";
import { apiFresh } from "../http/fresh-answer.server.ts";
import { isId } from "../http/ids.ts";
import { findReader } from "../http/reader.server.ts";
import { rulesOf } from "../http/rules.server.ts";
import { defaultSettings } from "../product-settings.ts";
import { byId, call, dataOf, fields } from "./call.server.ts";
import { itemData, itemJson, shownItems } from "./user-data.server.ts";

type Context = Readonly<RouterContextProvider>;

export const itemCalls = [
  call({
    name: "createItem",
    method: "post",
    path: "/api/user-tributes",
    who: "creator",
    described: itemCall("EUR", defaultSettings.rules.tip),
    answers: { 201: dataOf(itemData) },
    refusals: { 404: ["not_found"], 409: ["too_many", "too_many_waiting"], 422: ["image_unknown"] },
    async handler({ req, env: { context }, var: { viewer } }) {
      const services = context.get(servicesContext);
      const fields = await readCall(req.raw, context, itemCall(viewer.currency, rulesOf(context).tip));
      const { name, amount, mediafile_id } = fields;
      await requireApiBudget(context, "item", "errors.item.too_often", viewer.id);
      const made = await createItem(services, {
        ...{ user_id: viewer.id, name, amount_minor: amount, currency: viewer.currency },
        image_id: mediafile_id ?? null,
        review_always: rulesOf(context).content.review_always,
      });
      if (made.outcome === "image_unknown")
        return refuseField(context, "mediafile_id", "errors.item.image_unknown", made.outcome);
      if (made.outcome !== "created") {
        const text = made.outcome === "too_many" ? "errors.item.full" : "errors.item.waiting";
        return apiRefusal(context, { status: 409, code: made.outcome, text });
      }
      const item = (await ownItems(context, viewer.id)).find(({ id }) => id === made.id);
      return item ? apiJson({ data: item }, { status: 201 }) : refuseUnknown(context, "errors.api.item");
    },
  }),

  call({
    name: "listCreatorItems",
    method: "get",
    path: "/api/user/{id}/tributes",
    who: "anyone",
    request: { params: byId },
    answers: { 200: dataOf(z.array(itemData)), 304: null },
    refusals: { 404: ["not_found"] },
    async handler({ req, env: { context } }) {
      const { id } = req.valid("param");
      const items = await seenItems(req.raw, context, id);
      return items ? apiFresh(req.raw, { data: items }) : refuseUnknown(context, "errors.api.creator");
    },
  }),

  call({
    name: "getItem",
    method: "get",
    path: "/api/user-tribute/{id}",
    who: "anyone",
    request: { params: byId },
    answers: { 200: dataOf(itemData), 304: null },
    refusals: { 404: ["not_found"] },
    async handler({ req, env: { context } }) {
      const { id } = req.valid("param");
      const owner = isId(id) ? await findItemOwner(await findReader(req.raw, context), id) : null;
      const items = owner === null ? null : await seenItems(req.raw, context, owner);
      const item = items?.find((each) => each.id === id);
      return item ? apiFresh(req.raw, { data: item }) : refuseUnknown(context, "errors.api.item");
    },
  }),

  call({
    name: "deleteItem",
    method: "delete",
    path: "/api/user-tribute/{id}",
    who: "creator",
    request: { params: byId },
    answers: { 204: null },
    refusals: { 404: ["not_found"] },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { id } = req.valid("param");
      const { db } = context.get(servicesContext);
      const isOwn = isId(id) && (await deleteItem(db, { id, user_id: viewer.id }));
      return isOwn ? apiDone() : refuseUnknown(context, "errors.api.item");
    },
  }),

  call({
    name: "moveItem",
    method: "post",
    path: "/api/user-tribute/{id}/order",
    who: "creator",
    request: { params: byId, body: fields(itemOrder) },
    answers: { 200: dataOf(z.array(itemData)) },
    refusals: { 404: ["not_found"] },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { id } = req.valid("param");
      const { order } = req.valid("json");
      const { db } = context.get(servicesContext);
      const isOwn = isId(id) && (await moveItem(db, { id, user_id: viewer.id }, order));
      if (!isOwn) return refuseUnknown(context, "errors.api.item");
      return apiJson({ data: await ownItems(context, viewer.id) });
    },
  }),
];

async function ownItems(context: Context, userId: string) {
  const { db, publicUrl } = context.get(servicesContext);
  return (await listOwnItems(db, userId)).map((item, order) => itemJson(item, order, publicUrl));
}

async function seenItems(request: Request, context: Context, userId: string) {
  if (!isId(userId)) return null;
  const { clock, publicUrl } = context.get(servicesContext);
  const caller = await findCaller(request, context);
  if (caller?.id === userId && caller.status !== "LOCKED" && stageOf(caller) === null)
    return await ownItems(context, userId);
  const profile = await findProfileById(await findReader(request, context), userId, clock());
  return profile && shownItems(offeredProfile(context, profile), publicUrl);
}
