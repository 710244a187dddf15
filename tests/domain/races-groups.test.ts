import type { Kysely } from "kysely";
import { afterEach, describe, expect } from "vitest";
import { deleteAccount, requestDeletion } from "../../app/domain/auth/deletion.server.ts";
import { releaseDueFunds } from "../../app/domain/earnings/maturing.server.ts";
import {
  approveMember,
  leaveGroup,
  listGroupMembers,
  removeMember,
} from "../../app/domain/grouplists/group-members.server.ts";
import { deleteGroup, sharedGroups } from "../../app/domain/grouplists/own-groups.server.ts";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import { acceptTip } from "../../app/domain/tips/review.server.ts";
import { setStatus } from "../../app/domain/users/user.server.ts";
import type { DB } from "../../db/schema.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanEnd } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { emailOf, mailedLink } from "../support/money/email-changes.ts";
import { joinGroup } from "../support/money/group-world.ts";
import { beginGroupTip, createGroup, type Group, payGroupTip, sharesOf } from "../support/money/groups.ts";
import { makeOperator, withPayouts } from "../support/money/payout-world.ts";
import { askRefund, by, byOperator } from "../support/money/refund-world.ts";
import {
  balancesOf,
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  paymentOf,
  payOut,
  payTip,
  type TipWorld,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";

/** Another instance of the product on the same database. */
let second: Kysely<DB>;
let world: TipWorld;
let operator: string;
let members: [Creator, Creator, Creator];
let group: Group;

it.beforeAll(async ({ database, second: connected }) => {
  second = connected;
  await earnBefore(createTipWorld(database.db), "EUR", 100_000_00);
  operator = await makeOperator(createTipWorld(database.db));
});
it.beforeEach(async ({ database }) => {
  world = createTipWorld(database.db);
  members = [await createCreator(world), await createCreator(world), await createCreator(world)];
  group = await createGroup(world, members);
});
afterEach(() => expectCleanEnd(world));

const either = (index: number): TipWorld => (index % 2 === 0 ? world : { ...world, db: second });
const isId = (answer: string) => /-/.test(answer);
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const tipsOf = (count: number, type: "INETCASH_CC" | "INETCASH_OB" = "INETCASH_CC", amount = 10_00) =>
  all(many(count), () => beginGroupTip(world, group, { amount, type }));
const haveOf = async (creator: Creator) => sum(Object.values(await balancesOf(world, creator)));

/** The memberships of creators, as their owner names them. */
async function membershipsOf(creators: readonly Creator[]): Promise<string[]> {
  const all = await listGroupMembers(world.db, group.id);
  return creators.map(({ id }) => all.find(({ creator_id }) => creator_id === id)?.id ?? "");
}

async function turnsOf(id: string): Promise<(number | null)[]> {
  const rows = await world.db
    .selectFrom("tips")
    .select("group_turn")
    .where("grouplist_id", "=", id)
    .where("creator_id", "is", null)
    .where("paid_at", "is not", null)
    .orderBy("group_turn")
    .execute();
  return rows.map(({ group_turn }) => group_turn);
}

describe("a group's tips that settle at once", () => {
  it("a hundred, by card and by bank transfer, on two instances, each take a turn of their own", async () => {
    const payments = [...(await tipsOf(50)), ...(await tipsOf(50, "INETCASH_OB"))];
    await all([...payments, ...payments], (payment, index) =>
      tell(either(index), payment, { state: "PAID" }),
    );
    expect(await turnsOf(group.id)).toEqual(many(100));
    const have = await all(members, haveOf);
    expect(sum(have)).toBe(100 * 10_00);
    // 100 cents go round among three.
    expect(have.sort()).toEqual([333_33, 333_33, 333_34]);
  });

  it("to groups that share members in another order, with tips to the members themselves, wait in no circle", async () => {
    const other = await createGroup(world, [...members].reverse());
    const types = ["INETCASH_CC", "INETCASH_OB"] as const;
    const payments = [
      ...(await tipsOf(20)),
      ...(await tipsOf(20, "INETCASH_OB")),
      ...(await all(many(40), (n) => beginGroupTip(world, other, { amount: 9_00, type: types[n % 2] }))),
    ];
    const own = await all(many(30), (n) => payTip(world, members[n % 3] ?? members[0], { amount: 5_00 }));
    await Promise.all([
      all(payments, (payment, index) => tell(either(index), payment, { state: "PAID" })),
      all(own, (payment, index) => askRefund(either(index), payment, by(members[index % 3] ?? members[0]))),
      all(many(10), (index) => releaseDueFunds(either(index).db, world.clock())),
    ]);
    expect(sum(await all(members, haveOf))).toBe(40 * 10_00 + 40 * 9_00);
  });
});

describe("a group that changes while its tips are paid", () => {
  it("members who are let in, removed or leave have what was theirs when the payment began", async () => {
    const payments = await tipsOf(20);
    const [ada, ben, cem] = members;
    const guests: Creator[] = [];
    for (const _ of many(10))
      guests.push(await joinGroup(world, { id: group.id, owner: ada, isWaiting: true }));
    const asking = await membershipsOf(guests);
    const [removed = ""] = await membershipsOf([ben]);
    const [, answers] = await Promise.all([
      all(payments, (payment, index) => tell(either(index), payment, { state: "PAID" })),
      all(asking, (member_id, n) => approveMember(either(n), { member_id, creator_id: ada.id })),
      removeMember(either(1), { member_id: removed, creator_id: ada.id }),
      leaveGroup(world, { slug: group.slug, creator_id: cem.id }),
    ]);
    expect(new Set(answers)).toEqual(new Set(["approved"]));
    expect(sum(await all(members, haveOf))).toBe(20 * 10_00);
    expect(await haveOf(ben)).toBeGreaterThanOrEqual(66_66);
    for (const guest of guests) expect(await balancesOf(world, guest)).toEqual({});
  });

  it("a member who is locked has what settled before, and nothing of what settles after", async () => {
    const payments = await tipsOf(30);
    const [ada, ben, cem] = members;
    await Promise.all([
      all(payments, (payment, index) => tell(either(index), payment, { state: "PAID" })),
      second.transaction().execute((trx) => setStatus(trx, ben.id, "LOCKED", "test", world.clock())),
    ]);
    const shares = await all(
      payments,
      async (payment) => await sharesOf(world, await paymentOf(world, payment.id)),
    );
    for (const each of shares) {
      expect(sum(each.map(({ amount_minor }) => amount_minor))).toBe(10_00);
      expect([2, 3]).toContain(each.length);
    }
    expect((await haveOf(ada)) + (await haveOf(ben)) + (await haveOf(cem))).toBe(30 * 10_00);
    expect(await turnsOf(group.id)).toEqual(many(30));
  });

  it("a group that is closed gets what was begun before, and no tip begins after", async () => {
    const payments = await tipsOf(20, "INETCASH_OB");
    const [outcomes] = await Promise.all([
      all(payments, (payment, index) => tell(either(index), payment, { state: "PAID" })),
      deleteGroup(either(1), { slug: group.slug, creator_id: members[0].id }),
    ]);
    expect(new Set(outcomes)).toEqual(new Set(["settled"]));
    expect(sum(await all(members, haveOf))).toBe(20 * 10_00);
    await expect(beginGroupTip(world, group)).rejects.toThrow("gone");
  });

  it("a member whose account is deleted has had their share, or it is the others'; nobody's money is lost", async () => {
    const place = withPayouts(world);
    for (const _ of many(6)) {
      const leaver = await createCreator(world);
      const [ada, ben] = members;
      const pair = await createGroup(world, [ada, leaver, ben]);
      const before = (await haveOf(ada)) + (await haveOf(ben));
      const payments = await all(many(6), () => beginGroupTip(world, pair, { amount: 9_00 }));
      const asked = await requestDeletion(place, leaver.id);
      expect(asked).toBe("sent");
      const token = await mailedLink(place, "deletion", await emailOf(place, leaver));
      const [, outcome] = await Promise.all([
        all(payments, (payment, index) => tell(either(index), payment, { state: "PAID" })),
        deleteAccount(
          { ...either(1), groups: sharedGroups(world, leaver.id) },
          { user_id: leaver.id, token, forfeits: true },
        ),
      ]);
      const theirs = await haveOf(leaver);
      expect((await haveOf(ada)) + (await haveOf(ben)) - before + theirs).toBe(54_00);
      if (outcome === "deleted") expect(theirs).toBe(0);
      else expect(theirs).toBeGreaterThan(0);
    }
  });
});

describe("a group's tips that go back at once", () => {
  it("members who give back their shares, each pressing many times, give each back once", async () => {
    const payment = await payGroupTip(world, group, { amount: 10_00 });
    const shares = await sharesOf(world, payment);
    const answers = await all(many(30), (index) => {
      const share = shares[index % 3];
      const member = members.find(({ id }) => id === share?.creator_id) ?? members[0];
      return askRefund(either(index), payment, by(member), null, share?.amount_minor ?? 0);
    });
    const ids = answers.filter(isId);
    expect(ids).toHaveLength(3);
    await all([...ids, ...ids], (id, index) => processRefund(either(index), id));
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
    for (const each of members) expect(await balancesOf(world, each)).toEqual({});
  });

  it("a member against an operator who gives back the whole: either way the fan has it once", async () => {
    const payments = await all(many(15), () => payGroupTip(world, group, { amount: 10_00 }));
    const [, ben] = members;
    const own = await all(payments, async (payment) =>
      (await sharesOf(world, payment)).find(({ creator_id }) => creator_id === ben.id),
    );
    const answers = await Promise.all([
      all(payments, (payment, n) => askRefund(either(n), payment, by(ben), null, own[n]?.amount_minor ?? 0)),
      all(payments, (payment, n) => askRefund(either(n + 1), payment, byOperator(operator), null, 10_00)),
    ]);
    await all(answers.flat().filter(isId), (id, index) => processRefund(either(index), id));
    for (const [index] of payments.entries()) {
      const given = [answers[0][index] ?? "", answers[1][index] ?? ""].filter(isId);
      expect(given).toHaveLength(1);
    }
    expect((await haveOf(ben)) + (await haveOf(members[0])) + (await haveOf(members[2]))).toBe(
      sum(answers[0].map((answer, index) => (isId(answer) ? 10_00 - (own[index]?.amount_minor ?? 0) : 0))),
    );
  });

  it("disputes against members' refunds and maturing: each share goes one way, and who was paid out owes theirs", async () => {
    const payments = [
      ...(await all(many(10), () => payGroupTip(world, group, { amount: 10_00 }))),
      ...(await all(many(10), () => payGroupTip(world, group, { amount: 10_00, type: "INETCASH_OB" }))),
    ];
    await payOut(world, members[0]);
    world.time.passSeconds(7 * DAY_SECONDS);
    const [, ben] = members;
    const [answers] = await Promise.all([
      all(payments, async (payment, index) => {
        const share = (await sharesOf(world, payment)).find(({ creator_id }) => creator_id === ben.id);
        return await askRefund(either(index), payment, by(ben), null, share?.amount_minor ?? 0);
      }),
      all(payments, (payment, index) => tellDispute(either(index + 1), payment, "LOST")),
      all(many(6), (index) => releaseDueFunds(either(index).db, world.clock())),
    ]);
    for (const payment of payments)
      world.provider.change(payment.id, {
        disputes: [{ disputeRef: "dispute-1", state: "LOST", amountMinor: payment.charged_minor }],
      });
    await all(answers.filter(isId), (id, index) => processRefund(either(index), id));
    await all(payments, (payment, index) => tellDispute(either(index), payment, "LOST"));
    await releaseDueFunds(world.db, world.clock());
    // All of it went back; what was paid out is owed.
    const [ada, , cem] = members;
    expect(await balancesOf(world, ben)).toEqual({});
    expect(await balancesOf(world, cem)).toEqual({});
    expect(Object.keys(await balancesOf(world, ada))).toEqual(["creator_receivable"]);
  });

  it("settlements against a member's refund of another tip, and a review of what settled", async () => {
    const [ada, ben] = members;
    const others = await all(many(20), (index) => payTip(world, index % 2 ? ada : ben, { amount: 6_00 }));
    const message = "Call me at +49 170 1234567";
    const waiting = await all(many(10), () => payGroupTip(world, group, { amount: 12_00, message }));
    const begun = await tipsOf(20, "INETCASH_OB");
    await Promise.all([
      all(begun, (payment, index) => tell(either(index), payment, { state: "PAID" })),
      all(others, (payment, index) => askRefund(either(index), payment, by(index % 2 ? ada : ben))),
      all(waiting, ({ tip_id }, index) =>
        acceptTip(either(index), { tip_id: tip_id ?? "", operator_id: operator }),
      ),
      all(waiting, (payment, index) => tellDispute(either(index + 1), payment, "LOST")),
    ]);
    expect(sum(await all(members, haveOf))).toBe(20 * 10_00);
    for (const payment of waiting)
      expect(new Set((await sharesOf(world, payment)).map(({ status }) => status))).toEqual(
        new Set(["CHARGEBACK"]),
      );
  });
});
