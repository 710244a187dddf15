import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { servicesContext } from "../context.ts";
import { listGroupMembers } from "../domain/grouplists/group-members.server.ts";
import {
  findGroupPage,
  type GroupPage,
  groupTurnover,
  listNewGroups,
} from "../domain/grouplists/group-page.server.ts";
import { groupForm, newGroupForm } from "../domain/grouplists/grouplist.schema.ts";
import {
  createGroup,
  deleteGroup,
  type EditedGroup,
  editGroup,
  findEditedGroup,
  listOwnGroups,
  type OwnGroup,
  removeGroupAvatar,
  renewInviteCode,
  setGroupRanking,
  setInvites,
} from "../domain/grouplists/own-groups.server.ts";
import { toDecimal } from "../domain/money/minor.ts";
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
import { offeredCurrencies } from "../http/rules.server.ts";
import { productRules } from "../product-rules.ts";
import { decimal } from "./amounts.ts";
import { byId, bySlug, call, dataOf, fields, pagesOf } from "./call.server.ts";
import { picture } from "./user-data.server.ts";

type Context = Readonly<RouterContextProvider>;

const text = z.string().nullable();
const time = z.iso.datetime();
const status = z.enum(["PENDING", "APPROVED", "DECLINED"]);
const role = z.enum(["OWNER", "MEMBER", "PENDING"]);

const summaryData = z.object({
  ...{ id: z.string(), slug: z.string(), name: text, currency: z.string(), user_id: z.string() },
  ...{ status, url: z.string(), created_at: time },
  ...{ avatar_url: text, avatar_thumbnail_url: text },
});

const ownGroupData = summaryData
  .extend({
    role,
    creators_count: z.int(),
    asking_count: z.int(),
  })
  .meta({ id: "OwnGroup" });

const publicGroupData = summaryData.extend({ members_count: z.int() }).meta({ id: "NewGroup" });

const userData = z
  .object({
    ...{ id: z.string(), username: z.string(), name: z.string() },
    ...{ avatar_url: text, avatar_thumbnail_url: text, is_online: z.boolean() },
    pivot: z.object({ id: z.string(), status: role }).meta({ id: "GroupPivot" }),
  })
  .meta({ id: "GroupUser" });

const policies = z.object({ "grouplist.avatar.delete": z.boolean() }).meta({ id: "GroupPolicies" });

const ownerData = z
  .object({
    ...{ new_name: text, is_in_review: z.boolean(), decline_reason: text },
    ...{ invites_enabled: z.boolean(), invite_url: z.string(), ranking_enabled: z.boolean() },
    policies,
    members: z.array(
      z
        .object({ id: z.string(), username: z.string(), name: z.string(), status: role })
        .meta({ id: "GroupMember" }),
    ),
  })
  .meta({ id: "GroupOwner" });

const groupData = summaryData
  .extend({
    users: z.array(userData),
    policies,
    ...{ invites_enabled: z.boolean().nullable(), invite_url: text },
    ...{ is_ranking_enabled: z.boolean(), ranking_enabled_at: time.nullable() },
    /** Null without include_additional_data, and with ranking off. */
    ...{ rank_30days: z.int().nullable(), tips_count_all_time: z.int().nullable() },
    ...{ tips_total_30days: decimal.nullable(), tips_total_30days_minor: z.int().nullable() },
    ...{ total_turnover: decimal.nullable(), total_turnover_minor: z.int().nullable() },
    creators: z.array(
      z
        .object({
          ...{ username: z.string(), name: z.string(), avatar_thumbnail_url: text },
          ...{ is_online: z.boolean(), can_receive: z.boolean() },
        })
        .meta({ id: "GroupCreator" }),
    ),
    ranking: z
      .object({
        ...{ rank: z.int().nullable(), tips_count: z.int() },
        ...{ thirty_days: decimal, thirty_days_minor: z.int() },
      })
      .meta({ id: "GroupRanking" })
      .nullable(),
    owner: ownerData.nullable(),
  })
  .meta({ id: "Group" });

type Summary = Pick<
  OwnGroup,
  "id" | "slug" | "name" | "currency" | "status" | "owner_id" | "created_at" | "avatar_id"
>;

function groupSummaryJson(context: Context, group: Summary): z.input<typeof summaryData> {
  const { publicUrl } = context.get(servicesContext);
  return {
    ...{ id: group.id, slug: group.slug, name: group.name, currency: group.currency },
    ...{ user_id: group.owner_id, status: group.status, url: `${publicUrl}/gl/${group.slug}` },
    created_at: group.created_at.toISOString(),
    avatar_url: picture(publicUrl, group.avatar_id, "m"),
    avatar_thumbnail_url: picture(publicUrl, group.avatar_id, "s"),
  };
}

/** Null if unknown or archived (docs/product.md, 5.11). */
async function findGroupJson(
  request: Request,
  context: Context,
  given: { slug: string; viewerId: string | null; isWhole: boolean },
): Promise<z.input<typeof groupData> | null> {
  const { db, clock, providers } = context.get(servicesContext);
  const { slug, viewerId, isWhole } = given;
  const reader = await findReader(request, context);
  const page = await findGroupPage(reader, slug, viewerId, clock(), providers.directGroups);
  if (!page) return null;
  const own = viewerId ? await findEditedGroup(db, { slug, creator_id: viewerId }) : null;
  return {
    ...groupSummaryJson(context, page),
    ...membersJson(context, page),
    policies: own?.policies ?? { "grouplist.avatar.delete": false },
    invites_enabled: own?.invites_enabled ?? null,
    invite_url: own && inviteUrl(context, own),
    ...figuresJson(page, isWhole),
    ...(await turnoverJson(context, isWhole ? own : null)),
    owner: own && isWhole ? await ownerJson(context, own) : null,
  };
}

function membersJson(context: Context, { members }: GroupPage) {
  const { publicUrl } = context.get(servicesContext);
  const thumbnail = (avatarId: string | null) => picture(publicUrl, avatarId, "s");
  return {
    users: members.map((each) => ({
      ...{ id: each.id, username: each.username, name: each.name, is_online: each.is_online },
      avatar_url: picture(publicUrl, each.avatar_id, "m"),
      avatar_thumbnail_url: thumbnail(each.avatar_id),
      pivot: { id: each.member_id, status: each.status },
    })),
    creators: members
      .filter((each) => each.status !== "PENDING")
      .map((each) => ({
        ...{ username: each.username, name: each.name, avatar_thumbnail_url: thumbnail(each.avatar_id) },
        ...{
          is_online: each.is_online,
          can_receive: each.can_receive && !each.is_paused && !each.is_left_out,
        },
      })),
  };
}

function figuresJson({ ranking, ranking_enabled_at, currency }: GroupPage, isWhole: boolean) {
  const figures = ranking && {
    ...{ rank: ranking.rank, tips_count: ranking.tips_count },
    thirty_days: toDecimal(ranking.thirty_days_minor, currency),
    thirty_days_minor: ranking.thirty_days_minor,
  };
  const shown = isWhole ? figures : null;
  return {
    ranking: figures,
    is_ranking_enabled: ranking_enabled_at !== null,
    ranking_enabled_at: ranking_enabled_at?.toISOString() ?? null,
    rank_30days: shown?.rank ?? null,
    tips_count_all_time: shown?.tips_count ?? null,
    tips_total_30days: shown?.thirty_days ?? null,
    tips_total_30days_minor: shown?.thirty_days_minor ?? null,
  };
}

async function turnoverJson(context: Context, own: EditedGroup | null) {
  if (!own) return { total_turnover: null, total_turnover_minor: null };
  const { amount_minor } = await groupTurnover(context.get(servicesContext).db, own.id);
  return { total_turnover: toDecimal(amount_minor, own.currency), total_turnover_minor: amount_minor };
}

async function ownerJson(context: Context, own: EditedGroup) {
  const members = await listGroupMembers(context.get(servicesContext).db, own.id);
  return {
    ...{ new_name: own.new_name, is_in_review: own.is_in_review, decline_reason: own.decline_reason },
    invites_enabled: own.invites_enabled,
    invite_url: inviteUrl(context, own),
    ranking_enabled: own.ranking_enabled_at !== null,
    policies: own.policies,
    members: members.map(({ id, username, name, status }) => ({ id, username, name, status })),
  };
}

function inviteUrl(context: Context, own: EditedGroup): string {
  return `${context.get(servicesContext).publicUrl}/gl/invite/${own.invite_code}`;
}

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
    name: "listOwnGroups",
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
      return apiJson({ data, meta: { page: 1, next_page: null, next: null } });
    },
  }),

  call({
    name: "createGroup",
    method: "post",
    path: "/api/grouplists",
    who: "active",
    request: { body: fields(newGroupForm) },
    answers: { 201: dataOf(groupData) },
    refusals: { 403: ["not_active"], 409: ["too_many"] },
    async handler({ req, env: { context }, var: { viewer } }) {
      const body = req.valid("json");
      if (!offeredCurrencies(context, viewer.currency).includes(body.currency))
        return refuseField(context, "currency", "errors.currency.required");
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
    name: "listNewGroups",
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
    name: "getGroup",
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
    name: "changeGroup",
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
    name: "deleteGroup",
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
    name: "removeGroupPicture",
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
