import { sql } from "kysely";
import { afterEach, describe, expect } from "vitest";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { readQueue } from "../../app/domain/desk/desk.server.ts";
import {
  acceptItem,
  addItem,
  declineItem,
  findItemReview,
  listItemReviews,
} from "../../app/domain/items/items.server.ts";
import { listOverdueReviews } from "../../app/domain/moderation/review-queue.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import {
  acceptTip,
  activateOverdueReviews,
  declineTip,
  findTipReview,
  listTipReviews,
} from "../../app/domain/tips/review.server.ts";
import { findAccount } from "../../app/domain/users/user.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { REFUSAL, whileRefused } from "../support/database/refused-row.ts";
import { test as it } from "../support/domain-test.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import {
  balancesOf,
  type Creator,
  DAY_SECONDS,
  earnBefore,
  payTip,
  type TipWorld,
  tellDispute,
  tipOf,
} from "../support/money/tip-world.ts";

let world: TipWorld;
let creator: Creator;
let operators: { id: string; email: string }[];

it.beforeAll(async ({ database }) => {
  operators = await all(many(2), () => createOperatorRow(database.db, new Date("2026-11-21T10:00:00Z")));
});
it.beforeEach(({ world: own, creator: receiving }) => {
  world = own;
  creator = receiving;
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

const operator = (index = 0) => operators[index]?.id ?? "";

/** A paid tip that waits for an operator. */
async function held(message = "look at www.example.org", imageId: string | null = null) {
  const payment = await payTip(world, creator, { message, from: "Ida", imageId, amount: 12_00 });
  return { payment, tip_id: payment.tip_id ?? "" };
}

const activateOverdue = async () => (await activateOverdueReviews(world, world.clock())).activated;
const accept = (tip_id: string, index = 0) => acceptTip(world, { tip_id, operator_id: operator(index) });
const decline = (tip_id: string, index = 0) =>
  declineTip(world, { tip_id, operator_id: operator(index), reason: "An address" });
const hasNewTips = async () => (await findAccount(world.db, creator.id)).latest_new_tip_id !== null;
const auditOf = async (tip_id: string) =>
  (await listAudit(world.db, { subject: `tip:${tip_id}` })).entries.map(
    ({ action, actor, before, after }) => ({
      action,
      actor,
      before,
      after,
    }),
  );
const listed = async (view: "queue" | "recent" | "declined", after: string | null = null) =>
  await listTipReviews(world.db, { view, after });

describe("a tip under review", () => {
  it("a tip under review that an operator accepts becomes visible to the creator, as if no rule had held it up", async () => {
    const { payment, tip_id } = await held();
    world.time.passSeconds(60);
    expect(await accept(tip_id)).toBe("accepted");
    expect(await tipOf(world, payment)).toMatchObject({
      status: "ACTIVE",
      activated_at: world.clock(),
      reviewed_by: operator(),
      reviewed_at: world.clock(),
      message: "look at www.example.org",
    });
    expect(await hasNewTips()).toBe(true);
    expect(await auditOf(tip_id)).toEqual([
      {
        action: "tip.accepted",
        actor: operators[0]?.email,
        before: { status: "PENDING" },
        after: { status: "ACTIVE" },
      },
    ]);
  });

  it("a tip under review that is declined stays hidden, its reason with it, and its money credited", async () => {
    const { payment, tip_id } = await held();
    expect(await decline(tip_id)).toBe("declined");
    expect(await tipOf(world, payment)).toMatchObject({
      status: "DECLINED",
      activated_at: null,
      decline_reason: "An address",
    });
    expect(await hasNewTips()).toBe(false);
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 12_00 });
    // The log stays when an account goes: the reason may name somebody, so it is not in it.
    expect(await auditOf(tip_id)).toEqual([
      {
        action: "tip.declined",
        actor: operators[0]?.email,
        before: { status: "PENDING" },
        after: { status: "DECLINED" },
      },
    ]);
  });

  it("a tip under review is decided once, whoever decides at the same time, and the hour's job with them", async () => {
    const { payment, tip_id } = await held();
    world.time.passSeconds(DAY_SECONDS + 1);
    const acts = [
      () => accept(tip_id, 0),
      () => decline(tip_id, 1),
      () => accept(tip_id, 1),
      () => decline(tip_id, 0),
      async () => ((await activateOverdue()).includes(tip_id) ? "job" : "gone"),
    ];
    const outcomes = await all(acts, (act) => act());
    const [winner, ...others] = outcomes.filter((outcome) => outcome !== "gone");
    expect(others).toEqual([]);
    const { status, reviewed_by } = await tipOf(world, payment);
    expect(status).toBe(winner === "declined" ? "DECLINED" : "ACTIVE");
    expect(await auditOf(tip_id)).toHaveLength(reviewed_by === null ? 0 : 1);
    expect(await accept(tip_id)).toBe("gone");
    expect(await decline(tip_id)).toBe("gone");
  });

  it("a tip under review is decided by operators alone, and only while it waits", async () => {
    const { tip_id, payment } = await held();
    await expect(acceptTip(world, { tip_id, operator_id: creator.id })).rejects.toThrow("only operators");
    await expect(declineTip(world, { tip_id, operator_id: creator.id, reason: "mine" })).rejects.toThrow(
      "only operators",
    );
    expect(await tipOf(world, payment)).toMatchObject({ status: "PENDING" });
    expect(await accept(world.newId())).toBe("gone");
    const shown = await payTip(world, creator, { message: "Hello" });
    expect(await decline(shown.tip_id ?? "")).toBe("gone");
    expect(await findTipReview(world.db, shown.tip_id ?? "")).toBeNull();
  });

  it("a declined tip stays declined when its money goes and comes back; one that waits waits on", async () => {
    await earnBefore(world, creator.currency, 500_00);
    const hidden = await held();
    await decline(hidden.tip_id);
    const waiting = await held();
    for (const { payment } of [hidden, waiting]) {
      await tellDispute(world, payment, "LOST");
      expect(await tipOf(world, payment)).toMatchObject({ status: "CHARGEBACK" });
      await tellDispute(world, payment, "WON");
    }
    expect(await tipOf(world, hidden.payment)).toMatchObject({ status: "DECLINED" });
    expect(await tipOf(world, waiting.payment)).toMatchObject({ status: "PENDING", activated_at: null });
  });

  it("a tip under review that nobody looks at for a day loses its picture, file and all", async () => {
    const image = {
      id: world.newId(),
      key: "TIP_IMAGE" as const,
      is_public: false,
      width: 10,
      height: 10,
      variants: "[]",
      created_at: world.clock(),
    };
    await world.db.insertInto("media_files").values(image).execute();
    const { tip_id } = await held("Hello", image.id);
    world.time.passSeconds(DAY_SECONDS + 1);
    expect(await activateOverdue()).toContain(tip_id);
    const { rows } = await sql<{ data: { media_ids: string[] } }>`
      select data from pgboss.job where name = 'media.erase'`.execute(world.db);
    expect(rows.flatMap(({ data }) => data.media_ids)).toContain(image.id);
  });

  it("a tip under review is shown after 24 hours although another one cannot be, which is reported", async () => {
    const [bad, good] = [await held(), await held()];
    world.time.passSeconds(DAY_SECONDS + 1);
    await whileRefused(world.db, { table: "tips", event: "update", id: bad.tip_id }, async () => {
      const { activated, failed } = await activateOverdueReviews(world, world.clock());
      expect(failed).toEqual([{ key: bad.tip_id, error: REFUSAL }]);
      expect(activated).toContain(good.tip_id);
    });
    expect(await activateOverdue()).toEqual([bad.tip_id]);
  });
});

describe("the queue of tips", () => {
  it("the queue of tips lists the longest waiting tip first, page by page, and each tip in its views", async () => {
    await world.db.updateTable("tips").set({ status: "ACTIVE" }).where("status", "=", "PENDING").execute();
    world.time.passSeconds(2 * DAY_SECONDS);
    const tips: string[] = [];
    for (const _ of many(27)) {
      tips.push((await held()).tip_id);
      world.time.passSeconds(1);
    }
    const first = await listed("queue");
    expect(first.tips.map(({ id }) => id)).toEqual(tips.slice(0, 25));
    expect(first.next).toBe(tips[24]);
    const second = await listed("queue", first.next);
    expect([second.tips.map(({ id }) => id), second.next]).toEqual([tips.slice(25), null]);
    expect(first.tips[0]).toMatchObject({
      reason: "link",
      amount_minor: 12_00,
      sender_name: "Ida",
      creator: { id: creator.id, username: creator.username },
    });
    const count = await readQueue(world.db, world.clock(), "tips");
    expect([count.count, count.oldest]).toEqual([27, first.tips[0]?.waits_since]);
    await decline(tips[3] ?? "");
    await accept(tips[4] ?? "");
    const queue = (await listed("queue")).tips.map(({ id }) => id);
    expect([queue.includes(tips[3] ?? ""), queue.includes(tips[4] ?? "")]).toEqual([false, false]);
    const declined = await listed("declined");
    expect(declined.tips[0]?.id).toBe(tips[3]);
    expect(declined.tips.every(({ status }) => status === "DECLINED")).toBe(true);
    const recent = await listed("recent");
    expect(recent.tips.map(({ id }) => id)).toEqual(tips.slice(2).reverse());
    expect((await listed("recent", recent.next)).tips.slice(0, 2).map(({ id }) => id)).toEqual([
      tips[1],
      tips[0],
    ]);
  });
});

describe("a tribute item under review", () => {
  async function heldItem(): Promise<string> {
    const id = world.newId();
    await addItem(world.db, {
      id,
      user_id: creator.id,
      name: "See www.example.org",
      amount_minor: minor(7_00),
      currency: "EUR",
      image_id: null,
      now: world.clock(),
    });
    return id;
  }

  it("a tribute item under review is decided once, and stands in the log with what was before", async () => {
    const item_id = await heldItem();
    const acts = many(4).map((index) => {
      const given = { item_id, operator_id: operator(index % 2), reason: "An address" };
      return index < 2 ? () => acceptItem(world, given) : () => declineItem(world, given);
    });
    const outcomes = (await all(acts, (act) => act())).filter((outcome) => outcome !== "gone");
    expect(outcomes).toHaveLength(1);
    const after = outcomes[0] === "accepted" ? "ACTIVE" : "DECLINED";
    expect(await findItemReview(world.db, item_id)).toMatchObject({
      status: after,
      reason: "link",
      decline_reason: after === "ACTIVE" ? null : "An address",
    });
    const { entries } = await listAudit(world.db, { subject: `item:${item_id}` });
    expect(entries).toMatchObject([{ before: { status: "PENDING" }, after: { status: after } }]);
  });

  it("a tribute item under review is decided by operators alone", async () => {
    const item_id = await heldItem();
    await expect(acceptItem(world, { item_id, operator_id: creator.id })).rejects.toThrow("only operators");
    expect(await findItemReview(world.db, item_id)).toMatchObject({ status: "PENDING" });
  });

  it("a tribute item under review waits in the queue, the longest first, and raises the alarm after a day", async () => {
    await world.db.updateTable("tribute_items").set({ status: "ACTIVE" }).execute();
    const items: string[] = [];
    for (const _ of many(26)) {
      items.push(await heldItem());
      world.time.passSeconds(1);
    }
    const first = await listItemReviews(world.db, { view: "queue", after: null });
    expect(first.items.map(({ id }) => id)).toEqual(items.slice(0, 25));
    const second = await listItemReviews(world.db, { view: "queue", after: first.next });
    expect([second.items.map(({ id }) => id), second.next]).toEqual([items.slice(25), null]);
    expect(await readQueue(world.db, world.clock(), "items")).toEqual({
      count: 26,
      oldest: first.items[0]?.created_at,
    });
    await declineItem(world, { item_id: items[7] ?? "", operator_id: operator(), reason: "x" });
    const declined = await listItemReviews(world.db, { view: "declined", after: null });
    expect(declined.items.map(({ id }) => id)).toContain(items[7]);
    world.time.passSeconds(DAY_SECONDS - 26);
    expect(await listOverdueReviews(world.db, "item", world.clock())).toEqual([]);
    world.time.passSeconds(2);
    expect(await listOverdueReviews(world.db, "item", world.clock())).toEqual(items.slice(0, 2));
  });
});
