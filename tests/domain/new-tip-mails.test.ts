import { expect } from "vitest";
import { announceDay, announceNewTips } from "../../app/domain/tips/announce.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { REFUSAL, whileRefused } from "../support/database/refused-row.ts";
import { test as it } from "../support/domain-test.ts";
import { type Creator, createCreator, payTip, type TipWorld } from "../support/money/tip-world.ts";

async function creatorWho(world: TipWorld, wish: "OFF" | "DAILY" | "AT_ONCE"): Promise<Creator> {
  const creator = await createCreator(world);
  await world.db
    .updateTable("users")
    .set({ email_notifications: wish, locale: "de" })
    .where("id", "=", creator.id)
    .execute();
  return creator;
}

async function mailsTo(world: TipWorld, creator: Creator) {
  return await world.db
    .selectFrom("mail_outbox as m")
    .innerJoin("users as u", "u.email", "m.recipient")
    .select(["m.template", "m.locale", "m.params"])
    .where("u.id", "=", creator.id)
    .orderBy("m.created_at")
    .execute();
}

it("a tip is reported by mail at once or once a day, as its creator chose, and not at all to others", async ({
  world,
}) => {
  const [atOnce, daily, off] = await Promise.all([
    creatorWho(world, "AT_ONCE"),
    creatorWho(world, "DAILY"),
    creatorWho(world, "OFF"),
  ]);
  for (const creator of [atOnce, daily, off]) {
    await payTip(world, creator, { amount: 500, from: "Nora", message: "Danke" });
    await payTip(world, creator, { amount: 250 });
  }
  await all(many(4), () => announceNewTips(world));
  expect((await mailsTo(world, atOnce)).map((mail) => mail.template)).toEqual(["new_tip", "new_tip"]);
  expect((await mailsTo(world, atOnce)).map((mail) => mail.params)).toContainEqual(
    expect.objectContaining({ sender_name: "Nora", message: "Danke", amount_minor: 500, currency: "EUR" }),
  );
  expect(await mailsTo(world, daily)).toEqual([]);
  await all(many(4), () => announceDay(world));
  expect(await mailsTo(world, daily)).toEqual([
    {
      template: "new_tips",
      locale: "de",
      params: { count: 2, sums: [{ currency: "EUR", amount_minor: 750 }] },
    },
  ]);
  expect(await mailsTo(world, off)).toEqual([]);

  await announceNewTips(world);
  await announceDay(world);
  expect(await mailsTo(world, atOnce)).toHaveLength(2);
  expect(await mailsTo(world, daily)).toHaveLength(1);
});

it("a tip that an operator still reviews is reported when it is active; old news is not reported at all", async ({
  world,
}) => {
  const creator = await creatorWho(world, "AT_ONCE");
  await payTip(world, creator, { amount: 500, message: "Besuche www.example.org" });
  await announceNewTips(world);
  expect(await mailsTo(world, creator)).toEqual([]);
  await world.db
    .updateTable("tips")
    .set({ status: "ACTIVE", activated_at: world.clock() })
    .where("creator_id", "=", creator.id)
    .execute();
  await announceNewTips(world);
  expect(await mailsTo(world, creator)).toHaveLength(1);

  await payTip(world, creator, { amount: 500 });
  world.time.passSeconds(4 * 86_400);
  await announceNewTips(world);
  expect(await mailsTo(world, creator)).toHaveLength(1);
});

it("a tip that cannot be reported holds up no other creator's mail, and is reported in the next run", async ({
  world,
}) => {
  const [one, other] = [await creatorWho(world, "AT_ONCE"), await creatorWho(world, "AT_ONCE")];
  const { tip_id } = await payTip(world, one);
  await payTip(world, other);
  await whileRefused(world.db, { table: "tips", event: "update", id: tip_id ?? "" }, async () => {
    expect((await announceNewTips(world)).failed).toEqual([{ key: one.id, error: REFUSAL }]);
  });
  expect([(await mailsTo(world, one)).length, (await mailsTo(world, other)).length]).toEqual([0, 1]);
  await announceNewTips(world);
  expect([(await mailsTo(world, one)).length, (await mailsTo(world, other)).length]).toEqual([1, 1]);
});
