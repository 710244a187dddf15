import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { tipIsOnPage } from "../users/profile.server.ts";
import { requireOperator } from "../users/user.server.ts";

export const agreedToPage = sql<boolean>`(t.show_on_page and t.off_page_at is null)`;

interface NamedFan {
  tip_id: string;
  name: string | null;
  words: string | null;
}

/** Latest; also when the creator hides them. */
export async function listNamedFans(db: Kysely<DB>, creatorId: string): Promise<NamedFan[]> {
  return await db
    .selectFrom("tips as t")
    .select(["t.id as tip_id", "t.sender_name as name", "t.message as words"])
    .where("t.creator_id", "=", creatorId)
    .where(tipIsOnPage)
    .orderBy("t.paid_at", "desc")
    .orderBy("t.id", "desc")
    .limit(productRules.creator_page.supporters.shown)
    .execute();
}

type OffPageAct =
  | { by: "FAN"; payment_id: string }
  | { by: "CREATOR"; creator_id: string; tip_id: string }
  | { by: "OPERATOR"; operator_id: string; tip_id: string };

/** Permanently; "gone" when not listed, or not theirs. */
export async function takeOffPage(db: Kysely<DB>, act: OffPageAct, now: Date): Promise<"taken_off" | "gone"> {
  return await db.transaction().execute(async (trx) => {
    if (act.by === "OPERATOR") await requireOperator(trx, act.operator_id, "content");
    const [taken] = await takeOff(trx, act, now);
    if (!taken) return "gone";
    if (act.by === "OPERATOR")
      await writeAudit(trx, {
        actor_id: act.operator_id,
        action: "supporter.removed",
        subject: `tip:${taken.id}`,
        before: null,
        after: null,
        now,
      });
    return "taken_off";
  });
}

async function takeOff(trx: Transaction<DB>, act: OffPageAct, now: Date): Promise<{ id: string }[]> {
  let theirs = trx.updateTable("tips as t").set({ off_page_at: now, off_page_by: act.by });
  if (act.by === "FAN")
    theirs = theirs.where("t.id", "=", (eb) =>
      eb.selectFrom("payments as p").select("p.tip_id").where("p.id", "=", act.payment_id),
    );
  else theirs = theirs.where("t.id", "=", act.tip_id);
  if (act.by === "CREATOR") theirs = theirs.where("t.creator_id", "=", act.creator_id);
  return await theirs.where(agreedToPage).where("t.paid_at", "is not", null).returning("t.id").execute();
}

/**
 * The fan agrees by the receipt. "refused" for groups, pages without supporters, after a removal, and for old
 * receipts.
 */
export async function putOnPage(
  db: Kysely<DB>,
  given: { payment_id: string },
  now: Date,
): Promise<"shown" | "refused"> {
  const named_since = new Date(now.getTime() - productRules.receipt.payer_days * 86_400_000);
  const { numUpdatedRows } = await db
    .updateTable("tips as t")
    .set({ show_on_page: true, off_page_at: null, off_page_by: null })
    .where("t.id", "=", (eb) =>
      eb.selectFrom("payments as p").select("p.tip_id").where("p.id", "=", given.payment_id),
    )
    .where("t.paid_at", ">", named_since)
    .where(mayBePutOnPage)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n ? "shown" : "refused";
}

export const mayBePutOnPage = sql<boolean>`((not t.show_on_page or t.off_page_by = 'FAN')
  and t.status in ('PENDING', 'ACTIVE') and (t.sender_name is not null or t.message is not null)
  and exists (select from users c where c.id = t.creator_id and c.show_supporters))`;

export async function findTipReceiver(db: Kysely<DB>, tipId: string): Promise<string | null> {
  const tip = await db.selectFrom("tips").select("creator_id").where("id", "=", tipId).executeTakeFirst();
  return tip?.creator_id ?? null;
}
