import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { newReadableCode } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import type { ProfileCurrency } from "../money/minor.ts";
import { lockStatus } from "../users/status-changes.server.ts";
import { type GroupStatus, type MemberStatus, visibleAvatar, visibleName } from "./group.ts";
import type { GroupServices } from "./group-locks.server.ts";

const rules = productRules.grouplist;

/** A group as one of its creators sees it in their list. */
export interface OwnGroup {
  id: string;
  slug: string;
  owner_id: string;
  created_at: Date;
  /** Null for none, and for one that this viewer may not read yet. */
  name: string | null;
  avatar_id: string | null;
  currency: string;
  status: GroupStatus;
  role: MemberStatus;
  /** Owner and members. */
  creators_count: number;
  /** Who waits for the owner's answer; 0 for everybody else. */
  asking_count: number;
}

/** The groups that a creator owns, is in or has asked to join, the latest first; archived ones are not among them. */
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

export type GroupCreated =
  | { outcome: "created"; slug: string }
  /** The account is not ACTIVE. */
  | { outcome: "not_active" }
  | { outcome: "too_many" };

/**
 * A creator makes a group, which waits for an operator from then on (docs/product.md, 5.11). The same form sent twice
 * makes one group.
 */
export async function createGroup(
  services: Pick<GroupServices, "db" | "clock" | "newId">,
  given: { creator_id: string; name: string | null; currency: ProfileCurrency },
): Promise<GroupCreated> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx): Promise<GroupCreated> => {
    // Whoever makes several at once makes one after the other.
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

async function insertGroup(
  trx: Transaction<DB>,
  newId: () => string,
  given: { creator_id: string; name: string | null; currency: ProfileCurrency },
  now: Date,
): Promise<string> {
  const { creator_id, name, currency } = given;
  const id = newId();
  // Two equal codes are as good as impossible: the unique index would refuse the second.
  const slug = newReadableCode(rules.slug_characters);
  await trx
    .insertInto("grouplists")
    .values({
      ...{ id, slug, name, currency, status: "PENDING" as const, review_since: now },
      invite_code: newReadableCode(rules.invite_code_characters),
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
