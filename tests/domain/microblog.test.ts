import { afterAll, describe, expect } from "vitest";
import {
  beginLink,
  changeSettings,
  completeLink,
  findMicroblog,
  findRequest,
  unlink,
} from "../../app/domain/microblog/links.server.ts";
import { createNetworks } from "../../app/domain/microblog/network-port.ts";
import { xNetwork } from "../../app/domain/microblog/networks/x.server.ts";
import { postDue } from "../../app/domain/microblog/post-due.server.ts";
import { producePosts } from "../../app/domain/microblog/produce.server.ts";
import { test as it } from "../support/domain-test.ts";
import { type Creator, createCreator, payTip } from "../support/money/tip-world.ts";
import { X_KEYS } from "../support/networks/fake-x.ts";
import { openMicroblogWorld } from "../support/networks/microblog-world.ts";

const ALL = { on_new_tip: true, tip_frequency: "ALL" } as const;
const HOUR = 3600;

let world: Awaited<ReturnType<typeof openMicroblogWorld>>;

it.beforeAll(async ({ database }) => {
  world = await openMicroblogWorld(database.db);
});
afterAll(async () => {
  await world.x.close();
});

const tip = (creator: Creator, wish: Parameters<typeof payTip>[2] = {}) =>
  payTip(world, creator, { amount: 5_00, ...wish });

describe("posts about tips", () => {
  it("each new tip is posted once, without a word of the fan, and without its amount unless the creator wants it", async () => {
    const creator = await createCreator(world);
    await tip(creator);
    world.time.passSeconds(1);
    const account = await world.link(creator, ALL);
    await tip(creator, {
      from: "Erika Mustermann",
      message: "Liebe Grüße",
      email: "erika@example.org",
      onPage: true,
    });
    await world.minute();
    await world.minute();
    await changeSettings(world.db, creator.id, "x", { show_amount: true }, world.clock());
    await tip(creator, { from: "Max" });
    await world.minute();
    const texts = world.x.textsOf(account);
    expect(texts).toHaveLength(2);
    expect(texts.join()).not.toMatch(/Erika|Mustermann|Grüße|example|Max|DE\b/);
    expect(texts[0]).not.toMatch(/[€\d]5|5[.,]00|€/);
    expect(texts[1]).toContain("€5");
  });

  it("what is under review, declined or taken off is not posted", async () => {
    const creator = await createCreator(world);
    const account = await world.link(creator, ALL);
    const waiting = await tip(creator, { message: "Schau auf www.example.org" });
    const taken = await tip(creator, { from: "Ada", onPage: true });
    await world.db
      .updateTable("tips")
      .set({ off_page_at: world.clock(), off_page_by: "FAN" })
      .where("id", "=", taken.tip_id ?? "")
      .execute();
    await world.minute();
    expect(world.x.textsOf(account)).toEqual([]);
    const late = await tip(creator);
    await producePosts(world);
    const gone = { status: "REFUNDED" } as const;
    await world.db
      .updateTable("tips")
      .set(gone)
      .where("id", "=", late.tip_id ?? "")
      .execute();
    await postDue(world);
    expect(await world.statesOf(creator)).toEqual(["GONE"]);
    expect(waiting.status).toBe("SUCCESS");
  });

  it("tips of an hour are told together, once it is over", async () => {
    const creator = await createCreator(world);
    const account = await world.link(creator, {
      on_new_tip: true,
      tip_frequency: "HOURLY",
      show_amount: true,
    });
    // To the beginning of an hour.
    world.time.passSeconds(HOUR - ((world.clock().getTime() / 1000) % HOUR));
    await tip(creator);
    await tip(creator);
    await world.minute(20 * 60);
    expect(world.x.textsOf(account)).toEqual([]);
    await world.minute(45 * 60);
    await world.minute(20 * 60);
    const texts = world.x.textsOf(account);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(/received: 2, €10 in all/);
  });

  it("a creator posts so much a day and no more, and two processes post nothing twice", async () => {
    const creator = await createCreator(world);
    const account = await world.link(creator, ALL);
    for (let made = 0; made < 22; made += 1) await tip(creator);
    await Promise.all([producePosts(world), producePosts(world)]);
    await producePosts(world);
    await Promise.all([postDue(world), postDue(world), postDue(world)]);
    expect(world.x.textsOf(account)).toHaveLength(20);
    expect((await world.statesOf(creator)).filter((state) => state === "MANY")).toHaveLength(2);
  });
});

describe("achievements and adverts", () => {
  it("round figures are told when they are reached from now on, each once", async () => {
    const creator = await createCreator(world);
    for (let made = 0; made < 9; made += 1) await tip(creator);
    const account = await world.link(creator, { on_achievement: true, show_amount: true });
    await world.minute(11 * 60);
    expect(world.x.textsOf(account)).toEqual([]);
    await tip(creator, { amount: 60_00 });
    await world.minute(11 * 60);
    await world.minute(11 * 60);
    expect(world.x.textsOf(account).toSorted()).toEqual([
      "I’ve reached €100 in tips. Thank you all! 🎉",
      "I’ve received 10 tips so far. Thank you all! 🎉",
    ]);
  });

  it("an advert comes once a day, with another sentence each day, or once a week", async () => {
    const [daily, weekly] = [await createCreator(world), await createCreator(world)];
    const accounts = [
      await world.link(daily, { advert_frequency: "DAILY" }),
      await world.link(weekly, { advert_frequency: "WEEKLY" }),
    ];
    for (let quarter = 0; quarter < 7 * 8; quarter += 1) await world.minute(3 * HOUR);
    const [every, one] = accounts.map((account) => world.x.textsOf(account));
    expect(new Set(every).size).toBe(7);
    expect(every).toHaveLength(7);
    expect(one).toHaveLength(1);
    expect(one?.[0]).toContain(`https://tribute.example/${weekly.username}`);
  });
});

describe("when X is away", () => {
  it("an hour of silence and failures loses nothing and posts nothing twice", async () => {
    const creator = await createCreator(world);
    const account = await world.link(creator, ALL);
    await tip(creator);
    world.x.line.failNext("lost_answer", "POST");
    await world.minute();
    expect(await world.statesOf(creator)).toEqual(["UNSURE"]);
    await tip(creator);
    for (let minute = 0; minute < 60; minute += 1) {
      for (let fault = 0; fault < 4; fault += 1) world.x.line.failNext("failure");
      expect((await world.minute()).failed).toEqual([]);
    }
    expect(world.x.textsOf(account)).toHaveLength(1);
    await drainFaults();
    for (let minute = 0; minute < 45; minute += 1) await world.minute();
    expect(await world.statesOf(creator)).toEqual(["POSTED", "POSTED"]);
    expect(world.x.textsOf(account)).toHaveLength(2);
  });

  /** Uses up what was to fail. */
  async function drainFaults(): Promise<void> {
    for (;;) {
      const answer = await fetch(`${world.x.line.origin}/drain`);
      await answer.body?.cancel();
      if (answer.status !== 500) return;
    }
  }

  it("an hour in which X answers nobody holds up each run for two answers at most, and loses nothing", async () => {
    const creators = await Promise.all([1, 2, 3].map(() => createCreator(world)));
    const accounts: string[] = [];
    for (const creator of creators) {
      accounts.push(await world.link(creator, ALL));
      await tip(creator);
    }
    const hasty = { ...world, networks: createNetworks([world.x.impatient]) };
    await producePosts(world);
    world.x.line.hang(true);
    for (let minute = 0; minute < 60; minute += 1) {
      const before = world.x.line.calls.length;
      world.time.passSeconds(60);
      expect(await postDue(hasty)).toMatchObject({ failed: [], paused: [] });
      expect(world.x.line.calls.length - before).toBeLessThanOrEqual(2);
    }
    world.x.line.hang(false);
    for (let minute = 0; minute < 45; minute += 1) await world.minute();
    expect(accounts.map((account) => world.x.textsOf(account).length)).toEqual([1, 1, 1]);
  });

  it("a process that ended in the middle of a post is followed by a look, not by a second post", async () => {
    const creator = await createCreator(world);
    const account = await world.link(creator, ALL);
    await tip(creator);
    await world.minute();
    const sending_at = world.clock();
    await world.db
      .updateTable("microblog_posts")
      .set({ status: "SENDING", sending_at, ended_at: null, post_id: null })
      .where("user_id", "=", creator.id)
      .execute();
    await world.minute();
    expect(await world.statesOf(creator)).toEqual(["SENDING"]);
    await world.minute(150);
    expect(await world.statesOf(creator)).toEqual(["POSTED"]);
    expect(world.x.textsOf(account)).toHaveLength(1);
  });

  it("a limit is waited for, and other creators go on", async () => {
    const [slow, other] = [await createCreator(world), await createCreator(world)];
    const [slowAccount, otherAccount] = [await world.link(slow, ALL), await world.link(other, ALL)];
    world.x.limit(slowAccount, new Date(world.clock().getTime() + 600_000));
    await tip(slow);
    await tip(other);
    await world.minute();
    await world.minute();
    expect([world.x.textsOf(slowAccount).length, world.x.textsOf(otherAccount).length]).toEqual([0, 1]);
    await world.minute(600);
    expect(world.x.textsOf(slowAccount)).toHaveLength(1);
  });

  it("when nobody may post, all wait, and no creator's link fails", async () => {
    const creator = await createCreator(world);
    const account = await world.link(creator, ALL);
    await tip(creator);
    world.x.refuseAll("keys");
    expect((await world.minute()).paused).toEqual(["x: X refuses the app's keys"]);
    world.x.refuseAll(null);
    await world.minute();
    expect(world.x.textsOf(account)).toEqual([]);
    await world.minute(HOUR);
    expect(world.x.textsOf(account)).toHaveLength(1);
    expect(await findMicroblog(world.db, creator.id, "x")).toMatchObject({ failed_at: null });
  });

  it("the budget of a month stops all posts, and what it stopped is not posted late", async () => {
    const creator = await createCreator(world);
    const account = await world.link(creator, ALL);
    await tip(creator);
    await tip(creator);
    const month = `${world.clock().toISOString().slice(0, 7)}-01`;
    const { spent_mills } = await world.db
      .selectFrom("microblog_months")
      .select("spent_mills")
      .where("month", "=", month)
      .executeTakeFirstOrThrow();
    const access = { ...X_KEYS, base: world.x.line.origin, clock: world.clock };
    const tight = xNetwork({ ...access, monthlyBudgetMills: spent_mills + 20 });
    const poor = { ...world, networks: createNetworks([tight]) };
    await producePosts(poor);
    expect((await postDue(poor)).paused).toEqual(["x: the month's budget is spent"]);
    expect(world.x.textsOf(account)).toHaveLength(1);
    await world.minute(25 * HOUR);
    expect(await world.statesOf(creator)).toEqual(["POSTED", "LATE"]);
  });
});

describe("the link", () => {
  it("access that was taken away is noticed: the link has failed, its key is gone, a mail says so once", async () => {
    const creator = await createCreator(world);
    const account = await world.link(creator, ALL);
    world.x.takeAway(account);
    await tip(creator);
    await tip(creator);
    await world.minute();
    await world.minute();
    expect(await findMicroblog(world.db, creator.id, "x")).toMatchObject({ failed_at: expect.any(Date) });
    expect(await world.statesOf(creator)).toEqual(["LINK_FAILED", "LINK_FAILED"]);
    const mails = await world.db
      .selectFrom("mail_outbox")
      .select("template")
      .where("user_id", "=", creator.id)
      .where("dedupe_key", "like", "network-link-failed:%")
      .execute();
    expect(mails).toHaveLength(1);
    await world.link(creator, ALL);
    expect(await findMicroblog(world.db, creator.id, "x")).toMatchObject({ failed_at: null });
    // Each link is told of, so that nobody links an account of theirs unnoticed.
    const told = await world.db
      .selectFrom("mail_outbox")
      .select("params")
      .where("user_id", "=", creator.id)
      .where("dedupe_key", "like", "network-link-linked:%")
      .execute();
    expect(told).toHaveLength(2);
    expect(told[0]?.params).toMatchObject({ state: "linked", way: "creator", network: "X" });
  });

  it("a PIN has five tries and a quarter of an hour, and only its creator's request", async () => {
    const [creator, other] = [await createCreator(world), await createCreator(world)];
    const whose = { user_id: creator.id };
    await beginLink(world, world.network, whose);
    const request = await findRequest(world.db, creator.id, "x", world.clock());
    const pin = await world.x.allow(request?.authorize_url ?? "", "77", "late");
    const tryPin = (userId: string, typed: string) =>
      completeLink(world, world.network, { user_id: userId, answer: typed });
    expect(await tryPin(other.id, pin)).toBe("expired");
    for (let tries = 0; tries < 4; tries += 1) expect(await tryPin(creator.id, "0000000")).toBe("pin_wrong");
    expect(await tryPin(creator.id, "0000000")).toBe("expired");
    expect(await tryPin(creator.id, pin)).toBe("expired");
    await beginLink(world, world.network, whose);
    const second = await findRequest(world.db, creator.id, "x", world.clock());
    const secondPin = await world.x.allow(second?.authorize_url ?? "", "77", "late");
    world.time.passSeconds(16 * 60);
    expect(await tryPin(creator.id, secondPin)).toBe("expired");
  });

  it("a change of nothing changes nothing", async () => {
    const creator = await createCreator(world);
    const settings = await changeSettings(world.db, creator.id, "x", { on_achievement: true }, world.clock());
    expect(await changeSettings(world.db, creator.id, "x", {}, world.clock())).toEqual(settings);
  });

  it("a link that is removed posts no more, and gives its access back", async () => {
    const creator = await createCreator(world);
    const account = await world.link(creator, ALL);
    await tip(creator);
    await producePosts(world);
    await unlink(world, "x", { user_id: creator.id });
    await world.minute();
    expect(await world.statesOf(creator)).toEqual(["OFF"]);
    expect(world.x.textsOf(account)).toEqual([]);
    expect(world.x.x.calls.at(-1)).toBe("POST /1.1/oauth/invalidate_token");
  });

  it("a link to a network that is set up here no more can be removed, too", async () => {
    const creator = await createCreator(world);
    await world.link(creator, ALL);
    await unlink({ ...world, networks: createNetworks([]) }, "x", { user_id: creator.id });
    expect(await findMicroblog(world.db, creator.id, "x")).toBeNull();
  });
});
