import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Minor } from "../money/minor.ts";
import { post } from "./post.server.ts";
import { balanceForfeited, leftoverGivenUp } from "./rules/payout-posting-rules.ts";

/**
 * At deletion or, "later", money that cannot be paid out. The caller locks the balances. Returns the id
 * (docs/money.md, 3).
 */
export async function giveUp(
  trx: Transaction<DB>,
  services: { newId: () => string },
  sum: { creator_id: string; currency: string; amount_minor: Minor },
  when: "at_deletion" | "later",
  now: Date,
): Promise<string> {
  const given = { ...sum, id: services.newId() };
  await trx
    .insertInto("give_ups")
    .values({ ...given, given_up_at: now })
    .execute();
  const posting = when === "later" ? leftoverGivenUp(given, now) : balanceForfeited(given, now);
  await post(trx, [posting], now);
  return given.id;
}
