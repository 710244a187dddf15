import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { newReadableCode } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import type { SharedGroups } from "../auth/deletion.server.ts";
import { type Minor, minor, type ProfileCurrency } from "../money/minor.ts";
import type { MoneyModel } from "../users/money-model.schema.ts";
import { lockStatus } from "../users/user.server.ts";
import {
  findMember,
  type GroupRow,
  type GroupServices,
  type GroupStatus,
  type MemberStatus,
  mailGroupEvent,
  manageGroup,
  mayRemoveAvatar,
  type NotManaged,
  visibleAvatar,
  visibleName,
} from "./group.server.ts";
import { recordMember } from "./group-members.server.ts";

const rules = productRules.grouplist;

export interface OwnGroup {
  id: string;
  slug: string;
  owner_id: string;
  created_at: Date;
  name: string | null;
  avatar_id: string | null;
  currency: string;
  status: GroupStatus;
  role: MemberStatus;
  creators_count: number;
  asking_count: number;
}

export async function listOwnGroups(db: Kysely<DB>, creatorId: string): Promise<OwnGroup[]> {
  const rows = await db
    .selectFrom("grouplist_users as m")
    .innerJoin("grouplists as g", "g.id", "m.grouplist_id")
    .innerJoin("grouplist_users as owner", (join) =>
      join.onRef("owner.grouplist_id", "=", "g.id").on("owner.status", "=", "OWNER"),
    )
    .select(["g.id", "g.slug", "g.name", "g.avatar_id", "g.currency", "g.status", "m.status as role"])
    .select(["g.created_at", "owner.creator_id as owner_id"])
    .select((eb) => [
      eb
        .selectFrom("grouplist_users as o")
        .select(sql<number>`count(*)::int`.as("count"))
        .whereRef("o.grouplist_id", "=", "g.id")
        .where("o.status", "<>", "PENDING")
        .as("creators_count"),
      eb
        .selectFrom("grouplist_users as o")
        .select(sql<number>`count(*)::int`.as("count"))
        .whereRef("o.grouplist_id", "=", "g.id")
        .where("o.status", "=", "PENDING")
        .as("asking_count"),
    ])
    .where("m.creator_id", "=", creatorId)
    .where("g.archived_at", "is", null)
    .orderBy("m.asked_at", "desc")
    .orderBy("m.id", "desc")
    .execute();
  return rows.map((row) => ({
    ...row,
    name: visibleName(row, row.role),
    avatar_id: visibleAvatar(row, row.role),
    creators_count: row.creators_count ?? 0,
    asking_count: row.role === "OWNER" ? (row.asking_count ?? 0) : 0,
  }));
}

type GroupCreated =
  | { outcome: "created"; slug: string }
  | { outcome: "not_active" }
  | { outcome: "too_many" };

/** Waits for an operator. A repeated form makes one group (docs/product.md, 5.11). */
export async function createGroup(
  services: Pick<GroupServices, "db" | "clock" | "newId">,
  given: { creator_id: string; name: string | null; currency: ProfileCurrency },
): Promise<GroupCreated> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx): Promise<GroupCreated> => {
    if ((await lockStatus(trx, given.creator_id)) !== "ACTIVE") return { outcome: "not_active" };
    const owned = await trx
      .selectFrom("grouplist_users as m")
      .innerJoin("grouplists as g", "g.id", "m.grouplist_id")
      .select(["g.slug", "g.name", "g.currency", "g.created_at"])
      .where("m.creator_id", "=", given.creator_id)
      .where("m.status", "=", "OWNER")
      .where("g.archived_at", "is", null)
      .execute();
    const lately = now.getTime() - rules.twice_seconds * 1000;
    const twin = owned.find(
      (group) =>
        group.name === given.name && group.currency === given.currency && group.created_at.getTime() > lately,
    );
    if (twin) return { outcome: "created", slug: twin.slug };
    if (owned.length >= rules.owned_maximum) return { outcome: "too_many" };
    return { outcome: "created", slug: await insertGroup(trx, services.newId, given, now) };
  });
}

const modelOf = (ownerId: string) => sql<string>`(select money_model from users where id = ${ownerId}::uuid)`;

async function insertGroup(
  trx: Transaction<DB>,
  newId: () => string,
  given: { creator_id: string; name: string | null; currency: ProfileCurrency },
  now: Date,
): Promise<string> {
  const { creator_id, name, currency } = given;
  const id = newId();
  const slug = newReadableCode(rules.slug_characters);
  await trx
    .insertInto("grouplists")
    .values({
      ...{ id, slug, name, currency, status: "PENDING" as const, review_since: now },
      invite_code: newReadableCode(rules.invite_code_characters),
      money_model: modelOf(creator_id),
      ...{ created_at: now, updated_at: now },
    })
    .execute();
  await trx
    .insertInto("grouplist_users")
    .values({
      ...{ id: newId(), grouplist_id: id, creator_id, status: "OWNER" as const },
      ...{ asked_at: now, joined_at: now },
    })
    .execute();
  return slug;
}

/** Archives a group with tips; members keep theirs (docs/product.md, 5.11). */
export async function deleteGroup(
  services: GroupServices,
  given: { slug: string; creator_id: string },
): Promise<"deleted" | "archived" | NotManaged> {
  return await manageGroup(
    services,
    given,
    (trx, group, now) => closeGroup(trx, services, { group, owner_id: given.creator_id, now }),
    "removal",
  );
}

async function closeGroup(
  trx: Transaction<DB>,
  services: Pick<GroupServices, "jobs" | "newId">,
  { group, owner_id, now }: { group: GroupRow; owner_id: string; now: Date },
): Promise<"deleted" | "archived"> {
  const others = await trx
    .selectFrom("grouplist_users")
    .select(["id", "creator_id"])
    .where("grouplist_id", "=", group.id)
    .where("creator_id", "<>", owner_id)
    .orderBy("id")
    .execute();
  for (const { id, creator_id } of others) {
    const event = { kind: "deleted" as const, group, to: creator_id, isOwner: false };
    await mailGroupEvent(trx, services, { ...event, once: id, now });
  }
  const tipped = await trx
    .selectFrom("tips")
    .select("id")
    .where("grouplist_id", "=", group.id)
    .limit(1)
    .executeTakeFirst();
  if (!tipped) {
    await trx.deleteFrom("grouplists").where("id", "=", group.id).execute();
    return "deleted";
  }
  await trx
    .updateTable("grouplists")
    .set({ archived_at: now, invites_enabled: false, new_name: null, new_avatar_id: null, updated_at: now })
    .where("id", "=", group.id)
    .execute();
  return "archived";
}

export function sharedGroups(
  services: Pick<GroupServices, "clock" | "jobs" | "newId">,
  creatorId: string,
): SharedGroups {
  return {
    lock: (trx) => lockGroupsOf(trx, creatorId),
    list: (trx) => listGroupIds(trx, creatorId),
    handOver: (trx) => handOverGroups(trx, services, creatorId, services.clock()),
  };
}

async function listGroupIds(db: Kysely<DB>, creatorId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("grouplist_users")
    .select("grouplist_id")
    .where("creator_id", "=", creatorId)
    .orderBy("grouplist_id")
    .execute();
  return rows.map(({ grouplist_id }) => grouplist_id);
}

/** Before the account, as money moves do. Groups joined meanwhile are missing. */
async function lockGroupsOf(trx: Transaction<DB>, creatorId: string): Promise<string[]> {
  const ids = await listGroupIds(trx, creatorId);
  const rows = await trx
    .selectFrom("grouplists")
    .select("id")
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** The longest member able to receive inherits and is mailed; else the group closes. */
async function handOverGroups(
  trx: Transaction<DB>,
  services: Pick<GroupServices, "jobs" | "newId">,
  creatorId: string,
  now: Date,
): Promise<void> {
  const owned = await trx
    .selectFrom("grouplists as g")
    .innerJoin("grouplist_users as m", "m.grouplist_id", "g.id")
    .selectAll("g")
    .where("m.creator_id", "=", creatorId)
    .where("m.status", "=", "OWNER")
    .where("g.archived_at", "is", null)
    .orderBy("g.id")
    .execute();
  for (const group of owned) {
    const heir = await findHeir(trx, group.id);
    if (!heir) await closeGroup(trx, services, { group, owner_id: creatorId, now });
    else await handOver(trx, services, { group, from: creatorId, heir, now });
  }
  const left = await trx
    .deleteFrom("grouplist_users")
    .where("creator_id", "=", creatorId)
    .returning(["id", "creator_id", "grouplist_id", "status"])
    .execute();
  for (const { grouplist_id, status, ...member } of left)
    if (status === "MEMBER")
      await recordMember(trx, services, "group.member_left", { group: { id: grouplist_id }, member, now });
}

async function findHeir(trx: Transaction<DB>, groupId: string) {
  return await trx
    .selectFrom("grouplist_users as m")
    .innerJoin("users as u", "u.id", "m.creator_id")
    .select(["m.id", "m.creator_id"])
    .where("m.grouplist_id", "=", groupId)
    .where("m.status", "=", "MEMBER")
    .where("u.status", "in", ["ACTIVE", "CHARGEBACK"])
    .orderBy("m.joined_at")
    .orderBy("m.id")
    .limit(1)
    .executeTakeFirst();
}

async function handOver(
  trx: Transaction<DB>,
  services: Pick<GroupServices, "jobs" | "newId">,
  {
    group,
    from,
    heir,
    now,
  }: { group: GroupRow; from: string; heir: { id: string; creator_id: string }; now: Date },
): Promise<void> {
  await trx
    .deleteFrom("grouplist_users")
    .where("grouplist_id", "=", group.id)
    .where("creator_id", "=", from)
    .execute();
  await trx.updateTable("grouplist_users").set({ status: "OWNER" }).where("id", "=", heir.id).execute();
  await trx
    .updateTable("grouplists")
    .set({ money_model: modelOf(heir.creator_id) })
    .where("id", "=", group.id)
    .execute();
  await trx
    .updateTable("media_files")
    .set({ owner_id: heir.creator_id })
    .where(
      sql<boolean>`id = any(${[group.avatar_id, group.new_avatar_id].filter((id) => id !== null)}::uuid[])`,
    )
    .execute();
  const event = { kind: "inherited" as const, group, to: heir.creator_id, isOwner: true };
  await mailGroupEvent(trx, services, { ...event, once: `${group.id}:${heir.creator_id}`, now });
}

export interface EditedGroup {
  id: string;
  slug: string;
  name: string | null;
  avatar_id: string | null;
  new_name: string | null;
  new_avatar_id: string | null;
  currency: string;
  money_model: MoneyModel;
  status: GroupRow["status"];
  is_in_review: boolean;
  decline_reason: string | null;
  invites_enabled: boolean;
  invite_code: string;
  ranking_enabled_at: Date | null;
  policies: { "grouplist.avatar.delete": boolean };
}

/** Null if not theirs, or gone. */
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
    money_model: group.money_model === "DIRECT" ? "DIRECT" : "HELD",
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
 * An approved group's changes wait beside the old ones; removing the name is free. A declined group waits
 * again (docs/product.md, 5.11).
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

interface OwnedGroup {
  slug: string;
  name: string | null;
}

async function findOwned(
  db: Kysely<DB>,
  given: { group_id: string; owner_id: string },
): Promise<OwnedGroup | null> {
  const group = await db
    .selectFrom("grouplists as g")
    .innerJoin("grouplist_users as m", "m.grouplist_id", "g.id")
    .select(["g.slug", "g.name"])
    .where("g.id", "=", given.group_id)
    .where("m.creator_id", "=", given.owner_id)
    .where("m.status", "=", "OWNER")
    .executeTakeFirst();
  return group ?? null;
}

/** The sum, and no word of the fan. */
export async function findTipOfOwnedGroup(
  db: Kysely<DB>,
  given: { tip_id: string; owner_id: string },
): Promise<{ id: string; group: OwnedGroup; currency: string; amount_minor: Minor; paid_at: Date } | null> {
  const tip = await db
    .selectFrom("tips")
    .select(["id", "grouplist_id", "currency", "amount_minor", "paid_at"])
    .where("id", "=", given.tip_id)
    .where("creator_id", "is", null)
    .executeTakeFirst();
  if (!tip?.paid_at || tip.grouplist_id === null) return null;
  const { id, currency, amount_minor, paid_at, grouplist_id: group_id } = tip;
  const group = await findOwned(db, { group_id, owner_id: given.owner_id });
  return group && { id, group, currency, amount_minor: minor(amount_minor), paid_at };
}

/** Also a former one; without a name once deleted. */
export async function findMemberOfOwnedGroup(
  db: Kysely<DB>,
  given: { group_id: string; member_id: string; owner_id: string },
): Promise<{ group: OwnedGroup; member: { username: string | null; name: string | null } } | null> {
  const group = await findOwned(db, given);
  const member = await db
    .selectFrom("users")
    .select([
      sql<string | null>`case when deleted_at is null then username end`.as("username"),
      sql<string | null>`case when deleted_at is null then coalesce(name, username) end`.as("name"),
    ])
    .where("id", "=", given.member_id)
    .executeTakeFirst();
  return group && member ? { group, member } : null;
}
