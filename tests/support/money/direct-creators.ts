import type { Creator } from "./creators.ts";
import type { TipWorld } from "./tip-world.ts";

export const accountOf = (creator: Creator) => `acct_${creator.id.replaceAll("-", "").slice(-16)}`;

/** From now on fans pay into the creator's own account, at the scripted provider if nothing else is said. */
export async function payDirectly(
  world: TipWorld,
  creator: Creator,
  at = { provider: "scripted", account_ref: accountOf(creator) },
): Promise<void> {
  const { db, clock } = world;
  await db.updateTable("users").set({ money_model: "DIRECT" }).where("id", "=", creator.id).execute();
  await db
    .insertInto("connected_accounts")
    .values({
      ...{ user_id: creator.id, ...at },
      country: "DE",
      currency: creator.currency,
      takes_payments: true,
      pays_out: true,
      is_submitted: true,
      created_at: clock(),
    })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ takes_payments: true }))
    .execute();
}

/** Fans pay into our account again. */
export async function payToUs({ db }: TipWorld, creator: Creator): Promise<void> {
  await db.updateTable("users").set({ money_model: "HELD" }).where("id", "=", creator.id).execute();
}
