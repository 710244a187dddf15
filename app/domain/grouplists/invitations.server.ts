import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { lockStatus } from "../users/status-changes.server.ts";
import { visibleAvatar, visibleName } from "./group.ts";
import { countMembers, findMember, type GroupServices, lockGroup } from "./group-locks.server.ts";
import { tellOwner } from "./group-members.server.ts";

const rules = productRules.grouplist;

/** A creator in an invited group, as who is invited sees them. */
interface InvitedBeside {
  username: string;
  name: string;
  avatar_id: string | null;
}

/** What an invite link is worth to who opens it. */
export type Invitation =
  /** No group has this code, or it is gone. */
  | { state: "unknown" }
  /** The owner takes nobody in at the moment. */
  | { state: "off" }
  | {
      /** It can be accepted; too many are in or wait already; or what the viewer is there already. */
      state: "open" | "full" | "owner" | "member" | "waiting";
      slug: string;
      name: string | null;
      avatar_id: string | null;
      currency: string;
      creators: InvitedBeside[];
    };

/** What an invite link leads to, for a creator or a guest (docs/product.md, 5.11). */
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

/** Owner and members whose pages are public, in the order in which they joined. */
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

export type InvitationAccepted =
  | "asked"
  | "waiting"
  | "already_in"
  | "full"
  | "off"
  | "unknown"
  | "not_active";

/** An ACTIVE creator accepts an invitation: from then on they wait for the group's owner, who is told. */
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
    // Whose account goes at the same moment is in no group afterwards.
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
    await tellOwner(trx, services, { kind: "asked", group, about: given.creator_id, once: id, now });
    return "asked";
  });
}
