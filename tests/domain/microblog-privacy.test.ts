import { afterAll, expect } from "vitest";
import { changeSettings } from "../../app/domain/microblog/links.server.ts";
import { test as it } from "../support/domain-test.ts";
import { createCreator, payTip } from "../support/money/tip-world.ts";
import { openMicroblogWorld } from "../support/networks/microblog-world.ts";

// What leaves for another network: nothing that a fan has said, nor what only we know of the creator.

const ALL = { on_new_tip: true, tip_frequency: "ALL" } as const;
const HOUR = 3600;

let world: Awaited<ReturnType<typeof openMicroblogWorld>>;

it.beforeAll(async ({ database }) => {
  world = await openMicroblogWorld(database.db);
});
afterAll(async () => {
  await world.x.close();
});

it.each(["de", "en"] as const)(
  "no post in %s has anything of a fan, or of who the creator is",
  async (locale) => {
    const creator = await createCreator(world, { locale });
    const secret = {
      firstname: "Legalia",
      lastname: "Bürgerlich",
      address: "Geheimweg 5",
      city: "Nirgendhausen",
    };
    await world.db.updateTable("users").set(secret).where("id", "=", creator.id).execute();
    const account = await world.link(creator, {
      ...{ ...ALL, show_amount: true, on_achievement: true, advert_frequency: "DAILY" },
    });
    // The first round looks at what is there.
    await world.minute(660);
    const fan = {
      from: "Zyxfan Fanname",
      message: "Quittenmus!",
      email: "quitte@fans.example",
      onPage: true,
    };
    for (let made = 0; made < 10; made += 1)
      await payTip(world, creator, { ...fan, country: "AT", amount: 20_00 });
    await world.minute(660);
    await changeSettings(world.db, creator.id, "x", { tip_frequency: "HOURLY" }, world.clock());
    world.time.passSeconds(1);
    await payTip(world, creator, { amount: 5_00, ...fan, country: "AT" });
    for (let hours = 0; hours < 26; hours += 1) await world.minute(HOUR);
    const reasons = await world.db
      .selectFrom("microblog_posts")
      .select("reason")
      .distinct()
      .where("user_id", "=", creator.id)
      .where("status", "=", "POSTED")
      .execute();
    expect(reasons.map(({ reason }) => reason).sort()).toEqual(["ADVERT", "COUNT", "HOUR", "SUM", "TIP"]);
    const said = world.x.textsOf(account).join("\n");
    for (const word of [
      ...Object.values(secret),
      "Zyxfan",
      "Fanname",
      "Quittenmus",
      "quitte",
      "fans.example",
    ])
      expect(said).not.toContain(word);
    expect(said).not.toMatch(/\bAT\b|Austria|Österreich/);
  },
);
