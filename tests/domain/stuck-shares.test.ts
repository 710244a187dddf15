import { afterEach, expect } from "vitest";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { listDeletionBlocks } from "../../app/domain/auth/deletion.server.ts";
import { readQueue } from "../../app/domain/desk/desk.server.ts";
import { processTransfers } from "../../app/domain/payment-updates/handle-events.server.ts";
import { importSettlement } from "../../app/domain/payments/settlements/settlement-import.server.ts";
import { retryShares } from "../../app/domain/transfers/send-transfers.server.ts";
import { listStuckTransfers, retryTransfer } from "../../app/domain/transfers/stuck-transfers.server.ts";
import { expectCleanBooks, faultsIn } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { createDirectGroup, passGroupTip } from "../support/money/direct-groups.ts";
import { type Group, payGroupTip } from "../support/money/groups.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { movedBy, settlementFile } from "../support/money/settlement-files.ts";
import { createTipWorld, DAY_SECONDS, earnBefore, type TipWorld } from "../support/money/tip-world.ts";

let world: TipWorld;
let group: Group;
let operator_id: string;
it.beforeEach(async ({ database }) => {
  world = createTipWorld(database.db);
  await earnBefore(world, "EUR", 1000_00);
  group = await createDirectGroup(world, [`a${world.newId().slice(-8)}`, `b${world.newId().slice(-8)}`]);
  operator_id = (await createOperatorRow(world.db, world.clock())).id;
});
afterEach(async () => await expectCleanBooks(world.db, world.clock()));

const waiting = async () => (await readQueue(world.db, world.clock(), "shares")).count;

it("a refused share is an exception, which an operator tries again, and its member cannot leave before", async () => {
  const payment = await payGroupTip(world, group, { amount: 20_00 });
  world.provider.failNext("transfer", "refused");
  await processTransfers(world, payment.id);
  world.time.passSeconds(2 * DAY_SECONDS);
  await expectCleanBooks(world.db, world.clock());
  const [stuck, ...others] = await listStuckTransfers(world.db);
  expect(others).toEqual([]);
  expect(stuck).toMatchObject({ payment_id: payment.id, amount_minor: 10_00, is_back: false });
  expect(await waiting()).toBe(1);
  const member = stuck?.creator_id ?? "";
  expect(await listDeletionBlocks(world.db, member)).toEqual([{ kind: "transfer" }]);

  expect(await retryTransfer(world, { id: stuck?.id ?? "", operator_id })).toBe(true);
  expect(await retryTransfer(world, { id: stuck?.id ?? "", operator_id })).toBe(false);
  await processTransfers(world, payment.id);
  expect(await waiting()).toBe(0);
  expect(await listDeletionBlocks(world.db, member)).toEqual([]);
  const { entries } = await listAudit(world.db, { action: "share.retried" });
  expect(entries).toMatchObject([{ subject: `payment:${payment.id}` }]);
});

it("a share that waits for over an hour without an exception is a fault", async () => {
  const payment = await payGroupTip(world, group, { amount: 20_00 });
  world.time.passSeconds(3_601);
  const found = Object.keys(await faultsIn(world.db, world.clock()));
  expect(found).toEqual(["71-shares-are-passed-on"]);
  world.provider.failNext("transfer", "unavailable");
  await expect(processTransfers(world, payment.id)).rejects.toThrow(/no transfer/);
  expect(await waiting()).toBe(1);
  await processTransfers(world, payment.id);
});

it("shares that two workers pass on at once go once", async () => {
  const payment = await payGroupTip(world, group, { amount: 20_00 });
  await Promise.all([processTransfers(world, payment.id), processTransfers(world, payment.id)]);
  expect(world.provider.passed.size).toBe(2);
  await passGroupTip(world, group, { amount: 5_00 });
  expect(world.provider.passed.size).toBe(4);
});

it("a provider's file names the shares: those of our books post nothing, others wait for an operator", async () => {
  const payment = await passGroupTip(world, group, { amount: 20_00 });
  const sent = await world.db
    .selectFrom("direct_transfers")
    .select("transfer_ref")
    .where("payment_id", "=", payment.id)
    .orderBy("id")
    .execute();
  const [first, second] = sent.map(({ transfer_ref }) => transfer_ref);
  const bytes = settlementFile(
    { event: "s1", kind: "SHARE_PASSED", reference: first ?? "", gross: "10.00", date: "2026-11-21" },
    { event: "s2", kind: "SHARE_PASSED", reference: second ?? "", gross: "9.00", date: "2026-11-21" },
    { event: "s3", kind: "SHARE_REVERSED", reference: "trr-unknown", gross: "1.00", date: "2026-11-21" },
  );
  const given = { provider: "scripted", bytes, operator_id };
  expect(await movedBy(world, () => importSettlement(world, given))).toEqual({});
  const rows = world.db.selectFrom("settlement_exceptions").select("reason").orderBy("reason");
  expect(await rows.execute()).toEqual([{ reason: "amount" }, { reason: "unknown_share" }]);
});

it("a refused share goes out once its account has news", async () => {
  const payment = await payGroupTip(world, group, { amount: 20_00 });
  for (let count = 0; count < 2; count += 1) world.provider.failNext("transfer", "refused");
  await processTransfers(world, payment.id);
  expect(await waiting()).toBe(2);
  for (const { id } of group.members) expect(await retryShares(world, id)).toBe(1);
  await processTransfers(world, payment.id);
  expect([world.provider.passed.size, await waiting()]).toEqual([2, 0]);
});
