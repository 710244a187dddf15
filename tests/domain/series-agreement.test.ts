import { expect } from "vitest";
import { testAlone } from "../support/domain-test.ts";
import { methodOf } from "../support/money/scripted-provider.ts";
import {
  choosePayment,
  confirm,
  createCreator,
  createTipWorld,
  draftTip,
  paymentOf,
  type TipWorld,
  tell,
  tipOf,
} from "../support/money/tip-world.ts";
import { mailsAbout, seriesOf } from "../support/series/series-world.ts";

// What is charged and mailed is what the fan agreed to last (docs/product.md, 5.16).

const it = testAlone
  .extend("world", ({ database }) => createTipWorld(database.db))
  .extend("creator", ({ world }) => createCreator(world));

const mailed = async (world: TipWorld) =>
  (await world.db.selectFrom("mail_outbox").select("recipient").execute()).map(({ recipient }) => recipient);

it.for([
  { again: "pressed again", isPressed: true },
  { again: "not pressed again", isPressed: false },
])(
  "an address that is corrected before paying, $again, gets the link alone",
  async ({ isPressed }, { world, creator }) => {
    const wrong = { email: "wrong@example.org", shareEmail: true, isMonthly: true, from: "Ida" };
    const tip = await draftTip(world, creator, wrong);
    const paymentId = world.newId();
    await confirm(world, tip, { paymentId });
    await choosePayment(world, tip, creator, { email: "right@example.org", shareEmail: false, locale: "de" });
    world.time.passSeconds(60);
    if (isPressed) expect(await confirm(world, tip)).toMatchObject({ payment_id: paymentId });
    const payment = await paymentOf(world, paymentId);
    await tell(world, payment, { state: "PAID", savedMethod: methodOf("kept") });
    const series = await seriesOf(world, (await tipOf(world, payment)).series_id ?? "");
    expect(series).toMatchObject({ sender_email: "right@example.org", share_email: false, locale: "de" });
    const pressed = world.clock().getTime() - (isPressed ? 0 : 60_000);
    expect(series.consented_at.getTime()).toBe(pressed);
    expect(await mailsAbout(world, series.id)).toEqual(["started"]);
    expect(new Set(await mailed(world))).toEqual(new Set(["right@example.org"]));
  },
);
