import { describe, expect } from "vitest";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { readQueue } from "../../app/domain/desk/desk.server.ts";
import {
  declineRequest,
  listOverdueRequests,
  listRequestsOfPayment,
  listRequestsTo,
} from "../../app/domain/refunds/refund-requests.server.ts";
import { requestRefundOf } from "../../app/domain/refunds/refunds.server.ts";
import { findReceipt } from "../../app/domain/tips/receipt.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { test as it } from "../support/domain-test.ts";
import { createGroup, payGroupTip } from "../support/money/groups.ts";
import { makeOperator } from "../support/money/payout-world.ts";
import { askRefund, by, byOperator, refund } from "../support/money/refund-world.ts";
import {
  beginTip,
  createCreator,
  DAY_SECONDS,
  payTip,
  type TipWorld,
  tellDispute,
} from "../support/money/tip-world.ts";

type Paid = Awaited<ReturnType<typeof payTip>>;

const REASON = "Ich habe mich beim Betrag vertippt.";

const ask = (world: TipWorld, { id: payment_id }: Paid) =>
  requestRefundOf(world, { payment_id, reason: REASON });
const statusesOf = async (world: TipWorld, { id }: Paid) =>
  (await listRequestsOfPayment(world.db, id)).map(({ status }) => status);
const mailsOf = async (world: TipWorld, template: string, recipient: string) =>
  (
    await world.db
      .selectFrom("mail_outbox")
      .select("params")
      .where("template", "=", template)
      .where("recipient", "=", recipient)
      .execute()
  ).map(({ params }) => params);

async function emailOf(world: TipWorld, { id }: { id: string }): Promise<string> {
  return (await world.db.selectFrom("users").select("email").where("id", "=", id).executeTakeFirstOrThrow())
    .email;
}

async function markDeleted(world: TipWorld, { id }: { id: string }): Promise<void> {
  await world.db.updateTable("users").set({ deleted_at: world.clock() }).where("id", "=", id).execute();
}

describe("a request for a refund", () => {
  it("reaches the creator once, by page and mail", async ({ world, creator }) => {
    const payment = await payTip(world, creator, { email: "ida@example.org" });
    const outcomes = await all(many(5), () => ask(world, payment));
    expect(outcomes.sort()).toEqual([...many(4).map(() => "open"), "requested"]);
    expect(await listRequestsTo(world.db, creator.id)).toMatchObject([
      { tip_id: payment.tip_id, reason: REASON, amount_minor: payment.amount_minor },
    ]);
    expect(await mailsOf(world, "refund_requested", await emailOf(world, creator))).toHaveLength(1);
  });

  it("is answered by a refund, which the fan is mailed", async ({ world, creator }) => {
    const payment = await payTip(world, creator, { email: "eva@example.org" });
    await ask(world, payment);
    await refund(world, payment, by(creator));
    expect(await statusesOf(world, payment)).toEqual(["REFUNDED"]);
    expect(await mailsOf(world, "refund_answered", "eva@example.org")).toMatchObject([{ is_refunded: true }]);
    expect(await ask(world, payment)).toBe("nothing_left");
  });

  it("is declined by its creator with an answer, twice at most", async ({ world, creator }) => {
    const payment = await payTip(world, creator, { email: "uwe@example.org" });
    const tip_id = payment.tip_id ?? "";
    const decline = (creator_id: string) =>
      declineRequest(world, { role: "CREATOR", creator_id, tip_id }, "Das Lied ist schon fertig.");
    await ask(world, payment);
    const other = await createCreator(world);
    expect(await decline(other.id)).toBe("gone");
    expect((await all(many(3), () => decline(creator.id))).sort()).toEqual(["declined", "gone", "gone"]);
    expect(await listRequestsOfPayment(world.db, payment.id)).toMatchObject([
      { status: "DECLINED", answered_by: "CREATOR", answer: "Das Lied ist schon fertig." },
    ]);
    const mails = await mailsOf(world, "refund_answered", "uwe@example.org");
    expect(JSON.stringify(mails)).not.toContain("Lied");
    expect(mails).toHaveLength(1);
    world.time.passSeconds(60);
    expect(await ask(world, payment)).toBe("requested");
    await decline(creator.id);
    world.time.passSeconds(60);
    expect(await ask(world, payment)).toBe("asked_often");
  });

  it("stays open until nothing of its tip is left", async ({ world, creator }) => {
    const payment = await payTip(world, creator, { email: "ole@example.org" });
    await ask(world, payment);
    await refund(world, payment, by(creator), 1_00);
    expect(await statusesOf(world, payment)).toEqual(["OPEN"]);
    expect(await mailsOf(world, "refund_answered", "ole@example.org")).toEqual([]);
    await refund(world, payment, by(creator));
    expect(await statusesOf(world, payment)).toEqual(["REFUNDED"]);
    expect(await mailsOf(world, "refund_answered", "ole@example.org")).toHaveLength(1);
  });

  it("asked in time may be refunded after day 30", async ({ world, creator }) => {
    const [asked, other] = [await payTip(world, creator), await payTip(world, creator)];
    world.time.passSeconds(29 * DAY_SECONDS);
    await ask(world, asked);
    world.time.passSeconds(2 * DAY_SECONDS);
    expect(await askRefund(world, other, by(creator))).toBe("too_late");
    await refund(world, asked, by(creator));
    expect(await statusesOf(world, asked)).toEqual(["REFUNDED"]);
  });

  it("is hidden while a bank claims the payment", async ({ world, creator }) => {
    const payment = await payTip(world, creator);
    await ask(world, payment);
    await tellDispute(world, payment, "OPEN");
    expect(await statusesOf(world, payment)).toEqual([]);
    expect(await listRequestsTo(world.db, creator.id)).toEqual([]);
    expect(await findReceipt(world.db, payment.id, world.clock())).toMatchObject({
      takes_refund_requests: false,
    });
  });

  it("to a deleted creator is overdue at once", async ({ world, creator }) => {
    const [open, other] = [await payTip(world, creator), await payTip(world, creator)];
    await ask(world, open);
    await markDeleted(world, creator);
    expect(await ask(world, other)).toBe("unknown");
    const overdue = await listOverdueRequests(world.db, world.clock());
    expect(overdue.map(({ payment_id }) => payment_id)).toContain(open.id);
    expect(await listRequestsOfPayment(world.db, open.id)).toMatchObject([{ creator_name: null }]);
    const receipt = await findReceipt(world.db, other.id, world.clock());
    expect(receipt).toMatchObject({ takes_refund_requests: false, receiver: { path: null, name: null } });
  });

  it("takes no links or insults, nor does its answer", async ({ world, creator }) => {
    const payment = await payTip(world, creator);
    const rude = "Du Arschloch, gib mir das Geld zurück.";
    expect(await requestRefundOf(world, { payment_id: payment.id, reason: rude })).toBe("held");
    await ask(world, payment);
    const by_creator = { role: "CREATOR", creator_id: creator.id, tip_id: payment.tip_id ?? "" } as const;
    expect(await declineRequest(world, by_creator, "Sieh auf www.example.com nach.")).toBe("held");
    expect(await statusesOf(world, payment)).toEqual(["OPEN"]);
  });

  it("follows the rules of a creator's refund", async ({ world, creator }) => {
    expect(await ask(world, await beginTip(world, creator))).toBe("not_paid");
    const disputed = await payTip(world, creator);
    await tellDispute(world, disputed, "OPEN");
    expect(await ask(world, disputed)).toBe("disputed");
    const old = await payTip(world, creator);
    world.time.passSeconds(30 * DAY_SECONDS + 1);
    expect(await ask(world, old)).toBe("too_late");
    expect(await requestRefundOf(world, { payment_id: world.newId(), reason: REASON })).toBe("unknown");
  });

  it("waits for an operator after 14 days, who declines it", async ({ world, creator }) => {
    const operator_id = await makeOperator(world);
    const payment = await payTip(world, creator);
    await ask(world, payment);
    const [request] = await listRequestsOfPayment(world.db, payment.id);
    const id = request?.id ?? "";
    const decline = () => declineRequest(world, { role: "OPERATOR", operator_id, id }, "Der Fan irrt sich.");
    world.time.passSeconds(14 * DAY_SECONDS - 1);
    expect((await listOverdueRequests(world.db, world.clock())).map((each) => each.id)).not.toContain(id);
    expect(await decline()).toBe("gone");
    world.time.passSeconds(1);
    expect((await listOverdueRequests(world.db, world.clock())).map((each) => each.id)).toContain(id);
    expect((await readQueue(world.db, world.clock(), "refund-requests")).count).toBeGreaterThan(0);
    expect(await decline()).toBe("declined");
    expect(await listRequestsOfPayment(world.db, payment.id)).toMatchObject([{ answered_by: "OPERATOR" }]);
    const log = await listAudit(world.db, { subject: `payment:${payment.id}` });
    expect(log.entries.map(({ action }) => action)).toEqual(["refund_request.declined"]);
  });

  it("goes to each member of a group for their share", async ({ world }) => {
    const [ada, ben] = [await createCreator(world), await createCreator(world)];
    const payment = await payGroupTip(world, await createGroup(world, [ada, ben]), { amount: 20_00 });
    expect(await ask(world, payment)).toBe("requested");
    await refund(world, payment, by(ada));
    expect((await statusesOf(world, payment)).sort()).toEqual(["OPEN", "REFUNDED"]);
    await refund(world, payment, byOperator(await makeOperator(world), true), 1_00);
    expect((await statusesOf(world, payment)).sort()).toEqual(["OPEN", "REFUNDED"]);
    expect(await listRequestsTo(world.db, ben.id)).toHaveLength(1);
    await refund(world, payment, byOperator(await makeOperator(world), true));
    expect(await statusesOf(world, payment)).toEqual(["REFUNDED", "REFUNDED"]);
  });
});
