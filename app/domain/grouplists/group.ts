import type { Selectable } from "kysely";
import type { Grouplists } from "../../../db/schema.ts";

/** A group as its row has it. */
export type GroupRow = Selectable<Grouplists>;

export type GroupStatus = GroupRow["status"];

/** What a creator is in a group; a PENDING one asked, and waits for the owner. */
export type MemberStatus = "OWNER" | "PENDING" | "MEMBER";

/**
 * The name that a viewer may read: everybody's once an operator approved it, else for owner and members alone
 * (docs/product.md, 5.11). Null stands for the generic title.
 */
export function visibleName(
  group: Pick<GroupRow, "status" | "name">,
  role: MemberStatus | null,
): string | null {
  return group.status === "APPROVED" || role === "OWNER" || role === "MEMBER" ? group.name : null;
}

/** The picture that a viewer may see: everybody's once approved, until then the owner's, who uploaded it. */
export function visibleAvatar(
  group: Pick<GroupRow, "status" | "avatar_id">,
  role: MemberStatus | null,
): string | null {
  return group.status === "APPROVED" || role === "OWNER" ? group.avatar_id : null;
}

/** The policy `grouplist.avatar.delete`: the owner, while ACTIVE, of a group that has a picture, or one that waits. */
export function mayRemoveAvatar(
  group: Pick<GroupRow, "avatar_id" | "new_avatar_id">,
  role: MemberStatus | null,
  creatorStatus: string,
): boolean {
  const has = group.avatar_id !== null || group.new_avatar_id !== null;
  return has && role === "OWNER" && creatorStatus === "ACTIVE";
}
