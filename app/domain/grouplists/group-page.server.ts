import { type Kysely, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { type Minor, minor } from "../money/minor.ts";
import { canReceive } from "../users/viewer.ts";
import {
  type GroupStatus,
  type MemberStatus,
  sharesModel,
  visibleAvatar,
  visibleName,
} from "./group.server.ts";

export interface GroupMemberFacts {
  id: string;
  member_id: string;
  username: string;
  name: string;
  avatar_id: string | null;
  is_online: boolean;
  status: MemberStatus;
  can_receive: boolean;
  is_paused: boolean;
  /** Cannot be paid as the group is. */
  is_left_out: boolean;
}

export interface GroupPage {
  id: string;
  slug: string;
  owner_id: string;
  created_at: Date;
  ranking_enabled_at: Date | null;
  name: string | null;
  status: GroupStatus;
  currency: string;
  avatar_id: string | null;
  members: GroupMemberFacts[];
  role: MemberStatus | null;
  invites_enabled: boolean;
  invite_code: string;
  ranking: { rank: number | null; tips_count: number; thirty_days_minor: Minor } | null;
  shown_ids: string[];
}

/**
 * Null if unknown or closed. Only members see private members. `directGroups`: the provider that passes
 * shares on.
 */
export async function findGroupPage(
  db: Kysely<DB>,
  slug: string,
  viewerId: string | null,
  now: Date,
  directGroups: string | null = null,
): Promise<GroupPage | null> {
  const [row] = await groupBySlug(db, { slug, direct_groups: directGroups });
  if (!row) return null;
  const onlineSince = now.getTime() - productRules.online_minutes * 60_000;
  const everybody = row.members.map(
    (each): GroupMemberFacts => ({
      id: each.id,
      member_id: each.member_id,
      username: each.username ?? "",
      name: each.name ?? each.username ?? "",
      avatar_id: each.avatar_id,
      is_online:
        each.show_online_status && each.last_seen_at !== null && Date.parse(each.last_seen_at) >= onlineSince,
      status: each.status,
      can_receive: canReceive(each.account_status) && each.username !== null,
      is_paused: each.paused_at !== null,
      is_left_out: !each.shares_model,
    }),
  );
  const role = everybody.find(({ id }) => id === viewerId)?.status ?? null;
  const belongs = role === "OWNER" || role === "MEMBER";
  const isRanked = row.ranking_enabled_at !== null && row.status === "APPROVED";
  return {
    id: row.id,
    slug: row.slug,
    owner_id: everybody.find(({ status }) => status === "OWNER")?.id ?? "",
    created_at: row.created_at,
    ranking_enabled_at: row.ranking_enabled_at,
    name: visibleName(row, role),
    status: row.status,
    currency: row.currency,
    avatar_id: visibleAvatar(row, role),
    members: everybody.filter((each) => belongs || (each.status !== "PENDING" && each.can_receive)),
    role,
    invites_enabled: row.invites_enabled,
    invite_code: row.invite_code,
    ranking: isRanked
      ? {
          rank: row.rank === null ? null : Number(row.rank),
          tips_count: Number(row.tips_count ?? 0),
          thirty_days_minor: minor(Number(row.thirty_days_minor ?? 0)),
        }
      : null,
    shown_ids: everybody.map(({ id }) => id),
  };
}

const groupBySlug = hotQuery(
  "group-by-slug",
  { slug: parameter<string>(), direct_groups: parameter<string | null>() },
  (db, given) =>
    db
      .selectFrom("grouplists as g")
      .leftJoin("grouplist_totals as everything", (join) =>
        join.onRef("everything.grouplist_id", "=", "g.id").on("everything.period", "=", "ALL"),
      )
      .leftJoin("grouplist_totals as month", (join) =>
        join.onRef("month.grouplist_id", "=", "g.id").on("month.period", "=", "30DAYS"),
      )
      .where("g.slug", "=", given("slug"))
      .where("g.archived_at", "is", null)
      .select((eb) => [
        "g.id",
        "g.slug",
        "g.name",
        "g.status",
        "g.currency",
        "g.avatar_id",
        "g.ranking_enabled_at",
        "g.invites_enabled",
        "g.invite_code",
        "g.created_at",
        "everything.tips_count",
        "month.amount_minor as thirty_days_minor",
        sql<number | null>`case when month.is_listed and month.ranked_eur_minor > 0 then (
        select count(*) + 1 from grouplist_totals other
        where other.period = '30DAYS' and other.period_start = month.period_start and other.is_listed
          and other.ranked_eur_minor > month.ranked_eur_minor) end`.as("rank"),
        jsonArrayFrom(
          eb
            .selectFrom("grouplist_users as m")
            .innerJoin("users as u", "u.id", "m.creator_id")
            .select(["u.id", "m.id as member_id", "u.username", "u.name", "u.avatar_id", "m.status"])
            .select(["u.status as account_status", "u.show_online_status", "u.paused_at"])
            .select(sharesModel(given("direct_groups")).as("shares_model"))
            .select(sql<string | null>`u.last_seen_at`.as("last_seen_at"))
            .whereRef("m.grouplist_id", "=", "g.id")
            .orderBy("m.joined_at")
            .orderBy("m.id"),
        ).as("members"),
      ]),
);

interface PublicGroup {
  id: string;
  slug: string;
  owner_id: string;
  created_at: Date;
  name: string | null;
  avatar_id: string | null;
  currency: string;
  members_count: number;
}

export async function listNewGroups(db: Kysely<DB>, count: number): Promise<PublicGroup[]> {
  return await db
    .selectFrom("grouplists as g")
    .innerJoin("grouplist_users as owner", (join) =>
      join.onRef("owner.grouplist_id", "=", "g.id").on("owner.status", "=", "OWNER"),
    )
    .select(["g.id", "g.slug", "g.name", "g.avatar_id", "g.currency", "g.created_at"])
    .select("owner.creator_id as owner_id")
    .select(
      sql<number>`(select count(*) from grouplist_users m where m.grouplist_id = g.id and m.status <> 'PENDING')::int`.as(
        "members_count",
      ),
    )
    .where("g.status", "=", "APPROVED")
    .where("g.archived_at", "is", null)
    .orderBy("g.created_at", "desc")
    .orderBy("g.id")
    .limit(count)
    .execute();
}

export async function groupTurnover(
  db: Kysely<DB>,
  groupId: string,
): Promise<{ tips_count: number; amount_minor: Minor }> {
  const total = await db
    .selectFrom("grouplist_totals")
    .select(["tips_count", "amount_minor"])
    .where("grouplist_id", "=", groupId)
    .where("period", "=", "ALL")
    .executeTakeFirst();
  return { tips_count: total?.tips_count ?? 0, amount_minor: minor(total?.amount_minor ?? 0) };
}
