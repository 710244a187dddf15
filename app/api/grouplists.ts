import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { servicesContext } from "../context.ts";
import { listNewGroups } from "../domain/grouplists/group-page.server.ts";
import { groupForm, newGroupForm } from "../domain/grouplists/grouplist.schema.ts";
import {
  createGroup,
  deleteGroup,
  editGroup,
  findEditedGroup,
  listOwnGroups,
  removeGroupAvatar,
  renewInviteCode,
  setGroupRanking,
  setInvites,
} from "../domain/grouplists/own-groups.server.ts";
import { truth } from "../domain/typed-text.schema.ts";
import {
  apiDone,
  apiJson,
  apiRefusal,
  findCaller,
  refuseField,
  refuseNotActive,
  refuseUnknown,
  requireApiBudget,
} from "../http/api.server.ts";
import { apiFresh } from "../http/fresh-answer.server.ts";
import { findReader } from "../http/reader.server.ts";
import { productRules } from "../product-rules.ts";
import { byId, bySlug, call, dataOf, fields, pagesOf } from "./call.server.ts";
import {
  findGroupJson,
  groupData,
  groupSummaryJson,
  ownGroupData,
  publicGroupData,
} from "./grouplist-data.server.ts";

type Context = Readonly<RouterContextProvider>;

const changeCall = z
  .object({
    name: z.string().nullable(),
    invites_enabled: truth("errors.api.truth"),
    invite_url: z.null("errors.api.field"),
    currency: z.string(),
    ranking_enabled: truth("errors.api.truth"),
    mediafile_id: z.guid("errors.item.image_unknown"),
  })
  .partial();

const OWNERS = { 403: ["not_active"], 404: ["not_found"] };

export const grouplistCalls = [
  call({
    method: "get",
    path: "/api/grouplists",
    who: "active",
    request: { query: z.object({ page: z.string().regex(/^1$/, "errors.api.field").optional() }) },
    answers: { 200: pagesOf(ownGroupData) },
    async handler({ req, env: { context }, var: { viewer } }) {
      const groups = await listOwnGroups(await findReader(req.raw, context), viewer.id);
      const data = groups.map((group) => ({
        ...groupSummaryJson(context, group),
        role: group.role,
        ...{ creators_count: group.creators_count, asking_count: group.asking_count },
      }));
      return apiJson({ data, meta: { page: 1, next_page: null } });
    },
  }),

  call({
    method: "post",
    path: "/api/grouplists",
    who: "active",
    request: { body: fields(newGroupForm) },
    answers: { 201: dataOf(groupData) },
    refusals: { 403: ["not_active"], 409: ["too_many"] },
    async handler({ req, env: { context }, var: { viewer } }) {
      const body = req.valid("json");
      await requireGroupBudget(context, viewer.id);
      const services = context.get(servicesContext);
      const made = await createGroup(services, { creator_id: viewer.id, ...body });
      if (made.outcome === "not_active") return refuseNotActive(context);
      if (made.outcome === "too_many")
        return apiRefusal(context, { status: 409, code: "too_many", text: "errors.grouplist.maximum" });
      return await groupAnswer(req.raw, context, made.slug, viewer.id, 201, true);
    },
  }),

  call({
    method: "get",
    path: "/api/grouplists/new",
    who: "anyone",
    answers: { 200: dataOf(z.array(publicGroupData)), 304: null },
    async handler({ req, env: { context } }) {
      const { db } = context.get(servicesContext);
      const groups = await listNewGroups(db, productRules.shown_creators);
      const data = groups.map((group) => ({
        ...groupSummaryJson(context, { ...group, status: "APPROVED" }),
        members_count: group.members_count,
      }));
      return apiFresh(req.raw, { data });
    },
  }),

  call({
    method: "get",
    path: "/api/grouplist/{slug}",
    who: "anyone",
    request: {
      params: bySlug,
      query: z.object({ include_additional_data: z.enum(["0", "1"], "errors.api.field").optional() }),
    },
    answers: { 200: dataOf(groupData) },
    refusals: { 404: ["not_found"] },
    async handler({ req, env: { context } }) {
      const params = req.valid("param");
      const query = req.valid("query");
      const viewer = await findCaller(req.raw, context);
      const isWhole = query.include_additional_data === "1";
      return await groupAnswer(req.raw, context, params.slug ?? "", viewer?.id ?? null, 200, isWhole);
    },
  }),

  call({
    method: "patch",
    path: "/api/grouplist/{slug}",
    who: "active",
    request: { params: bySlug, body: fields(changeCall) },
    answers: { 200: dataOf(groupData) },
    refusals: OWNERS,
    async handler({ req, env: { context }, var: { viewer } }) {
      const { slug } = req.valid("param");
      const body = req.valid("json");
      const services = context.get(servicesContext);
      const whose = { slug, creator_id: viewer.id };
      const own = await findEditedGroup(services.db, whose);
      if (!own) return refuseUnknown(context, "errors.api.grouplist");
      if (body.currency !== undefined && body.currency !== own.currency)
        return refuseField(context, "currency", "errors.api.field");
      const form = groupForm.safeParse({ name: body.name ?? undefined });
      if (!form.success) return refuseField(context, "name", "errors.grouplist.name");
      await requireGroupBudget(context, viewer.id);
      const outcomes: string[] = [];
      if (body.name !== undefined || body.mediafile_id !== undefined) {
        const name = body.name === undefined ? {} : form.data;
        const avatar = body.mediafile_id === undefined ? {} : { avatar_id: body.mediafile_id };
        outcomes.push(await editGroup(services, { ...whose, ...name, ...avatar }));
      }
      if (outcomes.includes("avatar_unknown"))
        return refuseField(context, "mediafile_id", "errors.item.image_unknown");
      if (body.invites_enabled !== undefined)
        outcomes.push(await setInvites(services, { ...whose, enabled: body.invites_enabled }));
      if (body.invite_url === null) outcomes.push(await renewInviteCode(services, whose));
      if (body.ranking_enabled !== undefined)
        outcomes.push(await setGroupRanking(services, { ...whose, enabled: body.ranking_enabled }));
      if (outcomes.includes("not_active")) return refuseNotActive(context);
      return await groupAnswer(req.raw, context, slug, viewer.id, 200, true);
    },
  }),

  call({
    method: "delete",
    path: "/api/grouplist/{slug}",
    who: "active",
    request: { params: bySlug },
    answers: { 204: null },
    refusals: OWNERS,
    async handler({ req, env: { context }, var: { viewer } }) {
      const { slug } = req.valid("param");
      const whose = { slug, creator_id: viewer.id };
      return managed(context, await deleteGroup(context.get(servicesContext), whose));
    },
  }),

  call({
    method: "delete",
    path: "/api/grouplist/{id}/avatar",
    who: "active",
    request: { params: byId },
    answers: { 204: null },
    refusals: OWNERS,
    async handler({ req, env: { context }, var: { viewer } }) {
      const { id } = req.valid("param");
      const whose = { slug: id, creator_id: viewer.id };
      return managed(context, await removeGroupAvatar(context.get(servicesContext), whose));
    },
  }),
];

async function groupAnswer(
  request: Request,
  context: Context,
  slug: string,
  viewerId: string | null,
  status: number,
  isWhole = false,
): Promise<Response> {
  const group = await findGroupJson(request, context, { slug, viewerId, isWhole });
  return group ? apiJson({ data: group }, { status }) : refuseUnknown(context, "errors.api.grouplist");
}

async function requireGroupBudget(context: Context, viewerId: string): Promise<void> {
  await requireApiBudget(context, "grouplist", "errors.grouplist.too_often", viewerId);
}

function managed(context: Context, outcome: string): Response {
  if (outcome === "gone") return refuseUnknown(context, "errors.api.grouplist");
  return outcome === "not_active" ? refuseNotActive(context) : apiDone();
}
