import { records } from "../database/records.ts";
import { type AccountOwner, makeAccount } from "../http/accounts.ts";
import { acceptPayoutData, earn, type PayoutWorld, withPayouts } from "./payout-world.ts";
import { createTipWorld } from "./tip-world.ts";

/** The shared product's database, with the domain's functions on it, at this moment. */
export function sharedPayoutWorld(): PayoutWorld {
  return { ...withPayouts(createTipWorld(records())), clock: () => new Date() };
}

/** A creator of the shared product who can be paid out, with so much in euros available. */
export async function makePayable(
  amount: number,
  change: Parameters<typeof makeAccount>[0] = {},
): Promise<AccountOwner> {
  const user = await makeAccount({ status: "ACTIVE", ...change });
  const creator = { id: user.id, username: user.username ?? "", currency: "EUR" };
  const world = sharedPayoutWorld();
  await acceptPayoutData(world, creator);
  if (amount > 0) await earn(world, creator, amount);
  return user;
}
