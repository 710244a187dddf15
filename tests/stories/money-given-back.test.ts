import { expect, it } from "vitest";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import { stories } from "../support/money/story.ts";
import {
  beginTip,
  choosePayment,
  confirm,
  createCreator,
  moveAccount,
  paymentOf,
  type TipWorld,
  tell,
} from "../support/money/tip-world.ts";

const story = stories();

/** The provider gives back all that was asked of it. */
async function refundAll(world: TipWorld): Promise<void> {
  const refunds = await world.db
    .selectFrom("refunds")
    .select("id")
    .where("status", "=", "REQUESTED")
    .execute();
  for (const refund of refunds) await processRefund(world, refund.id);
}

it("a second success of one tip goes to suspense and is refunded", async () => {
  const { world, print } = story.current;
  const joerdis = await createCreator(world, { username: "joerdis" });
  const card = await beginTip(world, joerdis, { amount: 20_00, type: "INETCASH_CC" });
  await tell(world, card, { state: "FAILED", failureCode: "card_declined" });
  await choosePayment(world, card.tip_id ?? "", joerdis, { type: "INETCASH_OB" });
  const transferId = world.newId();
  await confirm(world, card.tip_id ?? "", { paymentId: transferId });
  await tell(world, await paymentOf(world, transferId), { state: "PAID" });
  world.time.passSeconds(3600);
  await tell(world, card, { state: "PAID" });
  await refundAll(world);
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  tip_paid           psp_clearing  →  creator_available joerdis  20.00  EUR
                              psp_clearing  →  service_fee_revenue         2.00  EUR
                              psp_clearing  →  vat_output DE               0.38  EUR
    11-21  inbound_suspense   psp_clearing  →  suspense                   22.38  EUR
    11-21  suspense_refunded  suspense      →  psp_clearing               22.38  EUR

    joerdis  ACTIVE  creator_available  20.00  EUR
    "
  `);
});

it("money in yen for a creator who was locked meanwhile goes back as yen", async () => {
  const { world, print } = story.current;
  const ray = await createCreator(world, { username: "ray", currency: "USD" });
  const payment = await beginTip(world, ray, { amount: 20_00, payIn: "JPY", country: "JP" });
  await moveAccount(world, ray.id, ["LOCKED"]);
  await tell(world, payment, { state: "PAID" });
  await refundAll(world);
  expect(await print()).toMatchInlineSnapshot(`
    "
    11-21  inbound_suspense   psp_clearing  →  suspense      3465  JPY
    11-21  suspense_refunded  suspense      →  psp_clearing  3465  JPY

    nothing stands to anybody's name
    "
  `);
});
