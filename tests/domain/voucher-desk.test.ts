import { describe, expect } from "vitest";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { refundVoucher } from "../../app/domain/refunds/refunds.server.ts";
import { findReceivedTip } from "../../app/domain/tips/received-tips.server.ts";
import {
  blockVoucher,
  findVoucherFacts,
  searchVouchers,
  unblockVoucher,
} from "../../app/domain/vouchers/admin-vouchers.server.ts";
import {
  checkVoucher,
  findOwnRedemption,
  listPendingRedemptions,
  redeemVoucher,
  settleRedemptions,
} from "../../app/domain/vouchers/redeem-voucher.server.ts";
import { findBoughtVoucher, isWithdrawn } from "../../app/domain/vouchers/voucher-drafts.server.ts";
import { resendVoucher } from "../../app/domain/vouchers/voucher-states.server.ts";
import { voucherNews } from "../../app/mail/templates/voucher-mails.ts";
import { all, many } from "../support/database/at-once.ts";
import { test as it } from "../support/domain-test.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import {
  balancesOf,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  moveAccount,
  type TipWorld,
} from "../support/money/tip-world.ts";
import { buyVoucher } from "../support/money/vouchers.ts";

// What operators, buyers and creators do with vouchers beside redeeming them.

let world: TipWorld;
let operator_id: string;

it.beforeAll(async ({ database }) => {
  world = createTipWorld(database.db);
  operator_id = (await createOperatorRow(database.db, world.clock())).id;
});

const check = async (code: string) =>
  (await checkVoucher(world, { code, creator_id: null, needs_fresh_rate: false })).outcome;
const redeem = async (code: string, creator_id: string, seen_credit_minor = 25_00) =>
  await redeemVoucher(world, { code, creator_id, seen_credit_minor, needs_fresh_rate: false });
const mailsOf = async (template: string, recipient: string) =>
  await world.db
    .selectFrom("mail_outbox")
    .select(["params", "recipient"])
    .where("template", "=", template)
    .where("recipient", "=", recipient)
    .execute();

describe("operators", () => {
  it("find a voucher by the end of its code, however it is typed, by the buyer's address, and by ids", async () => {
    const { id, code, payment } = await buyVoucher(world, { email: "Nora.Kind@buyers.example" });
    const end = code.slice(-4);
    for (const words of [end, end.toLowerCase(), " nora.kind@", "NORA.KIND@buyers.example", id, payment.id]) {
      const { vouchers } = await searchVouchers(world.db, { words, status: null, after: null });
      expect(
        vouchers.map((each) => each.id),
        words,
      ).toContain(id);
    }
    for (const words of ["nora.kindX", "%", code, "????"]) {
      const { vouchers } = await searchVouchers(world.db, { words, status: null, after: null });
      expect(vouchers, words).toEqual([]);
    }
    const facts = await findVoucherFacts(world.db, id);
    expect(JSON.stringify(facts)).not.toContain(code);
    expect(facts).toMatchObject({ status: "VALID", code_end: end, redemptions: [], lock: null });
    expect(facts?.payments.map((each) => each.id)).toEqual([payment.id]);
  });

  it("lock a voucher, which is not valid to whoever has the code, and unlock it", async () => {
    const { id, code } = await buyVoucher(world);
    const creator = await createCreator(world);
    const act = { voucher_id: id, operator_id };
    expect(await unblockVoucher(world, act)).toBe("gone");
    expect(await blockVoucher(world, { ...act, reason: "Reported as stolen" })).toBe("locked");
    expect(await blockVoucher(world, { ...act, reason: "Once more" })).toBe("gone");
    expect(await check(code)).toBe("not_valid");
    expect((await redeem(code, creator.id)).outcome).toBe("not_valid");
    expect((await findVoucherFacts(world.db, id))?.lock).toMatchObject({ reason: "Reported as stolen" });
    expect(await unblockVoucher(world, act)).toBe("unlocked");
    expect(await check(code)).toBe("valid");
    const { entries } = await listAudit(world.db, { subject: `voucher:${id}` });
    expect(entries.map(({ action, after }) => [action, after])).toEqual([
      ["voucher.unlocked", null],
      ["voucher.locked", { reason: "Reported as stolen" }],
    ]);
  });

  it("lock or redeem, whichever comes first, and never both", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, code } = await buyVoucher(world);
      const creator = await createCreator(world);
      const [locked, redeemed] = await Promise.all([
        blockVoucher(world, { voucher_id: id, operator_id, reason: "x" }),
        redeem(code, creator.id),
      ]);
      expect([
        ["locked", "not_valid"],
        ["gone", "redeemed"],
      ]).toContainEqual([locked, redeemed.outcome]);
    }
  });

  it("lock one that waits for its creator's verification, which is carried out once it is unlocked", async () => {
    const creator = await createCreator(world, { status: "PENDING" });
    const { id, code } = await buyVoucher(world);
    expect((await redeem(code, creator.id)).outcome).toBe("pending");
    expect(await blockVoucher(world, { voucher_id: id, operator_id, reason: "A stolen card" })).toBe(
      "locked",
    );
    await moveAccount(world, creator.id, ["ACTIVE"]);
    expect((await settleRedemptions(world)).done).toBe(0);
    expect(await balancesOf(world, creator)).toEqual({ creator_unverified: 25_00 });
    expect(await unblockVoucher(world, { voucher_id: id, operator_id })).toBe("unlocked");
    expect((await settleRedemptions(world)).done).toBe(1);
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 25_00 });
  });

  it("have the mail of a voucher sent again, to the address that bought it", async () => {
    const email = "again@buyers.example";
    const { id } = await buyVoucher(world, { email });
    expect(await resendVoucher(world, { voucher_id: id, operator_id })).toBe("mailed");
    const mails = await mailsOf("voucher_bought", email);
    expect(mails).toHaveLength(2);
    expect(mails[0]?.params).toEqual(mails[1]?.params);
    const { entries } = await listAudit(world.db, { subject: `voucher:${id}` });
    expect(entries.map(({ action }) => action)).toEqual(["voucher.mail_sent"]);
  });

  it("refund a voucher as a whole, and ask another operator from the limit of the day on", async () => {
    const by = { role: "OPERATOR", user_id: operator_id, reason: "A mistake", pays_rest: false } as const;
    const [large, small] = [await buyVoucher(world), await buyVoucher(world)];
    const two = { ...world, second_operator_from_minor: 0 };
    expect(await refundVoucher(two, { voucher_id: large.id, by })).toEqual({ outcome: "waiting" });
    expect(await check(large.code)).toBe("valid");
    expect((await refundVoucher(world, { voucher_id: small.id, by })).outcome).toBe("requested");
    expect(await check(small.code)).toBe("not_valid");
    expect(await isWithdrawn(world.db, small.id)).toBe(false);
    expect((await refundVoucher(world, { voucher_id: small.id, by })).outcome).toBe("refused");
  });

  it("do nothing of it with a voucher that is redeemed, and nobody else does it", async () => {
    const { id, code } = await buyVoucher(world);
    const creator = await createCreator(world);
    const stranger = { voucher_id: id, operator_id: creator.id };
    await expect(blockVoucher(world, { ...stranger, reason: "x" })).rejects.toThrow("operators");
    await expect(unblockVoucher(world, stranger)).rejects.toThrow("operators");
    await expect(resendVoucher(world, stranger)).rejects.toThrow("operators");
    await redeem(code, creator.id);
    const act = { voucher_id: id, operator_id };
    expect(await blockVoucher(world, { ...act, reason: "x" })).toBe("gone");
    expect(await resendVoucher(world, act)).toBe("gone");
    const by = { role: "OPERATOR", user_id: operator_id, reason: "x", pays_rest: false } as const;
    expect(await refundVoucher(world, { voucher_id: id, by })).toEqual({
      outcome: "refused",
      reason: "redeemed",
    });
    expect((await findVoucherFacts(world.db, id))?.redemptions).toMatchObject([
      { status: "DONE", creator: { id: creator.id } },
    ]);
  });
});

describe("a buyer", () => {
  const withdraw = (voucher_id: string) => refundVoucher(world, { voucher_id, by: { role: "BUYER" } });

  it("names a voucher by code and email; whatever does not match gets one answer", async () => {
    const { id, code } = await buyVoucher(world, { email: "Buyer@Buyers.example" });
    const other = await buyVoucher(world);
    expect(await findBoughtVoucher(world, { code, email: "buyer@buyers.EXAMPLE" })).toMatchObject({
      outcome: "found",
      voucher: { id, amount_minor: 25_00, charged_minor: 27_98 },
    });
    const none = { outcome: "not_valid" };
    expect(await findBoughtVoucher(world, { code, email: "other@buyers.example" })).toEqual(none);
    expect(await findBoughtVoucher(world, { code: other.code, email: "buyer@buyers.example" })).toEqual(none);
    expect(await findBoughtVoucher(world, { code: "0".repeat(16), email: "buyer@buyers.example" })).toEqual(
      none,
    );
  });

  it("withdraws once, however often it is sent, is told by mail, and the code is void", async () => {
    const email = "withdrawn@buyers.example";
    const { id, code } = await buyVoucher(world, { email });
    const answers = await all(many(5), () => withdraw(id));
    expect(answers.filter(({ outcome }) => outcome === "requested")).toHaveLength(1);
    expect(await isWithdrawn(world.db, id)).toBe(true);
    expect(await check(code)).toBe("not_valid");
    const mails = (await mailsOf("voucher_news", email)).map(({ params }) =>
      voucherNews.params.parse(params),
    );
    expect(mails).toEqual([
      { kind: "withdrawn", amount_minor: 27_98, currency: "EUR", code_end: code.slice(-4) },
    ]);
  });

  it("withdraws or a creator redeems, whichever comes first", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, code } = await buyVoucher(world);
      const creator = await createCreator(world);
      const [withdrawn, redeemed] = await Promise.all([withdraw(id), redeem(code, creator.id)]);
      expect([
        ["requested", "not_valid"],
        ["refused", "redeemed"],
      ]).toContainEqual([withdrawn.outcome, redeemed.outcome]);
      expect(await isWithdrawn(world.db, id)).toBe(withdrawn.outcome === "requested");
    }
  });

  it("withdraws no more after 14 days", async () => {
    const { id } = await buyVoucher(world);
    world.time.passSeconds(16 * DAY_SECONDS);
    expect(await withdraw(id)).toEqual({ outcome: "refused", reason: "too_late" });
    expect(await isWithdrawn(world.db, id)).toBe(false);
  });
});

describe("a creator", () => {
  it("sees what waits for verification, and is told the same when the post comes twice", async () => {
    const creator = await createCreator(world);
    await world.db.updateTable("users").set({ status: "PENDING" }).where("id", "=", creator.id).execute();
    const { code } = await buyVoucher(world);
    const given = { code, creator_id: creator.id };
    expect(await findOwnRedemption(world, given)).toBeNull();
    expect((await redeem(code, creator.id)).outcome).toBe("pending");
    expect((await redeem(code, creator.id)).outcome).toBe("redeemed");
    expect(await findOwnRedemption(world, given)).toEqual({ status: "PENDING", tip_id: null });
    expect(await listPendingRedemptions(world.db, creator.id)).toMatchObject([
      { amount_minor: 25_00, currency: "EUR", code_end: code.slice(-4) },
    ]);
    const other = await createCreator(world);
    expect(await findOwnRedemption(world, { code, creator_id: other.id })).toBeNull();
    expect(await listPendingRedemptions(world.db, other.id)).toEqual([]);
  });

  it("has a redeemed voucher among the tips, with its words, and nobody to thank", async () => {
    const creator = await createCreator(world);
    const { code } = await buyVoucher(world, { from: "Nora", message: "For the strings" });
    const answer = await redeem(code, creator.id);
    if (!("tip_id" in answer)) throw new Error(answer.outcome);
    const tip = await findReceivedTip(world.db, { tip_id: answer.tip_id, creator_id: creator.id });
    expect(tip).toMatchObject({
      ...{ is_voucher: true, sender_name: "Nora", message: "For the strings" },
      ...{ sender_email: null, reply: "voucher", amount_minor: 25_00 },
    });
  });
});
