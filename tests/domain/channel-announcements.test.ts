import { afterAll, expect } from "vitest";
import { createEncryption } from "../../app/crypto/crypto.server.ts";
import { findNamedCreators } from "../../app/domain/chat-bot/chat-links.server.ts";
import {
  beginLink,
  changeSettings,
  completeLink,
  findMicroblog,
  findRequest,
} from "../../app/domain/microblog/links.server.ts";
import { createNetworks } from "../../app/domain/microblog/network-port.ts";
import { postDue } from "../../app/domain/microblog/post-due.server.ts";
import { producePosts } from "../../app/domain/microblog/produce.server.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { test as it } from "../support/domain-test.ts";
import { type Creator, createCreator, createTipWorld, payTip } from "../support/money/tip-world.ts";
import { openDiscordWorld } from "../support/networks/discord-world.ts";

// A Tribute with Discord beside it: real database, a fake over HTTP, one clock for both.

let world: Awaited<ReturnType<typeof openWorld>>;

async function openWorld({ db }: TestDatabase) {
  const tips = createTipWorld(db);
  const discord = await openDiscordWorld(tips.clock);
  return {
    ...{ ...tips, discord },
    encryption: createEncryption("a secret of at least thirty-two characters"),
    networks: createNetworks([discord.network]),
    publicUrl: "https://tribute.example",
  };
}

it.beforeAll(async ({ database }) => {
  world = await openWorld(database);
});
afterAll(() => world?.discord.close());

/** The creator's new tips are announced at a server. */
async function announceAt(creator: Creator, guildId: string): Promise<void> {
  const whose = { user_id: creator.id };
  await beginLink(world, world.discord.network, whose);
  const request = await findRequest(world.db, creator.id, "discord", world.clock());
  const answer = await world.discord.allow(request?.authorize_url ?? "", guildId, "Tribute");
  expect(await completeLink(world, world.discord.network, { ...whose, answer })).toBe("linked");
}

async function minute(): Promise<void> {
  world.time.passSeconds(60);
  await producePosts(world);
  await postDue(world);
}

const tip = (creator: Creator, wish: Parameters<typeof payTip>[2] = {}) =>
  payTip(world, creator, { amount: 5_00, ...wish });

it("each new tip is announced once, about the creator, without a word of the fan or an amount that is not shown", async () => {
  const creator = await createCreator(world);
  await tip(creator);
  world.time.passSeconds(1);
  await announceAt(creator, "1");
  await tip(creator, {
    from: "Erika Mustermann",
    message: "Liebe Grüße",
    email: "erika@example.org",
    onPage: true,
  });
  await minute();
  await minute();
  await changeSettings(world.db, creator.id, "discord", { show_amount: true }, world.clock());
  await tip(creator, { from: "Max" });
  await minute();
  const url = `https://tribute.example/${creator.username}`;
  expect(world.discord.textsOf("1")).toEqual([
    `💛 ${creator.username} has received a tip. Thank you! ${url}`,
    `💛 ${creator.username} has received a tip of €5. Thank you! ${url}`,
  ]);
});

it("the channel has settings of its own: what is posted elsewhere stays as it is", async () => {
  const creator = await createCreator(world);
  await announceAt(creator, "2");
  const rows = await world.db
    .selectFrom("microblog_settings")
    .select(["network", "on_new_tip", "tip_frequency", "advert_frequency"])
    .where("user_id", "=", creator.id)
    .execute();
  expect(rows).toEqual([
    { network: "discord", on_new_tip: true, tip_frequency: "ALL", advert_frequency: "OFF" },
  ]);
});

it("a message whose answer was lost is not sent again, and those after it are", async () => {
  const creator = await createCreator(world);
  await announceAt(creator, "3");
  await tip(creator);
  world.discord.line.failNext("lost_answer", "POST");
  await minute();
  for (let later = 0; later < 40; later += 1) await minute();
  expect(world.discord.textsOf("3")).toHaveLength(1);
  await tip(creator);
  await minute();
  expect(world.discord.textsOf("3")).toHaveLength(2);
  const posts = await world.db
    .selectFrom("microblog_posts")
    .select(["status", "drop_reason"])
    .where("user_id", "=", creator.id)
    .orderBy("id")
    .execute();
  expect(posts).toEqual([
    { status: "DROPPED", drop_reason: "UNKNOWN" },
    { status: "POSTED", drop_reason: null },
  ]);
});

it("a limit is waited for by Discord's own figure, and nothing is lost by it", async () => {
  const creator = await createCreator(world);
  await announceAt(creator, "4");
  world.discord.limit("4", new Date(world.clock().getTime() + 200_000));
  await tip(creator);
  await tip(creator);
  await minute();
  await minute();
  expect(world.discord.textsOf("4")).toEqual([]);
  await minute();
  await minute();
  expect(world.discord.textsOf("4")).toHaveLength(2);
});

it("a webhook that is gone ends the announcements: its creator is told by one mail", async () => {
  const creator = await createCreator(world);
  await announceAt(creator, "5");
  world.discord.takeAway("5");
  await tip(creator);
  await tip(creator);
  await minute();
  await minute();
  expect((await findMicroblog(world.db, creator.id, "discord"))?.failed_at).not.toBeNull();
  const mails = await world.db
    .selectFrom("mail_outbox")
    .select(["template", "params"])
    .where("user_id", "=", creator.id)
    .where("dedupe_key", "like", "network-link-failed:%")
    .execute();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.params).toMatchObject({
    state: "failed",
    network: "Discord",
    way: "channel",
    handle: "Tribute",
  });
});

it("an hour in which Discord fails or is silent loses nothing, and doubles nothing", async () => {
  const creator = await createCreator(world);
  await announceAt(creator, "6");
  for (let step = 0; step < 6; step += 1) {
    await tip(creator);
    world.discord.line.failNext("failure", step % 2 === 0 ? "GET" : "POST");
    await minute();
    for (let wait = 0; wait < 4; wait += 1) await minute();
  }
  const hasty = { ...world, networks: createNetworks([world.discord.impatient]) };
  for (let silent = 0; silent < 6; silent += 1) await tip(creator);
  await producePosts(world);
  world.discord.line.hang(true);
  for (let silent = 0; silent < 30; silent += 1) {
    world.time.passSeconds(60);
    await postDue(hasty);
  }
  world.discord.line.hang(false);
  for (let wait = 0; wait < 40; wait += 1) await minute();
  const posts = await world.db
    .selectFrom("microblog_posts")
    .select("status")
    .where("user_id", "=", creator.id)
    .execute();
  expect(posts.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => "POSTED"));
  expect(world.discord.textsOf("6")).toHaveLength(12);
});

it("a channel that gets no answer, however many tips wait for it, keeps no other creator's from theirs", async () => {
  const [one, other] = [await createCreator(world), await createCreator(world)];
  await announceAt(one, "7");
  await announceAt(other, "8");
  world.discord.discord.fail("7", true);
  for (let tips = 0; tips < 8; tips += 1) await tip(one);
  await producePosts(world);
  world.time.passSeconds(1);
  await tip(other);
  await minute();
  await minute();
  expect(world.discord.textsOf("8")).toHaveLength(1);
  world.discord.discord.fail("7", false);
  for (let later = 0; later < 10; later += 1) await minute();
  expect(world.discord.textsOf("7")).toHaveLength(8);
});

it("whose tips are not told at a server, or who has no page, takes nobody's place among those whom /tip means there", async () => {
  const creators: Creator[] = [];
  for (let number = 0; number < 7; number += 1) {
    const creator = await createCreator(world);
    world.time.passSeconds(1);
    await announceAt(creator, "9");
    creators.push(creator);
  }
  const [silent, locked, ...others] = creators.map(({ id }) => id);
  await changeSettings(world.db, silent ?? "", "discord", { on_new_tip: false }, world.clock());
  await world.db
    .updateTable("users")
    .set({ status: "LOCKED" })
    .where("id", "=", locked ?? "")
    .execute();
  const asked = { username: undefined, memberId: undefined, guildId: "9" };
  const found = await findNamedCreators(world.db, asked, world.clock());
  expect(found.map(({ id }) => id)).toEqual(others);
});
