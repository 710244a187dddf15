import { expect, it } from "vitest";
import { deleteAccount, requestDeletion } from "../../app/domain/auth/deletion.server.ts";
import { importSettlement } from "../../app/domain/payments/settlements/settlement-import.server.ts";
import { payableCreator, withdrawAndPay } from "../support/money/payout-story.ts";
import { makeOperator, withPayouts } from "../support/money/payout-world.ts";
import { stories } from "../support/money/story.ts";
import { createCreator, payTip } from "../support/money/tip-world.ts";

const story = stories();

it("the provider settles by its file: what it keeps is our cost, and the bank pays the creator from the rest", async () => {
  const { world: plain, days, print } = story.current;
  const world = withPayouts(plain);
  const joerdis = await payableCreator(world, { username: "joerdis" });
  const ray = await createCreator(world, { username: "ray", currency: "USD" });
  const euros = await payTip(world, joerdis, { amount: 50_00 });
  const dollars = await payTip(world, ray, { amount: 20_00, country: "US" });
  await days(7);
  const file = [
    "currency,gross,fee,reference",
    `EUR,55.95,1.23,${euros.provider_ref}`,
    `USD,22.00,0.70,${dollars.provider_ref}`,
  ].join("\n");
  const settlement = {
    provider: "scripted",
    bytes: Buffer.from(file),
    operator_id: await makeOperator(world),
  };
  expect(await importSettlement(world, settlement)).toMatchObject({ outcome: "imported" });
  expect(await importSettlement(world, settlement)).toMatchObject({ outcome: "repeated" });
  await withdrawAndPay(world, joerdis);
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid          psp_clearing               →  creator_pending joerdis    50.00  EUR
                             psp_clearing               →  service_fee_revenue         5.00  EUR
                             psp_clearing               →  vat_output DE               0.95  EUR
    11-21  tip_paid          psp_clearing               →  creator_pending ray        20.00  USD
                             psp_clearing               →  service_fee_revenue         2.00  USD
    11-28  released          creator_pending joerdis    →  creator_available joerdis  50.00  EUR
    11-28  released          creator_pending ray        →  creator_available ray      20.00  USD
    11-28  provider_settled  bank                       →  psp_clearing               54.72  EUR
                             psp_fee                    →  psp_clearing                1.23  EUR
    11-28  provider_settled  bank                       →  psp_clearing               21.30  USD
                             psp_fee                    →  psp_clearing                0.70  USD
    11-28  payout_requested  creator_available joerdis  →  payout_in_transit joerdis  48.50  EUR
                             creator_available joerdis  →  payout_fee_revenue          1.26  EUR
                             creator_available joerdis  →  vat_output DE               0.24  EUR
    11-28  payout_paid       payout_in_transit joerdis  →  bank                       48.50  EUR

    ray  ACTIVE  creator_available  20.00  USD
    "
  `);
});

it("a creator who deletes the account gives up what no payout can bring", async () => {
  const { world: plain, print } = story.current;
  const world = withPayouts(plain);
  // What is left of the username is a part of the id, so the id is a known one.
  const known = ["10e4d150-0000-4000-8000-000000000000"];
  const opening = { ...world, newId: () => known.shift() ?? world.newId() };
  const joerdis = await payableCreator(opening, { username: "joerdis" });
  await payTip(world, joerdis, { amount: 20_00, type: "INETCASH_OB" });
  await withdrawAndPay(world, joerdis, 15_50);
  const id = world.newId();
  const services = { ...world, newId: () => id };
  expect(await requestDeletion(services, joerdis.id)).toBe("sent");
  const given = { user_id: joerdis.id, token: world.tokens.sign("deletion", id) };
  expect(await deleteAccount(world, given)).toBe("balance_open");
  expect(await deleteAccount(world, { ...given, forfeits: true })).toBe("deleted");
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid            psp_clearing                            →  creator_available deleted-000000000000  20.00  EUR
                               psp_clearing                            →  service_fee_revenue                      2.00  EUR
                               psp_clearing                            →  vat_output DE                            0.38  EUR
    11-21  payout_requested    creator_available deleted-000000000000  →  payout_in_transit deleted-000000000000  14.00  EUR
                               creator_available deleted-000000000000  →  payout_fee_revenue                       1.26  EUR
                               creator_available deleted-000000000000  →  vat_output DE                            0.24  EUR
    11-21  payout_paid         payout_in_transit deleted-000000000000  →  bank                                    14.00  EUR
    11-21  remainder_given_up  creator_available deleted-000000000000  →  breakage_revenue                         4.50  EUR

    nothing stands to anybody's name
    "
  `);
});
