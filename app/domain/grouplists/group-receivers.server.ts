import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { RECEIVING_STATUSES } from "../users/user-status.ts";

/** A member who shares a tip to the group. */
export interface GroupReceiver {
  id: string;
  username: string;
  name: string;
}

/**
 * Who would share a tip to a group now, in the order in which they joined: the OWNER and MEMBERs whose accounts can
 * receive and are not paused; `chosen` narrows them, null is all (docs/product.md, 3.5). Empty where the group takes no tips.
 */
export async function listGroupReceivers(
  db: Kysely<DB>,
  grouplistId: string,
  chosen: readonly string[] | null,
): Promise<GroupReceiver[]> {
  const rows = await db
    .selectFrom("grouplist_users as m")
    .innerJoin("grouplists as g", "g.id", "m.grouplist_id")
    .innerJoin("users as u", "u.id", "m.creator_id")
    .select(["u.id", "u.username", "u.name"])
    .where("g.id", "=", grouplistId)
    .where("g.status", "=", "APPROVED")
    .where("g.archived_at", "is", null)
    .where("m.status", "in", ["OWNER", "MEMBER"])
    .where("u.status", "in", [...RECEIVING_STATUSES])
    .where("u.paused_at", "is", null)
    .$if(chosen !== null, (query) => query.where("u.id", "=", sql<string>`any(${chosen}::uuid[])`))
    .orderBy("m.joined_at")
    .orderBy("m.id")
    .execute();
  return rows.flatMap(({ id, username, name }) =>
    username === null ? [] : [{ id, username, name: name ?? username }],
  );
}

/** Says of two looks at who shares a tip whether they saw the same people, in whatever order; it names nobody. */
export function markOfReceivers(receivers: readonly { id: string }[]): string {
  const ids = receivers.map(({ id }) => id).sort();
  return createHash("sha256").update(ids.join()).digest("base64url");
}
