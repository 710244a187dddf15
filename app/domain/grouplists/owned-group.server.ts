import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { type Minor, minor } from "../money/minor.ts";

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
