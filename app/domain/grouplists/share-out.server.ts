import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Minor } from "../money/minor.ts";
import { splitByCredit } from "../money/split.ts";

/**
 * Splits a group's tip among these members, in the order in which they joined, and keeps what each now has of a unit to
 * their credit, or is ahead (docs/product.md, 3.5). `turn` is the group's running number of paid tips, from 0, taken once a
 * tip. The caller holds the group's lock.
 */
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
