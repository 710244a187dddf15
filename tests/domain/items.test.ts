import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect } from "vitest";
import { itemForm } from "../../app/domain/items/item.schema.ts";
import {
  acceptItem,
  createItem,
  declineItem,
  deleteItem,
  listOwnItems,
  moveItem,
  reviseItem,
} from "../../app/domain/items/items.server.ts";
import { listOverdueReviews } from "../../app/domain/moderation/review-queue.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { startTip } from "../../app/domain/tips/drafts.server.ts";
import { findProfile, type PublicProfile } from "../../app/domain/users/profile.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { all, many } from "../support/database/at-once.ts";
import { test as it } from "../support/domain-test.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { type Creator, createCreator, createTipWorld, type TipWorld } from "../support/money/tip-world.ts";

// A creator's own tribute items: what makes one, in which order they stand, and who may change them.

let world: TipWorld;
let creator: Creator;

it.beforeAll(async ({ database }) => {
  world = createTipWorld(database.db);
});
beforeEach(async () => {
  creator = await createCreator(world);
});

const create = async (name: string, image_id: string | null = null, user_id = creator.id) =>
  await createItem(world, { user_id, name, amount_minor: minor(500), currency: "EUR", image_id });
const own = async (user_id = creator.id) => await listOwnItems(world.db, user_id);
const names = async () => (await own()).map(({ name }) => name);
const idOf = async (name: string) => (await own()).find((item) => item.name === name)?.id ?? "";
const move = async (name: string, to: Parameters<typeof moveItem>[2], user_id = creator.id) =>
  await moveItem(world.db, { id: await idOf(name), user_id }, to);
const positions = async () =>
  (
    await world.db
      .selectFrom("tribute_items")
      .select("position")
      .where("user_id", "=", creator.id)
      .orderBy("position")
      .execute()
  ).map(({ position }) => position);

async function image(
  fields: { owner_id?: string | null; key?: "TRIBUTE_IMAGE" | "AVATAR" } = {},
): Promise<string> {
  const id = world.newId();
  await world.db
    .insertInto("media_files")
    .values({
      ...{ id, key: "TRIBUTE_IMAGE", is_public: false, width: 8, height: 8, variants: "[]" },
      ...{ owner_id: creator.id, created_at: world.clock(), ...fields },
    })
    .execute();
  return id;
}

describe("the form of an item", () => {
  const parse = (fields: Record<string, string>, locale: "de" | "en" = "en") =>
    itemForm("EUR", locale, defaultSettings.rules.tip).safeParse({
      name: "A coffee",
      amount: "5",
      ...fields,
    });
  const errors = (fields: Record<string, string>) => parse(fields).error?.issues.map((each) => each.message);

  it("the form of an item takes names of 3 to 255 characters as a person counts them, without the spaces around them", () => {
    const typed = (name: string) => parse({ name }).data?.name;
    expect(typed("  Eis\u200b ")).toBe("Eis");
    expect(typed("🎸🎸🎸")).toBe("🎸🎸🎸");
    expect(typed("🎸".repeat(255))).toHaveLength(510);
    expect(typed("A\nB")).toBe("A B");
    for (const name of ["", "  ab  ", "🎸🎸", "x".repeat(256), "\u0000\u200b\u2028"])
      expect(errors({ name }), name).toEqual(["errors.item.name"]);
  });

  it("the form of an item takes amounts of 5 to 500, written as the reader writes them", () => {
    const typed = (amount: string, locale: "de" | "en") => parse({ amount }, locale).data?.amount;
    expect([typed("5", "en"), typed("500.00", "en"), typed("12,50", "de")]).toEqual([500, 50_000, 1250]);
    for (const amount of ["", "4.99", "500.01", "five", "1e2", "-5", "9".repeat(41)])
      expect(errors({ amount }), amount).toEqual(["errors.item.amount"]);
  });

  it("the form of an item takes no amount outside of an operator's limits of tips", () => {
    const within = (minimum_minor: number, maximum_minor: number) => (typed: string) =>
      itemForm("EUR", "en", { minimum_minor, maximum_minor }).safeParse({ name: "A coffee", amount: typed })
        .success;
    expect(["4.99", "5", "5000", "5000.01"].map(within(50, 5_000_00))).toEqual([false, true, true, false]);
    expect(["7.99", "8", "20", "20.01"].map(within(8_00, 20_00))).toEqual([false, true, true, false]);
  });

  it("the form of an item tells an English reader who typed a comma to write a dot", () => {
    const issues = parse({ amount: "7,50" }, "en").error?.issues.map((each) => each.message);
    expect(issues).toEqual(["errors.item.comma"]);
  });
});

describe("a new item", () => {
  it("a new item stands last; without a picture and with plain words it is active at once, else it waits", async () => {
    expect(await create("A coffee")).toMatchObject({ outcome: "created", status: "ACTIVE" });
    expect(await create("Visit www.example.org")).toMatchObject({ outcome: "created", status: "PENDING" });
    expect(await create("A string", await image())).toMatchObject({ outcome: "created", status: "PENDING" });
    expect(await names()).toEqual(["A coffee", "Visit www.example.org", "A string"]);
    expect(await positions()).toEqual([0, 1, 2]);
    const profile = await findProfile(world.db, creator.username, world.clock());
    expect(profile?.items.map(({ name }) => name)).toEqual(["A coffee"]);
  });

  it("a new item names only a picture of its creator, uploaded for an item, that no item has", async () => {
    const other = await createCreator(world);
    const used = await image();
    expect((await create("The first", used)).outcome).toBe("created");
    const refused = [
      used,
      randomUUID(),
      await image({ owner_id: other.id }),
      await image({ owner_id: null }),
      await image({ key: "AVATAR" }),
    ];
    for (const id of refused) expect(await create("Another one", id)).toEqual({ outcome: "image_unknown" });
    expect(await names()).toEqual(["The first"]);
    const kept = await world.db
      .selectFrom("media_files")
      .select("is_public")
      .where("id", "=", used)
      .executeTakeFirstOrThrow();
    expect(kept.is_public).toBe(true);
  });

  it("a new item gets a picture once, however many ask for it at once", async () => {
    const wanted = await image();
    const outcomes = await all(many(8), (n) => create(`Number ${n}`, wanted));
    expect(outcomes.filter(({ outcome }) => outcome === "created")).toHaveLength(1);
  });

  it("a new item is refused where there are fifty, also when many come at once", async () => {
    const { per_creator_maximum } = productRules.item;
    const outcomes = await all(many(per_creator_maximum + 5), (n) => create(`Number ${n}`));
    expect(outcomes.filter(({ outcome }) => outcome === "too_many")).toHaveLength(5);
    expect(await positions()).toEqual(many(per_creator_maximum));
  });
});

describe("items of a creator who is not verified", () => {
  it("items of a creator who is not verified do not fill the operators' queue, also when many come at once", async () => {
    const fresh = await createCreator(world, { status: "CREATED" });
    const linked = (n: number) => create(`Visit www${n}.example.org`, null, fresh.id);
    const outcomes = await all(many(6), linked);
    const refused = outcomes.filter(({ outcome }) => outcome === "too_many_waiting");
    expect(refused).toHaveLength(6 - productRules.item.unverified_waiting_maximum);
    // What nobody has to look at is made as before, and a decision makes room.
    expect(await create("A coffee", null, fresh.id)).toMatchObject({ outcome: "created", status: "ACTIVE" });
    const [waiting] = (await own(fresh.id)).filter(({ status }) => status === "PENDING");
    const { id: operator_id } = await createOperatorRow(world.db, world.clock());
    await declineItem(world, { item_id: waiting?.id ?? "", operator_id, reason: "An address" });
    expect(await linked(7)).toMatchObject({ outcome: "created", status: "PENDING" });
  });

  it("items of a creator who is verified wait in any number", async () => {
    const outcomes = await all(many(6), (n) => create(`Visit www${n}.example.org`));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(many(6).map(() => "created"));
  });
});

describe("a declined item", () => {
  const declined = async (name = "Visit www.example.org") => {
    await create(name);
    const id = await idOf(name);
    const { id: operator_id } = await createOperatorRow(world.db, world.clock());
    await declineItem(world, { item_id: id, operator_id, reason: "An address" });
    return { id, operator_id };
  };
  const revise = async (id: string, name: string, image_id: string | null = null, user_id = creator.id) =>
    await reviseItem(world, { id, user_id, name, amount_minor: minor(700), currency: "EUR", image_id });

  it("a declined item can be changed and handed in again: an operator looks at it anew, whatever it says now", async () => {
    const { id, operator_id } = await declined();
    world.time.passSeconds(3 * 86_400);
    expect(await revise(id, "A visit")).toMatchObject({ outcome: "created", status: "PENDING" });
    expect(await own()).toMatchObject([
      { id, name: "A visit", amount_minor: 700, status: "PENDING", decline_reason: null },
    ]);
    // It has waited since now, not since it was made.
    expect(await listOverdueReviews(world.db, "item", world.clock())).not.toContain(id);
    expect(await acceptItem(world, { item_id: id, operator_id })).toBe("accepted");
    const profile = await findProfile(world.db, creator.username, world.clock());
    expect(profile?.items.map(({ name }) => name)).toEqual(["A visit"]);
    expect(await revise(id, "Another")).toEqual({ outcome: "gone" });
  });

  it("an operator accepts what they saw, not what the creator handed in since", async () => {
    const { id, operator_id } = await declined();
    const { created_at } = await world.db
      .selectFrom("tribute_items")
      .select("created_at")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    world.time.passSeconds(60);
    await revise(id, "Visit evil.example");
    for (const seen of [created_at.toISOString(), "yesterday"])
      expect(await acceptItem(world, { item_id: id, operator_id, seen })).toBe("gone");
    const seen = world.clock().toISOString();
    expect(await acceptItem(world, { item_id: id, operator_id, seen })).toBe("accepted");
  });

  it("a declined item is changed by its creator alone, with a picture of their own, and waits like any other", async () => {
    const { id } = await declined();
    const other = await createCreator(world);
    expect(await revise(id, "A visit", null, other.id)).toEqual({ outcome: "gone" });
    expect(await revise(id, "A visit", await image({ owner_id: other.id }))).toEqual({
      outcome: "image_unknown",
    });
    expect(await own()).toMatchObject([{ status: "DECLINED", name: "Visit www.example.org" }]);
    const picture = await image();
    expect(await revise(id, "A visit", picture)).toMatchObject({ outcome: "created", status: "PENDING" });
    expect(await own()).toMatchObject([{ image_id: picture }]);
    expect(await revise(id, "A visit")).toEqual({ outcome: "gone" });
  });
});

describe("the order of items", () => {
  beforeEach(async () => {
    for (const name of ["One", "Two.", "Three"]) await create(name);
  });

  it("the order of items changes by one place or all at once, and never beyond its ends", async () => {
    await move("Three", "earlier");
    expect(await names()).toEqual(["One", "Three", "Two."]);
    await move("One", "later");
    expect(await names()).toEqual(["Three", "One", "Two."]);
    await move("Three", "earlier");
    await move("Two.", "later");
    expect(await names()).toEqual(["Three", "One", "Two."]);
    await move("Two.", 0);
    expect(await names()).toEqual(["Two.", "Three", "One"]);
    await move("Two.", 999);
    expect(await names()).toEqual(["Three", "One", "Two."]);
    expect(await positions()).toEqual([0, 1, 2]);
  });

  it("the order of items is its creator's alone, and so is deleting", async () => {
    const other = await createCreator(world);
    const id = await idOf("One");
    expect(await moveItem(world.db, { id, user_id: other.id }, "later")).toBe(false);
    expect(await deleteItem(world.db, { id, user_id: other.id })).toBe(false);
    expect(await moveItem(world.db, { id: randomUUID(), user_id: creator.id }, 0)).toBe(false);
    expect(await names()).toEqual(["One", "Two.", "Three"]);
  });

  it("the order of items has no gap and nothing twice after fifty moves, deletions and creations at once", async () => {
    for (let n = 0; n < 17; n += 1) await create(`Number ${n}`);
    const ids = (await own()).map(({ id }) => id);
    const acts = ids.flatMap((id, n) => [
      () => moveItem(world.db, { id, user_id: creator.id }, (n * 7) % 20),
      () => moveItem(world.db, { id, user_id: creator.id }, n % 2 ? "earlier" : "later"),
      ...(n % 2 ? [() => deleteItem(world.db, { id, user_id: creator.id })] : []),
    ]);
    expect(acts).toHaveLength(50);
    await all([...acts, () => create("One more"), () => create("And one")], async (act) => await act());
    const left = (await own()).map(({ id }) => id);
    expect(left).toHaveLength(12);
    expect(left).toEqual(expect.arrayContaining(ids.filter((_, n) => n % 2 === 0)));
    expect(await positions()).toEqual(left.map((_, place) => place));
  });
});

describe("a deleted item", () => {
  async function publicProfile(): Promise<PublicProfile> {
    const profile = await findProfile(world.db, creator.username, world.clock());
    if (!profile) throw new Error("the creator is public");
    return profile;
  }
  async function beginWith(profile: PublicProfile, item_id: string) {
    const id = world.newId();
    const tip = { id, profile, amount_minor: minor(500), item_id, locale: "de" } as const;
    await startTip(world.db, { ...tip, earlier: null, viewer_id: null, now: world.clock() });
    return await world.db
      .selectFrom("tips")
      .select(["item_name", "amount_minor"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  }

  it("a deleted item leaves its name on its tips, and a tip that was just begun for it goes on", async () => {
    await create("A big coffee");
    const profile = await publicProfile();
    const item_id = await idOf("A big coffee");
    const begin = () => beginWith(profile, item_id);
    const before = await begin();
    expect(await deleteItem(world.db, { id: item_id, user_id: creator.id })).toBe(true);
    expect(await deleteItem(world.db, { id: item_id, user_id: creator.id })).toBe(false);
    // The page with the item was loaded before.
    expect(await begin()).toEqual(before);
    expect(before).toEqual({ item_name: "A big coffee", amount_minor: 500 });
    expect(await own()).toEqual([]);
  });

  it("a deleted item that was never shown has no name on a tip: a tip names only what fans could see", async () => {
    await create("Visit www.example.org");
    const item_id = await idOf("Visit www.example.org");
    const operator = await createOperatorRow(world.db, world.clock());
    const named = async () => {
      const profile = await publicProfile();
      return (await beginWith(profile, item_id)).item_name;
    };
    const waiting = await named();
    await declineItem(world, { item_id, operator_id: operator.id, reason: "An address" });
    const declined = await named();
    await deleteItem(world.db, { id: item_id, user_id: creator.id });
    expect([waiting, declined, await named()]).toEqual([null, null, null]);
  });

  it("a deleted item that waited can no longer be decided", async () => {
    await create("Visit www.example.org");
    const item_id = await idOf("Visit www.example.org");
    const operator = await createOperatorRow(world.db, world.clock());
    await deleteItem(world.db, { id: item_id, user_id: creator.id });
    const act = { item_id, operator_id: operator.id, reason: "An address" };
    expect([await acceptItem(world, act), await declineItem(world, act)]).toEqual(["gone", "gone"]);
  });
});

it("a form for an item that arrives twice within a minute makes one item", async () => {
  const outcomes = await Promise.all([create("Ein Kaffee"), create("Ein Kaffee"), create("Ein Kaffee")]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["created", "created", "created"]);
  expect(await names()).toEqual(["Ein Kaffee"]);
  // Sent again with a picture, it has that picture, and is looked at first.
  const [first, second] = [await image(), await image()];
  for (const picture of [first, second])
    expect(await create("Ein Kaffee", picture)).toMatchObject({ outcome: "created", status: "PENDING" });
  expect(await own()).toMatchObject([{ name: "Ein Kaffee", image_id: second, status: "PENDING" }]);
  world.time.passSeconds(61);
  await create("Ein Kaffee");
  expect(await names()).toEqual(["Ein Kaffee", "Ein Kaffee"]);
});
