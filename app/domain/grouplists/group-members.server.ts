import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { recordCreatorEvents } from "../creator-events/record-event.server.ts";
import { lockStatus } from "../users/user.server.ts";
import {
  countMembers,
  findMember,
  findOwnerId,
  type GroupRow,
  type GroupServices,
  lockGroup,
  type MemberStatus,
  mailGroupEvent,
  manageGroup,
  type NotManaged,
  sharesModel,
  visibleAvatar,
  visibleName,
  type WhichGroup,
} from "./group.server.ts";

export interface GroupMember {
  id: string;
  creator_id: string;
  username: string;
  name: string;
  avatar_id: string | null;
  status: MemberStatus;
  can_receive: boolean;
  is_left_out: boolean;
}

export async function listGroupMembers(
  db: Kysely<DB>,
  groupId: string,
  directGroups: string | null = null,
): Promise<GroupMember[]> {
  return await db
    .selectFrom("grouplist_users as m")
    .innerJoin("grouplists as g", "g.id", "m.grouplist_id")
    .innerJoin("users as u", "u.id", "m.creator_id")
    .select(["m.id", "m.creator_id", "u.avatar_id", "m.status"])
    .select([
      sql<string>`coalesce(u.username, '')`.as("username"),
      sql<string>`coalesce(u.name, u.username, '')`.as("name"),
      sql<boolean>`u.status in ('ACTIVE', 'CHARGEBACK')`.as("can_receive"),
      sql<boolean>`not ${sharesModel(directGroups)}`.as("is_left_out"),
    ])
    .where("m.grouplist_id", "=", groupId)
    .orderBy(sql`case m.status when 'OWNER' then 0 when 'PENDING' then 1 else 2 end`)
    .orderBy(sql`coalesce(m.joined_at, m.asked_at)`)
    .orderBy("m.id")
    .execute();
}

interface MemberAct {
  member_id: string;
  creator_id: string;
}

export async function approveMember(
  services: GroupServices,
  given: MemberAct,
): Promise<"approved" | "full" | NotManaged> {
  return await manageGroup(services, given, async (trx, group, now) => {
    const member = await lockMember(trx, given.member_id);
    if (member?.status === "MEMBER") return "approved";
    if (member?.status !== "PENDING") return "gone";
    const { members } = await countMembers(trx, group.id);
    if (members >= productRules.grouplist.members_maximum) return "full";
    await trx
      .updateTable("grouplist_users")
      .set({ status: "MEMBER", joined_at: now })
      .where("id", "=", member.id)
      .execute();
    const event = { kind: "approved" as const, group, to: member.creator_id, isOwner: false };
    await mailGroupEvent(trx, services, { ...event, once: member.id, now });
    await recordMember(trx, services, "group.member_joined", { group, member, now });
    return "approved";
  });
}

export async function declineMember(
  services: GroupServices,
  given: MemberAct,
): Promise<"declined" | NotManaged> {
  return await dismiss(services, given, { status: "PENDING", outcome: "declined" });
}

export async function removeMember(
  services: GroupServices,
  given: MemberAct,
): Promise<"removed" | NotManaged> {
  return await dismiss(services, given, { status: "MEMBER", outcome: "removed" });
}

async function dismiss<Outcome extends "declined" | "removed">(
  services: GroupServices,
  given: MemberAct,
  { status, outcome }: { status: "PENDING" | "MEMBER"; outcome: Outcome },
): Promise<Outcome | NotManaged> {
  return await manageGroup(services, given, async (trx, group, now): Promise<Outcome | NotManaged> => {
    const member = await lockMember(trx, given.member_id);
    if (member?.status !== status) return "gone";
    await trx.deleteFrom("grouplist_users").where("id", "=", member.id).execute();
    const event = { kind: outcome, group, to: member.creator_id, isOwner: false };
    await mailGroupEvent(trx, services, { ...event, once: member.id, now });
    if (outcome === "removed") await recordMember(trx, services, "group.member_left", { group, member, now });
    return outcome;
  });
}

/** In any status. Owners can only delete. */
export async function leaveGroup(
  services: GroupServices,
  given: WhichGroup & { creator_id: string },
): Promise<"left" | "withdrawn" | "owner" | "gone"> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    const group = await lockGroup(trx, given);
    const found = group && (await findMember(trx, group.id, given.creator_id));
    const isTheirs = found && (!("member_id" in given) || given.member_id === found.id);
    const member = isTheirs ? await lockMember(trx, found.id) : undefined;
    if (!group || !member) return "gone";
    if (member.status === "OWNER") return "owner";
    await trx.deleteFrom("grouplist_users").where("id", "=", member.id).execute();
    if (member.status === "PENDING") return "withdrawn";
    await mailOwner(trx, services, { kind: "left", group, about: given.creator_id, once: member.id, now });
    await recordMember(trx, services, "group.member_left", { group, member, now });
    return "left";
  });
}

export async function recordMember(
  trx: Transaction<DB>,
  services: Pick<GroupServices, "jobs" | "newId">,
  type: "group.member_joined" | "group.member_left",
  { group, member, now }: { group: { id: string }; member: { id: string; creator_id: string }; now: Date },
): Promise<void> {
  const owner = await findOwnerId(trx, group.id);
  if (owner === undefined) return;
  const happened = { creator_id: owner, subject_id: group.id, about_id: member.creator_id, cause: member.id };
  await recordCreatorEvents(trx, services, [{ type, ...happened }], now);
}

async function mailOwner(
  trx: Transaction<DB>,
  services: GroupServices,
  event: { kind: "asked" | "left"; group: GroupRow; about: string; once: string; now: Date },
): Promise<void> {
  const to = await findOwnerId(trx, event.group.id);
  if (to !== undefined) await mailGroupEvent(trx, services, { ...event, to, isOwner: true });
}

async function lockMember(trx: Transaction<DB>, id: string) {
  return await trx
    .selectFrom("grouplist_users")
    .select(["id", "creator_id", "status"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

const rules = productRules.grouplist;

interface InvitedBeside {
  username: string;
  name: string;
  avatar_id: string | null;
}

type Invitation =
  | { state: "unknown" }
  | { state: "off" }
  | {
      state: "open" | "full" | "owner" | "member" | "waiting";
      slug: string;
      name: string | null;
      avatar_id: string | null;
      currency: string;
      creators: InvitedBeside[];
    };

/** docs/product.md, 5.11. */
export async function findInvitation(
  db: Kysely<DB>,
  given: { code: string; creator_id: string | null },
): Promise<Invitation> {
  const group = await db
    .selectFrom("grouplists")
    .selectAll()
    .where("invite_code", "=", given.code)
    .where("archived_at", "is", null)
    .executeTakeFirst();
  if (!group) return { state: "unknown" };
  const own = given.creator_id === null ? undefined : await findMember(db, group.id, given.creator_id);
  if (!own && !group.invites_enabled) return { state: "off" };
  const role = own?.status ?? null;
  return {
    state: role === null ? ((await isFull(db, group.id)) ? "full" : "open") : STATES[role],
    slug: group.slug,
    name: visibleName(group, role),
    avatar_id: visibleAvatar(group, role),
    currency: group.currency,
    creators: await listShown(db, group.id),
  };
}

const STATES = { OWNER: "owner", MEMBER: "member", PENDING: "waiting" } as const;

async function isFull(db: Kysely<DB>, groupId: string): Promise<boolean> {
  const { members, asking } = await countMembers(db, groupId);
  return members >= rules.members_maximum || asking >= rules.asks_maximum;
}

async function listShown(db: Kysely<DB>, groupId: string): Promise<InvitedBeside[]> {
  return await db
    .selectFrom("grouplist_users as m")
    .innerJoin("users as u", "u.id", "m.creator_id")
    .select("u.avatar_id")
    .select([
      sql<string>`coalesce(u.username, '')`.as("username"),
      sql<string>`coalesce(u.name, u.username, '')`.as("name"),
    ])
    .where("m.grouplist_id", "=", groupId)
    .where("m.status", "<>", "PENDING")
    .where("u.status", "in", ["ACTIVE", "CHARGEBACK"])
    .orderBy("m.joined_at")
    .orderBy("m.id")
    .execute();
}

type InvitationAccepted = "asked" | "waiting" | "already_in" | "full" | "off" | "unknown" | "not_active";

export async function acceptInvitation(
  services: GroupServices,
  given: { code: string; creator_id: string },
): Promise<InvitationAccepted> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx): Promise<InvitationAccepted> => {
    const group = await lockGroup(trx, { invite_code: given.code });
    if (!group) return "unknown";
    const own = await findMember(trx, group.id, given.creator_id);
    if (own) return own.status === "PENDING" ? "waiting" : "already_in";
    if (!group.invites_enabled) return "off";
    if ((await lockStatus(trx, given.creator_id)) !== "ACTIVE") return "not_active";
    if (await isFull(trx, group.id)) return "full";
    const id = services.newId();
    await trx
      .insertInto("grouplist_users")
      .values({
        ...{ id, grouplist_id: group.id, creator_id: given.creator_id },
        ...{ status: "PENDING" as const, asked_at: now },
      })
      .execute();
    await mailOwner(trx, services, { kind: "asked", group, about: given.creator_id, once: id, now });
    return "asked";
  });
}
