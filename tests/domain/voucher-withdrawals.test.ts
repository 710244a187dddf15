import type { Kysely } from "kysely";
import { afterEach, describe, expect } from "vitest";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import type { RefundRequester } from "../../app/domain/refunds/refunds.server.ts";
import { settleRedemptions } from "../../app/domain/vouchers/redeem-voucher.server.ts";
import { lastDayOf } from "../../app/domain/vouchers/voucher-dates.ts";
import { expireVouchers } from "../../app/domain/vouchers/voucher-states.server.ts";
import type { DB } from "../../db/schema.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import {
  balancesOf,
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  moveAccount,
  type TipWorld,
} from "../support/money/tip-world.ts";
import { askVoucherBack, redeem } from "../support/money/voucher-story.ts";
import { type Bought, buyVoucher, voucherRow } from "../support/money/vouchers.ts";

/** Another instance of the product on the same database. */
let second: Kysely<DB>;
let world: TipWorld;
/** Somebody who has the code and an account that nobody has verified. */
let stranger: Creator;

it.beforeAll(async ({ database, second: connected }) => {
  second = connected;
  for (const currency of ["EUR", "USD"]) await earnBefore(createTipWorld(database.db), currency, 10_000_00);
});
it.beforeEach(async ({ database }) => {
  world = createTipWorld(database.db);
  stranger = await createCreator(world, { status: "PENDING" });
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

const BUYER: RefundRequester = { role: "BUYER" };
const passDays = (count: number) => world.time.passSeconds(count * DAY_SECONDS);
const isId = (answer: string) => /-/.test(answer);

async function waitingVoucher(creator: Creator = stranger): Promise<Bought> {
  const bought = await buyVoucher(world);
  expect((await redeem(world, bought, creator)).outcome).toBe("pending");
  return bought;
}

async function redemptionsOf({ id }: Bought) {
  return await world.db
    .selectFrom("voucher_redemptions")
    .select(["status", "return_reason"])
    .where("voucher_id", "=", id)
    .orderBy("asked_at")
    .execute();
}

async function emailOf({ id }: Creator): Promise<string> {
  const row = await world.db
    .selectFrom("users")
    .select("email")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.email;
}

async function mailsOf(email: string): Promise<unknown[]> {
  const rows = await world.db
    .selectFrom("mail_outbox")
    .select("params")
    .where("recipient", "=", email)
    .where("template", "=", "voucher_news")
    .orderBy("created_at")
    .execute();
  return rows.map(({ params }) => params);
}

describe("a redemption that waits for its creator's verification", () => {
  it("stops no withdrawal: the buyer gets all back, and whoever waited is told why", async () => {
    const bought = await waitingVoucher();
    expect(await balancesOf(world, stranger)).toEqual({ creator_unverified: 25_00 });
    const asked = await askVoucherBack(world, bought, BUYER);
    expect(asked).toSatisfy(isId);
    expect((await voucherRow(world, bought.id)).status).toBe("REFUNDED");
    expect(await balancesOf(world, stranger)).toEqual({});
    expect(await redemptionsOf(bought)).toEqual([{ status: "RETURNED", return_reason: "WITHDRAWN" }]);
    await processRefund(world, asked);
    expect(await mailsOf(await emailOf(stranger))).toMatchObject([
      { kind: "pending" },
      { kind: "taken_back", amount_minor: 25_00 },
    ]);
    await moveAccount(world, stranger.id, ["ACTIVE"]);
    expect((await settleRedemptions(world)).done).toBe(0);
    expect((await redeem(world, bought, stranger)).outcome).toBe("not_valid");
  });

  it("takes none of the buyer's days: they withdraw while it waits, and as long afterwards as was left before", async () => {
    const [during, after] = [await buyVoucher(world), await buyVoucher(world)];
    passDays(10);
    for (const bought of [during, after]) await redeem(world, bought, stranger);
    passDays(60);
    expect(await askVoucherBack(world, during, BUYER)).toSatisfy(isId);
    passDays(30);
    expect((await settleRedemptions(world)).done).toBe(1);
    expect(await redemptionsOf(after)).toEqual([{ status: "RETURNED", return_reason: "TIME" }]);
    passDays(4);
    expect(await askVoucherBack(world, after, BUYER)).toSatisfy(isId);
  });

  it("many short waits bring no more days than they took together", async () => {
    const bought = await buyVoucher(world);
    for (let turn = 0; turn < 20; turn += 1) {
      const other = await createCreator(world, { status: "PENDING" });
      await redeem(world, bought, other);
      world.time.passSeconds(60);
      await moveAccount(world, other.id, ["LOCKED"]);
      await settleRedemptions(world);
    }
    expect(await redemptionsOf(bought)).toHaveLength(20);
    expect(await voucherRow(world, bought.id)).toMatchObject({ status: "VALID", waited_days: 1 });
  });

  it("brings no days beyond those that it waited", async () => {
    const bought = await buyVoucher(world);
    passDays(10);
    await redeem(world, bought, stranger);
    passDays(90);
    await settleRedemptions(world);
    passDays(5);
    expect(await askVoucherBack(world, bought, BUYER)).toBe("too_late");
    // A withdrawal that is late before somebody redeems stays late while they wait.
    await redeem(world, bought, await createCreator(world, { status: "PENDING" }));
    world.time.passSeconds(60);
    expect(await askVoucherBack(world, bought, BUYER)).toBe("too_late");
  });

  it("prolongs the voucher by each day that it began to wait, to midnight in Berlin", async () => {
    const bought = await waitingVoucher();
    const before = await voucherRow(world, bought.id);
    passDays(40.5);
    await moveAccount(world, stranger.id, ["LOCKED"]);
    await settleRedemptions(world);
    const after = await voucherRow(world, bought.id);
    expect(after.waited_days).toBe(41);
    const year = Number(before.expires_at?.toISOString().slice(0, 4)) + 1;
    expect(after.expires_at?.toISOString()).toBe(`${year}-02-10T23:00:00.000Z`);
    expect(lastDayOf({ ...after, paid_at: after.paid_at ?? new Date(0) })).toBe(`${year}-02-10`);
    world.time.passSeconds(((before.expires_at?.getTime() ?? 0) - world.clock().getTime()) / 1000 + 3_600);
    await expireVouchers(world.db, world.clock());
    expect((await voucherRow(world, bought.id)).status).toBe("VALID");
    passDays(41);
    await expireVouchers(world.db, world.clock());
    expect((await voucherRow(world, bought.id)).status).toBe("EXPIRED");
  });

  it("is gone for good when the provider then refuses the refund: the code is open to anybody once more", async () => {
    const bought = await waitingVoucher();
    world.provider.refundsBecome("FAILED");
    await processRefund(world, await askVoucherBack(world, bought, BUYER));
    expect((await voucherRow(world, bought.id)).status).toBe("VALID");
    expect((await redeem(world, bought, await createCreator(world))).outcome).toBe("redeemed");
  });
});

describe("withdrawal and verification", () => {
  it("come one after the other: who was credited first keeps it", async () => {
    const bought = await waitingVoucher();
    await moveAccount(world, stranger.id, ["ACTIVE"]);
    expect((await settleRedemptions(world)).done).toBe(1);
    expect(await askVoucherBack(world, bought, BUYER)).toBe("redeemed");
    expect(await balancesOf(world, stranger)).toEqual({ creator_pending: 25_00 });
  });

  it("happen once between them when ten of each come at once", async () => {
    for (const _ of many(5)) {
      const creator = await createCreator(world, { status: "PENDING" });
      const bought = await waitingVoucher(creator);
      await moveAccount(world, creator.id, ["ACTIVE"]);
      const answers = await all(many(20), async (index) => {
        const there = index % 4 < 2 ? world : { ...world, db: second };
        if (index % 2 === 0) return await askVoucherBack(there, bought, BUYER);
        await settleRedemptions(there);
        return "settled";
      });
      const withdrawn = answers.filter((answer) => isId(answer)).length;
      expect(await balancesOf(world, creator)).toEqual(withdrawn === 1 ? {} : { creator_pending: 25_00 });
      expect((await voucherRow(world, bought.id)).status).toBe(withdrawn === 1 ? "REFUNDED" : "REDEEMED");
      expect(withdrawn).toBeLessThanOrEqual(1);
    }
  });
});
