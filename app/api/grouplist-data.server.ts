import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { servicesContext } from "../context.ts";
import { listGroupMembers } from "../domain/grouplists/group-members.server.ts";
import { findGroupPage, type GroupPage, groupTurnover } from "../domain/grouplists/group-page.server.ts";
import type { OwnGroup } from "../domain/grouplists/own-groups.server.ts";
import { type EditedGroup, findEditedGroup } from "../domain/grouplists/own-groups.server.ts";
import { toDecimal } from "../domain/money/minor.ts";
import { findReader } from "../http/reader.server.ts";
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

export const ownGroupData = summaryData.extend({
  role,
  creators_count: z.int(),
  asking_count: z.int(),
});

export const publicGroupData = summaryData.extend({ members_count: z.int() });

/** Prescribed names; `pivot` is the membership. */
const userData = z.object({
  ...{ id: z.string(), username: z.string(), name: z.string() },
  ...{ avatar_url: text, avatar_thumbnail_url: text, is_online: z.boolean() },
  pivot: z.object({ id: z.string(), status: role }),
});

const ownerData = z.object({
  ...{ new_name: text, is_in_review: z.boolean(), decline_reason: text },
  ...{ invites_enabled: z.boolean(), invite_url: z.string(), ranking_enabled: z.boolean() },
  policies: z.object({ "grouplist.avatar.delete": z.boolean() }),
  /** By the ids of /api/grouplist-user. */
  members: z.array(z.object({ id: z.string(), username: z.string(), name: z.string(), status: role })),
});

/** Members see open requests; invitation and turnover are null except for the owner. */
export const groupData = summaryData.extend({
  users: z.array(userData),
  policies: z.object({ "grouplist.avatar.delete": z.boolean() }),
  ...{ invites_enabled: z.boolean().nullable(), invite_url: text },
  ...{ is_ranking_enabled: z.boolean(), ranking_enabled_at: time.nullable() },
  /** Null without include_additional_data, and with ranking off. */
  ...{ rank_30days: z.int().nullable(), tips_count_all_time: z.int().nullable() },
  ...{ tips_total_30days: text, tips_total_30days_minor: z.int().nullable() },
  /** Null without include_additional_data. */
  ...{ total_turnover: text, total_turnover_minor: z.int().nullable() },
  creators: z.array(
    z.object({
      ...{ username: z.string(), name: z.string(), avatar_thumbnail_url: text },
      ...{ is_online: z.boolean(), can_receive: z.boolean() },
    }),
  ),
  ranking: z
    .object({
      ...{ rank: z.int().nullable(), tips_count: z.int() },
      ...{ thirty_days: z.string(), thirty_days_minor: z.int() },
    })
    .nullable(),
  /** Null without include_additional_data, and except for the owner. */
  owner: ownerData.nullable(),
});

type Summary = Pick<
  OwnGroup,
  "id" | "slug" | "name" | "currency" | "status" | "owner_id" | "created_at" | "avatar_id"
>;

export function groupSummaryJson(context: Context, group: Summary): z.input<typeof summaryData> {
  const { publicUrl } = context.get(servicesContext);
  return {
    ...{ id: group.id, slug: group.slug, name: group.name, currency: group.currency },
    ...{ user_id: group.owner_id, status: group.status, url: `${publicUrl}/gl/${group.slug}` },
    created_at: group.created_at.toISOString(),
    avatar_url: picture(publicUrl, group.avatar_id, "m"),
    avatar_thumbnail_url: picture(publicUrl, group.avatar_id, "s"),
  };
}

/** Null for an unknown or archived group (docs/product.md, 5.11). */
export async function findGroupJson(
  request: Request,
  context: Context,
  given: { slug: string; viewerId: string | null; isWhole: boolean },
): Promise<z.input<typeof groupData> | null> {
  const { db, clock } = context.get(servicesContext);
  const { slug, viewerId, isWhole } = given;
  const page = await findGroupPage(await findReader(request, context), slug, viewerId, clock());
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
        ...{ is_online: each.is_online, can_receive: each.can_receive && !each.is_paused },
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
