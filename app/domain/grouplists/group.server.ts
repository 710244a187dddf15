import {
  type Expression,
  type Kysely,
  type RawBuilder,
  type Selectable,
  sql,
  type Transaction,
} from "kysely";
import type { DB, Grouplists } from "../../../db/schema.ts";
import type { Jobs } from "../jobs.ts";
import type { MailParams } from "../mails/mail-params.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { TAKES_PAYMENTS } from "../users/direct-receiver.ts";

export type GroupRow = Selectable<Grouplists>;

export type GroupStatus = GroupRow["status"];

export type MemberStatus = "OWNER" | "PENDING" | "MEMBER";

export function visibleName(
  group: Pick<GroupRow, "status" | "name">,
  role: MemberStatus | null,
): string | null {
  return group.status === "APPROVED" || role === "OWNER" || role === "MEMBER" ? group.name : null;
}

export function visibleAvatar(
  group: Pick<GroupRow, "status" | "avatar_id">,
  role: MemberStatus | null,
): string | null {
  return group.status === "APPROVED" || role === "OWNER" ? group.avatar_id : null;
}

export function mayRemoveAvatar(
  group: Pick<GroupRow, "avatar_id" | "new_avatar_id">,
  role: MemberStatus | null,
  creatorStatus: string,
): boolean {
  const has = group.avatar_id !== null || group.new_avatar_id !== null;
  return has && role === "OWNER" && creatorStatus === "ACTIVE";
}

// Lock order: group, members, accounts (docs/money.md, 6).

export interface GroupServices {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
  jobs: Jobs;
}

export type WhichGroup = { slug: string } | { member_id: string };

export type NotManaged = "gone" | "not_active";

/** "removal" also excludes tips that begin. */
type LockStrength = "change" | "removal";

/** In one transaction under the group's lock. */
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

type GroupEvent = MailParams["grouplist_news"];

/** Only the owner gets unreviewed names. */
export async function mailGroupEvent(
  trx: Transaction<DB>,
  services: Pick<GroupServices, "jobs" | "newId">,
  event: {
    kind: GroupEvent["kind"];
    group: Pick<GroupRow, "id" | "slug" | "name" | "status">;
    to: string;
    isOwner: boolean;
    about?: string;
    reason?: string;
    once: string;
    now: Date;
  },
): Promise<void> {
  const { group, to, about, once, now } = event;
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
    dedupe_key: `grouplist:${event.kind}:${once}`,
    template: "grouplist_news",
    locale: reader.locale,
    recipient: reader.email,
    user_id: to,
    params: {
      kind: event.kind,
      slug: group.slug,
      group: event.isOwner || group.status === "APPROVED" ? group.name : null,
      person: person?.username ?? null,
      reason: event.reason ?? null,
    },
    now,
  });
}

export async function findOwnerId(trx: Transaction<DB>, groupId: string): Promise<string | undefined> {
  const owner = await trx
    .selectFrom("grouplist_users")
    .select("creator_id")
    .where("grouplist_id", "=", groupId)
    .where("status", "=", "OWNER")
    .executeTakeFirst();
  return owner?.creator_id;
}

/**
 * A payment has one model: in a direct group members need an account at the provider that passes shares on.
 */
export function sharesModel(directGroups: string | null | Expression<string | null>): RawBuilder<boolean> {
  return sql<boolean>`(u.money_model = g.money_model and (u.money_model = 'HELD' or exists (
    select from connected_accounts connected
    where connected.user_id = u.id and connected.provider = ${directGroups}::text and ${TAKES_PAYMENTS})))`;
}
