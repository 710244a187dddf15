import { afterEach, beforeEach, describe, expect } from "vitest";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import { listReceivedTips } from "../../app/domain/tips/received-tips.server.ts";
import {
  checkVoucher,
  redeemVoucher,
  settleRedemptions,
} from "../../app/domain/vouchers/redeem-voucher.server.ts";
import { readVoucher } from "../../app/domain/vouchers/voucher-codes.server.ts";
import { expireVouchers } from "../../app/domain/vouchers/voucher-states.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import {
  accountStatus,
  balancesOf,
  type Creator,
  createCreator,
  createTipWorld,
  earnBefore,
  mature,
  moveAccount,
  paymentOf,
  payOut,
  payTip,
  type TipWorld,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";
import { type Bought, beginVoucher, buyVoucher, voucherRow } from "../support/money/vouchers.ts";

let world: TipWorld;
let ada: Creator;

it.beforeAll(async ({ database }) => {
  const earning = createTipWorld(database.db);
  for (const currency of ["EUR", "USD", "GBP"]) await earnBefore(earning, currency, 10_000_00);
});
it.beforeEach(async ({ database }) => {
  world = createTipWorld(database.db);
  ada = await createCreator(world);
});
afterEach(async () => {
  await expectCleanBooks(world.db, world.clock());
  await days(30);
  await expectCleanBooks(world.db, world.clock());
});

const days = (count: number) => mature(world, count);

/** Redeems a code for a creator, who saw what it comes to. */
async function redeem(code: string, creator: Creator) {
  const look = await checkVoucher(world, { code, creator_id: creator.id, needs_fresh_rate: false });
  const seen = look.outcome === "valid" ? (look.credit?.amount_minor ?? 0) : 0;
  const given = { code, creator_id: creator.id, seen_credit_minor: seen, needs_fresh_rate: false };
  return await redeemVoucher(world, given);
}

const statusOf = async ({ id }: Pick<Bought, "id">) => (await voucherRow(world, id)).status;
const look = async (code: string, creator: Creator | null = null) =>
  await checkVoucher(world, { code, creator_id: creator?.id ?? null, needs_fresh_rate: false });

describe("a creator who is paid directly", () => {
  const ask = (code: string) => ({ code, creator_id: ada.id, needs_fresh_rate: false });
  beforeEach(
    async () =>
      await world.db.updateTable("users").set({ money_model: "DIRECT" }).where("id", "=", ada.id).execute(),
  );

  it("redeems no voucher while vouchers are off, and another creator still may", async () => {
    const { code } = await buyVoucher(world);
    expect(await look(code, ada)).toMatchObject({ outcome: "valid", becomes: null });
    expect(await redeem(code, ada)).toEqual({ outcome: "cannot_redeem" });
    expect(await redeem(code, await createCreator(world))).toMatchObject({ outcome: "redeemed" });
  });

  it("redeems one where vouchers are switched on, and its money is held until a payout", async () => {
    const { code } = await buyVoucher(world, { amount: 25_00 });
    const given = { ...ask(code), direct_redeems: true, seen_credit_minor: 25_00 };
    expect(await redeemVoucher(world, given)).toMatchObject({ outcome: "redeemed" });
    expect(await balancesOf(world, ada)).toEqual({ creator_pending: 25_00 });
  });
});

describe("a voucher that is bought", () => {
  it("gets a code when its money is there, is owed from then on, and its buyer gets the way to it", async () => {
    const begun = await beginVoucher(world, { email: "ida@buyers.example" });
    expect(await readVoucher(world, begun.voucher_id ?? "")).toBeNull();
    await tell(world, begun, { state: "PAID" });
    const row = await voucherRow(world, begun.voucher_id ?? "");
    const shown = await readVoucher(world, row.id);
    expect(shown?.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    expect(row.code_end).toBe(shown?.code?.slice(-4));
    expect(row.expires_at?.toISOString()).toMatch(/^20\d\d-12-31T23:00:00.000Z$/);
    expect(row.code_encrypted?.includes(Buffer.from(shown?.code ?? ""))).toBe(false);
    const mails = await world.db
      .selectFrom("mail_outbox")
      .select(["template", "params"])
      .where("recipient", "=", "ida@buyers.example")
      .execute();
    expect(mails.map(({ template }) => template)).toEqual(["voucher_bought"]);
    expect(JSON.stringify(mails)).not.toContain(shown?.code);
  });

  it("is settled once, and money of another amount goes back", async () => {
    const begun = await beginVoucher(world);
    expect(await tell(world, begun, { state: "PAID", amountMinor: 1_00 })).toBe("refunding_other_amount");
    for (const { id } of await world.db.selectFrom("refunds").select("id").execute())
      await processRefund(world, id);
    const second = await buyVoucher(world);
    const code = second.code;
    expect(await tell(world, second.payment, { state: "PAID" })).toBe("unchanged");
    expect((await readVoucher(world, second.id))?.code).toBe(code);
  });

  it("goes back when its money comes after the buyer's address is forgotten: nobody would ever get its code", async () => {
    const begun = await beginVoucher(world);
    const emptied = { status: "LAPSED" as const, email: null };
    await world.db.updateTable("vouchers").set(emptied).where("id", "=", begun.voucher_id).execute();
    expect(await tell(world, begun, { state: "PAID" })).toBe("refunding_receiver_cannot_receive");
    expect(await statusOf({ id: begun.voucher_id ?? "" })).toBe("LAPSED");
    expect((await paymentOf(world, begun.id)).status).toBe("REFUNDED");
    for (const { id } of await world.db.selectFrom("refunds").select("id").execute())
      await processRefund(world, id);
  });

  it("is bought in another currency than it is paid in", async () => {
    const bought = await buyVoucher(world, { currency: "GBP", payIn: "EUR", amount: 40_00 });
    expect((await redeem(bought.code, ada)).outcome).toBe("redeemed");
  });
});

describe("redeeming", () => {
  it("credits an ACTIVE creator with the face: it waits until the purchase matures, and is theirs with the buyer's words", async () => {
    const bought = await buyVoucher(world, { amount: 25_00, from: "Ida", message: "Für neue Saiten" });
    await days(2);
    const checked = await look(bought.code, ada);
    expect(checked).toMatchObject({ outcome: "valid", becomes: "waiting", credit: { amount_minor: 25_00 } });
    expect((await redeem(bought.code, ada)).outcome).toBe("redeemed");
    expect(await balancesOf(world, ada)).toEqual({ creator_pending: 25_00 });
    const [tip] = (await listReceivedTips(world.db, ada.id, ALL)).tips;
    expect(tip).toMatchObject({ sender_name: "Ida", message: "Für neue Saiten", amount_minor: 25_00 });
    await days(5);
    expect(await balancesOf(world, ada)).toEqual({ creator_available: 25_00 });
    expect((await voucherRow(world, bought.id)).code_encrypted).toBeNull();
  });

  it("is available at once when the purchase has matured, and by a way to pay that does not wait", async () => {
    const old = await buyVoucher(world);
    await days(8);
    const fast = await buyVoucher(world, { type: "INETCASH_OB" });
    for (const each of [old, fast]) expect((await redeem(each.code, ada)).outcome).toBe("redeemed");
    expect(await balancesOf(world, ada)).toEqual({ creator_available: 50_00 });
  });

  it("converts at the day's rate, as it was shown, and refuses when that is another by then", async () => {
    const dollars = await createCreator(world, { currency: "USD" });
    const bought = await buyVoucher(world, { amount: 100_00 });
    const seen = await look(bought.code, dollars);
    if (seen.outcome !== "valid" || !seen.credit) throw new Error(seen.outcome);
    expect(seen.credit).toMatchObject({ currency: "USD" });
    expect(seen.credit.amount_minor).toBe(Math.round(100_00 * Number(seen.credit.rate)));
    const given = { code: bought.code, creator_id: dollars.id, needs_fresh_rate: false };
    expect(await redeemVoucher(world, { ...given, seen_credit_minor: seen.credit.amount_minor - 1 })).toEqual(
      {
        outcome: "price_changed",
      },
    );
    expect((await redeem(bought.code, dollars)).outcome).toBe("redeemed");
    expect((await balancesOf(world, dollars, "USD")).creator_pending).toBe(seen.credit.amount_minor);
  });

  it("repays first what a CHARGEBACK creator owes", async () => {
    const tip = await payTip(world, ada, { amount: 20_00 });
    await days(8);
    await payOut(world, ada);
    await tellDispute(world, tip, "LOST");
    expect(await accountStatus(world, ada)).toBe("CHARGEBACK");
    const bought = await buyVoucher(world, { type: "INETCASH_OB", amount: 25_00 });
    expect((await redeem(bought.code, ada)).outcome).toBe("redeemed");
    expect(await balancesOf(world, ada)).toEqual({ creator_available: 5_00 });
    expect(await accountStatus(world, ada)).toBe("ACTIVE");
  });

  it("answers for a code that is used, over, locked, disputed or nobody's", async () => {
    const used = await buyVoucher(world);
    await redeem(used.code, ada);
    expect(await redeem(used.code, ada)).toEqual({ outcome: "redeemed" });
    expect(await look(used.code)).toEqual({ outcome: "redeemed" });
    expect(await look("0000000000000000")).toEqual({ outcome: "not_valid" });
    const locked = await buyVoucher(world);
    await world.db
      .updateTable("vouchers")
      .set({ locked_at: world.clock(), locked_by: ada.id, lock_reason: "asked for" })
      .where("id", "=", locked.id)
      .execute();
    expect(await redeem(locked.code, ada)).toEqual({ outcome: "not_valid" });
    const disputed = await buyVoucher(world);
    await tellDispute(world, disputed.payment, "OPEN");
    expect(await redeem(disputed.code, ada)).toEqual({ outcome: "not_valid" });
    await tellDispute(world, disputed.payment, "WON");
    expect((await redeem(disputed.code, ada)).outcome).toBe("redeemed");
  });

  it("50 redemptions of one code at once are one credit", async () => {
    const bought = await buyVoucher(world);
    const others = [ada, await createCreator(world), await createCreator(world, { currency: "USD" })];
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => redeem(bought.code, others[index % 3] ?? ada)),
    );
    expect(outcomes.filter((each) => "tip_id" in each)).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === "redeemed")).toHaveLength(50);
  });
});

describe("a creator who is not verified yet", () => {
  beforeEach(async () => {
    ada = await createCreator(world, { status: "PENDING" });
  });

  it("waits with it until they are, in the currency that they saw", async () => {
    const dollars = await createCreator(world, { currency: "USD", status: "PENDING" });
    const bought = await buyVoucher(world);
    const seen = await look(bought.code, dollars);
    expect(seen).toMatchObject({ becomes: "pending" });
    expect((await redeem(bought.code, dollars)).outcome).toBe("pending");
    expect(await statusOf(bought)).toBe("PENDING");
    expect(await look(bought.code)).toEqual({ outcome: "redeemed" });
    await expectCleanBooks(world.db, world.clock());
    expect((await settleRedemptions(world)).done).toBe(0);
    await days(8);
    await moveAccount(world, dollars.id, ["ACTIVE"]);
    expect((await settleRedemptions(world)).done).toBe(1);
    expect(await statusOf(bought)).toBe("REDEEMED");
    const own = await balancesOf(world, dollars, "USD");
    expect(own).toEqual({ creator_available: seen.outcome === "valid" ? seen.credit?.amount_minor : 0 });
    expect((await settleRedemptions(world)).done).toBe(0);
  });

  it("gives it back when they are locked, or after 90 days, and then it can be redeemed again", async () => {
    const [one, two] = [await buyVoucher(world), await buyVoucher(world, { currency: "GBP" })];
    const ben = await createCreator(world, { status: "PENDING" });
    await redeem(one.code, ada);
    await redeem(two.code, ben);
    await moveAccount(world, ben.id, ["LOCKED"]);
    expect((await settleRedemptions(world)).done).toBe(1);
    expect([await statusOf(one), await statusOf(two)]).toEqual(["PENDING", "VALID"]);
    await days(91);
    expect((await settleRedemptions(world)).done).toBe(1);
    expect(await statusOf(one)).toBe("VALID");
    const cem = await createCreator(world);
    for (const each of [one, two]) expect((await redeem(each.code, cem)).outcome).toBe("redeemed");
    expect((await redeem(one.code, ada)).outcome).toBe("redeemed");
  });
});

describe("a voucher's end", () => {
  it("expires with its last day, and its money is ours", async () => {
    const bought = await buyVoucher(world);
    const row = await voucherRow(world, bought.id);
    const seconds = ((row.expires_at?.getTime() ?? 0) - world.clock().getTime()) / 1000;
    world.time.passSeconds(seconds - 1);
    expect(await look(bought.code)).toMatchObject({ outcome: "valid" });
    expect((await expireVouchers(world.db, world.clock())).done).toBe(0);
    world.time.passSeconds(1);
    expect(await look(bought.code)).toEqual({ outcome: "expired" });
    expect((await expireVouchers(world.db, world.clock())).done).toBeGreaterThan(0);
    expect(await look(bought.code)).toEqual({ outcome: "expired" });
    expect(await redeem(bought.code, ada)).toEqual({ outcome: "expired" });
    await expectCleanBooks(world.db, world.clock());
    // Years later the bank asks for it all the same, gives it up, and it expires anew.
    await tellDispute(world, bought.payment, "OPEN");
    expect(await statusOf(bought)).toBe("VALID");
    await expectCleanBooks(world.db, world.clock());
    await tellDispute(world, bought.payment, "WON");
    expect((await expireVouchers(world.db, world.clock())).done).toBeGreaterThan(0);
    expect((await voucherRow(world, bought.id)).expiries).toBe(2);
  });

  it("is void when a dispute is lost before anybody redeemed it, and good again when the bank gives in", async () => {
    const bought = await buyVoucher(world);
    await tellDispute(world, bought.payment, "LOST");
    expect(await statusOf(bought)).toBe("VOID");
    expect(await redeem(bought.code, ada)).toEqual({ outcome: "not_valid" });
    await expectCleanBooks(world.db, world.clock());
    await tellDispute(world, bought.payment, "WON");
    expect(await statusOf(bought)).toBe("VALID");
    expect((await redeem(bought.code, ada)).outcome).toBe("redeemed");
  });

  it("takes a redemption that waits back when its money is asked for", async () => {
    ada = await createCreator(world, { status: "PENDING" });
    const bought = await buyVoucher(world);
    await redeem(bought.code, ada);
    await tellDispute(world, bought.payment, "OPEN");
    expect(await statusOf(bought)).toBe("VALID");
    expect(await balancesOf(world, ada)).toEqual({});
    await tellDispute(world, bought.payment, "LOST");
    expect(await statusOf(bought)).toBe("VOID");
  });

  it("takes it from who redeemed it when a dispute is lost after that, also in their own currency", async () => {
    const dollars = await createCreator(world, { currency: "USD" });
    for (const [creator, currency] of [
      [ada, "EUR"],
      [dollars, "USD"],
    ] as const) {
      const bought = await buyVoucher(world, { amount: 30_00, type: "INETCASH_OB" });
      await redeem(bought.code, creator);
      const before = (await balancesOf(world, creator, currency)).creator_available;
      await tellDispute(world, bought.payment, "OPEN");
      expect(await balancesOf(world, creator, currency)).toEqual({ creator_dispute_hold: before });
      await expectCleanBooks(world.db, world.clock());
      await tellDispute(world, bought.payment, "LOST");
      expect(await balancesOf(world, creator, currency)).toEqual({});
      expect((await paymentOf(world, bought.payment.id)).status).toBe("CHARGEBACK");
      expect(await statusOf(bought)).toBe("REDEEMED");
      await expectCleanBooks(world.db, world.clock());
      await tellDispute(world, bought.payment, "WON");
      expect((await balancesOf(world, creator, currency)).creator_available).toBe(before);
    }
  });

  it("makes who redeemed it and was paid out owe it, in their currency and to the cent", async () => {
    const dollars = await createCreator(world, { currency: "USD" });
    const bought = await buyVoucher(world, { amount: 33_33, type: "INETCASH_OB", payIn: "CHF" });
    await redeem(bought.code, dollars);
    const { creator_available: had } = await balancesOf(world, dollars, "USD");
    await payOut(world, dollars);
    for (const [index, part] of [10_01, 7, 5_00].entries())
      await tellDispute(world, bought.payment, "LOST", { amount: part, ref: `part-${index}` });
    await tellDispute(world, bought.payment, "LOST", { ref: "rest" });
    expect((await balancesOf(world, dollars, "USD")).creator_receivable).toBe(had);
    expect(await accountStatus(world, dollars)).toBe("CHARGEBACK");
  });
});

const ALL = { only_new: false, fan: "", after: null };
