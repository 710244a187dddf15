import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { readImage } from "../media/media.server.ts";
import type { Media } from "../media/media-port.ts";
import type { ReviewView } from "../moderation/review-content.ts";
import { readPage } from "../read-page.server.ts";
import type { MoneyModel } from "../users/money-model.schema.ts";
import { requireOperator } from "../users/user.server.ts";
import {
  findOwnerId,
  type GroupRow,
  type GroupServices,
  type GroupStatus,
  lockGroup,
  mailGroupEvent,
} from "./group.server.ts";

interface GroupReview {
  id: string;
  slug: string;
  status: GroupStatus;
  currency: string;
  name: string | null;
  has_avatar: boolean;
  new_name: string | null;
  has_new_avatar: boolean;
  review_since: Date | null;
  created_at: Date;
  owner: { id: string; username: string } | null;
}

/** `seen` of a decision is a hash of the content. */
interface GroupUnderReview extends GroupReview {
  seen: string;
  money_model: MoneyModel;
  reviewed_by: string | null;
  reviewed_at: Date | null;
  decline_reason: string | null;
}

export async function listGroupReviews(
  db: Kysely<DB>,
  page: { view: ReviewView; after: string | null },
): Promise<{ groups: GroupReview[]; next: string | null }> {
  const groups = reviewed(db);
  const { rows, next } =
    page.view === "queue"
      ? await readPage(
          groups.where("g.review_since", "is not", null).where("g.archived_at", "is", null),
          { table: "grouplists", as: "g", time: "review_since", direction: "asc" },
          page.after,
        )
      : await readPage(
          page.view === "declined"
            ? groups.where("g.decline_reason", "is not", null)
            : groups.where("g.reviewed_at", "is not", null),
          { table: "grouplists", as: "g", time: "reviewed_at", direction: "desc" },
          page.after,
        );
  return { groups: rows.map(toReview), next };
}

export async function listOverdueGroups(db: Kysely<DB>, now: Date): Promise<string[]> {
  const rows = await waiting(db)
    .select("id")
    .where("review_since", "<", new Date(now.getTime() - productRules.review_hours * 3_600_000))
    .orderBy("review_since")
    .limit(productRules.admin_rows)
    .execute();
  return rows.map(({ id }) => id);
}

export async function findGroupReview(db: Kysely<DB>, groupId: string): Promise<GroupUnderReview | null> {
  const row = await reviewed(db)
    .leftJoin("users as r", "r.id", "g.reviewed_by")
    .select(["g.reviewed_at", "g.decline_reason", "g.money_model", "r.email as reviewed_by"])
    .where("g.id", "=", groupId)
    .executeTakeFirst();
  if (!row) return null;
  const { reviewed_by, reviewed_at, decline_reason } = row;
  const money_model = row.money_model === "DIRECT" ? "DIRECT" : "HELD";
  return { ...toReview(row), seen: markOf(row), money_model, reviewed_by, reviewed_at, decline_reason };
}

export async function readGroupAvatar(
  services: { db: Kysely<DB>; media: Media },
  given: { group_id: string; which: "new" | "old" },
): Promise<Uint8Array | null> {
  const group = await services.db
    .selectFrom("grouplists")
    .select(["avatar_id", "new_avatar_id"])
    .where("id", "=", given.group_id)
    .executeTakeFirst();
  const id = given.which === "new" ? group?.new_avatar_id : group?.avatar_id;
  return id ? await readImage(services, id, "m", { includePrivate: true }) : null;
}

interface GroupAct {
  group_id: string;
  operator_id: string;
  seen: string;
}

export async function acceptGroup(
  services: GroupServices,
  given: GroupAct,
): Promise<"accepted" | "changed" | "gone"> {
  return await decide(services, given, "accepted", null);
}

export async function declineGroup(
  services: GroupServices,
  given: GroupAct & { reason: string },
): Promise<"declined" | "changed" | "gone"> {
  return await decide(services, given, "declined", given.reason);
}

async function decide<Outcome extends "accepted" | "declined">(
  services: GroupServices,
  given: GroupAct,
  outcome: Outcome,
  reason: string | null,
): Promise<Outcome | "changed" | "gone"> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx): Promise<Outcome | "changed" | "gone"> => {
    await requireOperator(trx, given.operator_id, "content");
    const group = await lockGroup(trx, { id: given.group_id });
    if (!group || group.review_since === null) return "gone";
    if (markOf(group) !== given.seen) return "changed";
    const isNew = group.status === "PENDING";
    const isAccepted = outcome === "accepted";
    const decided = {
      status: isNew && !isAccepted ? ("DECLINED" as const) : ("APPROVED" as const),
      name: isAccepted ? (group.new_name ?? group.name) : group.name,
      avatar_id: isAccepted ? (group.new_avatar_id ?? group.avatar_id) : group.avatar_id,
    };
    await trx
      .updateTable("grouplists")
      .set({ ...decided, new_name: null, new_avatar_id: null, review_since: null, decline_reason: reason })
      .set({ reviewed_by: given.operator_id, reviewed_at: now, updated_at: now })
      .where("id", "=", group.id)
      .execute();
    await writeAudit(trx, {
      actor_id: given.operator_id,
      action: isAccepted ? "grouplist.accepted" : "grouplist.declined",
      subject: `grouplist:${group.id}`,
      before: { status: group.status },
      after: { status: decided.status },
      now,
    });
    await mailOwner(trx, services, { ...group, ...decided }, { isNew, isAccepted, reason, now });
    return outcome;
  });
}

async function mailOwner(
  trx: Transaction<DB>,
  services: GroupServices,
  group: GroupRow,
  {
    isNew,
    isAccepted,
    reason,
    now,
  }: { isNew: boolean; isAccepted: boolean; reason: string | null; now: Date },
): Promise<void> {
  const to = await findOwnerId(trx, group.id);
  if (to === undefined) return;
  const kind = isNew
    ? isAccepted
      ? ("group_approved" as const)
      : ("group_declined" as const)
    : isAccepted
      ? ("change_approved" as const)
      : ("change_declined" as const);
  await mailGroupEvent(trx, services, {
    ...{ kind, group, to, isOwner: true, ...(reason === null ? {} : { reason }) },
    ...{ once: `${group.id}:${now.toISOString()}`, now },
  });
}

function markOf(
  group: Pick<GroupRow, "status" | "name" | "avatar_id" | "new_name" | "new_avatar_id">,
): string {
  const { status, name, avatar_id, new_name, new_avatar_id } = group;
  const all = JSON.stringify([status, name, avatar_id, new_name, new_avatar_id]);
  return createHash("sha256").update(all).digest("base64url");
}

function waiting(db: Kysely<DB>) {
  return db.selectFrom("grouplists").where("review_since", "is not", null).where("archived_at", "is", null);
}

function reviewed(db: Kysely<DB>) {
  return db
    .selectFrom("grouplists as g")
    .leftJoin("grouplist_users as m", (join) =>
      join.onRef("m.grouplist_id", "=", "g.id").on("m.status", "=", "OWNER"),
    )
    .leftJoin("users as u", "u.id", "m.creator_id")
    .select(["g.id", "g.slug", "g.status", "g.currency", "g.name", "g.avatar_id", "g.new_name"])
    .select(["g.new_avatar_id", "g.review_since", "g.created_at", "u.id as owner_id"])
    .select(sql<string>`coalesce(u.username, '')`.as("username"));
}

type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviewed>["executeTakeFirstOrThrow"]>>;

function toReview(row: ReviewRow): GroupReview {
  const { id, slug, status, currency, name, new_name, review_since, created_at, owner_id, username } = row;
  return {
    ...{ id, slug, status, currency, name, new_name, review_since, created_at },
    has_avatar: row.avatar_id !== null,
    has_new_avatar: row.new_avatar_id !== null,
    owner: owner_id === null ? null : { id: owner_id, username },
  };
}
