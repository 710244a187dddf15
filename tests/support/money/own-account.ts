import type { Creator, TipWorld } from "./tip-world.ts";

/** The creator's own account at the sandbox, which takes payments unless it is said otherwise. */
export async function giveAccount(
  world: TipWorld,
  { id: user_id }: Pick<Creator, "id">,
  change: { takes_payments?: boolean; disconnected_at?: Date } = {},
): Promise<void> {
  await world.db
    .insertInto("connected_accounts")
    .values({
      ...{ user_id, provider: "sandbox", account_ref: `acct_${user_id.replaceAll("-", "")}` },
      ...{ country: "DE", currency: "EUR", is_submitted: true, pays_out: true, takes_payments: true },
      ...{ created_at: world.clock(), ...change },
    })
    .execute();
}
