import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { DB, Grouplists } from "../../../db/schema.ts";
import type { Jobs } from "../../jobs/jobs.server.ts";
import { type MailParams, queueMail } from "../../mail/mail.server.ts";

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

type GroupNews = MailParams["grouplist_news"];

/**
 * Mails what happened in a group, in the transaction of its cause. A name that no operator has read goes to its owner
 * alone: nobody writes to others in our name.
 */
export async function mailGroupNews(
  trx: Transaction<DB>,
  services: Pick<GroupServices, "jobs" | "newId">,
  news: {
    kind: GroupNews["kind"];
    group: Pick<GroupRow, "id" | "slug" | "name" | "status">;
    /** Who reads it. */
    to: string;
    isOwner: boolean;
    /** The creator whom it is about, for the owner. */
    about?: string;
    reason?: string;
    /** What makes the news one of its kind: the same again is not sent again. */
    once: string;
    now: Date;
  },
): Promise<void> {
  const { group, to, about, once, now } = news;
  const reader = await trx
    .selectFrom("users")
    .select(["email", "locale"])
    .where("id", "=", to)
    .executeTakeFirstOrThrow();
  const person =
    about === undefined
      ? undefined
      : await trx.selectFrom("users").select("username").where("id", "=", about).executeTakeFirst();
  await queueMail(trx, services, {
    dedupe_key: `grouplist:${news.kind}:${once}`,
    template: "grouplist_news",
    locale: reader.locale,
    recipient: reader.email,
    user_id: to,
    params: {
      kind: news.kind,
      slug: group.slug,
      group: news.isOwner || group.status === "APPROVED" ? group.name : null,
      person: person?.username ?? null,
      reason: news.reason ?? null,
    },
    now,
  });
}

/** The owner of a group; undefined once they have left. */
export async function findOwnerId(trx: Transaction<DB>, groupId: string): Promise<string | undefined> {
  const owner = await trx
    .selectFrom("grouplist_users")
    .select("creator_id")
    .where("grouplist_id", "=", groupId)
    .where("status", "=", "OWNER")
    .executeTakeFirst();
  return owner?.creator_id;
}
