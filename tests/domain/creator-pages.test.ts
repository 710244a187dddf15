import pg from "pg";
import { afterEach, beforeEach, describe, expect } from "vitest";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { savePageWords } from "../../app/domain/creator-pages/page-words.server.ts";
import { releaseDueFunds } from "../../app/domain/earnings/maturing.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { rebuildRollups } from "../../app/domain/rollups/check-rollups.server.ts";
import { stopSeries } from "../../app/domain/series/change-series.server.ts";
import { listNamedFans, putOnPage, takeOffPage } from "../../app/domain/tips/named-fans.server.ts";
import { findReceipt } from "../../app/domain/tips/receipt.server.ts";
import { findReceivedTip } from "../../app/domain/tips/received-tips.server.ts";
import { acceptTip, activateOverdueReviews, declineTip } from "../../app/domain/tips/review.server.ts";
import { findProfile } from "../../app/domain/users/profile.server.ts";
import { setCurrency } from "../../app/domain/users/settings.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { all, many } from "../support/database/at-once.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { eventually } from "../support/eventually.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { by, refund } from "../support/money/refund-world.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  payTip,
  type TipWorld,
  tellDispute,
} from "../support/money/tip-world.ts";
import { beginSeries } from "../support/series/series-world.ts";

let database: TestDatabase;
let world: TipWorld;
let creator: Creator;
let operator_id: string;

it.beforeAll(async ({ database: own }) => {
  database = own;
  operator_id = (await createOperatorRow(database.db, new Date("2026-11-21T10:00:00Z"))).id;
});
beforeEach(async () => {
  world = createTipWorld(database.db);
  creator = await createCreator(world);
});
afterEach(async () => {
  await releaseDueFunds(world.db, world.clock());
  await expectCleanBooks(world.db, world.clock());
});

const NOTHING = { about: null, goal: null, show_supporters: false };
const KILN = { title: "A kiln", amount_minor: minor(500_00), from: "2026-11-21", is_monthly: false };

const save = (page: Partial<Parameters<typeof savePageWords>[2]>, who = creator) =>
  savePageWords(world.db, who.id, { ...NOTHING, ...page }, world.newId, world.clock(), world.rules.content);
const pageOf = async (who = creator) => await findProfile(world.db, who.username, world.clock());
const reached = async (who = creator) => (await pageOf(who))?.goal?.reached_minor ?? null;
const named = async (who = creator) =>
  (await pageOf(who))?.supporters.map(({ name, words }) => `${name}: ${words}`) ?? null;
const tipIdOf = ({ tip_id }: { tip_id: string | null }) => tip_id ?? "";
describe("a goal", () => {
  beforeEach(() => save({ goal: KILN }));

  it("a goal counts tips paid since its first day, in Berlin, across months", async () => {
    expect(await reached()).toBe(0);
    await payTip(world, creator, { amount: 20_00 });
    world.time.passSeconds(15 * DAY_SECONDS);
    await payTip(world, creator, { amount: 5_00 });
    world.time.passSeconds(40 * DAY_SECONDS);
    await payTip(world, creator, { amount: 1_00 });
    expect(await reached()).toBe(26_00);
    await save({ goal: { ...KILN, from: "2026-11-22" } });
    expect(await reached()).toBe(6_00);
    await save({ goal: { ...KILN, from: "2026-12-31" } });
    expect(await reached()).toBe(1_00);
  });

  it("a monthly goal counts what goes on each month in the profile's currency, and no single tip", async () => {
    await save({ goal: { ...KILN, is_monthly: true } });
    expect(await pageOf()).toMatchObject({ goal: { is_monthly: true, reached_minor: 0 } });
    await payTip(world, creator, { amount: 20_00 });
    const { series } = await beginSeries(world, creator, { amount: 5_00 });
    await beginSeries(world, creator, { amount: 7_00, email: "ben@example.org" });
    await beginSeries(world, await createCreator(world));
    expect(await reached()).toBe(12_00);
    await stopSeries(world, series.id);
    expect(await reached()).toBe(7_00);
    await save({ goal: KILN });
    expect(await reached()).toBe(32_00);
    await world.db
      .updateTable("users")
      .set({ currency: "USD", goal_is_monthly: true })
      .where("id", "=", creator.id)
      .execute();
    expect(await reached()).toBeNull();
  });

  it("a goal counts a tip whatever the review says of its words", async () => {
    const held = await payTip(world, creator, { amount: 20_00, message: "www.example.org" });
    await declineTip(world, { tip_id: tipIdOf(held), operator_id, reason: "A link" });
    expect(await reached()).toBe(20_00);
  });

  it("a goal loses what is refunded, a part or all of it", async () => {
    const first = await payTip(world, creator, { amount: 20_00 });
    await payTip(world, creator, { amount: 5_00 });
    await refund(world, first, by(creator), 8_00);
    expect(await reached()).toBe(17_00);
    await refund(world, first, by(creator));
    expect(await reached()).toBe(5_00);
  });

  it("a goal loses a tip that is charged back, and has it again when the dispute is won after all", async () => {
    const disputed = await payTip(world, creator, { amount: 20_00 });
    await payTip(world, creator, { amount: 5_00 });
    await tellDispute(world, disputed, "OPEN");
    expect(await reached()).toBe(25_00);
    await tellDispute(world, disputed, "LOST");
    expect(await reached()).toBe(5_00);
    await tellDispute(world, disputed, "WON");
    expect(await reached()).toBe(25_00);
  });

  it("a goal of an earlier currency is hidden, is not lost by saving, and is there again with its currency", async () => {
    await payTip(world, creator, { amount: 20_00 });
    await setCurrency(world.db, creator.id, "USD", world.clock());
    expect((await pageOf())?.goal).toBeNull();
    await save({ about: "I make pots." });
    await setCurrency(world.db, creator.id, "EUR", world.clock());
    expect(await pageOf()).toMatchObject({ about: "I make pots.", goal: { reached_minor: 20_00 } });
  });

  it("a goal shows the same after the roll-ups are made anew", async () => {
    const first = await payTip(world, creator, { amount: 20_00 });
    await refund(world, first, by(creator), 8_00);
    await world.db.updateTable("daily_tip_totals").set({ amount_minor: 1 }).execute();
    expect(await reached()).toBe(1);
    await world.db.transaction().execute((trx) => rebuildRollups(trx, world.clock()));
    expect(await reached()).toBe(12_00);
  });

  it("a goal is taken away with its title and amount", async () => {
    await save({});
    expect((await pageOf())?.goal).toBeNull();
  });
});

describe("supporters", () => {
  beforeEach(() => save({ show_supporters: true }));
  const ida = { onPage: true, from: "Ida", message: "Lovely pots!" };

  it("a page names the last three fans who agreed, by name and words alone, the newest first", async () => {
    for (const from of ["Ada", "Bea", "Cleo", "Dora"]) {
      await payTip(world, creator, { onPage: true, from, message: `From ${from}` });
      world.time.passSeconds(60);
    }
    await payTip(world, creator, { from: "Quiet", message: "Not for all" });
    expect((await pageOf())?.supporters).toEqual([
      { name: "Dora", words: "From Dora" },
      { name: "Cleo", words: "From Cleo" },
      { name: "Bea", words: "From Bea" },
    ]);
  });

  it("a page names nobody unless the creator switched it on", async () => {
    await payTip(world, creator, ida);
    await save({});
    expect(await named()).toEqual([]);
    await save({ show_supporters: true });
    expect(await named()).toEqual(["Ida: Lovely pots!"]);
  });

  it("a fan without name and words is not named, and long words are cut on one line", async () => {
    await payTip(world, creator, { onPage: true, from: null, message: null });
    expect(await named()).toEqual([]);
    await payTip(world, creator, { onPage: true, from: null, message: `Thank\nyou ${"very ".repeat(60)}` });
    const [only] = (await pageOf())?.supporters ?? [];
    expect(only?.name).toBeNull();
    expect(only?.words).toMatch(/^Thank you very .*very …$/);
    expect([...(only?.words ?? "")].length).toBeLessThanOrEqual(142);
  });

  it("a fan under review is named once an operator accepts, and never after a decline", async () => {
    const held = await payTip(world, creator, { ...ida, message: "see www.example.org" });
    const other = await payTip(world, creator, { ...ida, message: "or www.example.com" });
    expect(await named()).toEqual([]);
    await declineTip(world, { tip_id: tipIdOf(other), operator_id, reason: "A link" });
    await acceptTip(world, { tip_id: tipIdOf(held), operator_id });
    expect(await named()).toEqual(["Ida: see www.example.org"]);
  });

  it("words that no operator looked at in time reach the creator, and not the page", async () => {
    const held = await payTip(world, creator, { ...ida, message: "see www.example.org" });
    world.time.passSeconds(2 * DAY_SECONDS);
    await activateOverdueReviews(world, world.clock());
    const read = { tip_id: tipIdOf(held), creator_id: creator.id };
    expect(await findReceivedTip(world.db, read)).toMatchObject({ status: "ACTIVE", is_on_page: false });
    expect(await named()).toEqual([]);
  });

  it("a fan whose tip is refunded is not named, and one who got a part of it back still is", async () => {
    const payment = await payTip(world, creator, { ...ida, amount: 20_00 });
    await refund(world, payment, by(creator), 5_00);
    expect(await named()).toEqual(["Ida: Lovely pots!"]);
    await refund(world, payment, by(creator));
    expect(await named()).toEqual([]);
  });

  it("a fan who charged back is not named, and is again when the dispute is won after all", async () => {
    const payment = await payTip(world, creator, ida);
    await tellDispute(world, payment, "LOST");
    expect(await named()).toEqual([]);
    await tellDispute(world, payment, "WON");
    expect(await named()).toEqual(["Ida: Lovely pots!"]);
  });

  it("a fan takes themselves off by the receipt, for good, whatever becomes of the tip", async () => {
    const payment = await payTip(world, creator, ida);
    expect(await findReceipt(world.db, payment.id, world.clock())).toMatchObject({ visibility: "public" });
    const off = () => takeOffPage(world.db, { by: "FAN", payment_id: payment.id }, world.clock());
    expect((await all(many(2), off)).sort()).toEqual(["gone", "taken_off"]);
    expect(await named()).toEqual([]);
    expect(await findReceipt(world.db, payment.id, world.clock())).toMatchObject({ visibility: "private" });
    await tellDispute(world, payment, "LOST");
    await tellDispute(world, payment, "WON");
    expect(await named()).toEqual([]);
  });

  it("a fan is shown again by the receipt until it names no payer", async () => {
    const payment = await payTip(world, creator, ida);
    const show = () => putOnPage(world.db, { payment_id: payment.id }, world.clock());
    const hide = () => takeOffPage(world.db, { by: "FAN", payment_id: payment.id }, world.clock());
    expect(await show()).toBe("refused");
    await hide();
    expect(await show()).toBe("shown");
    expect(await named()).toHaveLength(1);
    await hide();
    world.time.passSeconds(productRules.receipt.payer_days * DAY_SECONDS);
    expect(await show()).toBe("refused");
    expect(await findReceipt(world.db, payment.id, world.clock())).toMatchObject({ visibility: null });
  });

  it("neither a tip nor its refund drops a kept page, and taking somebody off drops it", async () => {
    const client = new pg.Client(database.url);
    await client.connect();
    try {
      const heard: (string | undefined)[] = [];
      client.on("notification", ({ payload }) => heard.push(payload));
      await client.query("listen page_news");
      const payment = await payTip(world, creator, ida);
      const other = await payTip(world, creator, { ...ida, amount: 20_00 });
      await refund(world, other, by(creator));
      await takeOffPage(world.db, { by: "FAN", payment_id: payment.id }, world.clock());
      // They come in the order of the commits.
      await eventually("the page is told to go", () => heard.length > 0);
      expect(heard).toEqual([creator.id]);
    } finally {
      await client.end();
    }
  });

  it("a fan takes consent back while the tip waits for its review", async () => {
    const payment = await payTip(world, creator, { ...ida, message: "see www.example.org" });
    expect(await takeOffPage(world.db, { by: "FAN", payment_id: payment.id }, world.clock())).toBe(
      "taken_off",
    );
    await acceptTip(world, { tip_id: tipIdOf(payment), operator_id });
    expect(await named()).toEqual([]);
  });

  it("a creator takes a fan off their own page, and off nobody else's", async () => {
    const payment = await payTip(world, creator, ida);
    const other = await createCreator(world);
    const tip = { by: "CREATOR", tip_id: tipIdOf(payment) } as const;
    expect(await takeOffPage(world.db, { ...tip, creator_id: other.id }, world.clock())).toBe("gone");
    expect(await named()).toEqual(["Ida: Lovely pots!"]);
    expect(await takeOffPage(world.db, { ...tip, creator_id: creator.id }, world.clock())).toBe("taken_off");
    expect(await named()).toEqual([]);
  });

  it("an operator takes a fan off a page, which is logged without their words; nobody else can in their name", async () => {
    const payment = await payTip(world, creator, ida);
    expect(await listNamedFans(world.db, creator.id)).toMatchObject([{ name: "Ida", words: "Lovely pots!" }]);
    const act = { by: "OPERATOR", tip_id: tipIdOf(payment) } as const;
    await expect(takeOffPage(world.db, { ...act, operator_id: creator.id }, world.clock())).rejects.toThrow();
    expect(await takeOffPage(world.db, { ...act, operator_id }, world.clock())).toBe("taken_off");
    const { entries } = await listAudit(world.db, { subject: `tip:${payment.tip_id}` });
    expect(entries).toMatchObject([{ action: "supporter.removed", before: null, after: null }]);
    expect(await listNamedFans(world.db, creator.id)).toEqual([]);
  });
});
