import { afterEach, describe, expect } from "vitest";
import { minor } from "../../app/domain/money/minor.ts";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import { checkRollups } from "../../app/domain/rollups/check-rollups.server.ts";
import { startGroupTip } from "../../app/domain/tips/drafts.server.ts";
import { listReceivedTips } from "../../app/domain/tips/received-tips.server.ts";
import { acceptTip, declineTip } from "../../app/domain/tips/review.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import {
  addMember,
  beginGroupTip,
  createGroup,
  draftGroupTip,
  type Group,
  payGroupTip,
  removeMember,
  sharesOf,
} from "../support/money/groups.ts";
import { makeOperator } from "../support/money/payout-world.ts";
import { askRefund, by, byOperator, refund } from "../support/money/refund-world.ts";
import {
  accountStatus,
  balancesOf,
  type Creator,
  confirm,
  createCreator,
  createTipWorld,
  earnBefore,
  mature,
  moveAccount,
  paymentOf,
  payOut,
  type TipWorld,
  tell,
  tellDispute,
  tipOf,
} from "../support/money/tip-world.ts";

let world: TipWorld;
let ada: Creator;
let ben: Creator;
let cem: Creator;
let group: Group;
let operator: string;

it.beforeAll(async ({ database }) => {
  const earning = createTipWorld(database.db);
  for (const currency of ["EUR", "USD"]) await earnBefore(earning, currency, 10_000_00);
  operator = await makeOperator(earning);
});
it.beforeEach(async ({ database }) => {
  world = createTipWorld(database.db);
  [ada, ben, cem] = [await createCreator(world), await createCreator(world), await createCreator(world)];
  group = await createGroup(world, [ada, ben, cem]);
});
afterEach(async () => {
  await expectGoodBooks();
  await mature(world, 30);
  await expectGoodBooks();
});

async function expectGoodBooks(): Promise<void> {
  await expectCleanBooks(world.db, world.clock());
  expect(await checkRollups(world.db)).toEqual([]);
}

const days = (count: number) => mature(world, count);
const amountsOf = async (payment: Awaited<ReturnType<typeof payGroupTip>>) =>
  (await sharesOf(world, payment)).map(({ amount_minor }) => amount_minor);
const totalOf = async (period: "ALL" | "MONTH" | "DAY" | "30DAYS" = "ALL") =>
  await world.db
    .selectFrom("grouplist_totals")
    .select(["tips_count", "amount_minor"])
    .where("grouplist_id", "=", group.id)
    .where("period", "=", period)
    .executeTakeFirst();
const monthCountOf = async (creator: Creator) =>
  await world.db
    .selectFrom("daily_tip_totals")
    .select(["tips_count", "amount_minor"])
    .where("creator_id", "=", creator.id)
    .executeTakeFirst();

describe("a tip to a group", () => {
  it("is split evenly, and the cent that is left goes to who is furthest behind, then to who joined first", async () => {
    expect(await amountsOf(await payGroupTip(world, group, { amount: 50_00 }))).toEqual([
      16_67, 16_67, 16_66,
    ]);
    expect(await amountsOf(await payGroupTip(world, group, { amount: 10_00 }))).toEqual([3_33, 3_33, 3_34]);
    expect(await amountsOf(await payGroupTip(world, group, { amount: 10_00 }))).toEqual([3_34, 3_33, 3_33]);
    expect(await amountsOf(await payGroupTip(world, group, { amount: 10_00 }))).toEqual([3_33, 3_34, 3_33]);
    expect(await balancesOf(world, ada)).toEqual({ creator_pending: 26_67 });
  });

  it("is a tip of each member's own, which each reads by themselves, and counts once for the group", async () => {
    const payment = await payGroupTip(world, group, {
      amount: 30_00,
      from: "Frida",
      message: "For all of you",
    });
    const lists = await Promise.all(
      group.members.map((each) =>
        listReceivedTips(world.db, each.id, { only_new: true, fan: "", after: null }),
      ),
    );
    for (const { tips } of lists)
      expect(tips).toMatchObject([
        { amount_minor: 10_00, sender_name: "Frida", message: "For all of you", is_new: true },
      ]);
    expect(new Set(lists.map(({ tips }) => tips[0]?.id)).size).toBe(3);
    expect(await totalOf()).toEqual({ tips_count: 1, amount_minor: 30_00 });
    for (const period of ["DAY", "MONTH", "30DAYS"] as const)
      expect(await totalOf(period)).toEqual({ tips_count: 1, amount_minor: 30_00 });
    expect(await monthCountOf(ben)).toEqual({ tips_count: 1, amount_minor: 10_00 });
    expect(await tipOf(world, payment)).toMatchObject({ creator_id: null, status: "ACTIVE", group_turn: 0 });
  });

  it("goes to the chosen members alone", async () => {
    const payment = await payGroupTip(world, group, { amount: 5_01, chosen: [cem, ada] });
    expect(
      (await sharesOf(world, payment)).map(({ creator_id, amount_minor }) => [creator_id, amount_minor]),
    ).toEqual([
      [ada.id, 2_51],
      [cem.id, 2_50],
    ]);
    expect(await balancesOf(world, ben)).toEqual({});
  });

  it("stays in the group's currency, which is a balance of its own for a member of another one", async () => {
    const tom = await createCreator(world, { currency: "USD" });
    const mixed = await createGroup(world, [ada, tom]);
    await payGroupTip(world, mixed, { amount: 20_00, payIn: "USD" });
    expect(await balancesOf(world, tom, "EUR")).toEqual({ creator_pending: 10_00 });
    expect(await balancesOf(world, tom)).toEqual({});
  });

  it("keeps who shares it from its beginning: who is removed meanwhile gets their share, who joins gets none", async () => {
    const payment = await beginGroupTip(world, group, { amount: 30_00 });
    await removeMember(world, group, ben);
    const dora = await createCreator(world);
    await addMember(world, group.id, dora, 4);
    await tell(world, payment, { state: "PAID" });
    expect(await balancesOf(world, ben)).toEqual({ creator_pending: 10_00 });
    expect(await balancesOf(world, dora)).toEqual({});
  });

  it("leaves out who cannot receive any more, and is given back where that is everybody", async () => {
    const payment = await beginGroupTip(world, group, { amount: 30_00 });
    const other = await beginGroupTip(world, group, { amount: 12_00 });
    await moveAccount(world, ben.id, ["LOCKED"]);
    await tell(world, payment, { state: "PAID" });
    expect(await amountsOf(await paymentOf(world, payment.id))).toEqual([15_00, 15_00]);
    for (const each of [ada, cem]) await moveAccount(world, each.id, ["LOCKED"]);
    expect(await tell(world, other, { state: "PAID" })).toBe("refunding_receiver_cannot_receive");
    expect(await tipOf(world, other)).toMatchObject({ status: "REFUNDED" });
    expect(await balancesOf(world, ben)).toEqual({});
    const asked = await world.db
      .selectFrom("refunds")
      .select("id")
      .where("payment_id", "=", other.id)
      .executeTakeFirstOrThrow();
    await processRefund(world, asked.id);
    for (const each of [ada, ben, cem]) await moveAccount(world, each.id, ["ACTIVE"]);
  });

  it("goes to its members even where the group is closed meanwhile", async () => {
    const payment = await beginGroupTip(world, group, { amount: 30_00 });
    await world.db
      .updateTable("grouplists")
      .set({ archived_at: world.clock() })
      .where("id", "=", group.id)
      .execute();
    expect(await tell(world, payment, { state: "PAID" })).toBe("settled");
    expect(await balancesOf(world, cem)).toEqual({ creator_pending: 10_00 });
  });

  it("is not begun when others share it than the fan saw, when it is too little for all, or nobody is left", async () => {
    const tipId = await draftGroupTip(world, group, { amount: 3_00 });
    const confirmed = (...seenMembers: Creator[]) => confirm(world, tipId, { seenMembers });
    expect(await confirmed(ada, ben)).toMatchObject({ outcome: "members_changed" });
    // As many as the fan saw, but not the same: an owner cannot put a friend into a member's place meanwhile.
    const dan = await createCreator(world);
    await removeMember(world, group, cem);
    await addMember(world, group.id, dan, 3);
    expect(await confirmed(ada, ben, cem)).toMatchObject({ outcome: "members_changed" });
    await addMember(world, group.id, cem, 4);
    expect(await confirmed(ada, ben, dan, cem)).toMatchObject({ outcome: "too_small_to_split" });
    await world.db.updateTable("grouplists").set({ status: "DECLINED" }).where("id", "=", group.id).execute();
    expect(await confirmed(ada, ben, dan, cem)).toMatchObject({ outcome: "expired" });
  });

  it("is not begun for a group that its owner has just closed", async () => {
    await world.db
      .updateTable("grouplists")
      .set({ archived_at: world.clock() })
      .where("id", "=", group.id)
      .execute();
    const tip = {
      id: world.newId(),
      amount_minor: minor(5_00),
      locale: "en" as const,
      earlier: null,
      viewer_id: null,
    };
    expect(await startGroupTip(world.db, { ...tip, group, chosen: null, now: world.clock() })).toBe("gone");
  });

  it("is reviewed once, for all its shares", async () => {
    const text = "Call me at +49 170 1234567";
    const good = await payGroupTip(world, group, { message: text });
    const bad = await payGroupTip(world, group, { message: text });
    for (const { status } of await sharesOf(world, good)) expect(status).toBe("PENDING");
    const one = await world.db
      .selectFrom("tips")
      .select("id")
      .where("group_tip_id", "=", good.tip_id)
      .limit(1)
      .executeTakeFirstOrThrow();
    // A share alone is nobody's to decide about: the rest would say something else.
    expect(await acceptTip(world, { tip_id: one.id, operator_id: operator })).toBe("gone");
    await acceptTip(world, { tip_id: good.tip_id ?? "", operator_id: operator });
    for (const { status } of await sharesOf(world, good)) expect(status).toBe("ACTIVE");
    await declineTip(world, { tip_id: bad.tip_id ?? "", operator_id: operator, reason: "A number" });
    for (const { status } of await sharesOf(world, bad)) expect(status).toBe("DECLINED");
    const { tips } = await listReceivedTips(world.db, ada.id, { only_new: false, fan: "", after: null });
    expect(tips.map(({ message }) => message)).toEqual([null, text]);
  });
});

describe("a group's tip that goes back", () => {
  it("a member gives back their own share alone, and nobody else's", async () => {
    const payment = await payGroupTip(world, group, { amount: 30_00 });
    expect(await askRefund(world, payment, by(ben), 10_01, 10_00)).toBe("too_much");
    const stranger = await createCreator(world);
    expect(await askRefund(world, payment, by(stranger), null, 10_00)).toBe("unknown");
    const id = await askRefund(world, payment, by(ben), null, 10_00);
    await processRefund(world, id);
    expect(await balancesOf(world, ben)).toEqual({});
    expect(await balancesOf(world, ada)).toEqual({ creator_pending: 10_00 });
    expect((await sharesOf(world, payment)).map(({ status }) => status)).toEqual([
      "ACTIVE",
      "REFUNDED",
      "ACTIVE",
    ]);
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "SUCCESS" });
    expect(await totalOf()).toEqual({ tips_count: 1, amount_minor: 20_00 });
    expect(await monthCountOf(ben)).toEqual({ tips_count: 0, amount_minor: 0 });
    for (const each of [ada, cem])
      await processRefund(world, await askRefund(world, payment, by(each), null, 10_00));
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
    expect(await tipOf(world, payment)).toMatchObject({ status: "REFUNDED" });
    expect(await totalOf()).toEqual({ tips_count: 0, amount_minor: 0 });
  });

  it("an operator gives back the whole, from each member exactly their share", async () => {
    const payment = await payGroupTip(world, group, { amount: 10_00 });
    await refund(world, payment, byOperator(operator));
    for (const each of group.members) expect(await balancesOf(world, each)).toEqual({});
    for (const { status } of await sharesOf(world, payment)) expect(status).toBe("REFUNDED");
  });

  it("a lost dispute takes each share, and whoever was paid out owes it; won back, all have it again", async () => {
    const payment = await payGroupTip(world, group, { amount: 30_00, type: "INETCASH_OB" });
    await payOut(world, ben);
    await removeMember(world, group, cem);
    await tellDispute(world, payment, "OPEN");
    expect(await balancesOf(world, ada)).toEqual({ creator_dispute_hold: 10_00 });
    await tellDispute(world, payment, "LOST");
    expect(await balancesOf(world, ben)).toEqual({ creator_receivable: 10_00 });
    expect(await balancesOf(world, cem)).toEqual({});
    expect(await accountStatus(world, ben)).toBe("CHARGEBACK");
    expect(await accountStatus(world, ada)).toBe("ACTIVE");
    for (const { status } of await sharesOf(world, payment)) expect(status).toBe("CHARGEBACK");
    expect(await totalOf()).toEqual({ tips_count: 0, amount_minor: 0 });
    await expectGoodBooks();
    await tellDispute(world, payment, "WON");
    expect(await accountStatus(world, ben)).toBe("ACTIVE");
    expect(await balancesOf(world, cem)).toEqual({ creator_available: 10_00 });
    for (const { status } of await sharesOf(world, payment)) expect(status).toBe("ACTIVE");
    expect(await totalOf()).toEqual({ tips_count: 1, amount_minor: 30_00 });
  });

  it("a dispute over what one member gave back already takes only what is left", async () => {
    const payment = await payGroupTip(world, group, { amount: 30_00 });
    await processRefund(world, await askRefund(world, payment, by(ben), null, 10_00));
    await tellDispute(world, payment, "OPEN");
    await tellDispute(world, payment, "LOST");
    expect((await sharesOf(world, payment)).map(({ status }) => status)).toEqual([
      "CHARGEBACK",
      "REFUNDED",
      "CHARGEBACK",
    ]);
    await days(8);
    expect(await balancesOf(world, ben)).toEqual({});
  });
});
