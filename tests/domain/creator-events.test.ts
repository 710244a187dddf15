import { sql } from "kysely";
import { describe, expect } from "vitest";
import type { CreatorEventType } from "../../app/domain/creator-events/webhook.schema.ts";
import { leaveGroup, removeMember } from "../../app/domain/grouplists/group-members.server.ts";
import { sharedGroups } from "../../app/domain/grouplists/own-groups.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { markPaid } from "../../app/domain/payouts/batches/transitions.server.ts";
import { changeAmount, priceOf } from "../../app/domain/series/change-series.server.ts";
import { addLaterWords } from "../../app/domain/tips/later-words.server.ts";
import { acceptTip, activateOverdueReviews } from "../../app/domain/tips/review.server.ts";
import { replyToTip } from "../../app/domain/tips/tip-replies.server.ts";
import { checkVoucher, redeemVoucher } from "../../app/domain/vouchers/redeem-voucher.server.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { all, many } from "../support/database/at-once.ts";
import { test as it } from "../support/domain-test.ts";
import { approvedGroup, joinGroup } from "../support/money/group-world.ts";
import { createGroup, payGroupTip, sharesOf } from "../support/money/groups.ts";
import {
  batchUp,
  makeOperator,
  payoutsOf,
  waitingForMoney,
  withPayouts,
} from "../support/money/payout-world.ts";
import { by, refund } from "../support/money/refund-world.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  payTip,
  type TipWorld,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";
import { buyVoucher } from "../support/money/vouchers.ts";
import { addEndpoint, deliveriesOf } from "../support/money/webhook-endpoints.ts";
import { beginSeries } from "../support/series/series-world.ts";

let world: TipWorld;
let creator: Creator;
let endpoint: string;
let operator_id: string;

it.beforeAll(async ({ database }) => {
  const before = createTipWorld(database.db);
  await earnBefore(before, "EUR", 10_000_00);
  operator_id = await makeOperator(before);
});
it.beforeEach(async ({ database }) => {
  world = createTipWorld(database.db);
  creator = await createCreator(world);
  endpoint = await addEndpoint(world, creator.id);
});

const events = async (id = endpoint): Promise<[CreatorEventType | "webhook.test", string][]> =>
  (await deliveriesOf(world, id)).map(({ type, subject_id }) => [type, subject_id]);
const jobsOf = async (id: string) =>
  (
    await sql<{ data: unknown }>`
      select data from pgboss.job where name = 'webhooks.deliver' and data->>'endpoint_id' = ${id}`.execute(
      world.db,
    )
  ).rows;

describe("events of a tip", () => {
  it("a paid tip is received, once, however often the provider says so", async () => {
    const payment = await payTip(world, creator);
    await tell(world, payment);
    expect(await events()).toEqual([["tip.received", payment.tip_id]]);
  });

  it("a tip under review is received when an operator accepts it, or the day is over", async () => {
    const held = { message: "look at www.example.org", from: "Ida" };
    const accepted = await payTip(world, creator, held);
    const overdue = await payTip(world, creator, held);
    expect(await events()).toEqual([]);
    await acceptTip(world, { tip_id: accepted.tip_id ?? "", operator_id });
    world.time.passSeconds(DAY_SECONDS + 1);
    await activateOverdueReviews(world, world.clock());
    expect(await events()).toEqual([
      ["tip.received", accepted.tip_id],
      ["tip.received", overdue.tip_id],
    ]);
  });

  it("words that come later, reviewed or not, are no second event", async () => {
    const payment = await payTip(world, creator, { from: null, message: null });
    const words = { payment_id: payment.id, sender_name: "Ida", image_id: null, show_on_page: false };
    const added = { ...words, message: "look at www.example.org", review_always: false };
    expect(await addLaterWords(world, added)).toBe("added");
    await world.db.deleteFrom("webhook_deliveries").where("endpoint_id", "=", endpoint).execute();
    expect(await acceptTip(world, { tip_id: payment.tip_id ?? "", operator_id })).toBe("accepted");
    expect(await events()).toEqual([]);
  });

  it("each refund and a lost dispute are events of the tip", async () => {
    const refunded = await payTip(world, creator, { amount: 20_00 });
    for (const amount of [5_00, 5_00]) await refund(world, refunded, by(creator), amount);
    const lost = await payTip(world, creator, { amount: 20_00 });
    await tellDispute(world, lost, "OPEN");
    await tellDispute(world, lost, "LOST");
    await tellDispute(world, lost, "LOST");
    expect(await events()).toEqual([
      ["tip.received", refunded.tip_id],
      ["tip.refunded", refunded.tip_id],
      ["tip.refunded", refunded.tip_id],
      ["tip.received", lost.tip_id],
      ["tip.charged_back", lost.tip_id],
    ]);
  });

  it("a thank-you is an event, which waits as long as it can be taken back", async () => {
    const payment = await payTip(world, creator, { from: "Nora", email: "nora@fans.example" });
    const given = { tip_id: payment.tip_id ?? "", creator_id: creator.id, message: "Danke!" };
    const rules = defaultSettings.rules.content;
    expect(await replyToTip(world, { ...given, rules, can_be_taken_back: true })).toBe("sent");
    const [, thanked] = await deliveriesOf(world, endpoint);
    expect(thanked).toMatchObject({ type: "tip.thanked", subject_id: payment.tip_id });
    expect(thanked?.due_at.getTime()).toBe(world.clock().getTime() + 15_000);
  });

  it("a redeemed voucher is an event, and so is its tip", async () => {
    const { code } = await buyVoucher(world);
    const look = await checkVoucher(world, { code, creator_id: creator.id, needs_fresh_rate: false });
    const seen_credit_minor = look.outcome === "valid" ? (look.credit?.amount_minor ?? 0) : 0;
    const given = { code, creator_id: creator.id, seen_credit_minor, needs_fresh_rate: false };
    const outcome = await redeemVoucher(world, given);
    const tip_id = "tip_id" in outcome ? outcome.tip_id : "";
    expect(await events()).toEqual([
      ["voucher.redeemed", tip_id],
      ["tip.received", tip_id],
    ]);
  });
});

describe("the goal", () => {
  const goal = (goal_minor: number) =>
    world.db
      .updateTable("users")
      .set({ goal_title: "A lamp", goal_minor, goal_currency: "EUR", goal_from: "2026-01-01" })
      .where("id", "=", creator.id)
      .execute();
  const reached = async () => (await events()).filter(([type]) => type === "goal.reached");

  it("is reached by the tip that lifts the sum to it, once per goal, also while tips come at once", async () => {
    await goal(30_00);
    await payTip(world, creator, { amount: 29_00 });
    expect(await reached()).toEqual([]);
    await all(many(3), () => payTip(world, creator, { amount: 5_00 }));
    expect(await reached()).toEqual([["goal.reached", creator.id]]);
    await goal(100_00);
    await payTip(world, creator, { amount: 60_00 });
    expect(await reached()).toHaveLength(2);
  });

  it("of a month is reached by the monthly tip that lifts the sum to it, and by no other tip", async () => {
    await goal(10_00);
    await world.db.updateTable("users").set({ goal_is_monthly: true }).where("id", "=", creator.id).execute();
    const { series } = await beginSeries(world, creator, { amount: 6_00 });
    await payTip(world, creator, { amount: 60_00 });
    expect(await reached()).toEqual([]);
    const seen_total_minor =
      (await priceOf(world.db, { ...series, amount_minor: minor(10_00) }, world.rules, world.clock())) ?? 0;
    const raise = { series_id: series.id, amount_minor: minor(10_00), seen_total_minor, consent: "more" };
    expect(await changeAmount(world, { ...raise, rules: world.rules })).toBe("changed");
    await beginSeries(world, creator, { amount: 6_00, email: "ben@example.org" });
    expect(await reached()).toEqual([["goal.reached", creator.id]]);
  });

  it("that was reached before the address was there stays silent", async () => {
    await goal(30_00);
    await world.db.deleteFrom("webhook_endpoints").where("id", "=", endpoint).execute();
    await payTip(world, creator, { amount: 40_00 });
    endpoint = await addEndpoint(world, creator.id);
    await payTip(world, creator, { amount: 40_00 });
    expect(await reached()).toEqual([]);
  });
});

describe("events of payouts and groups", () => {
  it("a paid payout is an event", async () => {
    const paying = withPayouts(world);
    const paid = await waitingForMoney(paying, 60_00);
    const own = await addEndpoint(world, paid.id, { events: ["payout.paid"] });
    await batchUp(paying, operator_id);
    const payout_id = (await payoutsOf(world, paid)).at(-1)?.id ?? "";
    await markPaid(paying, { payout_id, operator_id });
    expect(await events(own)).toEqual([["payout.paid", payout_id]]);
  });

  it("a tip to a group is received by its owner whole, and by each member in part", async () => {
    const member = await createCreator(world);
    const theirs = await addEndpoint(world, member.id);
    const group = await createGroup(world, [creator, member]);
    const payment = await payGroupTip(world, group, { amount: 20_00 });
    const shares = await sharesOf(world, payment);
    const shareOf = (id: string) => shares.find(({ creator_id }) => creator_id === id)?.tip_id;
    expect(await events()).toEqual([
      ["tip.received", shareOf(creator.id)],
      ["group.tip_received", payment.tip_id],
    ]);
    expect(await events(theirs)).toEqual([["tip.received", shareOf(member.id)]]);
  });

  it("a group's tip under review is received when it is accepted", async () => {
    const group = await createGroup(world, [creator, await createCreator(world)]);
    const payment = await payGroupTip(world, group, { message: "look at www.example.org" });
    expect(await events()).toEqual([]);
    await acceptTip(world, { tip_id: payment.tip_id ?? "", operator_id });
    expect((await events()).map(([type]) => type).sort()).toEqual(["group.tip_received", "tip.received"]);
  });

  it("the owner hears of members that join, leave, are removed or delete their accounts", async () => {
    const [leaving, removed, deleted] = [
      await createCreator(world),
      await createCreator(world),
      await createCreator(world),
    ];
    const group = await approvedGroup(world, creator, operator_id);
    for (const who of [leaving, removed, deleted])
      await joinGroup(world, { id: group.id, owner: creator, who });
    const rowOf = async (who: Creator) =>
      await world.db
        .selectFrom("grouplist_users")
        .select("id")
        .where("creator_id", "=", who.id)
        .executeTakeFirstOrThrow();
    await leaveGroup(world, { slug: group.slug, creator_id: leaving.id });
    await removeMember(world, { member_id: (await rowOf(removed)).id, creator_id: creator.id });
    await world.db.transaction().execute((trx) => sharedGroups(world, deleted.id).handOver(trx));
    const heard = (await deliveriesOf(world, endpoint)).map(({ type, about_id }) => [type, about_id]);
    expect(heard).toEqual([
      ...[leaving, removed, deleted].map(({ id }) => ["group.member_joined", id]),
      ...[leaving, removed, deleted].map(({ id }) => ["group.member_left", id]),
    ]);
  });
});

describe("addresses", () => {
  it("one that is off, or chose other events, or is another creator's, gets nothing", async () => {
    const other = await createCreator(world);
    const off = await addEndpoint(world, creator.id, { is_on: false });
    const choosy = await addEndpoint(world, creator.id, { events: ["payout.paid"] });
    const foreign = await addEndpoint(world, other.id);
    await payTip(world, creator);
    for (const id of [off, choosy, foreign]) expect(await events(id)).toEqual([]);
  });

  it("each gets a job of its own, in the transaction of the event", async () => {
    const second = await addEndpoint(world, creator.id);
    await payTip(world, creator);
    for (const id of [endpoint, second]) expect(await jobsOf(id)).toHaveLength(1);
  });
});
