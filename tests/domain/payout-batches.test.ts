import { createHash } from "node:crypto";
import { afterEach, describe, expect } from "vitest";
import { fetchBatchFile, makeBatch } from "../../app/domain/payouts/batches/batches.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { along, readXml, textAt } from "../support/http/strict-xml.ts";
import {
  makeOperator,
  OUR_ACCOUNT,
  type PayoutWorld,
  payoutsOf,
  waitingForMoney,
  withPayouts,
} from "../support/money/payout-world.ts";
import { createTipWorld } from "../support/money/tip-world.ts";

let world: PayoutWorld;
let operator_id: string;

it.beforeEach(async ({ database }) => {
  world = withPayouts(createTipWorld(database.db));
  operator_id = await makeOperator(world);
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

const waiting = (amount: number, currency?: "EUR" | "USD", isPaxum?: boolean) =>
  waitingForMoney(world, amount, currency, isPaxum);

const batch = (change: Partial<Parameters<typeof makeBatch>[1]> = {}) =>
  makeBatch(world, { rail: "SEPA", currency: "EUR", operator_id, account: OUR_ACCOUNT, ...change });

const acts = () =>
  world.db.selectFrom("audit_log").select(["action", "subject", "after"]).orderBy("id").execute();

describe("a batch", () => {
  it("a batch takes what waits on its rail in its currency, and its file pays just that", async () => {
    const creators = [await waiting(60_00), await waiting(150_00)];
    const others = [await waiting(80_00, "USD"), await waiting(90_00, "EUR", true)];
    const made = await batch();
    if (made.outcome !== "made") throw new Error(made.outcome);
    expect(made).toMatchObject({ payouts: 2, total_minor: 58_50 + 150_00 });
    for (const creator of creators)
      expect(await payoutsOf(world, creator)).toMatchObject([
        { status: "PROCESSING", batch_id: made.batch_id },
      ]);
    for (const creator of others)
      expect(await payoutsOf(world, creator)).toMatchObject([{ status: "REQUESTED", batch_id: null }]);
    const file = await fetchBatchFile(world, { batch_id: made.batch_id, operator_id });
    const [block] = along(readXml(file?.bytes.toString() ?? ""), "CstmrCdtTrfInitn/PmtInf");
    if (!block) throw new Error("no payments");
    expect([textAt(block, "NbOfTxs"), textAt(block, "CtrlSum")]).toEqual(["2", "208.50"]);
    expect(textAt(block, "DbtrAcct/Id/IBAN")).toBe(OUR_ACCOUNT.iban);
    const ids = await Promise.all(creators.map(async (creator) => (await payoutsOf(world, creator))[0]?.id));
    expect(along(block, "CdtTrfTxInf/PmtId/EndToEndId").map((each) => each.text)).toEqual(
      ids.map((id) => id?.replaceAll("-", "")).sort(),
    );
  });

  it("a batch is a list of its own for the bank's other currencies and for Paxum", async () => {
    await waiting(80_00, "USD");
    await waiting(90_00, "EUR", true);
    for (const [rail, currency, line] of [
      [
        "BANK_CSV",
        "USD",
        /^[0-9a-f]{32},Ada Kessler,DE89370400440532013000,COBADEFFXXX,Testbank,DE,USD,78\.50$/m,
      ],
      ["PAXUM_CSV", "EUR", /^ada@example\.org,Ada Kessler,EUR,87\.50,[0-9a-f]{32}$/m],
    ] as const) {
      const made = await batch({ rail, currency, account: null });
      if (made.outcome !== "made") throw new Error(made.outcome);
      const file = await fetchBatchFile(world, { batch_id: made.batch_id, operator_id });
      expect(file?.bytes.toString().replaceAll("\r", "")).toMatch(line);
      expect(file?.content_type).toBe("text/csv; charset=utf-8");
    }
  });

  it("a batch is refused for its reason, and nothing moves", async () => {
    expect(await batch()).toEqual({ outcome: "empty" });
    const creator = await waiting(60_00);
    expect(await batch({ account: null })).toEqual({ outcome: "no_account" });
    const freeze = { id: world.newId(), reason: "test", frozen_at: world.clock() };
    await world.db.insertInto("payout_freezes").values(freeze).execute();
    expect(await batch()).toEqual({ outcome: "frozen" });
    await world.db.deleteFrom("payout_freezes").execute();
    expect(await payoutsOf(world, creator)).toMatchObject([{ status: "REQUESTED", batch_id: null }]);
    expect(await world.db.selectFrom("payout_batches").select("id").execute()).toEqual([]);
  });

  it("a batch made by fifty operators at once is one, and no payout is in two", async () => {
    await all(many(8), () => waiting(60_00));
    const outcomes = await all(many(50), () => batch());
    expect(outcomes.filter((each) => each.outcome === "made")).toHaveLength(1);
    expect(new Set(outcomes.map((each) => each.outcome))).toEqual(new Set(["made", "empty"]));
    expect(await world.db.selectFrom("payout_batches").select("payouts_count").execute()).toEqual([
      { payouts_count: 8 },
    ]);
  });

  it("a batch made while more creators ask leaves nobody out and takes nobody twice", async () => {
    await Promise.all([...many(6).map(() => waiting(60_00)), ...many(6).map(() => batch())]);
    await batch();
    const payouts = await world.db.selectFrom("payouts").select(["status", "batch_id"]).execute();
    expect(payouts).toHaveLength(6);
    expect(payouts.every((each) => each.status === "PROCESSING" && each.batch_id !== null)).toBe(true);
    const rows = await world.db
      .selectFrom("payout_batches as b")
      .innerJoin("payouts as p", "p.batch_id", "b.id")
      .select((eb) => ["b.payouts_count", "b.total_minor", eb.fn.countAll<number>().as("count")])
      .select((eb) => eb.fn.sum<number>("p.net_minor").as("sum"))
      .groupBy(["b.id", "b.payouts_count", "b.total_minor"])
      .execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(Number(row.count)).toBe(row.payouts_count);
      expect(Number(row.sum)).toBe(row.total_minor);
    }
  });
});

describe("a batch's file", () => {
  it("a batch's file is made once: the same bytes each time, sealed in storage, and every look is logged", async () => {
    await waiting(60_00);
    const made = await batch();
    if (made.outcome !== "made") throw new Error(made.outcome);
    const { batch_id } = made;
    const first = await fetchBatchFile(world, { batch_id, operator_id });
    world.time.passSeconds(86_400);
    const second = await fetchBatchFile(world, { batch_id, operator_id });
    expect(second?.bytes.equals(first?.bytes ?? Buffer.alloc(0))).toBe(true);
    const row = await world.db.selectFrom("payout_batches").selectAll().executeTakeFirstOrThrow();
    expect(row.file_encrypted?.includes("Kessler")).toBe(false);
    expect(row.file_encrypted?.includes("DE89370400440532013000")).toBe(false);
    const sha256 = createHash("sha256")
      .update(first?.bytes ?? "")
      .digest("hex");
    expect(row.file_sha256?.toString("hex")).toBe(sha256);
    const subject = `payout_batch:${batch_id}`;
    expect((await acts()).filter((each) => each.subject === subject)).toEqual([
      {
        ...{ action: "payouts.batched", subject },
        after: { rail: "SEPA", currency: "EUR", payouts: 1, total_minor: 58_50 },
      },
      {
        action: "payouts.released",
        subject,
        after: { payouts: 1, currency: "EUR", total_minor: 58_50, sha256 },
      },
      { action: "payouts.file_fetched", subject, after: { sha256 } },
      { action: "payouts.file_fetched", subject, after: { sha256 } },
    ]);
    expect(await fetchBatchFile(world, { batch_id: world.newId(), operator_id })).toBeNull();
  });
});
