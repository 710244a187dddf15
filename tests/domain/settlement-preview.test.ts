import { afterEach, expect } from "vitest";
import { createEncryption } from "../../app/crypto/crypto.server.ts";
import {
  dropPreview,
  findPreview,
  previewSettlement,
  takePreview,
} from "../../app/domain/payments/settlements/settlement-import.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks, ledgerSize } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { makeOperator } from "../support/money/payout-world.ts";
import {
  decimal,
  heldBy,
  movedBy,
  type SettlementRow,
  settlementFile,
} from "../support/money/settlement-files.ts";
import {
  createCreator,
  createTipWorld,
  earnBefore,
  payTip,
  type TipWorld,
} from "../support/money/tip-world.ts";

// What a settlement would post, before it does (docs/decisions/064).
const encryption = createEncryption("a key for previews of at least thirty-two characters");
let world: TipWorld & { encryption: typeof encryption };
let reader: string;

it.beforeAll(async ({ database }) => {
  await earnBefore(createTipWorld(database.db), "EUR", 1_000_00);
});
it.beforeEach(async ({ database }) => {
  world = { ...createTipWorld(database.db), encryption };
  reader = await makeOperator(world);
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

const newName = (word: string) => `${word}-${world.newId().slice(-12)}`;
const read = async (...rows: SettlementRow[]) => {
  const file = { provider: "scripted", bytes: settlementFile(...rows), operator_id: reader };
  const outcome = await previewSettlement(world, file);
  if (outcome.outcome !== "kept") throw new Error(JSON.stringify(outcome));
  return { id: outcome.id, operator_id: reader };
};

it("a preview says by currency and kind what fits and what would wait, and what the provider would hold; it posts nothing", async () => {
  const payment = await payTip(world, await createCreator(world), { amount: 50_00 });
  const row = { kind: "PAYMENT", payment: payment.provider_ref } as const;
  const held = await heldBy(world, "scripted", "EUR");
  const rows: SettlementRow[] = [
    { event: newName("e"), ...row, gross: decimal(payment.charged_minor), fee: "1.00" },
    { event: newName("e"), ...row, gross: "50.00" },
    { event: newName("e"), kind: "FEE", gross: "3.00" },
    { event: newName("e"), kind: "FEE", gross: "4000.00" },
    { event: newName("e"), kind: "TRANSFER", reference: newName("TR"), gross: "100.00" },
  ];
  const before = await ledgerSize(world.db);
  const asked = await read(...rows);
  const preview = await findPreview(world, asked);
  expect(preview).toMatchObject({ provider: "scripted", rows_count: 5 });
  const none = { count: 0, minor: 0 };
  expect(preview?.sums).toEqual([
    {
      ...{ currency: "EUR", kind: "PAYMENT", known_count: 0 },
      fitting: { count: 1, minor: payment.charged_minor },
      ...{ waiting: { count: 1, minor: 50_00 }, known_minor: 0 },
    },
    {
      ...{ currency: "EUR", kind: "FEE", known_count: 0, fitting: { count: 1, minor: 3_00 } },
      ...{ waiting: { count: 1, minor: 4_000_00 }, known_minor: expect.any(Number) },
    },
    {
      ...{ currency: "EUR", kind: "TRANSFER", known_count: 0, fitting: { count: 1, minor: 100_00 } },
      ...{ waiting: none, known_minor: 0 },
    },
  ]);
  const after = held - 1_00 - 3_00 - 100_00;
  expect(preview?.held).toEqual([
    { currency: "EUR", before_minor: held, after_minor: after, said_minor: after - 4_000_00 },
  ]);
  expect(preview?.exceptions.map(({ reason }) => reason)).toEqual(["told_twice", "fee_bound"]);
  expect(await ledgerSize(world.db)).toEqual(before);

  const moved = await movedBy(world, async () => {
    const outcomes = await all(many(3), () => takePreview(world, asked));
    expect(outcomes.filter(({ outcome }) => outcome === "imported")).toMatchObject([{ exceptions: 2 }]);
  });
  expect(moved).toEqual({ "bank EUR": 100_00, "psp_fee EUR": 4_00, "psp_clearing EUR": -104_00 });
  expect(await heldBy(world, "scripted", "EUR")).toBe(after);
  expect(await findPreview(world, asked)).toBeNull();
  // The same file again brings nothing new, and its preview says so.
  const again = await read(...rows);
  const known = await findPreview(world, again);
  expect(known?.sums.map(({ known_count }) => known_count)).toEqual([2, 2, 1]);
  expect(known?.exceptions).toEqual([]);
  expect(await takePreview(world, again)).toEqual({ outcome: "repeated" });
});

it("nobody but its reader sees, imports or drops a preview, and none after a day", async () => {
  const asked = await read({ event: newName("e"), kind: "FEE", gross: "1.00" });
  const other = { ...asked, operator_id: await makeOperator(world) };
  expect(await findPreview(world, other)).toBeNull();
  expect(await takePreview(world, other)).toEqual({ outcome: "gone" });
  await dropPreview(world, other);
  expect(await findPreview(world, asked)).not.toBeNull();
  world.time.passSeconds(24 * 3600);
  expect(await findPreview(world, asked)).toBeNull();
  expect(await takePreview(world, asked)).toEqual({ outcome: "gone" });
});

it("what would do something else than was shown is shown once more, and posts nothing before", async () => {
  const held = await heldBy(world, "scripted", "EUR");
  const gross = decimal(held + 100_00);
  const asked = await read({ event: newName("e"), kind: "TRANSFER", reference: newName("TR"), gross });
  expect((await findPreview(world, asked))?.exceptions.map(({ reason }) => reason)).toEqual(["not_held"]);
  await payTip(world, await createCreator(world), { amount: 200_00 });
  const moved = await movedBy(world, async () => {
    expect(await takePreview(world, asked)).toEqual({ outcome: "changed" });
  });
  expect(moved).toEqual({});
  expect((await findPreview(world, asked))?.exceptions).toEqual([]);
  expect(await takePreview(world, asked)).toMatchObject({ outcome: "imported", exceptions: 0 });
});

it("a file that cannot be read is refused with its line, and nothing is kept", async () => {
  const count = () => world.db.selectFrom("settlement_previews").select("id").execute();
  const before = await count();
  const bytes = settlementFile({ event: newName("e"), kind: "FEE", gross: "-1.00" });
  expect(await previewSettlement(world, { provider: "scripted", bytes, operator_id: reader })).toMatchObject({
    ...{ outcome: "refused", fault: { line: 2, fault: "amount" } },
  });
  expect(await count()).toEqual(before);
});

it("what is kept of a preview is encrypted, and what was changed does not open", async () => {
  const asked = await read({ event: newName("secret-name"), kind: "FEE", gross: "1.00" });
  const other = await read({ event: newName("e"), kind: "FEE", gross: "2.00" });
  const bytesOf = ({ id }: { id: string }) =>
    world.db
      .selectFrom("settlement_previews")
      .select("events_encrypted")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  await world.db
    .updateTable("settlement_previews")
    .set(await bytesOf(other))
    .where("id", "=", asked.id)
    .execute();
  await expect(takePreview(world, asked)).rejects.toThrow();
});
