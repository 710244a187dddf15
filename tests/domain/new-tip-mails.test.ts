import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { announceDay, announceNewTips } from "../../app/domain/tips/announce.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { REFUSAL, whileRefused } from "../support/database/refused-row.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  payTip,
  type TipWorld,
} from "../support/money/tip-world.ts";

let database: TestDatabase;
let world: TipWorld;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  world = createTipWorld(database.db);
});
afterAll(() => database.drop());

async function creatorWho(wish: "OFF" | "DAILY" | "AT_ONCE"): Promise<Creator> {
  const creator = await createCreator(world);
  await world.db
    .updateTable("users")
    .set({ email_notifications: wish, locale: "de" })
    .where("id", "=", creator.id)
    .execute();
  return creator;
}

async function mailsTo(creator: Creator) {
  return await world.db
    .selectFrom("mail_outbox as m")
    .innerJoin("users as u", "u.email", "m.recipient")
    .select(["m.template", "m.locale", "m.params"])
    .where("u.id", "=", creator.id)
    .orderBy("m.created_at")
    .execute();
}

it("a tip is reported by mail at once or once a day, as its creator chose, and not at all to others", async () => {
  const [atOnce, daily, off] = await Promise.all([
    creatorWho("AT_ONCE"),
    creatorWho("DAILY"),
    creatorWho("OFF"),
  ]);
  for (const creator of [atOnce, daily, off]) {
    await payTip(world, creator, { amount: 500, from: "Nora", message: "Danke" });
    await payTip(world, creator, { amount: 250 });
  }
  await all(many(4), () => announceNewTips(world));
  expect((await mailsTo(atOnce)).map((mail) => mail.template)).toEqual(["new_tip", "new_tip"]);
  expect((await mailsTo(atOnce)).map((mail) => mail.params)).toContainEqual(
    expect.objectContaining({ sender_name: "Nora", message: "Danke", amount_minor: 500, currency: "EUR" }),
  );
  expect(await mailsTo(daily)).toEqual([]);
  await all(many(4), () => announceDay(world));
  expect(await mailsTo(daily)).toEqual([
    {
      template: "new_tips",
      locale: "de",
      params: { count: 2, sums: [{ currency: "EUR", amount_minor: 750 }] },
    },
  ]);
  expect(await mailsTo(off)).toEqual([]);

  await announceNewTips(world);
  await announceDay(world);
  expect(await mailsTo(atOnce)).toHaveLength(2);
  expect(await mailsTo(daily)).toHaveLength(1);
});

it("a tip that an operator still reviews is reported when it is active; old news is not reported at all", async () => {
  const creator = await creatorWho("AT_ONCE");
  await payTip(world, creator, { amount: 500, message: "Besuche www.example.org" });
  await announceNewTips(world);
  expect(await mailsTo(creator)).toEqual([]);
  await world.db
    .updateTable("tips")
    .set({ status: "ACTIVE", activated_at: world.clock() })
    .where("creator_id", "=", creator.id)
    .execute();
  await announceNewTips(world);
  expect(await mailsTo(creator)).toHaveLength(1);

  await payTip(world, creator, { amount: 500 });
  world.time.passSeconds(4 * 86_400);
  await announceNewTips(world);
  expect(await mailsTo(creator)).toHaveLength(1);
});

it("a tip that cannot be reported holds up no other creator's mail, and is reported in the next run", async () => {
  const [one, other] = [await creatorWho("AT_ONCE"), await creatorWho("AT_ONCE")];
  const { tip_id } = await payTip(world, one);
  await payTip(world, other);
  await whileRefused(world.db, { table: "tips", event: "update", id: tip_id ?? "" }, async () => {
    expect((await announceNewTips(world)).failed).toEqual([{ key: one.id, error: REFUSAL }]);
  });
  expect([(await mailsTo(one)).length, (await mailsTo(other)).length]).toEqual([0, 1]);
  await announceNewTips(world);
  expect([(await mailsTo(one)).length, (await mailsTo(other)).length]).toEqual([1, 1]);
});
