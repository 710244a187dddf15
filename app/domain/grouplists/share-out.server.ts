import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Minor } from "../money/minor.ts";
import { splitByCredit } from "../money/split.ts";
import { RECEIVING_STATUSES } from "../users/viewer.ts";
import { sharesModel } from "./group.server.ts";

interface GroupReceiver {
  id: string;
  username: string;
  name: string;
}

/**
 * By joining date, not paused, paid as the group is. Empty if the group takes no tips (docs/product.md, 3.5).
 */
export async function listGroupReceivers(
  db: Kysely<DB>,
  grouplistId: string,
  chosen: readonly string[] | null,
  directGroups: string | null,
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
    .where(sharesModel(directGroups))
    .$if(chosen !== null, (query) => query.where("u.id", "=", sql<string>`any(${chosen}::uuid[])`))
    .orderBy("m.joined_at")
    .orderBy("m.id")
    .execute();
  return rows.flatMap(({ id, username, name }) =>
    username === null ? [] : [{ id, username, name: name ?? username }],
  );
}

export function markOfReceivers(receivers: readonly { id: string }[]): string {
  const ids = receivers.map(({ id }) => id).sort();
  return createHash("sha256").update(ids.join()).digest("base64url");
}

/** `turn` counts paid tips from 0. The caller holds the group's lock (docs/product.md, 3.5). */
export async function shareOut(
  trx: Kysely<DB>,
  grouplistId: string,
  amount: Minor,
  memberIds: readonly string[],
): Promise<{ turn: number; shares: Minor[] }> {
  const { tips_paid } = await trx
    .updateTable("grouplists")
    .set((eb) => ({ tips_paid: eb("tips_paid", "+", 1) }))
    .where("id", "=", grouplistId)
    .returning("tips_paid")
    .executeTakeFirstOrThrow();
  const turn = tips_paid - 1;
  const hasOddUnits = amount % memberIds.length > 0;
  const before = hasOddUnits ? await readCredits(trx, grouplistId, memberIds) : memberIds.map(() => 0n);
  const { shares, credits } = splitByCredit(amount, before);
  if (hasOddUnits) await keepCredits(trx, grouplistId, memberIds, credits);
  return { turn, shares };
}

async function readCredits(
  trx: Kysely<DB>,
  grouplistId: string,
  memberIds: readonly string[],
): Promise<bigint[]> {
  const rows = await trx
    .selectFrom("group_credits")
    .select(["creator_id", "credit"])
    .where("grouplist_id", "=", grouplistId)
    .where("creator_id", "in", [...memberIds])
    .execute();
  const kept = new Map(rows.map(({ creator_id, credit }) => [creator_id, BigInt(credit)]));
  return memberIds.map((id) => kept.get(id) ?? 0n);
}

async function keepCredits(
  trx: Kysely<DB>,
  grouplistId: string,
  memberIds: readonly string[],
  credits: readonly bigint[],
): Promise<void> {
  await sql`
    insert into group_credits (grouplist_id, creator_id, credit)
    select ${grouplistId}::uuid, kept.id, kept.credit
    from unnest(${memberIds}::uuid[], ${credits.map(String)}::numeric[]) as kept (id, credit)
    on conflict (grouplist_id, creator_id) do update set credit = excluded.credit`.execute(trx);
}
