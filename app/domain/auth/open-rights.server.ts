import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";

/**
 * Ends what was begun under an account's old password or address and not finished: links in mails, sign-ins whose second
 * factor is due, a second factor that is being set up (its secret was shown to whoever began it), and payout data whose
 * code was mailed. Links that undo an email change stay (docs/product.md, 6.11). The caller holds the user's row.
 */
export async function voidOpenRights(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.deleteFrom("mailed_tokens").where("user_id", "=", userId).execute();
  await trx.deleteFrom("second_factor_challenges").where("user_id", "=", userId).execute();
  await trx
    .deleteFrom("second_factors")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .execute();
  await trx
    .deleteFrom("payout_destinations")
    .where("user_id", "=", userId)
    .where("status", "=", "CODE_SENT")
    .execute();
}
