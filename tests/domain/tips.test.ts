import { afterEach, describe, expect } from "vitest";
import { acceptItem, addItem, declineItem } from "../../app/domain/items/items.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { findDraft, isEditable, saveDetails, startTip } from "../../app/domain/tips/drafts.server.ts";
import { activateOverdueReviews } from "../../app/domain/tips/review.server.ts";
import { findProfile } from "../../app/domain/users/profile.server.ts";
import { findAccount } from "../../app/domain/users/user.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import {
  balancesOf,
  beginTip,
  type Creator,
  choosePayment,
  createCreator,
  DAY_SECONDS,
  draftTip,
  moveAccount,
  payTip,
  type TipWorld,
  tell,
  tipOf,
} from "../support/money/tip-world.ts";

let world: TipWorld;
let creator: Creator;

it.beforeEach(({ world: own, creator: receiving }) => {
  world = own;
  creator = receiving;
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

const profileOf = (each: Creator) => findProfile(world.db, each.username, world.clock());
const hasNewTips = async () => (await findAccount(world.db, creator.id)).latest_new_tip_id !== null;

/** A tip as the first step makes it, before anything else was said. */
async function begin(itemId: string | null = null, amount = 5_00) {
  const profile = await profileOf(creator);
  if (!profile) throw new Error("the creator is not public");
  const id = world.newId();
  await startTip(world.db, {
    id,
    profile,
    amount_minor: minor(amount),
    item_id: itemId,
    earlier: null,
    viewer_id: null,
    locale: "de",
    now: world.clock(),
  });
  return id;
}

async function anItem(name = "A coffee", imageId: string | null = null, currency = creator.currency) {
  const id = world.newId();
  await addItem(world.db, {
    id,
    user_id: creator.id,
    name,
    amount_minor: minor(5_00),
    currency,
    image_id: imageId,
    now: world.clock(),
  });
  return id;
}

async function anImage(owner_id: string | null = null) {
  const id = world.newId();
  const size = { width: 10, height: 10, variants: "[]" };
  await world.db
    .insertInto("media_files")
    .values({ id, key: "TIP_IMAGE", is_public: false, owner_id, ...size, created_at: world.clock() })
    .execute();
  return id;
}

describe("a profile", () => {
  it("a profile is public while its owner can receive tips, and does not exist otherwise", async () => {
    expect(await profileOf(creator)).toMatchObject({ id: creator.id, currency: "EUR", items: [] });
    for (const status of ["CREATED", "PENDING", "DECLINED", "LOCKED"] as const) {
      expect(await profileOf(await createCreator(world, { status }))).toBeNull();
    }
    expect(await findProfile(world.db, "nobody-at-all", world.clock())).toBeNull();
    await moveAccount(world, creator.id, ["CHARGEBACK"]);
    expect(await profileOf(creator)).not.toBeNull();
    await moveAccount(world, creator.id, ["ACTIVE"]);
  });

  it("a profile is found whatever the case of its address", async () => {
    const found = await findProfile(world.db, creator.username.toUpperCase(), world.clock());
    expect(found?.username).toBe(creator.username);
  });

  it("a profile shows its owner online for two minutes, where the owner wants that", async () => {
    const seen = (fields: { last_seen_at: Date; show_online_status: boolean }) =>
      world.db.updateTable("users").set(fields).where("id", "=", creator.id).execute();
    const isOnline = async () => (await profileOf(creator))?.is_online;
    expect(await isOnline()).toBe(false);
    await seen({ last_seen_at: world.clock(), show_online_status: true });
    world.time.passSeconds(120);
    expect(await isOnline()).toBe(true);
    world.time.passSeconds(1);
    expect(await isOnline()).toBe(false);
    await seen({ last_seen_at: world.clock(), show_online_status: false });
    expect(await isOnline()).toBe(false);
  });
});

describe("a tribute item", () => {
  it("a tribute item shows at once when no rule stops it, in the order of its making", async () => {
    for (const name of ["First", "Second", "Third"]) await anItem(name);
    expect((await profileOf(creator))?.items.map((item) => item.name)).toEqual(["First", "Second", "Third"]);
  });

  it("a tribute item waits for an operator when it has a picture or a word that a rule stops", async () => {
    const pictured = await anItem("A coffee", await anImage(creator.id));
    const linked = await anItem("Visit www.example.org");
    expect((await profileOf(creator))?.items).toEqual([]);
    const operator = await createOperatorRow(world.db, world.clock());
    const act = (item_id: string) => ({ item_id, operator_id: operator.id, reason: "An address" });
    expect(await acceptItem(world, act(pictured))).toBe("accepted");
    expect(await declineItem(world, act(linked))).toBe("declined");
    expect((await profileOf(creator))?.items.map((item) => item.id)).toEqual([pictured]);
    expect(await acceptItem(world, act(linked))).toBe("gone");
    expect(await declineItem(world, act(pictured))).toBe("gone");
    expect((await profileOf(creator))?.items.map((item) => item.id)).toEqual([pictured]);
  });

  it("a tribute item in another currency than the profile's is hidden", async () => {
    await anItem("In dollars", null, "USD");
    expect((await profileOf(creator))?.items).toEqual([]);
  });

  it("a tribute item leaves its name on the tip that was given for it", async () => {
    const itemId = await anItem("A big coffee");
    const tipId = await begin(itemId);
    await world.db.deleteFrom("tribute_items").where("id", "=", itemId).execute();
    expect(await findDraft(world.db, tipId, { username: creator.username })).toMatchObject({
      item_name: "A big coffee",
      amount_minor: 5_00,
    });
  });
});

describe("a draft", () => {
  it("a draft is made by the first post of an amount, and a second post makes a second one", async () => {
    const [one, other] = [await begin(), await begin()];
    expect(one).not.toBe(other);
    for (const id of [one, other]) {
      expect(await findDraft(world.db, id, { username: creator.username })).toMatchObject({
        id,
        status: "DRAFT",
        amount_minor: 5_00,
        locale: "de",
      });
    }
  });

  it("a draft is found under its own creator's address alone, and only while that creator can receive", async () => {
    const id = await begin();
    const other = await createCreator(world);
    expect(await findDraft(world.db, id, { username: creator.username.toUpperCase() })).not.toBeNull();
    expect(await findDraft(world.db, id, { username: other.username })).toBeNull();
    expect(await findDraft(world.db, world.newId(), { username: creator.username })).toBeNull();
    await moveAccount(world, creator.id, ["LOCKED"]);
    expect(await findDraft(world.db, id, { username: creator.username })).toBeNull();
  });

  it("a draft keeps what was typed when the fan comes back for another amount, and its picture stays with it", async () => {
    const imageId = await anImage();
    const first = await draftTip(world, creator, {
      from: "Ada",
      message: "Hi",
      email: "ada@example.org",
      imageId,
      type: "INETCASH_DD",
    });
    const [earlier, profile] = [
      await findDraft(world.db, first, { username: creator.username }),
      await profileOf(creator),
    ];
    if (!earlier || !profile) throw new Error("the draft is not there");
    const id = world.newId();
    await startTip(world.db, {
      id,
      profile,
      amount_minor: minor(7_00),
      item_id: null,
      earlier,
      viewer_id: null,
      locale: "en",
      now: world.clock(),
    });
    expect(await findDraft(world.db, id, { username: creator.username })).toMatchObject({
      amount_minor: 7_00,
      sender_name: "Ada",
      message: "Hi",
      sender_email: "ada@example.org",
      payment_type: "INETCASH_DD",
      image_id: imageId,
    });
    expect(await findDraft(world.db, first, { username: creator.username })).toMatchObject({
      image_id: null,
    });
  });

  it("a draft can be changed until it is paid or its time is over, and not after", async () => {
    const payment = await beginTip(world, creator);
    const details = {
      sender_name: "Late",
      message: null,
      image_id: null,
      show_on_page: false,
      now: world.clock(),
    };
    expect(await saveDetails(world.db, payment.tip_id ?? "", details)).toBe(true);
    expect(await choosePayment(world, payment.tip_id ?? "", creator, { type: "INETCASH_DD" })).toBe(true);
    await tell(world, payment);
    expect(await saveDetails(world.db, payment.tip_id ?? "", { ...details, sender_name: "Too late" })).toBe(
      false,
    );
    expect(await choosePayment(world, payment.tip_id ?? "", creator, { type: "INETCASH_OB" })).toBe(false);
    expect(await tipOf(world, payment)).toMatchObject({ sender_name: "Late", payment_type: "INETCASH_DD" });
    expect(
      ["DRAFT", "AWAITING_PAYMENT", "PENDING", "ACTIVE", "EXPIRED"].map((status) =>
        isEditable(status as "DRAFT"),
      ),
    ).toEqual([true, true, false, false, false]);
  });
});

describe("a paid tip", () => {
  it("a paid tip is activated at once when no rule stops it, and its creator has new tips", async () => {
    const payment = await payTip(world, creator, { from: "Ada", message: "Thank you!" });
    expect(await tipOf(world, payment)).toMatchObject({
      status: "ACTIVE",
      review_reason: null,
      activated_at: world.clock(),
    });
    expect(await hasNewTips()).toBe(true);
  });

  it("a paid tip waits for an operator when it says what a rule stops, and its creator is not notified of it yet", async () => {
    const payment = await payTip(world, creator, { message: "look at www.example.org" });
    expect(await tipOf(world, payment)).toMatchObject({
      status: "PENDING",
      review_reason: "link",
      activated_at: null,
    });
    expect(await hasNewTips()).toBe(false);
  });

  it("a paid tip waits for an operator when it has a picture", async () => {
    const payment = await payTip(world, creator, { imageId: await anImage() });
    expect(await tipOf(world, payment)).toMatchObject({ status: "PENDING", review_reason: "image" });
  });

  it("a paid tip is credited whatever the review will say", async () => {
    await payTip(world, creator, { message: "call 0171 23456789", amount: 12_00, type: "INETCASH_OB" });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 12_00 });
  });

  it("a paid tip that nobody looked at for 24 hours is activated without its picture", async () => {
    const payment = await payTip(world, creator, { imageId: await anImage(), message: "Hello" });
    world.time.passSeconds(DAY_SECONDS);
    await activateOverdueReviews(world, world.clock());
    expect(await tipOf(world, payment)).toMatchObject({ status: "PENDING" });
    world.time.passSeconds(1);
    const { activated } = await activateOverdueReviews(world, world.clock());
    expect(activated).toContain(payment.tip_id);
    expect(await tipOf(world, payment)).toMatchObject({ status: "ACTIVE", image_id: null, message: "Hello" });
    expect(await hasNewTips()).toBe(true);
    const again = await activateOverdueReviews(world, world.clock());
    expect(again.activated).not.toContain(payment.tip_id);
  });
});
