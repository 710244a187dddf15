import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { newReadableCode } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import {
  findMember,
  type GroupRow,
  type GroupServices,
  manageGroup,
  mayRemoveAvatar,
  type NotManaged,
} from "./group.server.ts";

export interface EditedGroup {
  id: string;
  slug: string;
  name: string | null;
  avatar_id: string | null;
  new_name: string | null;
  new_avatar_id: string | null;
  currency: string;
  status: GroupRow["status"];
  is_in_review: boolean;
  decline_reason: string | null;
  invites_enabled: boolean;
  invite_code: string;
  ranking_enabled_at: Date | null;
  policies: { "grouplist.avatar.delete": boolean };
}

export async function findEditedGroup(
  db: Kysely<DB>,
  given: { slug: string; creator_id: string },
): Promise<EditedGroup | null> {
  const group = await db
    .selectFrom("grouplists")
    .selectAll()
    .where("slug", "=", given.slug)
    .where("archived_at", "is", null)
    .executeTakeFirst();
  const owner = group && (await findMember(db, group.id, given.creator_id));
  if (!group || owner?.status !== "OWNER") return null;
  const { id, slug, name, avatar_id, new_name, new_avatar_id, currency, status } = group;
  const { decline_reason, invites_enabled, invite_code, ranking_enabled_at } = group;
  return {
    ...{ id, slug, name, avatar_id, new_name, new_avatar_id, currency, status },
    ...{ decline_reason, invites_enabled, invite_code, ranking_enabled_at },
    is_in_review: group.review_since !== null,
    policies: { "grouplist.avatar.delete": mayRemoveAvatar(group, owner.status, owner.account_status) },
  };
}

export async function ownsGroup(
  db: Kysely<DB>,
  given: { creator_id: string } & ({ id: string } | { slug: string }),
): Promise<boolean> {
  const found = await db
    .selectFrom("grouplist_users as m")
    .innerJoin("grouplists as g", "g.id", "m.grouplist_id")
    .select("m.id")
    .where((is) => ("id" in given ? is("g.id", "=", given.id) : is("g.slug", "=", given.slug)))
    .where("g.archived_at", "is", null)
    .where("m.creator_id", "=", given.creator_id)
    .where("m.status", "=", "OWNER")
    .executeTakeFirst();
  return found !== undefined;
}

type GroupEdited = "saved" | "in_review" | "avatar_unknown" | NotManaged;

/**
 * An approved group's new name or picture waits beside the old one; removing the name is free. A declined
 * group waits again (docs/product.md, 5.11).
 */
export async function editGroup(
  services: GroupServices,
  given: { slug: string; creator_id: string; name?: string | null; avatar_id?: string },
): Promise<GroupEdited> {
  return await manageGroup(services, given, async (trx, group, now): Promise<GroupEdited> => {
    const { creator_id, avatar_id } = given;
    if (avatar_id !== undefined && !(await isUnusedAvatar(trx, { avatar_id, creator_id, group })))
      return "avatar_unknown";
    const change = group.status === "APPROVED" ? besideOld(group, given) : inPlace(group, given);
    const review_since = change.isWaiting ? (group.review_since ?? now) : null;
    await trx
      .updateTable("grouplists")
      .set({ ...change.columns, review_since, decline_reason: null, updated_at: now })
      .where("id", "=", group.id)
      .execute();
    return change.isWaiting ? "in_review" : "saved";
  });
}

type Change = { name?: string | null; avatar_id?: string };

function inPlace(group: GroupRow, { name = group.name, avatar_id }: Change) {
  const columns = { name, avatar_id: avatar_id ?? group.avatar_id, status: "PENDING" as const };
  return { columns, isWaiting: true };
}

function besideOld(group: GroupRow, { name, avatar_id }: Change) {
  const new_name = name === undefined ? group.new_name : name === group.name ? null : name;
  const new_avatar_id = avatar_id ?? group.new_avatar_id;
  return {
    columns: { new_name, new_avatar_id, ...(name === null ? { name: null } : {}) },
    isWaiting: new_name !== null || new_avatar_id !== null,
  };
}

async function isUnusedAvatar(
  trx: Transaction<DB>,
  { avatar_id, creator_id, group }: { avatar_id: string; creator_id: string; group: GroupRow },
): Promise<boolean> {
  const found = await trx
    .selectFrom("media_files as m")
    .select("m.id")
    .where("m.id", "=", avatar_id)
    .where("m.owner_id", "=", creator_id)
    .where("m.key", "=", "GROUPLIST_AVATAR")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("grouplists as g")
            .select("g.id")
            .where("g.id", "<>", group.id)
            .where((eb) =>
              eb.or([eb("g.avatar_id", "=", eb.ref("m.id")), eb("g.new_avatar_id", "=", eb.ref("m.id"))]),
            ),
        ),
      ),
    )
    .forUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/** Also a waiting one (policy `grouplist.avatar.delete`). */
export async function removeGroupAvatar(
  services: GroupServices,
  given: { slug: string; creator_id: string },
): Promise<"removed" | "none" | NotManaged> {
  return await manageGroup(services, given, async (trx, group, now) => {
    if (!mayRemoveAvatar(group, "OWNER", "ACTIVE")) return "none";
    const isWaiting = group.status === "PENDING" || group.new_name !== null;
    await trx
      .updateTable("grouplists")
      .set({ avatar_id: null, new_avatar_id: null, updated_at: now })
      .set(isWaiting ? {} : { review_since: null })
      .where("id", "=", group.id)
      .execute();
    return "removed";
  });
}

/** Waiting requests stay. */
export async function setInvites(
  services: GroupServices,
  given: { slug: string; creator_id: string; enabled: boolean },
): Promise<"saved" | NotManaged> {
  return await change(services, given, () => ({ invites_enabled: given.enabled }));
}

export async function renewInviteCode(
  services: GroupServices,
  given: { slug: string; creator_id: string },
): Promise<"saved" | NotManaged> {
  const invite_code = newReadableCode(productRules.grouplist.invite_code_characters);
  return await change(services, given, () => ({ invite_code }));
}

/** All-time tips count while it is listed. */
export async function setGroupRanking(
  services: GroupServices,
  given: { slug: string; creator_id: string; enabled: boolean },
): Promise<"saved" | NotManaged> {
  return await change(services, given, (group, now) => ({
    ranking_enabled_at: given.enabled ? (group.ranking_enabled_at ?? now) : null,
  }));
}

type Switches = Partial<Pick<GroupRow, "invites_enabled" | "invite_code" | "ranking_enabled_at">>;

async function change(
  services: GroupServices,
  given: { slug: string; creator_id: string },
  columnsOf: (group: GroupRow, now: Date) => Switches,
): Promise<"saved" | NotManaged> {
  return await manageGroup(services, given, async (trx, group, now): Promise<"saved"> => {
    await trx
      .updateTable("grouplists")
      .set({ ...columnsOf(group, now), updated_at: now })
      .where("id", "=", group.id)
      .execute();
    return "saved";
  });
}
