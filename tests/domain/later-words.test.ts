import { sql } from "kysely";
import { afterAll, describe, expect } from "vitest";
import { producePosts } from "../../app/domain/microblog/produce.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { announceNewTips } from "../../app/domain/tips/announce.server.ts";
import { addLaterWords } from "../../app/domain/tips/later-words.server.ts";
import { findReceivedTip } from "../../app/domain/tips/received-tips.server.ts";
import { acceptTip, activateOverdueReviews, declineTip } from "../../app/domain/tips/review.server.ts";
import { markTipRead } from "../../app/domain/tips/tip-replies.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { test as it } from "../support/domain-test.ts";
import { createGroup, payGroupTip, sharesOf } from "../support/money/groups.ts";
import { makeOperator } from "../support/money/payout-world.ts";
import { by, refund } from "../support/money/refund-world.ts";
import {
  beginTip,
  type Creator,
  createCreator,
  payTip,
  type TipWorld,
  tellDispute,
  tipOf,
} from "../support/money/tip-world.ts";
import { openMicroblogWorld } from "../support/networks/microblog-world.ts";

const HOUR = 3600;

type Paid = Awaited<ReturnType<typeof payTip>>;

const add = (world: TipWorld, payment: Paid, words: Partial<Parameters<typeof addLaterWords>[1]> = {}) =>
  addLaterWords(world, {
    payment_id: payment.id,
    sender_name: null,
    message: "Das Lied mit dem Regen!",
    image_id: null,
    show_on_page: false,
    review_always: false,
    ...words,
  });

async function storedImage(world: TipWorld): Promise<string> {
  const id = world.newId();
  await world.db
    .insertInto("media_files")
    .values({
      ...{ id, key: "TIP_IMAGE", owner_id: null, is_public: false },
      ...{ width: 10, height: 10, variants: "[]", created_at: world.clock() },
    })
    .execute();
  return id;
}

const seenBy = async (world: TipWorld, creator: Creator, payment: Paid) => {
  const { id } = await tipOf(world, payment);
  return await findReceivedTip(world.db, { tip_id: id, creator_id: creator.id });
};

describe("words after the payment", () => {
  it("are on the tip as if written before, once", async ({ world, creator }) => {
    const payment = await payTip(world, creator, { email: "ida@example.org" });
    const tip_id = payment.tip_id ?? "";
    await markTipRead(world.db, { tip_id, creator_id: creator.id }, world.clock());
    expect((await seenBy(world, creator, payment))?.reply).toBe("anonymous");
    world.time.passSeconds(HOUR);
    expect(await add(world, payment, { sender_name: "Ida" })).toBe("added");
    expect(await seenBy(world, creator, payment)).toMatchObject({
      ...{ status: "ACTIVE", sender_name: "Ida", message: "Das Lied mit dem Regen!" },
      ...{ is_new: true, reply: "possible" },
    });
    expect(await add(world, payment, { message: "Und noch etwas" })).toBe("has_words");
    expect((await tipOf(world, payment)).message).toBe("Das Lied mit dem Regen!");
  });

  it("are possible for 24 hours to the second", async ({ world, creator }) => {
    const [one, other] = [await payTip(world, creator), await payTip(world, creator)];
    world.time.passSeconds(24 * HOUR - 1);
    expect(await add(world, one)).toBe("added");
    world.time.passSeconds(1);
    expect(await add(world, other)).toBe("closed");
    expect((await tipOf(world, other)).message).toBeNull();
  });

  it("end with any word, name or picture written before", async ({ world, creator }) => {
    const before = [{ from: "Ida" }, { message: "Danke" }, { imageId: await storedImage(world) }];
    for (const wish of before) expect(await add(world, await payTip(world, creator, wish))).toBe("has_words");
  });

  it("are refused for unpaid, refunded and charged-back tips", async ({ world, creator }) => {
    expect(await add(world, await beginTip(world, creator))).toBe("not_paid");
    const back = await payTip(world, creator);
    await refund(world, back, by(creator));
    expect(await add(world, back)).toBe("not_paid");
    const disputed = await payTip(world, creator);
    await tellDispute(world, disputed, "OPEN");
    await tellDispute(world, disputed, "LOST");
    expect(await add(world, disputed)).toBe("not_paid");
    expect(await addLaterWords(world, { ...NOTHING, payment_id: world.newId() })).toBe("unknown");
  });

  it("need the creator's message price, a name does not", async ({ world, creator }) => {
    await world.db
      .updateTable("users")
      .set({ default_price_per_message_minor: 20_00 })
      .where("id", "=", creator.id)
      .execute();
    const small = await payTip(world, creator, { amount: 19_99 });
    expect(await add(world, small)).toBe("below_price");
    expect(await add(world, small, { message: null, sender_name: "Ida" })).toBe("added");
    expect(await add(world, await payTip(world, creator, { amount: minor(20_00) }))).toBe("added");
  });

  it("are written once by posts at the same time", async ({ world, creator }) => {
    const payment = await payTip(world, creator);
    const outcomes = await all(many(6), (number) => add(world, payment, { message: `Danke ${number}` }));
    expect(outcomes.sort()).toEqual(["added", ...many(5).map(() => "has_words")]);
  });

  it("appear on the page by consent of fan and creator", async ({ world, creator }) => {
    const shows = (show_supporters: boolean) =>
      world.db.updateTable("users").set({ show_supporters }).where("id", "=", creator.id).execute();
    const [hidden, shown] = [await payTip(world, creator), await payTip(world, creator)];
    await add(world, hidden, { show_on_page: true });
    await shows(true);
    await add(world, shown, { show_on_page: true });
    expect((await seenBy(world, creator, hidden))?.is_on_page).toBe(false);
    expect((await seenBy(world, creator, shown))?.is_on_page).toBe(true);
  });
});

const NOTHING = {
  ...{ sender_name: null, message: "Hallo", image_id: null },
  ...{ show_on_page: false, review_always: false },
};

describe("words that have to be reviewed", () => {
  it("wait from their own time, then lose the picture alone", async ({ world, creator }) => {
    const payment = await payTip(world, creator);
    world.time.passSeconds(23 * HOUR);
    expect(await add(world, payment, { image_id: await storedImage(world) })).toBe("added");
    expect(await seenBy(world, creator, payment)).toMatchObject({ status: "PENDING", message: null });
    world.time.passSeconds(2 * HOUR);
    expect((await activateOverdueReviews(world, world.clock())).activated).not.toContain(payment.tip_id);
    world.time.passSeconds(22 * HOUR + 1);
    expect((await activateOverdueReviews(world, world.clock())).activated).toContain(payment.tip_id);
    expect(await seenBy(world, creator, payment)).toMatchObject({
      ...{ status: "ACTIVE", message: "Das Lied mit dem Regen!", has_image: false },
    });
  });

  it("are accepted or declined by an operator, the money stays", async ({ world, creator }) => {
    const operator_id = await makeOperator(world);
    const [good, bad] = [await payTip(world, creator), await payTip(world, creator)];
    for (const payment of [good, bad]) await add(world, payment, { message: "Schau auf www.example.org" });
    await acceptTip(world, { tip_id: good.tip_id ?? "", operator_id });
    await declineTip(world, { tip_id: bad.tip_id ?? "", operator_id, reason: "Werbung" });
    expect((await seenBy(world, creator, good))?.message).toContain("example.org");
    expect(await seenBy(world, creator, bad)).toMatchObject({ status: "DECLINED", message: null });
  });

  it("stay hidden when the money goes back meanwhile", async ({ world, creator }) => {
    const payment = await payTip(world, creator);
    await add(world, payment, { message: "Schau auf www.example.org" });
    await refund(world, payment, by(creator));
    expect(await seenBy(world, creator, payment)).toMatchObject({ status: "REFUNDED", message: null });
  });
});

describe("a group's tip", () => {
  it("gives its later words to each member whose share stays", async ({ world }) => {
    const members = [await createCreator(world), await createCreator(world), await createCreator(world)];
    const group = await createGroup(world, members);
    const payment = await payGroupTip(world, group, { amount: 30_00 });
    const [, ben] = members;
    if (!ben) throw new Error("no member");
    await refund(world, payment, by(ben));
    expect(await add(world, payment, { sender_name: "Ida" })).toBe("added");
    const shares = await sharesOf(world, payment);
    const said = await all(shares, async ({ tip_id, creator_id }) => {
      const tip = await findReceivedTip(world.db, { tip_id, creator_id });
      return creator_id === ben.id ? tip?.message === null : tip?.message === "Das Lied mit dem Regen!";
    });
    expect(said).toEqual([true, true, true]);
    expect(await add(world, payment)).toBe("has_words");
  });
});

describe("nothing fires again", () => {
  let x: Awaited<ReturnType<typeof openMicroblogWorld>> | null = null;
  afterAll(() => x?.x.close());

  it("later words cause no mail, job, post or rank entry", async ({ database }) => {
    x = await openMicroblogWorld(database.db);
    const world = x;
    const creator = await createCreator(world);
    const slow = await createCreator(world);
    await world.link(creator, { on_new_tip: true, tip_frequency: "ALL" });
    await world.link(slow, { on_new_tip: true, tip_frequency: "HOURLY" });
    for (const { id } of [creator, slow])
      await world.db
        .updateTable("users")
        .set({ email_notifications: "AT_ONCE" })
        .where("id", "=", id)
        .execute();
    const payments = [
      await payTip(world, creator, { email: "ida@example.org" }),
      await payTip(world, slow),
      await payTip(world, creator),
    ];
    await announceNewTips(world);
    await world.minute();
    for (const _ of many(2)) await world.minute(2 * HOUR);
    const before = await countsOf(world);
    expect(before?.posts).toBe(3);
    for (const payment of payments.slice(0, 2)) expect(await add(world, payment)).toBe("added");
    const [, , reviewed] = payments;
    if (!reviewed) throw new Error("no payment");
    await add(world, reviewed, { message: "Schau auf www.example.org" });
    const operator_id = await makeOperator(world);
    await acceptTip(world, { tip_id: reviewed.tip_id ?? "", operator_id });
    await announceNewTips(world);
    await producePosts(world);
    for (const _ of many(2)) await world.minute(2 * HOUR);
    expect(await countsOf(world)).toEqual(before);
  });

  async function countsOf(world: TipWorld) {
    const { rows } = await sql<Record<string, number>>`select
      (select count(*)::int from mail_outbox) as mails, (select count(*)::int from pgboss.job) as jobs,
      (select count(*)::int from microblog_posts) as posts,
      (select coalesce(sum(tips_count), 0)::int from leaderboard_totals) as ranked,
      (select coalesce(sum(tips_count), 0)::int from daily_tip_totals) as counted,
      (select count(*)::int from ledger_transaction) as postings`.execute(world.db);
    return rows[0];
  }
});
