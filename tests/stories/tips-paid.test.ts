import { expect, it } from "vitest";
import { expireTips } from "../../app/domain/tips/drafts.server.ts";
import { stories } from "../support/money/story.ts";
import { beginTip, createCreator, DAY_SECONDS, payTip, tell, tipOf } from "../support/money/tip-world.ts";

const story = stories();

it("a card tip in euro matures after seven days", async () => {
  const { world, days, print } = story.current;
  const joerdis = await createCreator(world, { username: "joerdis" });
  await payTip(world, joerdis, { amount: 50_00, country: "DE" });
  await days(6);
  await days(1);
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid  psp_clearing             →  creator_pending joerdis    50.00  EUR
                     psp_clearing             →  service_fee_revenue         5.00  EUR
                     psp_clearing             →  vat_output DE               0.95  EUR
    11-28  released  creator_pending joerdis  →  creator_available joerdis  50.00  EUR

    joerdis  ACTIVE  creator_available  50.00  EUR
    "
  `);
});

it("a tip by bank transfer is available at once", async () => {
  const { world, print } = story.current;
  const joerdis = await createCreator(world, { username: "joerdis" });
  await payTip(world, joerdis, { amount: 5_00, type: "INETCASH_DB", country: "AT" });
  await payTip(world, joerdis, { amount: 10_00, type: "INETCASH_OB", country: "CH" });
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid  psp_clearing  →  creator_available joerdis   5.00  EUR
                     psp_clearing  →  service_fee_revenue         0.50  EUR
                     psp_clearing  →  vat_output AT               0.10  EUR
    11-21  tip_paid  psp_clearing  →  creator_available joerdis  10.00  EUR
                     psp_clearing  →  service_fee_revenue         1.00  EUR

    joerdis  ACTIVE  creator_available  15.00  EUR
    "
  `);
});

it("a tip by direct debit waits for two weeks", async () => {
  const { world, days, print } = story.current;
  const joerdis = await createCreator(world, { username: "joerdis" });
  const payment = await beginTip(world, joerdis, { amount: 25_00, type: "INETCASH_DD", country: "FR" });
  await tell(world, payment, { state: "PROCESSING" });
  world.time.passSeconds(2 * DAY_SECONDS);
  await tell(world, payment, { state: "PAID" });
  await days(13);
  await days(1);
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-23  tip_paid  psp_clearing             →  creator_pending joerdis    25.00  EUR
                     psp_clearing             →  service_fee_revenue         2.50  EUR
                     psp_clearing             →  vat_output FR               0.50  EUR
    12-07  released  creator_pending joerdis  →  creator_available joerdis  25.00  EUR

    joerdis  ACTIVE  creator_available  25.00  EUR
    "
  `);
});

it("a tip is paid in yen for a profile in dollars", async () => {
  const { world, days, print } = story.current;
  const ray = await createCreator(world, { username: "ray", currency: "USD" });
  await payTip(world, ray, { amount: 100_00, payIn: "JPY", country: "JP" });
  await days(7);
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid  psp_clearing         →  fx_position             17323  JPY
                     fx_position          →  creator_pending ray    100.00  USD
                     fx_position          →  service_fee_revenue     10.00  USD
    11-28  released  creator_pending ray  →  creator_available ray  100.00  USD

    ray  ACTIVE  creator_available  100.00  USD
    "
  `);
});

it("the smallest tip has a fee of ten cents, and the VAT of Hungary on it", async () => {
  const { world, print } = story.current;
  const joerdis = await createCreator(world, { username: "joerdis" });
  await payTip(world, joerdis, { amount: 1_00, type: "INETCASH_OB", country: "HU" });
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid  psp_clearing  →  creator_available joerdis  1.00  EUR
                     psp_clearing  →  service_fee_revenue        0.10  EUR
                     psp_clearing  →  vat_output HU              0.03  EUR

    joerdis  ACTIVE  creator_available  1.00  EUR
    "
  `);
});

it("a late success after a failure revives an expired tip", async () => {
  const { world, print } = story.current;
  const joerdis = await createCreator(world, { username: "joerdis" });
  const payment = await beginTip(world, joerdis, { amount: 10_00, type: "INETCASH_OB" });
  await tell(world, payment, { state: "FAILED", failureCode: "expired" });
  world.time.passSeconds(3 * DAY_SECONDS);
  await expireTips(world, world.clock());
  expect(await tipOf(world, payment)).toMatchObject({ status: "EXPIRED" });
  await tell(world, payment, { state: "PAID" });
  expect(await tipOf(world, payment)).toMatchObject({ status: "ACTIVE" });
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-24  tip_paid  psp_clearing  →  creator_available joerdis  10.00  EUR
                     psp_clearing  →  service_fee_revenue         1.00  EUR
                     psp_clearing  →  vat_output DE               0.19  EUR

    joerdis  ACTIVE  creator_available  10.00  EUR
    "
  `);
});
