import { sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";

/** What of a tip is a fan's: it goes with whoever read it. */
const NO_WORDS = {
  sender_name: null,
  sender_email: null,
  message: null,
  item_name: null,
  tribute_item_id: null,
  image_id: null,
  decline_reason: null,
  fan_key: null,
  show_on_page: false,
} as const;

/**
 * Takes the fans' words out of all tips that a creator got, who is being deleted; of a group's tip they stay with the other
 * members' shares, and go from the tip itself once nobody who shared it is there any more. Returns the pictures that no tip
 * shows from then on. The caller holds the creator's lock.
 */
export async function forgetReceivedTips(trx: Transaction<DB>, userId: string): Promise<string[]> {
  // A group's tips first: a review takes its locks in this order, and of members who leave at once the later one sees it.
  const shared = await lockSharedTips(trx, userId);
  const tips = trx.selectFrom("tips").select("image_id").where("image_id", "is not", null);
  const own = await tips.where("creator_id", "=", userId).execute();
  const ofGroups = shared.length === 0 ? [] : await tips.where("id", "in", shared).execute();
  await trx
    .deleteFrom("tip_replies")
    .where("tip_id", "in", (eb) => eb.selectFrom("tips").select("id").where("creator_id", "=", userId))
    .execute();
  await trx.updateTable("tips").set({ begun_by: null }).where("begun_by", "=", userId).execute();
  await trx.updateTable("tips").set(NO_WORDS).where("creator_id", "=", userId).execute();
  if (shared.length > 0)
    await trx
      .updateTable("tips")
      .set(NO_WORDS)
      .where("id", "in", shared)
      .where(
        sql<boolean>`not exists (
          select from users u where u.deleted_at is null and u.id <> ${userId}::uuid and u.id in (${SHARING}))`,
      )
      .execute();
  const pictures = [...new Set([...own, ...ofGroups].flatMap(({ image_id }) => image_id ?? []))];
  if (pictures.length === 0) return [];
  const shown = await tips.where("image_id", "in", pictures).execute();
  return pictures.filter((id) => !shown.some(({ image_id }) => image_id === id));
}

/** Who has a share of the group's tip in `tips`; of one that nobody was credited with, who was to share it. */
const SHARING = sql`
  select s.creator_id from tips s where s.group_tip_id = tips.id
  union all
  select unnest(p.member_ids) from payments p
  where p.tip_id = tips.id and not exists (select from tips s where s.group_tip_id = tips.id)`;

/** The paid tips to groups that a creator shares or was to share, locked in the order of their ids. */
async function lockSharedTips(trx: Transaction<DB>, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from tips t
    where t.id in (
      select group_tip_id from tips where creator_id = ${userId}::uuid and group_tip_id is not null
      union all
      select w.id from tips w join payments p on p.tip_id = w.id
      where w.creator_id is null and w.paid_at is not null and w.group_turn is null and ${userId}::uuid = any(p.member_ids))
    order by t.id for no key update of t`.execute(trx);
  return rows.map(({ id }) => id);
}
