import { markBounced, markFailed, markPaid } from "../../../app/domain/payouts/batches/transitions.server.ts";
import type { PayoutDestination } from "../../../app/domain/payouts/destinations/payout-data.schema.ts";
import type { PayoutMethod, PayoutRail } from "../../../app/domain/payouts/requests/payout-fees.ts";
import { requestPayout } from "./paid-payouts.ts";
import {
  acceptPayoutData,
  batchUp,
  EMPTY_DETAILS,
  GERMAN_BANK,
  makeOperator,
  type PayoutWorld,
} from "./payout-world.ts";
import { type Creator, createCreator } from "./tip-world.ts";

const PAXUM: PayoutDestination = {
  ...EMPTY_DETAILS,
  paxum_account_owner: "Ada Kessler",
  paxum_email: "ada@example.org",
};

/** A creator who lives somewhere, and whose payout data is accepted: a bank at home unless another is named. */
export async function payableCreator(
  world: PayoutWorld,
  wish: { username: string; country?: string; vatId?: string; method?: PayoutMethod; currency?: string },
): Promise<Creator> {
  const { username, country = "DE", vatId = null, method = "BANK", currency = "EUR" } = wish;
  const creator = await createCreator(world, { username, currency });
  const { id: country_id } = await world.db
    .selectFrom("countries")
    .select("id")
    .where("iso_3166_1", "=", country)
    .executeTakeFirstOrThrow();
  await acceptPayoutData(
    world,
    creator,
    method === "PAXUM"
      ? { details: PAXUM, country: null }
      : { details: { ...GERMAN_BANK, bank_country_id: country_id }, country },
  );
  await world.db
    .updateTable("users")
    .set({ country_id, eu_ust_id: vatId, payout_method: method })
    .where("id", "=", creator.id)
    .execute();
  return creator;
}

/** Everything that waits goes to the banks, in a batch for each rail and currency. */
export async function sendToBanks(world: PayoutWorld): Promise<void> {
  const operator_id = await makeOperator(world);
  const rails = await world.db
    .selectFrom("payouts")
    .select(["rail", "currency"])
    .distinct()
    .where("status", "=", "REQUESTED")
    .execute();
  for (const { rail, currency } of rails) {
    await batchUp(world, operator_id, { rail: rail as PayoutRail, currency: currency as "EUR" });
  }
}

/** What the bank says of a payout, as an operator marks it. */
export async function tellPayout(
  world: PayoutWorld,
  payout_id: string,
  verdict: "paid" | "failed" | "bounced",
): Promise<void> {
  const operator_id = await makeOperator(world);
  const given = { payout_id, operator_id, reason: "Account closed" };
  const mark = { paid: markPaid, failed: markFailed, bounced: markBounced }[verdict];
  const marked = await mark(world, given);
  if (marked.outcome !== "done") throw new Error(`the payout is not ${verdict}: ${marked.outcome}`);
}

/** A payout all the way: asked for, of everything unless an amount is given, and paid. Returns its id. */
export async function withdrawAndPay(
  world: PayoutWorld,
  creator: Creator,
  amount: number | null = null,
  currency = creator.currency,
): Promise<string> {
  const id = await requestPayout(world, creator, amount, currency);
  await sendToBanks(world);
  await tellPayout(world, id, "paid");
  return id;
}
