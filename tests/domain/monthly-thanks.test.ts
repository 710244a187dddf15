import { expect } from "vitest";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import { pauseSeries, stopSeries } from "../../app/domain/series/change-series.server.ts";
import {
  countThankable,
  findMonthlyThanks,
  thankSupporters,
} from "../../app/domain/series/thank-supporters.server.ts";
import { addressKey, stopThankYous } from "../../app/domain/tips/tip-replies.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { by, refund } from "../support/money/refund-world.ts";
import { createCreator, DAY_SECONDS, payTip, type TipWorld } from "../support/money/tip-world.ts";
import { beginSeries, seriesDay } from "../support/series/series-world.ts";

const mails = async (world: TipWorld) =>
  await world.db
    .selectFrom("mail_outbox")
    .select(["recipient", "locale", "params"])
    .where("template", "=", "thank_you")
    .orderBy("recipient")
    .execute();
const thank = async (world: TipWorld, creator_id: string, message = "Danke euch!") =>
  await thankSupporters(world, { creator_id, message });

it("thanks go to each fan whose monthly tip goes on, in the fan's language, with its link", async ({
  world,
  creator,
}) => {
  const ida = await beginSeries(world, creator, { locale: "de" });
  await beginSeries(world, creator, { email: "IDA@example.org", locale: "de" });
  const ben = await beginSeries(world, creator, { email: "ben@example.org", locale: "en" });
  await pauseSeries(world, { series_id: ben.series.id, months: 2 });
  const ended = await beginSeries(world, creator, { email: "over@example.org" });
  await stopSeries(world, ended.series.id);
  await payTip(world, creator, { email: "once@example.org" });
  await beginSeries(world, await createCreator(world), { email: "other@example.org" });
  expect(await countThankable(world.db, creator.id, world.clock())).toBe(2);
  expect(await thank(world, creator.id)).toBe("sent");
  expect(await mails(world)).toMatchObject([
    { recipient: "ben@example.org", locale: "en", params: { series_id: ben.series.id, paid_at: null } },
    {
      recipient: "ida@example.org",
      locale: "de",
      params: { series_id: ida.series.id, message: "Danke euch!" },
    },
  ]);
});

it("a month has one, whatever is sent at once, and the next month in Berlin another", async ({
  world,
  creator,
}) => {
  await beginSeries(world, creator);
  const outcomes = await all(many(6), async (turn) => await thank(world, creator.id, `Danke ${turn}!`));
  expect(outcomes.filter((outcome) => outcome === "sent")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "already")).toHaveLength(5);
  expect(await mails(world)).toHaveLength(1);
  const now = world.clock();
  expect(await findMonthlyThanks(world.db, creator.id, now)).toMatchObject({
    mails_count: 1,
    again_on: "2026-12-01",
  });
  const midnight = new Date("2026-11-30T23:00:00Z");
  world.time.passSeconds((midnight.getTime() - now.getTime()) / 1000 - 1);
  expect(await thank(world, creator.id)).toBe("already");
  world.time.passSeconds(1);
  expect(await findMonthlyThanks(world.db, creator.id, world.clock())).toBeNull();
  expect(await thank(world, creator.id)).toBe("sent");
  expect(await mails(world)).toHaveLength(2);
});

it("words that the rules hold are refused, and keep the month free", async ({ world, creator }) => {
  expect(await thank(world, creator.id)).toBe("no_fans");
  await beginSeries(world, creator);
  expect(await thank(world, creator.id, "Kauft bei www.example.com")).toBe("not_allowed");
  expect(await findMonthlyThanks(world.db, creator.id, world.clock())).toBeNull();
  expect(await thank(world, creator.id)).toBe("sent");
});

it("an address that stopped thank-yous gets none, nor one whose tips went back or are under review", async ({
  world,
  creator,
}) => {
  const tokens = createTokens("a secret of tests, long enough to sign");
  const services = { ...world, tokens };
  const stop = async (email: string) =>
    await stopThankYous(services, tokens.sign("thank-you-stop", addressKey(email)));
  await beginSeries(world, creator, { email: "stopped@example.org" });
  await stop("stopped@example.org");
  const { payment } = await beginSeries(world, creator, { email: "refunded@example.org" });
  await refund(world, payment, by(creator));
  await beginSeries(world, creator, { email: "held@example.org", message: "www.example.com" });
  await beginSeries(world, creator, { email: "later@example.org" });
  expect(await thank(world, creator.id)).toBe("sent");
  expect((await mails(world)).map(({ recipient }) => recipient)).toEqual(["later@example.org"]);
  await stop("later@example.org");
  expect(await mails(world)).toEqual([]);
  world.time.passSeconds(31 * DAY_SECONDS);
  await seriesDay(world);
  expect(await thank(world, creator.id)).toBe("sent");
  expect((await mails(world)).map(({ recipient }) => recipient)).toEqual([
    "held@example.org",
    "refunded@example.org",
  ]);
});
