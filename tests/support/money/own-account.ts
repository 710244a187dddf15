import { accountOf } from "./direct-creators.ts";
import type { Creator, TipWorld } from "./tip-world.ts";

/** The creator's own account at the scripted provider, which takes payments unless it is said otherwise. */
export async function giveAccount(
  world: TipWorld,
  creator: Creator,
  change: { takes_payments?: boolean; disconnected_at?: Date } = {},
): Promise<void> {
  await world.db
    .insertInto("connected_accounts")
    .values({
      ...{ user_id: creator.id, provider: "scripted", account_ref: accountOf(creator) },
      ...{ country: "DE", currency: "EUR", is_submitted: true, pays_out: true, takes_payments: true },
      ...{ created_at: world.clock(), ...change },
    })
    .execute();
}
