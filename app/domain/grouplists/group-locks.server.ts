import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../../jobs/jobs.server.ts";
import type { GroupRow, MemberStatus } from "./group.ts";

// The order of locks: a group's row, then its members', then accounts (docs/money.md, 6).

/** What groups need of the process. */
export interface GroupServices {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
  jobs: Jobs;
}

/** A group by its address, or by one of its members' rows. */
export type WhichGroup = { slug: string } | { member_id: string };

/** Why a creator cannot manage a group: it is not theirs or not there any more, or their account is not ACTIVE. */
export type NotManaged = "gone" | "not_active";

/** A group that goes is locked against tips that begin, too; any other change leaves them alone. */
type LockStrength = "change" | "removal";

/**
 * Does something to a group of one's own, in one transaction and with the group's row locked: of acts at the same time
 * one comes after the other.
 */
export async function manageGroup<Outcome>(
  services: GroupServices,
  given: WhichGroup & { creator_id: string },
  act: (trx: Transaction<DB>, group: GroupRow, now: Date) => Promise<Outcome>,
  strength: LockStrength = "change",
): Promise<Outcome | NotManaged> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx): Promise<Outcome | NotManaged> => {
    const group = await lockGroup(trx, given, strength);
    if (!group) return "gone";
    const owner = await findMember(trx, group.id, given.creator_id);
    if (owner?.status !== "OWNER") return "gone";
    return owner.account_status === "ACTIVE" ? await act(trx, group, now) : "not_active";
  });
}

/** Locks a group that is not archived; undefined when there is none. */
export async function lockGroup(
  trx: Transaction<DB>,
  which: WhichGroup | { invite_code: string } | { id: string },
  strength: LockStrength = "change",
): Promise<GroupRow | undefined> {
  const groups = trx.selectFrom("grouplists").selectAll().where("archived_at", "is", null);
  const found =
    "slug" in which
      ? groups.where("slug", "=", which.slug)
      : "invite_code" in which
        ? groups.where("invite_code", "=", which.invite_code)
        : "id" in which
          ? groups.where("id", "=", which.id)
          : groups.where("id", "=", (eb) =>
              eb.selectFrom("grouplist_users").select("grouplist_id").where("id", "=", which.member_id),
            );
  return await (strength === "removal" ? found.forUpdate() : found.forNoKeyUpdate()).executeTakeFirst();
}

interface Membership {
  id: string;
  status: MemberStatus;
  account_status: string;
}

/** What a creator is in a group; undefined for a stranger. */
export async function findMember(
  db: Kysely<DB>,
  groupId: string,
  creatorId: string,
): Promise<Membership | undefined> {
  return await db
    .selectFrom("grouplist_users as m")
    .innerJoin("users as u", "u.id", "m.creator_id")
    .select(["m.id", "m.status", "u.status as account_status"])
    .where("m.grouplist_id", "=", groupId)
    .where("m.creator_id", "=", creatorId)
    .executeTakeFirst();
}

/** How many of a group's creators share, and how many wait; counted under the group's lock. */
export async function countMembers(
  db: Kysely<DB>,
  groupId: string,
): Promise<{ members: number; asking: number }> {
  return await db
    .selectFrom("grouplist_users")
    .select([
      sql<number>`count(*) filter (where status <> 'PENDING')::int`.as("members"),
      sql<number>`count(*) filter (where status = 'PENDING')::int`.as("asking"),
    ])
    .where("grouplist_id", "=", groupId)
    .executeTakeFirstOrThrow();
}
