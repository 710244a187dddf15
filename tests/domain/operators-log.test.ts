import { beforeEach, expect } from "vitest";
import { declineApproval } from "../../app/domain/approvals/approvals.server.ts";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { acceptItem, createItem, declineItem, listOwnItems } from "../../app/domain/items/items.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import { makeBatch } from "../../app/domain/payouts/batches/batches.server.ts";
import { decidePayoutData } from "../../app/domain/payouts/destinations/payout-data.server.ts";
import { findSuspenseCase } from "../../app/domain/suspense/suspense.server.ts";
import { endSuspense, retryRefund } from "../../app/domain/suspense/suspense-exits.server.ts";
import { test as it } from "../support/domain-test.ts";
import {
  acceptPayoutData,
  confirmNewData,
  makeOperator,
  OUR_ACCOUNT,
  type PayoutWorld,
  waitingForMoney,
  withPayouts,
} from "../support/money/payout-world.ts";
import { byOperator, refund } from "../support/money/refund-world.ts";
import {
  beginTip,
  createCreator,
  createTipWorld,
  earnBefore,
  moveAccount,
  payTip,
  tell,
} from "../support/money/tip-world.ts";

// What operators do stands in their log; acts that other tests look at there have no test here
// (tests/unit/operators-acts.test.ts has the list of all).

let world: PayoutWorld;
let operator: string;

it.beforeAll(async ({ database }) => {
  world = withPayouts({ ...createTipWorld(database.db), second_operator_from_minor: 100_00 });
  await earnBefore(world, "EUR", 1_000_00);
});
beforeEach(async () => {
  operator = await makeOperator(world);
});

/** What an operator did, the latest first. */
const acts = async (actor_id = operator) =>
  (await listAudit(world.db, { actor_id })).entries.map(({ action }) => action);

it("an item that an operator declines or accepts stands in the log", async () => {
  const creator = await createCreator(world);
  for (const name of ["Visit www.example.org", "See www.example.org"])
    await createItem(world, {
      user_id: creator.id,
      name,
      amount_minor: minor(500),
      currency: "EUR",
      image_id: null,
    });
  const [first, second] = await listOwnItems(world.db, creator.id);
  await declineItem(world, { item_id: first?.id ?? "", operator_id: operator, reason: "An address" });
  await acceptItem(world, { item_id: second?.id ?? "", operator_id: operator });
  expect(await acts()).toEqual(["item.accepted", "item.declined"]);
});

it("payout data that an operator accepts or declines stands in the log", async () => {
  await acceptPayoutData(world, await createCreator(world), { operator });
  const id = await confirmNewData(world, await createCreator(world));
  await decidePayoutData(world, {
    id,
    operator_id: operator,
    decision: "declined",
    reason: "The name differs",
  });
  expect(await acts()).toEqual(expect.arrayContaining(["payout_data.accepted", "payout_data.declined"]));
});

it("a batch that the second operator declines, and that is taken apart by it, stands in the log under that operator", async () => {
  const second = await makeOperator(world);
  await waitingForMoney(world, 60_00);
  const order = { rail: "SEPA", currency: "EUR", operator_id: operator, account: OUR_ACCOUNT } as const;
  expect(await makeBatch(world, order)).toMatchObject({ outcome: "made" });
  const act = await world.db
    .selectFrom("operator_acts")
    .select("id")
    .where("kind", "=", "BATCH_RELEASE")
    .executeTakeFirstOrThrow();
  await declineApproval(world, { id: act.id, operator_id: second, reason: "Who is this?" });
  expect((await acts(second)).toSorted()).toEqual(["approval.declined", "payouts.dissolved"]);
});

it("a refund by an operator stands in the log", async () => {
  await refund(world, await payTip(world, await createCreator(world)), byOperator(operator), 5_00);
  expect(await acts()).toEqual(["payment.refunded"]);
});

it("unclear money that an operator asks to be given back, or tells to have come back, stands in the log", async () => {
  const stuck = [];
  for (const _ of [1, 2]) {
    const creator = await createCreator(world);
    const payment = await beginTip(world, creator, { type: "INETCASH_OB" });
    await moveAccount(world, creator.id, ["LOCKED"]);
    world.provider.change(payment.id, { state: "PAID" });
    await tell(world, payment);
    world.provider.refundsBecome("FAILED");
    await processRefund(world, (await findSuspenseCase(world.db, payment.id))?.refund_id ?? "");
    stuck.push({ payment_id: payment.id, operator_id: operator });
  }
  const [asked, returned] = stuck;
  if (!asked || !returned) throw new Error("two payments are stuck");
  expect(await retryRefund(world, asked)).toBe("asked");
  const end = { kind: "SUSPENSE_RETURNED", by: "PROVIDER", reference: "TRANSFER 7" } as const;
  expect(await endSuspense(world, { ...returned, seen_left_minor: 55_95, reason: "By hand", end })).toBe(
    "ended",
  );
  expect(await acts()).toEqual(["suspense.returned", "suspense.refund_asked"]);
});
