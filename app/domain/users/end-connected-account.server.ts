import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../jobs.ts";

interface EndedAccount {
  provider: string;
  account_ref: string;
}

/** Takes no tips from now on. Null if none, or none since `since`. */
export async function markDisconnected(
  trx: Transaction<DB>,
  { user_id, since, now }: { user_id: string; since?: Date; now: Date },
): Promise<EndedAccount | null> {
  const ended = await trx
    .updateTable("connected_accounts")
    .set({
      ...{ disconnected_at: now, takes_payments: false, pays_out: false },
      ...{ due: "[]", legal_name: null, disabled_reason: null },
    })
    .where("user_id", "=", user_id)
    .where("disconnected_at", "is", null)
    .$if(since !== undefined, (query) => query.where("created_at", ">=", since ?? now))
    .returning(["provider", "account_ref"])
    .executeTakeFirst();
  return ended ?? null;
}

export async function endConnectedAccount(
  trx: Transaction<DB>,
  jobs: Jobs,
  given: { user_id: string; since?: Date; now: Date },
): Promise<EndedAccount | null> {
  const ended = await markDisconnected(trx, given);
  if (ended) await jobs.enqueue(trx, "accounts.disconnect", ended);
  return ended;
}
