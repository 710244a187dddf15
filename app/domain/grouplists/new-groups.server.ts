import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";

/** A group as lists for everybody show it. */
export interface PublicGroup {
  id: string;
  slug: string;
  owner_id: string;
  created_at: Date;
  name: string | null;
  avatar_id: string | null;
  currency: string;
  members_count: number;
}

/** The groups that were made last, of those whose page is open to everybody (docs/product.md, 5.11). */
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
