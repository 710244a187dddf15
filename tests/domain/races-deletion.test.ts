import type { Kysely } from "kysely";
import { afterEach, expect } from "vitest";
import { tokenHash } from "../../app/crypto/crypto.server.ts";
import { deleteAccount, requestDeletion } from "../../app/domain/auth/deletion.server.ts";
import { undoEmailChange } from "../../app/domain/auth/email-change.server.ts";
import { lockAccount, unlockAccount } from "../../app/domain/auth/operators.server.ts";
import { releaseDueFunds } from "../../app/domain/earnings/maturing.server.ts";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import { requestPayoutData } from "../../app/domain/payouts/destinations/payout-data.server.ts";
import { runMonthlyPayouts } from "../../app/domain/payouts/monthly-run.server.ts";
import { requestWithdrawal } from "../../app/domain/payouts/requests/withdrawals.server.ts";
import { setCurrency } from "../../app/domain/users/settings.server.ts";
import { lockCreators } from "../../app/domain/users/user.server.ts";
import type { DB } from "../../db/schema.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks, somebodyWaits } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { eventually } from "../support/eventually.ts";
import { confirmAddress, emailOf, mailedLink, moveTo } from "../support/money/email-changes.ts";
import {
  acceptPayoutData,
  earn,
  GERMAN_BANK,
  makeOperator,
  type PayoutWorld,
  payoutsOf,
  withPayouts,
} from "../support/money/payout-world.ts";
import { askRefund, by, refundsOf } from "../support/money/refund-world.ts";
import {
  accountStatus,
  balancesOf,
  beginTip,
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  paymentOf,
  payOut,
  payTip,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";

// An account that is deleted at the moment in which its money moves: each pair fifty times at once, on two instances. No
// deadlock is retried: one would fail the test.

/** Another instance of the product on the same database. */
let second: Kysely<DB>;
let world: PayoutWorld;
let operator: string;

it.beforeAll(async ({ database, second: connected }) => {
  second = connected;
  await earnBefore(createTipWorld(database.db), "EUR", 100_000_00);
  operator = await makeOperator(createTipWorld(database.db));
});
it.beforeEach(({ database }) => {
  world = withPayouts(createTipWorld(database.db));
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

const either = (index: number): PayoutWorld => (index % 2 === 0 ? world : { ...world, db: second });
const FIFTY = many(50);

/** The link by which a creator without money may leave. */
async function farewell(creator: Creator): Promise<{ user_id: string; token: string }> {
  const asked = await requestDeletion(world, creator.id);
  if (asked !== "sent") throw new Error(`the deletion was ${asked}`);
  const token = await mailedLink(world, "deletion", await emailOf(world, creator));
  return { user_id: creator.id, token };
}

/** Leaves on one instance while something else happens on the other; they take turns in coming first. */
async function leaveDuring<Outcome>(
  index: number,
  link: { user_id: string; token: string },
  act: (world: PayoutWorld) => Promise<Outcome>,
): Promise<[string, Outcome]> {
  const leaving = () => deleteAccount(either(index), { ...link, forfeits: true });
  const other = () => act(either(index + 1));
  if (index % 4 < 2) return await Promise.all([leaving(), other()]);
  const [outcome, left] = await Promise.all([other(), leaving()]);
  return [left, outcome];
}

const isGone = async (creator: Creator) => (await emailOf(world, creator)).endsWith("@deleted.invalid");

it.each(["INETCASH_CC", "INETCASH_OB"] as const)(
  "of fifty tips by %s that settle while their creators leave, none is credited to somebody who has left: it goes back to the fan",
  async (type) => {
    const stories = await all(FIFTY, async (index) => {
      const creator = await createCreator(world);
      // Half of them have accounts in the books from before.
      if (index % 2 === 0) await earn(world, creator, 100);
      return {
        creator,
        payment: await beginTip(world, creator, { amount: 10_00, type }),
        link: await farewell(creator),
      };
    });
    const ends = await all(stories, async ({ payment, link }, index) => {
      return await leaveDuring(index, link, (instance) => tell(instance, payment));
    });
    for (const [index, { creator, payment }] of stories.entries()) {
      const [left, settled] = ends[index] ?? [];
      const own = await balancesOf(world, creator);
      if (left === "deleted") {
        expect([settled, own]).toEqual(["refunding_receiver_cannot_receive", {}]);
        for (const { id } of await refundsOf(world, payment)) await processRefund(world, id);
        expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REFUNDED" });
      } else {
        expect([left, settled, await isGone(creator)]).toEqual(["balance_open", "settled", false]);
        expect((own.creator_pending ?? 0) + (own.creator_available ?? 0)).toBeGreaterThanOrEqual(10_00);
      }
    }
  },
);

it("a tip that waits for the deletion of its creator finds that they have left", async () => {
  const creator = await createCreator(world);
  const payment = await beginTip(world, creator, { amount: 10_00 });
  const link = await farewell(creator);
  const coming: Promise<unknown>[] = [];
  await second.transaction().execute(async (trx) => {
    await trx.selectFrom("users").select("id").where("id", "=", creator.id).forNoKeyUpdate().execute();
    coming.push(deleteAccount(world, link));
    await eventually("the deletion waits", () => somebodyWaits(second));
    coming.push(tell(world, payment));
    await eventually("the tip waits, too", () => somebodyWaits(second, 2));
  });
  expect(await Promise.all(coming)).toEqual(["deleted", "refunding_receiver_cannot_receive"]);
  expect(await balancesOf(world, creator)).toEqual({});
  for (const { id } of await refundsOf(world, payment)) await processRefund(world, id);
});

it("of fifty creators who leave while the provider refuses a refund of theirs, none is gone before the money is back", async () => {
  const stories = await all(FIFTY, async () => {
    const creator = await createCreator(world);
    // The link is from before there was any money, and still good.
    const link = await farewell(creator);
    const payment = await payTip(world, creator, { amount: 10_00, type: "INETCASH_OB" });
    return { creator, payment, link };
  });
  for (const { payment, creator } of stories) await askRefund(world, payment, by(creator));
  for (const _ of stories) world.provider.failNext("refund", "refused");
  const ends = await all(stories, async ({ payment, link }, index) =>
    leaveDuring(index, link, async (instance) => {
      for (const { id } of await refundsOf(instance, payment)) await processRefund(instance, id);
    }),
  );
  expect(new Set(ends.map(([left]) => left))).toEqual(new Set(["balance_open"]));
  for (const { creator } of stories)
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 10_00 });
});

it("of fifty creators who leave while a tip that they were paid out is disputed, none leaves a debt that comes later", async () => {
  const stories = await all(FIFTY, async () => {
    const creator = await createCreator(world);
    const link = await farewell(creator);
    const payment = await payTip(world, creator, { amount: 10_00, type: "INETCASH_OB" });
    await payOut(world, creator);
    return { creator, payment, link };
  });
  const ends = await all(stories, async ({ payment, link }, index) =>
    leaveDuring(index, link, (instance) => tellDispute(instance, payment, "OPEN")),
  );
  for (const [index, { creator, payment }] of stories.entries()) {
    const [left] = ends[index] ?? [];
    const isFirst = left === "deleted";
    expect([left, await isGone(creator)]).toEqual([isFirst ? "deleted" : "balance_open", isFirst]);
    await tellDispute(world, payment, "LOST");
    // Who had left before the bank asked owes it all the same: an operator gives it up.
    expect(await balancesOf(world, creator)).toEqual({ creator_receivable: 10_00 });
    expect(await accountStatus(world, creator)).toBe(isFirst ? "LOCKED" : "CHARGEBACK");
  }
});

it("of fifty creators who leave while they are locked, unlocked, move to another currency or withdraw, each is either gone or as they were", async () => {
  const acts: ((instance: PayoutWorld, creator: Creator) => Promise<unknown>)[] = [
    (instance, { id }) => lockAccount(instance, { user_id: id, operator_id: operator, reason: "test" }),
    (instance, { id }) => unlockAccount(instance, { user_id: id, operator_id: operator }),
    (instance, { id }) => setCurrency(instance.db, id, "USD", instance.clock()),
    (instance, { id }) => requestWithdrawal(instance, { user_id: id, currency: "EUR", amount_minor: null }),
    (instance) => releaseDueFunds(instance.db, instance.clock()),
  ];
  const stories = await all(FIFTY, async (index) => {
    const creator = await createCreator(world);
    await acceptPayoutData(world, creator, { operator });
    const link = await farewell(creator);
    // What a fifth of them has is enough for a withdrawal.
    await earn(world, creator, index % 5 === 3 ? 20_00 : 100);
    return { creator, link };
  });
  const ends = await all(stories, ({ creator, link }, index) =>
    leaveDuring(index, link, async (instance) => await acts[index % acts.length]?.(instance, creator)),
  );
  for (const [index, { creator }] of stories.entries()) {
    const [left] = ends[index] ?? [];
    const payouts = await payoutsOf(world, creator);
    if (left === "deleted") {
      expect([await isGone(creator), await accountStatus(world, creator)]).toEqual([true, "LOCKED"]);
      expect([await balancesOf(world, creator), payouts]).toEqual([{}, []]);
    } else if (left === "link_void") {
      // A lock ends the links that were open.
      expect([index % 5, payouts.length, await isGone(creator)]).toEqual([0, 0, false]);
    } else {
      expect([left, index % 5, payouts.length, await isGone(creator)]).toEqual(["balance_open", 3, 1, false]);
    }
  }
});

it("of fifty creators who leave while an email change of theirs is undone, none leaves before it is undone", async () => {
  const stories = await all(many(20), async (index) => {
    const creator = await createCreator(world);
    await confirmAddress(world, creator);
    const undo = await moveTo(world, creator, `thief-${index}-${creator.id}@elsewhere.example`);
    const id = world.newId();
    await world.db
      .insertInto("mailed_tokens")
      .values({
        ...{
          token_hash: tokenHash(world.tokens.sign("deletion", id)),
          user_id: creator.id,
          purpose: "deletion",
        },
        ...{
          email: null,
          created_at: world.clock(),
          expires_at: new Date(world.clock().getTime() + 3_600_000),
        },
      })
      .execute();
    return { creator, undo, link: { user_id: creator.id, token: world.tokens.sign("deletion", id) } };
  });
  const ends = await all(stories, ({ undo, link }, index) =>
    leaveDuring(index, link, (instance) => undoEmailChange(instance, undo)),
  );
  for (const [index, { creator }] of stories.entries()) {
    // Undoing ends all links, that of the deletion too.
    expect(["email_undo_open", "link_void"]).toContain(ends[index]?.[0]);
    expect([ends[index]?.[1], await isGone(creator)]).toMatchObject([{ user_id: creator.id }, false]);
  }
});

it("fifty creators whose new payout data is confirmed while the monthly run waits are not paid to the old account", async () => {
  const creators = await all(FIFTY, async () => {
    const creator = await createCreator(world);
    await acceptPayoutData(world, creator, { operator });
    await earn(world, creator, 400_00);
    const order = { user_id: creator.id, details: GERMAN_BANK, bank_country: "DE" };
    expect(await requestPayoutData(world, order)).toMatchObject({ outcome: "code_sent" });
    return creator;
  });
  const ids = creators.map(({ id }) => id);
  let running: Promise<unknown> | undefined;
  world.time.passSeconds(32 * DAY_SECONDS);
  // As typing the code does: the account's row, then the data.
  await second.transaction().execute(async (trx) => {
    await lockCreators(trx, ids);
    running = runMonthlyPayouts(world);
    await eventually("the run waits", () => somebodyWaits(second));
    await trx
      .updateTable("payout_destinations")
      .set({ status: "PENDING", confirmed_at: world.clock(), code_expires_at: null, code_tries_left: null })
      .where("user_id", "in", ids)
      .where("status", "=", "CODE_SENT")
      .execute();
  });
  expect(await running).toMatchObject({ outcome: "done" });
  for (const creator of creators) expect(await payoutsOf(world, creator)).toEqual([]);
});
